"""Changes of a source, and one source with all of them in it.

Each has a condition, without which the original stands. The select goes through all modules. Each gets one more port,
the number of the mutant, and for each change in it a wire that says if it is the one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from loopline.errors import BadInput
from loopline.source import ElaboratedDesign

#: The placeholder, in what is written for a change, of its wire and of the beginning of its names.
OWN = "loopline_own"

#: The wire that says whether a change is the one has this name, and its number.
WIRE = "loopline_"


@dataclass(frozen=True)
class Edit:
    """An edit: another text from start to end, for an expression or a statement."""

    start: int
    end: int
    text: str
    statement: bool = False


@dataclass(frozen=True)
class Change:
    """A mistake that could have been made, as edits of the text."""

    #: Its class: `wrong operator`.
    kind: str
    file: Path
    module: str
    #: Where it begins, for the report, and what stands there, before and after.
    start: int
    before: str
    after: str
    edits: tuple[Edit, ...]
    #: The lines that it needs beside them, at the beginning of its module and at its end.
    declaration: str = ""
    assignment: str = ""


@dataclass(frozen=True)
class Choice:
    """An edit, and the name of the wire that is 1 if it is the one."""

    edit: Edit
    chosen: str
    #: Instead of that: what is written before and behind what stands there.
    around: tuple[str, str] | None = None


@dataclass(frozen=True)
class Insertion:
    """A text that is always written at this place."""

    at: int
    text: str


def rewritten(text: str, choices: Iterable[Choice], insertions: Iterable[Insertion]) -> str:
    """Return the text with all choices and insertions in it.

    Each edit lies beside or within another; at the same place one is an alternative to the other.

    Args:
        text: The text of one file.
        choices: The edits, each behind a wire that selects it.
        insertions: Declarations and assignments that are always written.
    """
    ordered = sorted(choices, key=lambda choice: (choice.edit.start, -choice.edit.end, not choice.edit.statement))
    return _part(text, 0, len(text), ordered, sorted(insertions, key=lambda insertion: insertion.at))


def _part(text: str, start: int, end: int, choices: Sequence[Choice], insertions: Sequence[Insertion]) -> str:
    written, at = [], start
    while choices:
        first, edit = choices[0], choices[0].edit
        within = [choice for choice in choices[1:] if choice.edit.start < edit.end]
        assert all(choice.edit.end <= edit.end for choice in within), f"{edit} overlaps with {within}"
        written.append(_plain(text, at, edit.start, insertions))
        inner = [insertion for insertion in insertions if edit.start <= insertion.at < edit.end]
        original = _part(text, edit.start, edit.end, within, inner)
        if first.around:
            written.append(first.around[0] + original + first.around[1])
        elif edit.statement:
            written.append(f"begin if ({first.chosen}) begin {edit.text} end else {original} end")
        else:
            written.append(f"({first.chosen} ? {edit.text} : ({original}))")
        choices, at = choices[1 + len(within) :], edit.end
    return "".join([*written, _plain(text, at, end, insertions)])


def _plain(text: str, start: int, end: int, insertions: Sequence[Insertion]) -> str:
    parts, at = [], start
    for insertion in insertions:
        if start <= insertion.at < end:
            parts += [text[at : insertion.at], insertion.text]
            at = insertion.at
    return "".join([*parts, text[at:end]])


def schemata(design: ElaboratedDesign, changes: Mapping[int, Change], select: str, width: int) -> dict[Path, str]:
    """Return the files with all changes in them.

    Args:
        design: The design.
        changes: The changes, by their numbers.
        select: The name of the top's new port.
        width: Its width.

    Raises:
        BadInput: Instances are connected in a way that cannot be extended.
    """
    insertions: dict[Path, list[Insertion]] = defaultdict(list)
    definitions = {}
    for instance in design.instances():
        definitions[instance.definition.name] = instance.definition
        if instance.hierarchicalPath != design.top.name:
            file, where = design.source.at(instance.syntax.openParen.location)
            insertions[file].append(Insertion(where + 1, _connection(design, instance, select)))
    for name, definition in definitions.items():
        own = {number: change for number, change in changes.items() if change.module == name}
        for token, after, text in _in_module(definition, own, select, width):
            file, where = design.source.at(token.location)
            insertions[file].append(Insertion(where + after, text))
    choices: dict[Path, list[Choice]] = defaultdict(list)
    for number, change in changes.items():
        named = (replace(edit, text=edit.text.replace(OWN, f"{WIRE}{number}")) for edit in change.edits)
        choices[change.file] += [Choice(edit, f"{WIRE}{number}") for edit in named]
    return {
        file: rewritten(design.source.text(file), choices[file], dict.fromkeys(insertions[file]))
        for file in design.files
    }


def _connection(design: ElaboratedDesign, instance: Any, select: str) -> str:
    """Return the first of an instance's connections."""
    syntax = instance.syntax
    kinds = [connection.kind.name for connection in syntax.connections if connection.kind.name != "Comma"]
    if any(kind == "OrderedPortConnection" for kind in kinds):
        file, _ = design.source.at(syntax.openParen.location)
        raise BadInput(
            f"{file}: the instance {instance.name} is connected by the order of ports, so no port can be added to it: "
            f"name them, .port(signal), or use --kind gates"
        )
    return f".{select}({select}){', ' if kinds else ''}"


def _in_module(
    definition: Any, changes: Mapping[int, Change], select: str, width: int
) -> Iterator[tuple[Any, int, str]]:
    """Yield what is written beside which tokens of a module: before a token, or that many characters after it."""
    header, vector = definition.syntax.header, f"[{width - 1}:0] {select}"
    ports = header.ports
    declared = [f"wire {WIRE}{number} = {select} == {width}'d{number};" for number in changes]
    declared += _named((number, change.declaration) for number, change in changes.items())
    if not ports:
        yield header.semi, 0, f"(input wire {vector})"
    else:
        comma = ", " if len(ports.ports) else ""
        is_ansi = ports.kind.name == "AnsiPortList"
        yield ports.closeParen, 0, comma + (f"input wire {vector}" if is_ansi else select)
        if not is_ansi:
            declared.insert(0, f"input wire {vector};")
    yield header.semi, 1, " " + " ".join(declared)
    yield (
        definition.syntax.endmodule,
        0,
        " ".join(_named((n, change.assignment) for n, change in changes.items())) + " ",
    )


def _named(lines: Iterable[tuple[int, str]]) -> list[str]:
    return [line.replace(OWN, f"{WIRE}{number}") for number, line in lines if line]
