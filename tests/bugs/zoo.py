"""The bug zoo: realistic bugs of the engine, each a small substitution in its Verilog; and the cage they live in.

The cage is a copy of the RTL with all bugs in it, of which one number lets one out (or, being 0, none):

    a == where    becomes    ((loopline_top.dut.loopline_bug == 7) ? (a == b) : (a == where))

So there is one build for all of them, and no `ifdef` in the RTL itself.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from loopline.build import TOP
from pydantic import BaseModel, ConfigDict, Field

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

RTL = Path(__file__).parents[2] / "rtl"
DATA = Path(__file__).with_name("zoo.toml")
SELECT = f"{TOP}.dut.loopline_bug"
#: Small, so that a reset is quick, and large enough for 128 tiles.
SIZE = 16
_HOME = "trax_engine.v"  # where the number lives


class BadZoo(Exception):
    """The zoo does not fit the RTL: which bug, and what is wrong."""


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Edit(_Table):
    """Replace an expression, or a whole statement, in one file of the RTL."""

    file: str
    find: str
    replace: str
    #: The place of `find`, if that alone is not unique.
    within: str | None = None
    #: More of the module: declarations that `replace` needs. They are there for all bugs, and must do no harm.
    helper: str = ""

    def span(self, text: str) -> tuple[int, int]:
        """Where in the file it is, however it may be spaced there. Raises BadZoo."""
        start, end = 0, len(text)
        for words in (self.within, self.find):
            if words is None:
                continue
            pattern = re.compile(r"\s*".join(map(re.escape, words.split())))
            found = list(pattern.finditer(text, start, end))
            if len(found) != 1:
                raise BadZoo(f"{self.file}: {words!r} occurs {len(found)} times there, not once")
            start, end = found[0].span()
        return start, end


class Bug(Edit):
    name: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    #: What a designer would have got wrong.
    story: str
    #: Which of the mistakes in `mistakes` it is, if one of them.
    mistake: int | None = None
    #: It takes more than one substitution.
    also: list[Edit] = []
    #: The property that is expected to find it, and how many turns of its smallest game are allowed.
    property: str
    at_most: int
    #: The turns of the shortest game that shows it, where playing all short games has told.
    shortest: int | None = None
    #: Only Icarus shows X.
    simulator: Literal["verilator", "icarus"] = "verilator"

    @property
    def edits(self) -> list[Edit]:
        return [self, *self.also]


class Zoo(_Table):
    #: What has gone wrong in real contest software and hardware, and can go wrong in an engine.
    mistakes: dict[int, str]
    bugs: list[Bug] = Field(alias="bug")

    def number(self, name: str) -> int:
        return next(number for number, bug in enumerate(self.bugs, 1) if bug.name == name)


@cache
def zoo() -> Zoo:
    return Zoo(**tomllib.loads(DATA.read_text()))


@dataclass
class _Place:
    """A piece of a file, what becomes of it, and the places within it."""

    start: int
    end: int
    choices: list[tuple[int, str]]
    inner: list[_Place]


def cage(bugs: Sequence[Bug], folder: Path) -> Path:
    """Write the RTL with all the bugs into the folder; returns the description of the design. Raises BadZoo."""
    for source in sorted(path for path in RTL.rglob("*") if path.is_file()):
        text = source.read_text()
        if source.suffix == ".v":
            text = mutated(source.name, text, bugs)
        copy = folder / source.relative_to(RTL)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if not copy.is_file() or copy.read_text() != text:
            copy.write_text(text)
    return folder / "trax" / "engine.toml"


def mutated(file: str, text: str, bugs: Sequence[Bug]) -> str:
    """One file with all the bugs."""
    numbered = [(n, edit) for n, bug in enumerate(bugs, 1) for edit in bug.edits if edit.file == file]
    text_out = _emit(text, 0, len(text), _nested(file, text, numbered))
    helpers = "".join(f"    {edit.helper}\n" for _, edit in numbered if edit.helper)
    if file == _HOME:
        helpers += _NUMBER
    return re.sub(r"^(?=endmodule)", lambda _: helpers, text_out, count=1, flags=re.M)


_NUMBER = """\
    reg [31:0] loopline_bug /* verilator public_flat_rw */;
    initial if (!$value$plusargs("bug=%d", loopline_bug)) loopline_bug = 0;
"""


def _nested(file: str, text: str, numbered: Sequence[tuple[int, Edit]]) -> list[_Place]:
    spans: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for number, edit in numbered:
        spans.setdefault(edit.span(text), []).append((number, edit.replace))
    outer: list[_Place] = []
    for (start, end), choices in sorted(spans.items(), key=lambda item: (item[0][0], -item[0][1])):
        siblings = outer
        while siblings and start < siblings[-1].end:
            if end > siblings[-1].end:
                raise BadZoo(f"{file}: two bugs overlap at {text[start:end]!r}")
            siblings = siblings[-1].inner
        siblings.append(_Place(start, end, choices, []))
    return outer


def _emit(text: str, start: int, end: int, places: Sequence[_Place]) -> str:
    out, at = [], start
    for place in places:
        piece = _emit(text, place.start, place.end, place.inner)
        is_statement = piece.rstrip().endswith(";")
        for number, replace in place.choices:
            if is_statement:
                piece = f"if ({SELECT} == {number}) begin {replace} end else begin {piece} end"
            else:
                piece = f"(({SELECT} == {number}) ? ({replace}) : ({piece}))"
        out += [text[at : place.start], f"begin {piece} end" if is_statement else piece]
        at = place.end
    return "".join([*out, text[at:end]])
