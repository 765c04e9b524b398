"""All changes that could be made of a design; and those of a statement.

A statement is wrong or left out, or a signal has its value a cycle late, a cycle early, or at once instead of at the
edge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from loopline.source import ElaboratedDesign, Scope, Texts, clock_event
from loopline.source.expressions import Expressions
from loopline.source.schemata import OWN, Change, Edit

#: The kinds of statements between `begin` and `end`, or in a branch.
_NOTHING = ";"

#: The longest expression that is computed beside the source.
_LONGEST = 2000

#: Expressions that are a part of something.
_PARTS = ("ElementSelect", "RangeSelect", "MemberAccess")


def proposals(design: ElaboratedDesign) -> list[Change]:
    """Return all changes, in the order of the source.

    A module may have instances of several widths, and a block may be there several times: a change must be possible in
    each of them.
    """
    visits: Counter[Any] = Counter()
    found: Counter[tuple[Any, Change]] = Counter()
    for instance in design.instances():
        for scope, member in design.scopes(instance):
            for node, changes in _sites(design.source, scope, member):
                if place := design.source.place(node):
                    visits[place] += 1
                    found.update((place, change) for change in dict.fromkeys(changes))
    everywhere = {
        change for (place, change), times in found.items() if times == visits[place] and change.file in design.files
    }
    return sorted(
        everywhere, key=lambda change: (str(change.file), change.start, change.kind, change.after, change.before)
    )


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
        reads = [name for expression in computed(block.body.stmt) for name in names(expression, whole=True)]
        yield from registers.blocking(block.body.stmt)
        yield from registers.early(reads, block.body.stmt)


class Statements:
    """The changes of one block, and of all in it."""

    def __init__(self, source: Texts, scope: Scope, block: Any) -> None:
        self._source = source
        self._scope = scope
        self._expressions = Expressions(source, scope)
        self._clocked = clock_event(block) is not None
        self._body = block.body.stmt if block.body.kind.name == "Timed" else block.body

    def changes(self) -> Iterator[Change]:
        """Yield changes of all statements of the block."""
        yield from self._of(self._body, frozenset(), reset=False)

    def _of(self, node: Any, given: frozenset[str], reset: bool) -> Iterator[Change]:
        """Yield the changes of a statement.

        `given`: what has a value already, so that nothing is kept if it gets none here; `reset`: this is what a reset
        does.
        """
        kind = node.kind.name
        if kind == "Block":
            yield from self._of(node.body, given, reset)
        elif kind == "List":
            for statement in node.list:
                yield from self._of(statement, given, reset)
                given |= {_target(statement)} - {""}
        elif kind == "ExpressionStatement" and node.expr.kind.name == "Assignment":
            yield from self._of_assignment(node, reset)
        elif kind == "Conditional":
            yield from self._of_conditional(node, given, reset)
        elif kind == "Case":
            yield from self._of_case(node, given, reset)

    def _of_assignment(self, node: Any, reset: bool) -> Iterator[Change]:
        if reset and self._clocked:
            yield from self._instead("missing reset", node, _NOTHING, "")
        yield from self._expressions.of_target(node.expr.left)
        yield from self._expressions.changes(node.expr.right)

    def _of_conditional(self, node: Any, given: frozenset[str], reset: bool) -> Iterator[Change]:
        if len(node.conditions) == 1 and not node.conditions[0].pattern:
            condition = node.conditions[0].expr
            yield from self._expressions.condition(condition)
            yield from self._expressions.changes(condition)
            reset = reset or self._expressions.has_reset(condition)
        yield from self._of(node.ifTrue, given, reset)
        if node.ifFalse:
            if self._may_do_nothing(node.ifFalse, given):
                yield from self._instead("broken condition", node.ifFalse, _NOTHING, "", "else ")
            yield from self._of(node.ifFalse, given, reset=False)

    def _of_case(self, node: Any, given: frozenset[str], reset: bool) -> Iterator[Change]:
        yield from self._expressions.changes(node.expr)
        default = node.defaultCase
        otherwise = self._source.of(default) if default else _NOTHING
        for item in node.items:
            label = ", ".join(map(self._source.of, item.expressions)) + ": "
            if otherwise and (default or self._may_do_nothing(item.stmt, given)):
                yield from self._instead("missing case", item.stmt, otherwise, "", label)
            yield from self._of(item.stmt, given, reset)
        if default:
            if default.kind.name != "Empty" and self._may_do_nothing(default, given):
                yield from self._instead("missing case", default, _NOTHING, "", "default: ")
            yield from self._of(default, given, reset)

    def _may_do_nothing(self, node: Any, given: frozenset[str]) -> bool:
        """Return whether all that would be kept is kept by registers."""
        return self._clocked or all(target in given for target in _targets(node))

    def _instead(self, kind: str, node: Any, text: str, after: str, label: str = "") -> Iterator[Change]:
        place = self._source.place(node)
        if place:
            file, start, end = place
            before = label + self._source.of(node)
            edits = (Edit(start, end, text, statement=True),)
            yield Change(kind, file, self._scope.module, start, before, after, edits)


class UnclearRegister(Exception):
    """The exception for a register whose next value cannot be written as one expression."""


class Registers:
    """The changes of one module that are about when a signal has its value."""

    def __init__(self, source: Texts, scope: Scope) -> None:
        self._source = source
        self._scope = scope

    def late(self, node: Any, name: str, width: int) -> Iterator[Change]:
        """Yield the change by which a signal of the module has its value one cycle late.

        Args:
            node: The place where it is read.
            name: Its name.
            width: Its width.
        """
        text, place = self._source.of(node), self._source.place(node)
        if not (place and text and self._scope.edge and self._is_of_the_module(node)):
            return
        file, start, end = place
        declared = f"reg [{width - 1}:0] {OWN}_late;", f"always @({self._scope.edge}) {OWN}_late <= {text};"
        edits = (Edit(start, end, f"{OWN}_late"),)
        shown = f"{name} = {text}", f"{name} = {text}, one cycle late"
        yield Change("wrong cycle", file, self._scope.module, start, *shown, edits, *declared)

    def early(self, reads: list[Any], body: Any) -> Iterator[Change]:
        """Yield changes of reads of registers that a clocked block sets, to what they will be after the next edge."""
        for node in reads:
            name, place = node.symbol.name, self._source.place(node)
            its_own = name in self._scope.whole and self._is_of_the_module(node)
            if place and its_own and (text := self._next(body, name)):
                file, start, end = place
                edits = (Edit(start, end, f"{OWN}_early"),)
                declared = self._wire(f"{OWN}_early", name, text)
                shown = name, f"{name}, one cycle early"
                yield Change("wrong cycle", file, self._scope.module, start, *shown, edits, *declared)

    def blocking(self, body: Any) -> Iterator[Change]:
        """Yield changes of `<=` to `=`: later reads in the same block get the value that has just been assigned."""
        before: dict[str, list[tuple[str, ...] | None]] = {}
        parts = list(_under_conditions(self._source, body, ()))
        reads = [
            (name, theirs)
            for part, theirs in parts
            for expression in _looked_at(part)
            for name in names(expression, whole=True)
        ]
        for statement, conditions in parts:
            if statement.kind.name != "ExpressionStatement":
                continue
            name, earlier = _root(statement.expr.left), before.setdefault(_root(statement.expr.left), [])
            if conditions is not None and all(_exclude_each_other(taken, conditions) for taken in earlier):
                seen = [read for read, theirs in reads if theirs is None or not _exclude_each_other(conditions, theirs)]
                yield from self._at_once(statement, name, conditions, seen)
            earlier.append(conditions)

    def _at_once(self, statement: Any, name: str, conditions: Sequence[str], reads: list[Any]) -> Iterator[Change]:
        place = self._source.place(statement)
        its_own = name in self._scope.whole and self._is_of_the_module(statement.expr)
        if not (place and its_own and all(conditions) and _is_register(statement.expr)):
            return
        file, start, end = place
        places = [self._source.place(read) for read in reads if read.symbol.name == name]
        edits = tuple(Edit(place[1], place[2], f"{OWN}_now") for place in places if place and place[1] >= end)
        if edits:
            text, condition = self._source.of(statement.expr.right), " && ".join(conditions) or "1'b1"
            declared = self._wire(f"{OWN}_now", name, f"{condition} ? {text} : {name}")
            before = self._source.of(statement)
            shown = before, before.replace("<=", "=", 1)
            yield Change("blocking", file, self._scope.module, start, *shown, edits, *declared)

    def _wire(self, name: str, like: str, text: str) -> tuple[str, str]:
        return f"wire [{self._scope.whole[like].width - 1}:0] {name};", f"assign {name} = {text};"

    def _next(self, body: Any, name: str) -> str:
        """Return what the register will be, if the module can say that; else an empty string."""
        try:
            text = self._value(body, name, name)
        except UnclearRegister:
            return ""
        return text if text != name and len(text) <= _LONGEST else ""

    def _value(self, node: Any, name: str, before: str) -> str:
        kind = node.kind.name
        if name not in {_root(assignment.expr.left) for assignment in assignments(node)}:
            return before
        if kind == "Block":
            return self._value(node.body, name, before)
        if kind == "List":
            for statement in node.list:
                before = self._value(statement, name, before)
            return before
        if kind == "ExpressionStatement" and _is_register(node.expr) and self._is_of_the_module(node.expr):
            return f"({self._source.of(node.expr.right)})"
        if kind == "Conditional" and len(node.conditions) == 1 and self._is_of_the_module(node.conditions[0].expr):
            then = self._value(node.ifTrue, name, before)
            otherwise = self._value(node.ifFalse, name, before) if node.ifFalse else before
            return f"(({self._source.of(node.conditions[0].expr)}) ? {then} : {otherwise})"
        raise UnclearRegister

    def _is_of_the_module(self, node: Any) -> bool:
        """Return whether all that it names can be named elsewhere in the module."""
        return all(name.symbol.parentScope == self._scope.home for name in names(node))


def assignments(node: Any) -> Iterator[Any]:
    """Return all assignments in a statement, in their order."""
    return (inner for inner in within(node) if is_assignment(inner))


def is_assignment(node: Any) -> bool:
    """Return whether a statement is an assignment."""
    return bool(node.kind.name == "ExpressionStatement" and node.expr.kind.name == "Assignment")


def is_decision(node: Any) -> bool:
    """Return whether a statement decides between others."""
    return node.kind.name in ("Conditional", "Case")


def within(node: Any) -> Iterator[Any]:
    """Yield a statement and all statements in it."""
    yield node
    for inner in _parts(node):
        yield from within(inner)


def _parts(node: Any) -> Sequence[Any]:
    kind = node.kind.name
    if kind == "Block":
        return [node.body]
    if kind == "List":
        return list(node.list)
    if kind == "Conditional":
        return [node.ifTrue, *([node.ifFalse] if node.ifFalse else [])]
    if kind == "Case":
        return [*(item.stmt for item in node.items), *([node.defaultCase] if node.defaultCase else [])]
    return [node.body] if "Loop" in kind else []


def _target(node: Any) -> str:
    """Return the signal that a statement assigns to as a whole, if it is such a statement."""
    if node.kind.name != "ExpressionStatement" or node.expr.kind.name != "Assignment":
        return ""
    left = node.expr.left
    return str(left.symbol.name) if left.kind.name == "NamedValue" else ""


def _targets(node: Any) -> Iterator[str]:
    """Yield the target of each assignment in it; one that cannot be told is "?"."""
    for inner in within(node):
        if "Loop" in inner.kind.name:
            yield "?"
    for assignment in assignments(node):
        yield _target(assignment) or "?"


def computed(node: Any) -> Iterator[Any]:
    """Yield the expressions that a statement looks at."""
    for inner in within(node):
        kind = inner.kind.name
        if kind == "ExpressionStatement" and inner.expr.kind.name == "Assignment":
            yield inner.expr.right
        elif kind == "Conditional":
            yield from (condition.expr for condition in inner.conditions)
        elif kind == "Case":
            yield inner.expr


def names(node: Any, whole: bool = False) -> list[Any]:
    """Return the names of signals in an expression; `whole`: only of those that are read as a whole."""
    found: list[Any] = []

    def note(child: Any) -> Any:
        from pyslang import ast

        if whole and child.kind.name in _PARTS and isinstance(child, ast.Expression):
            for inner in (getattr(child, side, None) for side in ("selector", "left", "right")):
                found.extend(names(inner, whole) if inner else [])
            return ast.VisitAction.Skip
        if isinstance(child, ast.Expression) and child.kind.name in ("NamedValue", "HierarchicalValue"):
            found.append(child)
        return ast.VisitAction.Advance

    node.visit(note)
    return found


def _is_register(assignment: Any) -> bool:
    """Return whether all of it is set at the edge."""
    return bool(assignment.isNonBlocking and assignment.left.kind.name == "NamedValue")


def _root(node: Any) -> str:
    while node.kind.name in _PARTS:
        node = node.value
    return str(node.symbol.name) if node.kind.name == "NamedValue" else ""


def _exclude_each_other(ours: Sequence[str] | None, theirs: Sequence[str]) -> bool:
    return ours is not None and any(f"!{condition}" in theirs for condition in ours)


def _looked_at(part: Any) -> list[Any]:
    """Return the expressions of an assignment, or of a decision between others."""
    if part.kind.name == "ExpressionStatement":
        return [part.expr.right]
    return [part.expr] if part.kind.name == "Case" else [condition.expr for condition in part.conditions]


def _under_conditions(source: Texts, node: Any, conditions: tuple[str, ...] | None) -> Iterator[Any]:
    """Yield each assignment, and each decision, with its conditions; None where that is not so simple."""
    kind = node.kind.name
    if kind == "Block":
        yield from _under_conditions(source, node.body, conditions)
    elif kind == "List":
        for statement in node.list:
            yield from _under_conditions(source, statement, conditions)
    elif kind == "Conditional" and len(node.conditions) == 1 and conditions is not None:
        yield node, conditions
        text = source.of(node.conditions[0].expr)
        yield from _under_conditions(source, node.ifTrue, (*conditions, f"({text})"))
        if node.ifFalse:
            yield from _under_conditions(source, node.ifFalse, (*conditions, f"!({text})"))
    else:
        simple = kind == "ExpressionStatement"
        yield from (
            (inner, conditions if simple else None)
            for inner in within(node)
            if is_decision(inner) or is_assignment(inner)
        )
