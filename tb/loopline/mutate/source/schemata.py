"""One source with all changes in it, behind one select that goes through all modules.

Each module gets one more port, the number of the mutant, and for each change in it a wire that says if it is the one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from loopline.errors import BadInput
from loopline.mutate.source.design import Elaborated
from loopline.mutate.source.text import OWN, Change, Choice, Insertion, rewritten

#: The wire that says whether a change is the one has this name, and its number.
WIRE = "loopline_"


def schemata(design: Elaborated, changes: Mapping[int, Change], select: str, width: int) -> dict[Path, str]:
    """The files with all of them, where `select` is the top's new port. Raises BadInput for a way to connect instances
    that cannot be extended."""
    insertions: dict[Path, list[Insertion]] = defaultdict(list)
    definitions = {}
    for instance in design.instances():
        definitions[instance.definition.name] = instance.definition
        if instance.hierarchicalPath != design.top.name:
            file, where = design.source.at(instance.syntax.openParen.location)
            insertions[file].append(Insertion(where + 1, _connection(design, instance, select)))
    for name, definition in definitions.items():
        own = {number: one for number, one in changes.items() if one.module == name}
        for token, after, text in _in_module(definition, own, select, width):
            file, where = design.source.at(token.location)
            insertions[file].append(Insertion(where + after, text))
    choices: dict[Path, list[Choice]] = defaultdict(list)
    for number, one in changes.items():
        named = (replace(edit, text=edit.text.replace(OWN, f"{WIRE}{number}")) for edit in one.edits)
        choices[one.file] += [Choice(edit, f"{WIRE}{number}") for edit in named]
    return {
        file: rewritten(design.source.text(file), choices[file], dict.fromkeys(insertions[file]))
        for file in design.files
    }


def _connection(design: Elaborated, instance: Any, select: str) -> str:
    """The first of its connections."""
    syntax = instance.syntax
    kinds = [one.kind.name for one in syntax.connections if one.kind.name != "Comma"]
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
    """What is written beside which of its tokens: before it, or, if it is a character, after that."""
    header, vector = definition.syntax.header, f"[{width - 1}:0] {select}"
    ports = header.ports
    declared = [f"wire {WIRE}{number} = {select} == {width}'d{number};" for number in changes]
    declared += _named((number, one.declaration) for number, one in changes.items())
    if not ports:
        yield header.semi, 0, f"(input wire {vector})"
    else:
        comma = ", " if len(ports.ports) else ""
        is_ansi = ports.kind.name == "AnsiPortList"
        yield ports.closeParen, 0, comma + (f"input wire {vector}" if is_ansi else select)
        if not is_ansi:
            declared.insert(0, f"input wire {vector};")
    yield header.semi, 1, " " + " ".join(declared)
    yield definition.syntax.endmodule, 0, " ".join(_named((n, one.assignment) for n, one in changes.items())) + " "


def _named(lines: Iterable[tuple[int, str]]) -> list[str]:
    return [line.replace(OWN, f"{WIRE}{number}") for number, line in lines if line]
