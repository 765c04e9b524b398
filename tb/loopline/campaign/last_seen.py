"""What a simulation that ended was playing, and the last cycle that its recorder has seen."""

from __future__ import annotations

from pathlib import Path

from loopline.contract import game as games
from loopline.design.dut import Dut
from loopline.simulation.files import RECORD, SCRIPT, SESSION, ours
from loopline.simulation.session import RESP_READY, RESP_VALID, read_session

_TAKEN = RESP_VALID | RESP_READY
_HEXADECIMAL = set("0123456789abcdef")


def last_script(dut: Dut, folder: Path) -> str:
    """The script that it was playing, or an empty string."""
    file = ours(folder, SCRIPT)
    if file.is_file():
        return file.read_text()
    requests = _requests(dut, folder) if dut.contract == "engine" else []
    game = games.scripts(dut)
    return game.write(games.engine(dut).script_of(requests)) if requests else ""


def last_cycle(dut: Dut, folder: Path) -> str:
    """The last recorded cycle in words; empty if there is none."""
    rows = _rows(folder)
    if not rows or dut.contract != "engine":
        return f"the last recorded change is in cycle {int(rows[-1][1], 16):,}" if rows else ""
    cycle, *_, state = rows[-1]
    words = [f"the last cycle on record is {int(cycle, 16):,}"]
    requests = _requests(dut, folder)
    number = sum(int(row[1], 16) & _TAKEN == _TAKEN for row in rows) + 1
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


def _rows(folder: Path) -> list[list[str]]:
    """Complete lines only, and the last run alone."""
    file = ours(folder, RECORD)
    lines = file.read_text(errors="replace").split("\n")[:-1] if file.is_file() else []
    rows = [line.split() for line in lines]
    return [row for row in rows if len(row) > 1 and set(row[1]) <= _HEXADECIMAL]
