"""The changes that are tried of a design: what its gates can make of an expression, and mutants of its text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple, TypeVar

from loopline.source.expressions import term
from loopline.source.schemata import Change, Edit
from loopline.why import change
from loopline.why.sites import Site, Sites, assignable, loops, names_in
from loopline.why.statements import Branch, Design, Statement

#: How many values are tried at a gate, and how many are assigned in a branch.
_ASKED, _ASSIGNED = 60, 24

#: The most gates at which values are tried if the others are known to be right: a player's have ten times as many
#: values as there is time for.
_GATES = 60


One = TypeVar("One")


class Candidate(NamedTuple):
    """A change of a statement: what is written to the register, and the text."""

    word: int
    change: Change
    statement: Statement


def candidates(design: Design, found: Sites, good: Sequence[Site], *, only_good: bool = False) -> list[Candidate]:
    """Return all changes, the more likely ones first: those of the source, then what the gates do.

    Args:
        design: The design.
        found: Its sites.
        good: The gates that are likely to be wrong.
        only_good: Whether the other conditions are known to be right.
    """
    places = {(gate.file, gate.start, gate.end): number for number, gate in enumerate(good)}
    mending = [gate for gate in found.gates if (gate.file, gate.start, gate.end) in places]
    mending.sort(key=lambda gate: places[gate.file, gate.start, gate.end])
    likely = {id(gate.statement) for gate in mending}
    mending = [gate for gate in mending if gate.width == 1]
    wide = sorted((gate for gate in found.gates if gate.width > 1), key=lambda gate: id(gate.statement) not in likely)
    texts = [
        Candidate(change(number), alternative, statement)
        for number, (alternative, statement) in enumerate(found.changes, len(found.gates) + 1)
    ]
    likely |= {id(text.statement) for text in texts if text.statement.place in design.loops}  # no gate tells of these
    first = [text for text in texts if id(text.statement) in likely]
    others = [text for text in texts if id(text.statement) not in likely]
    simple = [candidate for gate in mending for candidate in _fixed(design, gate)]
    most = _GATES if only_good else None
    named = in_turn(_with_values(design, found, gate, plain=True) for gate in mending[:most])
    asked = in_turn(_with_values(design, found, gate, plain=False) for gate in mending[:most])
    widths = in_turn(_wide(design, found, gate) for gate in wide[:most])
    first_branch = len(found.gates) + len(found.changes) + 1
    missing = in_turn(
        _assigned(design, found, branch, number) for number, branch in enumerate(found.branches, first_branch)
    )
    if only_good:
        return [*simple, *first, *in_turn([named, widths, missing]), *in_turn([others, asked])]
    gated = in_turn(_with_values(design, found, gate, plain=True) for gate in wide)
    # If there is time left: what is tried of gates that have mended it, of those that have only changed something.
    known = {gate.number for gate in mending}
    moving = [gate for gate in found.gates if gate.width == 1 and gate.number not in known]
    wider = [candidate for gate in moving for candidate in _fixed(design, gate)]
    also = in_turn(_with_values(design, found, gate, plain=True) for gate in moving)
    return [*simple, *first, *in_turn([named, widths, missing]), *in_turn([others, asked, gated]), *wider, *also]


def in_turn(groups: Iterable[Iterable[One]]) -> list[One]:
    """Return the first of each group, then the second of each, and so on."""
    return [value for row in zip_longest(*groups) for value in row if value]


def _fixed(design: Design, gate: Site) -> Iterator[Candidate]:
    """Yield the expression always true, always false, negated."""
    for bit in (1, 0):
        yield _of(design, gate, change(gate.number, keep=0, flip=2 * bit), f"1'b{bit}")
    yield _of(design, gate, change(gate.number, flip=2), f"!{term(text_of(design, gate))}")


def _with_values(design: Design, found: Sites, gate: Site, plain: bool) -> Iterator[Candidate]:
    """Yield another signal of one bit; or a condition more, which must be true as well, or may be."""
    text, number = text_of(design, gate), gate.number
    for value, name in _values(design, found, gate, 1, plain):
        for sign, not_ in ((0, ""), (1, "!")):
            given = f"{not_}{term(name)}" if not_ else name if plain else f"({name})"
            keep, keep_not = 1 + 2 * sign, 3 - 2 * sign
            if gate.width > 1:
                yield _of(design, gate, change(number, value=value, keep=keep), f"{given} ? {text} : {gate.width}'d0")
                continue
            yield _of(design, gate, change(number, value=value, keep=keep), f"{term(text)} && {given}")
            yield _of(design, gate, change(number, value=value, keep=keep_not, flip=keep), f"{term(text)} || {given}")
            yield _of(design, gate, change(number, value=value, keep=0, flip=keep), given)


def _wide(design: Design, found: Sites, gate: Site) -> Iterator[Candidate]:
    """Yield another signal, or one more or less."""
    text, number = text_of(design, gate), gate.number
    for value, name in _values(design, found, gate, gate.width, plain=True):
        yield _of(design, gate, change(number, value=value, keep=0, flip=1), name)
    for by, sign in ((1, "+"), (-1, "-")):
        yield _of(design, gate, change(number, mask=by), f"{term(text)} {sign} {gate.width}'d1")
    yield _of(design, gate, change(number, keep=0), f"{gate.width}'d0")


def _assigned(design: Design, found: Sites, branch: Branch, number: int) -> Iterator[Candidate]:
    """Yield one more assignment in a branch: of zeros, of ones, of a signal.

    Args:
        design: The design.
        found: Its sites.
        branch: The branch.
        number: Its number.
    """
    place = branch.statement.place
    before = design.read.source.text(place.file)[place.start : place.end]
    block = re.match(r"begin\b(?!\s*:)", before)

    def of_target(at: int, target: str, width: int) -> Iterator[Candidate]:
        values = [(0, name) for name in (f"{width}'d0", "1'b1" if width == 1 else f"{{{width}{{1'b1}}}}")]
        known = enumerate(found.values.get((branch.module, width), ()), 1)
        values += [(value, name) for value, name in known if re.fullmatch(r"\w+", name) and name != target]
        for order, (value, name) in enumerate(values[:_ASSIGNED]):
            more = f"begin {target} <= {name};"
            after = f"{more}{before[block.end() :]}" if block else f"{more} {before} end"
            edit = Edit(place.start, place.end, after, statement=True)
            made = Change("", place.file, branch.module, place.start, before, after, (edit,))
            yield Candidate(change(number, mask=at, value=value, flip=2 * (order == 1)), made, branch.statement)

    yield from in_turn(of_target(at, target, width) for at, (target, width) in enumerate(assignable(branch)))


def _values(design: Design, found: Sites, gate: Site, width: int, plain: bool) -> Iterator[tuple[int, str]]:
    """Yield the numbers and texts of values that can stand there.

    First come those of signals that the statement looks at, then those whose names are most like what stands there.
    """
    read = {name.rpartition(".")[2] for name in gate.statement.reads}
    values = list(enumerate(found.values.get((gate.module, width), ()), 1))
    values = [(number, text) for number, text in values if bool(re.fullmatch(r"\w+", text)) is plain]

    def likeness(value: tuple[int, str]) -> tuple[int, float]:
        return len(names_in(value[1]) & read), SequenceMatcher(None, value[1], text_of(design, gate)).ratio()

    for number, text in sorted(values, key=likeness, reverse=True)[:_ASKED]:
        if text != text_of(design, gate) and not loops(design, gate.statement, names_in(text)):
            yield number, text


def text_of(design: Design, gate: Site) -> str:
    return design.read.source.text(gate.file)[gate.start : gate.end]


def _of(design: Design, gate: Site, word: int, after: str) -> Candidate:
    edit = Edit(gate.start, gate.end, f"({after})")
    made = Change("", gate.file, gate.module, gate.start, text_of(design, gate), after, (edit,))
    return Candidate(word, made, gate.statement)
