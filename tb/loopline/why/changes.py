"""All small changes of the statements that a failure may come from, behind one number in one build."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from loopline.design.build import TOP
from loopline.design.dut import Dut
from loopline.mutate.source.proposals import proposals
from loopline.mutate.source.schemata import Change, Choice, Insertion, rewritten
from loopline.why.job import SELECT
from loopline.why.statements import Design, Statement


class Candidate(NamedTuple):
    """A change of a statement."""

    change: Change
    statement: Statement


def candidates(design: Design, statements: Sequence[Statement]) -> list[Candidate]:
    """All changes of these statements that close no loop of gates, in the order of the statements."""
    places = {id(one): number for number, one in enumerate(statements)}
    by_file: dict[Path, list[Statement]] = defaultdict(list)
    for one in statements:
        by_file[one.place.file].append(one)
    found = []
    for change in proposals(design.read):
        if change.declaration:
            continue
        its = [one for one in by_file[change.file] if one.place.start <= change.start < one.place.end]
        if its:
            one = min(its, key=lambda it: it.place.end - it.place.start)
            if not _closes_a_loop(design, one, change):
                found.append(Candidate(change, one))
    return sorted(found, key=lambda one: places[id(one.statement)])


def _closes_a_loop(design: Design, one: Statement, change: Change) -> bool:
    if one.clocked:
        return False
    before = set(re.findall(r"[A-Za-z_]\w*", change.before))
    named = {name for edit in change.edits for name in re.findall(r"[A-Za-z_]\w*", edit.text)} - before
    for target in one.targets:
        owner = target.rpartition(".")[0]
        if any(target in design.at_once(f"{owner}.{name}") for name in named):
            return True
    return False


def written(design: Design, dut: Dut, chosen: Sequence[Candidate], folder: Path) -> Dut:
    """The design with all of them; number n of them, from 1, is made while SELECT is n."""
    choices: dict[Path, list[Choice]] = defaultdict(list)
    for number, one in enumerate(chosen, 1):
        choices[one.change.file] += [Choice(edit, f"{TOP}.dut.{SELECT} == {number}") for edit in one.change.edits]
    definition: Any = design.read.top.definition.syntax
    home, where = design.read.source.at(definition.header.semi.location)
    declared = f" reg [15:0] {SELECT} /* verilator public_flat_rw */; initial {SELECT} = 0;"
    files = []
    for number, file in enumerate(design.read.files):
        inserted = {Insertion(where + 1, declared): None} if file == home.resolve() else {}
        copy = folder / str(number) / file.name
        copy.parent.mkdir(parents=True, exist_ok=True)
        text = rewritten(design.read.source.text(file), choices[file], inserted)
        copy.write_bytes(text.encode("latin-1"))
        files.append(copy)
    folders = [*dut.folders, *dict.fromkeys(file.parent for file in design.read.files)]
    return dut.model_copy(
        update={
            "sources": [str(file.resolve()) for file in files],
            "include": [str(one.resolve()) for one in folders],
            "defines": dut.macros,
            "file_list": None,
        }
    )
