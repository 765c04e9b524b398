"""The changes that gates can make of an expression, each as what is written to the register, and as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple

from loopline.mutate.source.expressions import term
from loopline.mutate.source.schemata import Change, Edit
from loopline.why.job import change
from loopline.why.sites import Site, Sites, loops
from loopline.why.statements import Design, Statement

#: How many of the values that can be asked for are tried at a gate.
_ASKED = 120


class Candidate(NamedTuple):
    """A change of a statement: what is written to the register, and the text."""

    word: int
    change: Change
    statement: Statement


def candidates(design: Design, found: Sites, good: Sequence[Site]) -> list[Candidate]:
    """All changes, the more likely ones first: those of the source, then what the gates do; `good` are gates of one bit
    that have mended the failing game when they were inverted."""
    keys = {(one.file, one.start, one.end): number for number, one in enumerate(good)}
    mending = [one for one in found.gates if (one.file, one.start, one.end) in keys]
    mending.sort(key=lambda one: keys[one.file, one.start, one.end])
    wide = [one for one in found.gates if one.width > 1]
    likely = {id(one.statement) for one in mending}
    texts = [
        Candidate(change(number), one, statement)
        for number, (one, statement) in enumerate(found.changes, len(found.gates) + 1)
    ]
    first = [one for one in texts if id(one.statement) in likely]
    others = [one for one in texts if id(one.statement) not in likely]
    simple = [one for gate in mending for one in _fixed(design, gate)]
    named = _in_turn(_with_values(design, found, gate, plain=True) for gate in mending)
    asked = _in_turn(_with_values(design, found, gate, plain=False) for gate in mending)
    widths = _in_turn(_wide(design, found, gate) for gate in wide)
    gated = _in_turn(_with_values(design, found, gate, plain=True) for gate in wide)
    return [*simple, *first, *_in_turn([named, widths]), *_in_turn([others, asked, gated])]


def _in_turn(every: Iterable[Iterable[Candidate]]) -> list[Candidate]:
    """One of each, then the next of each."""
    return [one for some in zip_longest(*every) for one in some if one]


def _fixed(design: Design, gate: Site) -> Iterator[Candidate]:
    """Always true, always false, negated."""
    text = _text(design, gate)
    yield _of(design, gate, change(gate.number, keep=0, flip=2), "1'b1")
    yield _of(design, gate, change(gate.number, keep=0), "1'b0")
    yield _of(design, gate, change(gate.number, flip=2), f"!{term(text)}")


def _with_values(design: Design, found: Sites, gate: Site, plain: bool) -> Iterator[Candidate]:
    """Another signal of one bit; or a condition more, which must be true as well, or may be."""
    text, number = _text(design, gate), gate.number
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
    """Another signal, or one more or less."""
    text, number = _text(design, gate), gate.number
    for value, name in _values(design, found, gate, gate.width, plain=True):
        yield _of(design, gate, change(number, value=value, keep=0, flip=1), name)
    for by, sign in ((1, "+"), (-1, "-")):
        yield _of(design, gate, change(number, mask=by), f"{term(text)} {sign} {gate.width}'d1")
    yield _of(design, gate, change(number, keep=0), f"{gate.width}'d0")


def _values(design: Design, found: Sites, gate: Site, width: int, plain: bool) -> Iterator[tuple[int, str]]:
    """The numbers and texts of values that can stand there: first those of signals that the statement looks at, then
    those whose names are most like what stands there."""
    read = {name.rpartition(".")[2] for name in gate.statement.reads}
    every = list(enumerate(found.values.get((gate.module, width), ()), 1))
    every = [(n, one) for n, one in every if bool(re.fullmatch(r"\w+", one)) is plain]

    def likeness(it: tuple[int, str]) -> tuple[int, float]:
        return len(_names(it[1]) & read), SequenceMatcher(None, it[1], _text(design, gate)).ratio()

    for number, one in sorted(every, key=likeness, reverse=True)[:_ASKED]:
        if one != _text(design, gate) and not loops(design, gate.statement, _names(one)):
            yield number, one


def _names(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z_]\w*", text))


def _text(design: Design, gate: Site) -> str:
    return design.read.source.text(gate.file)[gate.start : gate.end]


def _of(design: Design, gate: Site, word: int, after: str) -> Candidate:
    edit = Edit(gate.start, gate.end, f"({after})")
    one = Change("", gate.file, gate.module, gate.start, _text(design, gate), after, (edit,))
    return Candidate(word, one, gate.statement)
