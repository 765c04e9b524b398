"""A deck on disk: games as text, each with what it is there for."""

from __future__ import annotations

import platform
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from loopline.campaign.deck import Deck, head
from loopline.campaign.failures import replace
from loopline.distil.game import Game
from loopline.distil.run import Distilling
from loopline.mutate.verdict import write_traces
from loopline.wording import plural

#: This many situations are named behind a game; the JSON file has all.
_NAMED = 4


def write(run: Distilling, words: Sequence[str], deck: Path, out: Path) -> list[Path]:
    """Write the deck, and below `out` where the harness failed. At no moment is there half of the deck."""
    deck.parent.mkdir(parents=True, exist_ok=True)
    replace(deck, "\n".join([*_head(run, words), *(line for one in run.deck for line in _lines(run, one))]) + "\n")
    return [deck, *write_traces(run.unjudged, out / "deck-could-not-judge")]


def summary(run: Distilling) -> str:
    """What the deck comes to."""
    turns = sum(one.turns for one in run.deck)
    mutants = sum(isinstance(aim, int) for aim in run.reached)
    bins = len(run.reached) - mutants
    of = f"of {len(run.mutation.netlist.mutants):,} mutants"
    kill, meet = ("kills", "meets") if len(run.deck) == 1 else ("they kill", "meet")
    text = f"{plural(len(run.deck), 'game')} of {plural(turns, 'turn')}: {kill} {mutants:,} {of}"
    text += f" and {meet} {plural(bins, 'situation')}" if bins else ""
    text += f", could not judge: {len(run.unjudged):,}" if run.unjudged else ""
    return f"PARTIAL, interrupted: {text}" if run.interrupted else text


def _head(run: Distilling, words: Sequence[str]) -> Iterator[str]:
    mutation = run.mutation
    yield head(mutation.netlist.dut)
    yield f"# {summary(run)}"
    yield f"# Made by: {_plain(shlex.join(words))}"
    yield f"# {', '.join(f'{name} {number}' for name, number in _versions(run).items())}"


def _lines(run: Distilling, one: Game) -> Iterator[str]:
    yield ""
    yield one.about or f"# {plural(one.turns, 'turn')}: {'; '.join(_purposes(run, one))}"
    yield one.line


def _purposes(run: Distilling, one: Game) -> Iterator[str]:
    if one.mutants:
        mutants = {mutant.number: mutant for mutant in run.mutation.netlist.mutants}
        parts = Counter(mutants[number].part for number in one.mutants)
        yield f"kills {', '.join(f'{count} of {part}' for part, count in parts.most_common())}"
    if one.bins:
        names = [f"{group}: {name}" for group, name in sorted(one.bins)]
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        yield _plain(f"meets {', '.join(names[:_NAMED])}{more}")


def _plain(text: str) -> str:
    """A comment of one line."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _versions(run: Distilling) -> dict[str, str]:
    names = {name: version(name) for name in ("loopline", "hypothesis")}
    simulator = run.mutation.simulator
    return {**names, "Python": platform.python_version(), simulator.name: simulator.version}


def games_of(deck: Deck) -> list[tuple[str, str, str]]:
    """The games of a deck, each with the line above it."""
    lines = deck.file.read_text(errors="replace").splitlines()
    above = dict(zip(lines[1:], lines, strict=False))
    found = []
    for _, text, delays in deck.games:
        about = above.get(Game(text, delays, 0).line, "")
        found.append((about if about.startswith("#") else "# kept", text, delays))
    return found
