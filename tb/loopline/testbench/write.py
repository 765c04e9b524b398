"""The files of a testbench: the games as numbers, the module that joins them to the design, and a list of sources."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from loopline.campaign.regression import Saved
from loopline.contract import game as games
from loopline.design import ports
from loopline.design.dut import Dut
from loopline.design.top import deck_top
from loopline.errors import BadInput, as_named
from loopline.signals.unused import packed
from loopline.simulation.delays import read_delays
from loopline.simulation.session import endless, timings_of
from loopline.testbench.expected import Game, expected

TOP, PLAYER, DATA, SOURCES = "testbench", "loopline_deck", "deck.txt", "sources.f"


class Written(NamedTuple):
    """What was written."""

    folder: Path
    files: list[Path]
    games: int
    requests: int


def about(dut: Dut, deck: Path, words: Sequence[str]) -> list[str]:
    """The head of the testbench."""
    compared = "answers, events, and every signal in every cycle" if dut.cycle_exact else "answers"
    compared += " and events" if dut.verification_port and not dut.cycle_exact else ""
    return [
        f"Plays the games of {as_named(deck)} against {dut.top} and compares {compared}.",
        f"Game n is the n-th of that file. Written by loopline {version('loopline')}:",
        f"    {shlex.join(words)}",
    ]


def write(dut: Dut, scripts: Sequence[Saved], folder: Path, about: Sequence[str]) -> Written:
    """Everything that a simulator needs besides the design itself. `about`: lines for the head of the testbench. Raises
    BadInput."""
    if dut.contract != "engine":
        raise BadInput(f"{dut.shown}: only an engine's games can be written out: a player decides itself what it says")
    game = games.engine(dut)
    ports.check(dut, game.streams, "verilator")
    played = [expected(dut, game.read(text.split()), timings_of(read_delays(delays))) for _, text, delays in scripts]
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / name for name in (f"{TOP}.v", f"{PLAYER}.v", DATA, SOURCES)]
    most = max((len(one.events) for each in played for one in each.expected), default=0)
    files[0].write_text(deck_top(TOP, dut, game.streams, max(1, most), dut.patience or game.patience, about))
    with resources.as_file(resources.files("loopline") / "hdl" / f"{PLAYER}.v") as player:
        shutil.copyfile(player, files[1])
    files[2].write_text("\n".join(_lines(played, game)) + "\n")
    files[3].write_text("\n".join(_sources(dut)) + "\n")
    return Written(folder, files, len(played), sum(len(one.requests) for one in played))


def _lines(played: Sequence[Game], game: games.AnyEngine) -> Iterator[str]:
    """See hdl/loopline_deck.v."""
    stream, cut = game.streams.request, game.streams.cut
    yield f"{len(played):x}"
    for one in played:
        yield f"{len(one.requests):x}"
        for request, payload, (gap, stall, ahead, early), answer in zip(
            one.requests, packed(stream, one.requests), endless(one.timings), one.expected, strict=False
        ):
            asked = gap, ahead, stall, early, request[cut], payload
            expected_ = answer.answer, answer.how, len(answer.events), *answer.events, answer.signature
            yield " ".join(f"{number:x}" for number in (*asked, *expected_))
        yield f"{one.signature:x}"


def _sources(dut: Dut) -> Iterable[str]:
    """As simulators take them with -f (Icarus also with -c): include folders, macros, files."""
    yield from (f"+incdir+{folder}" for folder in dut.folders)
    yield from (f"+define+{name}={text}" for name, text in dut.macros.items())
    yield from map(str, dut.files)
