"""Bug zoos: realistic bugs of a design, each a small substitution in its Verilog; and the cage they live in.

The cage is a copy of the RTL with all bugs in it, of which one number lets one out (or, being 0, none):

    a == where    becomes    ((loopline_top.dut.loopline_bug == 7) ? (a == b) : (a == where))

So there is one build for all of them, and no `ifdef` in the RTL itself.
"""

from __future__ import annotations

import builtins
import json
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from limited import Effort
from loopline.contract.game import Subject
from loopline.design import Change
from loopline.design.build import TOP
from loopline.design.dut import Dut, load
from pydantic import BaseModel, ConfigDict, Field

RTL = Path(__file__).parents[2] / "rtl"
SELECT = f"{TOP}.dut.loopline_bug"


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
    #: The property that is expected to find it, or the deck. None of a bug that was written blind: any may find it.
    property: str | None = None
    #: How many turns its smallest game had when that was measured. A strategy that changes begins elsewhere, and what
    #: it finds shrinks another way: twice as many are allowed, and two. None if nobody makes its games smaller.
    at_most: int | None = None
    #: The turns of the shortest game that shows it, where playing all short games has told.
    shortest: int | None = None
    #: Answers and read-back are right all the same.
    port_only: bool = False
    #: Only Icarus shows X.
    simulator: Literal["verilator", "icarus"] = "verilator"

    @builtins.property  # one of the fields has that name
    def edits(self) -> list[Edit]:
        return [self, *self.also]


class Zoo(_Table):
    #: That of its file.
    name: str
    #: Where the design is.
    rtl: Path
    title: str
    #: The description of the design, in the folder of the RTL, and its board if there are several: size or `key=value`.
    dut: str
    size: int | str | None = None
    #: By so many examples every bug must be found, whatever the seed.
    examples: int
    #: Cycles that may be spent on making a failure smaller.
    effort: int = Effort.effort
    #: Of the descriptions, what is otherwise in the cage.
    settings: dict[str, bool | int] = {}
    #: What has gone wrong in real contest software and hardware, and can go wrong in such a design.
    mistakes: dict[int, str] = {}
    bugs: list[Bug] = Field(alias="bug")

    def number(self, bug: Bug) -> int:
        return self.bugs.index(bug) + 1

    def design(self, rtl: Path | None = None) -> Dut:
        return load((rtl or self.rtl) / self.dut).with_board(Change(str(self.size)) if self.size else None)

    def shown(self, simulator: str) -> list[Bug]:
        """The bugs that show in this design there."""
        port = self.design().verification_port
        return [bug for bug in self.bugs if bug.simulator == simulator and (port or not bug.port_only)]

    @property
    def properties(self) -> list[str]:
        return [one.name for one in Subject.of(self.design()).scripts.properties()]


def read(path: Path, rtl: Path = RTL) -> Zoo:
    return Zoo(name=path.stem, rtl=rtl, **tomllib.loads(path.read_text()))


NAMES = ("engine", "wide_engine", "player", "deep_player", "wide_player", "globe", "tsolitaire", "evening")
ZOOS = [read(Path(__file__).with_name(f"{name}.toml")) for name in NAMES]
ENGINE, WIDE_ENGINE, PLAYER, DEEP_PLAYER, WIDE_PLAYER, GLOBE, TSOLITAIRE, EVENING = ZOOS

#: Written by somebody who did not know what is tried on the design: how many are found is measured, not demanded.
BLIND = [
    read(path).model_copy(update={"name": f"blind-{path.stem}"})
    for path in sorted(Path(__file__).with_name("blind").glob("*.toml"))
]

#: By classes of bugs that nobody had thought of: how many of them `quick` finds is measured.
CLASSES = [
    read(path).model_copy(update={"name": f"class-{path.stem}"})
    for path in sorted(Path(__file__).with_name("classes").glob("*.toml"))
]

#: Another team's engine, with its verification port and without.
STRANGER = Path(__file__).parents[1] / "stranger"
SPIED = read(STRANGER / "bugs.toml", STRANGER / "rtl").model_copy(update={"name": "spied"})
PLAIN = SPIED.model_copy(update={"name": "plain", "title": f"{SPIED.title}, without its port", "dut": "plain.toml"})


def _with_port_and_without(game: str) -> tuple[Zoo, Zoo]:
    spied = read(STRANGER / f"{game}_bugs.toml", STRANGER / "rtl").model_copy(update={"name": f"stranger-{game}-spied"})
    title = f"{spied.title}, without its port"
    return spied, spied.model_copy(update={"name": f"stranger-{game}", "title": title, "dut": f"{game}.toml"})


#: Its engines for other games, likewise.
OTHERS_SPIED, OTHERS = zip(*map(_with_port_and_without, ("evening", "globe", "tsolitaire")), strict=True)

#: And its player, of which only the line is known.
BOX = read(STRANGER / "player_bugs.toml", STRANGER / "rtl").model_copy(update={"name": "box"})


def misfit(zoo: Zoo, bug: Bug) -> str:
    """Why the bug does not fit the RTL as it is; empty if it does."""
    for edit in bug.edits:
        files = list(zoo.rtl.rglob(edit.file))
        if len(files) != 1:
            return f"not one file {edit.file}, but {len(files)}"
        text = files[0].read_text()
        try:
            start, end = edit.span(text)
        except BadZoo as error:
            return str(error)
        if text[start:end] == edit.replace or mutated(edit.file, text, [bug]) == text:
            return f"{edit.find!r} is replaced by itself"
        if edit.find.rstrip().endswith(";") != edit.replace.rstrip().endswith(";"):
            return f"{edit.find!r} → {edit.replace!r}: which is a statement and which an expression?"
    return ""


@dataclass
class _Place:
    """A piece of a file, what becomes of it, and the places within it."""

    start: int
    end: int
    choices: list[tuple[int, str]]
    inner: list[_Place]


def cage(zoo: Zoo, folder: Path) -> None:
    """Write the RTL with all the bugs into the folder. Raises BadZoo."""
    for source in sorted(path for path in zoo.rtl.rglob("*") if path.is_file()):
        text = source.read_text()
        if source.suffix in (".v", ".sv", ".svh"):
            text = mutated(source.name, text, zoo.bugs, zoo.design().top)
        else:
            for key, value in zoo.settings.items():
                text = re.sub(rf"^{key} = .*", f"{key} = {json.dumps(value)}", text, flags=re.M)
        copy = folder / source.relative_to(zoo.rtl)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if not copy.is_file() or copy.read_text() != text:
            copy.write_text(text)


def mutated(file: str, text: str, bugs: Sequence[Bug], home: str = "") -> str:
    """One file with all the bugs. `home`: the module, and its file, where the number lives."""
    numbered = [(n, edit) for n, bug in enumerate(bugs, 1) for edit in bug.edits if edit.file == file]
    text_out = _emit(text, 0, len(text), _nested(file, text, numbered))
    helpers = "".join(f"    {edit.helper}\n" for _, edit in numbered if edit.helper)
    if Path(file).stem == home:
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
