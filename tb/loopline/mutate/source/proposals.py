"""All changes that could be made of a design, and some of them, spread evenly."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from loopline.mutate.source.design import Elaborated, Scope, Texts, clock_event
from loopline.mutate.source.expressions import Expressions
from loopline.mutate.source.schemata import Change
from loopline.mutate.source.statements import Registers, Statements, computed, names


def proposals(design: Elaborated) -> list[Change]:
    """In the order of the source. A module may have instances of several widths, and a block may be there several
    times: a change must be possible in each of them."""
    visits: Counter[Any] = Counter()
    found: Counter[tuple[Any, Change]] = Counter()
    for instance in design.instances():
        for scope, member in design.scopes(instance):
            for node, changes in _sites(design.source, scope, member):
                if place := design.source.place(node):
                    visits[place] += 1
                    found.update((place, one) for one in dict.fromkeys(changes))
    everywhere = {one for (place, one), times in found.items() if times == visits[place] and one.file in design.files}
    return sorted(everywhere, key=lambda one: (str(one.file), one.start, one.kind, one.after, one.before))


def _sites(source: Texts, scope: Scope, member: Any) -> Iterator[tuple[Any, Iterator[Change]]]:
    kind, expressions = member.kind.name, Expressions(source, scope)
    if kind == "Net" and member.initializer:
        yield member.initializer, _of_a_driver(source, scope, member, member.initializer)
    elif kind == "ContinuousAssign":
        yield member.assignment, _of_an_assignment(source, scope, member.assignment)
    elif kind == "Instance":
        for connection in member.portConnections:
            if connection.expression and connection.port.direction.name == "In":
                yield connection.expression, expressions.changes(connection.expression)
    elif kind == "ProceduralBlock" and member.procedureKind.name in ("Always", "AlwaysFF", "AlwaysComb"):
        yield member.body, _of_a_block(source, scope, member)


def _of_a_driver(source: Texts, scope: Scope, target: Any, value: Any) -> Iterator[Change]:
    yield from Expressions(source, scope).changes(value)
    if target.name in scope.whole:
        yield from Registers(source, scope).late(value, target.name, scope.whole[target.name].width)


def _of_an_assignment(source: Texts, scope: Scope, assignment: Any) -> Iterator[Change]:
    if assignment.left.kind.name == "NamedValue":
        yield from _of_a_driver(source, scope, assignment.left.symbol, assignment.right)
    else:
        yield from Expressions(source, scope).of_target(assignment.left)
        yield from Expressions(source, scope).changes(assignment.right)


def _of_a_block(source: Texts, scope: Scope, block: Any) -> Iterator[Change]:
    yield from Statements(source, scope, block).changes()
    if clock_event(block):
        registers = Registers(source, scope)
        reads = [name for one in computed(block.body.stmt) for name in names(one, whole=True)]
        yield from registers.blocking(block.body.stmt)
        yield from registers.early(reads, block.body.stmt)


def spread(changes: Sequence[Change], count: int, seed: int) -> list[Change]:
    """This many, or all: always one of the class that has the fewest yet, in it one of the module and of the line that
    have the fewest."""
    left: dict[str, list[Change]] = defaultdict(list)
    for one in random.Random(seed).sample(changes, len(changes)):
        left[one.kind].append(one)
    taken: list[Change] = []
    kinds: Counter[str] = Counter()
    modules: Counter[str] = Counter()
    places: Counter[object] = Counter()
    while left and len(taken) < count:
        kind = min(left, key=lambda one: (kinds[one], one))
        best = min(left[kind], key=lambda one: (modules[one.module], places[one.file, one.start]))
        left[kind].remove(best)
        if not left[kind]:
            del left[kind]
        taken.append(best)
        kinds[kind] += 1
        modules[best.module] += 1
        places[best.file, best.start] += 1
    return taken
