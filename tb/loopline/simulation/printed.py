"""What a simulator prints while scripts are played: the design's own assertions, and warnings.

The trick is that nothing is read as long as nothing is printed: the size of the output says so. Each assertion is
printed with its time, so that it is known in which cycle of which script it has failed:

    Icarus      ERROR: FILE:LINE: [KIND] TEXT         (design/simulators/icarus.py has `$stop` and `$fatal` say so)
                       Time: STEPS Scope: SCOPE
    Verilator   [TIME] %Error: FILE:LINE: Assertion failed in SCOPE: TEXT
                -Stop: FILE:LINE: at TIME ns          (hdl/loopline_main.cpp, and the simulation goes on)
"""

from __future__ import annotations

import ctypes
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cocotb.simtime import convert

from loopline.simulation import CUT, LOG, MOST_KEPT, MOST_READ, run_file
from loopline.system import locked

#: The most characters of a text.
_LONGEST = 300

_PLACE = r"(?P<place>[^\n]*?:\d+)"

_ICARUS = re.compile(
    rf"^(?P<severity>ERROR|WARNING): {_PLACE}: (?P<text>[^\n]*(?:\n(?!ERROR: |WARNING: )[^\n]*)*?)"
    r"\n +Time: (?P<steps>\d+) +Scope: ",
    re.M,
)

_STOP = re.compile(rf"^-Stop: {_PLACE}: at (?P<ns>\d+) ns\n", re.M)
_TOLD = re.compile(
    r"^\[[^\]\n]*\] %(?P<severity>Error|Fatal): (?P<place>[^\n]*?:\d+): (?:Assertion failed in \S+?: ?)?", re.M
)

#: Warnings of both, and errors of Icarus' own tasks, such as a file that is missing.
_WARNING = re.compile(
    rf"^(?:WARNING|ERROR|(?:\[[^\]\n]*\] )?%Warning): {_PLACE}: (?:Assertion failed in \S+?: ?)?(?P<text>[^\n]*)", re.M
)


class Assertion(NamedTuple):
    """An assertion of the design that has failed, or a `$error`, `$fatal` or `$stop` that was reached."""

    #: `$error`, which a failing assertion calls, too; `$fatal` or `$stop`.
    kind: str
    #: `file:line`.
    place: str
    text: str
    #: When, in ns of simulated time.
    time: int

    @property
    def says(self) -> str:
        """What it says, without its place."""
        return f"{self.kind}{self.text and f': {self.text}'}"


def assertions(text: str) -> Iterator[Assertion]:
    """Yield the assertions that have failed, in the order in which they were printed."""
    for match in _ICARUS.finditer(text):
        if match["severity"] == "ERROR":
            kind, _, words = (
                match["text"].partition("] ") if match["text"].startswith("[$") else ("", "", match["text"])
            )
            time = int(convert(int(match["steps"]), "step", to="ns"))
            yield Assertion(kind[1:] or "$error", match["place"], _short(words), time)
    before = 0
    for match in _STOP.finditer(text):
        found = [line for line in _TOLD.finditer(text, before, match.start()) if line["place"] == match["place"]]
        words = text[found[-1].end() : match.start()] if found else ""
        kind = f"${found[-1]['severity'].lower()}" if found else "$stop"
        yield Assertion(kind, match["place"], _short(words), int(match["ns"]))
        before = match.end()


def warnings(text: str) -> Iterator[tuple[str, str]]:
    """Yield the warnings, each after its place."""
    for match in _WARNING.finditer(_ICARUS.sub(lambda found: found[0] if found["severity"] == "WARNING" else "", text)):
        yield match["place"], _short(match["text"])


def _short(text: str) -> str:
    return " ".join(text.split())[:_LONGEST]


class Output:
    """The output of this simulation."""

    def __init__(self) -> None:
        self._read = 0
        #: The bytes that are not kept.
        self.cut = 0
        #: Whether more was printed since the last time than is read, so that nothing is.
        self.too_much = False
        self._flush = ctypes.CDLL(None).fflush

    def take(self) -> str:
        """Return what was printed since this was last called; nothing, if it is more than is read."""
        self._flush(None)
        self.too_much = False
        if os.fstat(1).st_size == self._read:
            return ""
        with locked(Path(LOG), create=False):  # loopline cuts it while it grows
            size, is_cut = os.fstat(1).st_size, run_file(Path(), CUT)
            self.too_much = is_cut.exists() or size - self._read > MOST_READ
            text = "" if self.too_much else self._text(size)
            is_cut.unlink(missing_ok=True)
            self._read = size
            if size > MOST_KEPT:  # others append to it
                self.cut += size
                os.ftruncate(1, 0)
                self._read = os.write(1, f"{self.cut:,} bytes were printed before this, and are not kept\n".encode())
        return text

    def _text(self, size: int) -> str:
        with Path(LOG).open("rb") as file:
            file.seek(self._read)
            return file.read(size - self._read).decode(errors="replace")
