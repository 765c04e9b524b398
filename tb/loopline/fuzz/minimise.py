"""The fewest games of a corpus that have all of its features. Counted as the model plays them, without hardware."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from loopline.contract import game as games
from loopline.coverage import coverage_of
from loopline.coverage.cover import chosen
from loopline.design.dut import Dut
from loopline.errors import BadInput
from loopline.fuzz.corpus import Corpus
from loopline.simulation.session import timings_of

#: Is there while somebody minimises the folder: two who did so at once might each remove what the other relies on.
_LOCK = "minimising"


class Minimised(NamedTuple):
    """Games and their turns, before and after."""

    games: tuple[int, int]
    turns: tuple[int, int]
    features: int


def minimise(corpus: Corpus, dut: Dut, watch: Callable[[str, int, int], None] = lambda *_: None) -> Minimised:
    """Remove from the folder what its other games make superfluous. Others may add games meanwhile: those stay. Raises
    BadInput if somebody else is at it."""
    game, coverage = games.scripts(dut), coverage_of(dut)
    with _alone_in(corpus.folder):
        features, turns = dict[Path, frozenset[tuple[str, object, int]]](), dict[Path, int]()
        there = list(corpus.files())
        for number, (path, (text, delays)) in enumerate(there):
            watch("counting", number, len(there))
            script, collector = game.read(text.split()), coverage.collector()
            collector.add(script, timings_of(delays))
            counts = collector.counts.items()
            features[path] = frozenset(
                (group, key, n.bit_length()) for group, seen in counts for key, n in seen.items()
            )
            turns[path] = game.turns(script)
        kept = chosen(features, turns)
        for path in features:
            if path not in kept:
                path.unlink(missing_ok=True)
        every = frozenset[tuple[str, object, int]]().union(*features.values())
        after = sum(turns[path] for path in kept)
    return Minimised((len(there), len(kept)), (sum(turns.values()), after), len(every))


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    lock = folder / _LOCK
    try:
        with lock.open("x") as file:
            file.write(f"process {os.getpid()} on {platform.node()}\n")
    except FileExistsError:
        who = lock.read_text().strip() or "another process"
        raise BadInput(f"{folder}: {who} is minimising it. If that is not so any more, remove {lock}") from None
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)
