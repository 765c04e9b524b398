"""What a simulation that ended was playing, and the last cycle that its recorder has seen."""

from __future__ import annotations

from pathlib import Path

from loopline.contract import game as games
from loopline.design.authors import busy_in, in_words
from loopline.design.dut import Dut
from loopline.simulation.job import Outcome
from loopline.simulation.recording import END, TAKEN, rows
from loopline.simulation.runs import RECORD, SCRIPT, SESSION, TRACE, ours
from loopline.simulation.session import read_session

_HEXADECIMAL = set("0123456789abcdef")


def say_where(dut: Dut, outcome: Outcome, folder: Path) -> None:
    """Add to the outcome of a simulation that died what it was playing, and how far it got."""
    if outcome.state == "hung" and (at := _busy(folder)):
        outcome.state, outcome.set_up = "error", True
        outcome.error = f"the game's code does not come to an end: {at}: {outcome.error.splitlines()[0]}"
        return
    try:
        outcome.script, where = _last_script(dut, folder), _last_cycle(dut, folder)
    except Exception as error:
        where = in_words(error)
    if where:
        why, *words = outcome.error.splitlines()
        # The last output of a simulation that died may say why; that of a hung one says nothing.
        outcome.error = "\n".join([why, *(words if outcome.state == "died" else []), where])


def _last_script(dut: Dut, folder: Path) -> str:
    """The script that it was playing, or an empty string."""
    file = ours(folder, SCRIPT)
    if file.is_file():
        return file.read_text()
    requests = _requests(dut, folder) if dut.contract == "engine" else []
    game = games.scripts(dut)
    return game.write(games.engine(dut).script_of(requests)) if requests else ""


def _busy(folder: Path) -> str:
    """If it was not the simulator that hung but a game's own code: where in it."""
    file = ours(folder, TRACE)
    return busy_in(file.read_text(errors="replace")) if file.is_file() else ""


def _last_cycle(dut: Dut, folder: Path) -> str:
    """The last recorded cycle in words; empty if there is none."""
    recorded = _recorded(folder)
    if dut.contract != "engine":
        changes = [line.split()[1] for line in recorded.splitlines()]
        return f"the last recorded change is in cycle {int(changes[-1], 16):,}" if changes else ""
    seen = [row for row in rows(recorded) if set(row.flags) <= _HEXADECIMAL]
    if not seen:
        return ""
    cycle, *_, state = seen[-1]
    words = [f"the last cycle on record is {cycle:,}"]
    requests = _requests(dut, folder)
    number = sum(int(row.flags, 16) & TAKEN == TAKEN for row in seen) + 1
    game = games.engine(dut)
    if number <= len(requests):
        text = game.write(game.script_of(requests[:number])).split()[-1]
        words[0] += f", in request {number} of {len(requests)} ({text})"
    if dut.verification_port and set(state) <= _HEXADECIMAL:
        fields = game.streams.state.unpack(int(state, 16))
        words.append("the state then was " + ", ".join(f"{name} {value}" for name, value in fields.items()))
    return "; ".join(words)


def _requests(dut: Dut, folder: Path) -> list[list[int]]:
    file = ours(folder, SESSION)
    return read_session(games.engine(dut).streams, file.read_bytes()) if file.is_file() else []


def _recorded(folder: Path) -> str:
    """Complete lines only, and the last run alone."""
    file = ours(folder, RECORD)
    text = file.read_text(errors="replace") if file.is_file() else ""
    *lines, _ = text.split("\n")
    return "\n".join(line for line in lines if not line.startswith(END))
