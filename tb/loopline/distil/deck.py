"""A deck on disk: games as text, each with what it is there for; and the same for programs."""

from __future__ import annotations

import json
import platform
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from loopline.campaign.deck import head, read
from loopline.campaign.failures import replace
from loopline.contract import game as games
from loopline.design.dut import Dut
from loopline.distil.coverage import Bin
from loopline.distil.game import Aim, Game, aims_of
from loopline.distil.run import Distilling
from loopline.mutate.verdict import write_traces
from loopline.wording import plural

#: This many situations are named behind a game; the JSON file has all.
_NAMED = 4


def write(run: Distilling, words: Sequence[str], out: Path) -> list[Path]:
    """At no moment is there half of either file."""
    out.mkdir(parents=True, exist_ok=True)
    dut = run.mutation.netlist.dut
    deck, report = out / f"deck{games.find(dut).suffix}", out / "distil.json"
    replace(deck, "\n".join([*_head(run, words), *(line for one in run.deck for line in _lines(run, one))]) + "\n")
    replace(report, json.dumps(_document(run, words), indent=2) + "\n")
    return [deck, report, *write_traces(run.unjudged, out / "distil-could-not-judge")]


def summary(run: Distilling) -> str:
    """What the deck comes to."""
    turns = sum(one.turns for one in run.deck)
    mutants, bins = (len(part) for part in _parted(aims_of(run.deck)))
    of = f"of {len(run.mutation.netlist.mutants):,} mutants"
    kill, meet = ("kills", "meets") if len(run.deck) == 1 else ("they kill", "meet")
    text = f"{plural(len(run.deck), 'game')} of {plural(turns, 'turn')}: {kill} {mutants:,} {of}"
    text += f" and {meet} {plural(bins, 'situation')}" if bins else ""
    text += f", {len(run.lost):,} given up for the limit of {plural(run.turns, 'turn')}" if run.lost else ""
    text += f", could not judge: {len(run.unjudged):,}" if run.unjudged else ""
    return f"PARTIAL, interrupted: {text}" if run.interrupted else text


def _parted(aims: frozenset[Aim]) -> tuple[list[int], list[Bin]]:
    """Mutants and situations."""
    return [aim for aim in aims if isinstance(aim, int)], [aim for aim in aims if not isinstance(aim, int)]


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


def _document(run: Distilling, words: Sequence[str]) -> dict[str, Any]:
    mutation = run.mutation
    mutants = {mutant.number: f"{mutant.place}: {mutant}" for mutant in mutation.netlist.mutants}
    reached, lost = _parted(run.reached), _parted(run.lost)
    return {
        "command": shlex.join(words),
        "seed": mutation.netlist.seed,
        "versions": _versions(run),
        "dut": str(mutation.netlist.dut.path),
        "board": str(mutation.netlist.dut.board),
        "partial": run.interrupted,
        "mutants": {
            "tried": len(mutants),
            "killed": len(reached[0]),
            "stopping": run.stopping,
            "could_not_judge": sorted(run.unjudged),
            "given_up": sorted(mutants[one] for one in lost[0]),
        },
        "situations": {"met": len(reached[1]), "given_up": sorted(map(": ".join, lost[1]))},
        "games": [
            {
                "game": one.script,
                "delays": one.delays,
                "turns": one.turns,
                "kills": [mutants[number] for number in sorted(one.mutants)],
                "meets": [": ".join(name) for name in sorted(one.bins)],
            }
            for one in run.deck
        ],
    }


def games_of(file: Path, dut: Dut) -> list[tuple[str, str, str]]:
    """The games of a deck, each with the line above it. Raises BadInput."""
    lines = file.read_text(errors="replace").splitlines() if file.is_file() else []
    above = dict(zip(lines[1:], lines, strict=False))
    found = []
    for _, text, delays in read(file, dut).games:
        about = above.get(Game(text, delays, 0).line, "")
        found.append((about if about.startswith("#") else "# kept", text, delays))
    return found
