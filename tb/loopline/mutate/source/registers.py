"""What somebody may have got wrong about time: a cycle too late, a cycle too early, at once instead of at the edge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from loopline.mutate.source.design import Scope, Texts
from loopline.mutate.source.statements import assignments, is_assignment, is_decision, within
from loopline.mutate.source.text import OWN, Change, Edit

#: What is computed beside the source is no longer than this.
_LONGEST = 2000


#: Expressions that are a part of something.
_PARTS = ("ElementSelect", "RangeSelect", "MemberAccess")


class Unclear(Exception):
    """What a register will be cannot be written as one expression."""


class Registers:
    """The changes of one module that are about when a signal has its value."""

    def __init__(self, source: Texts, scope: Scope) -> None:
        self._source = source
        self._scope = scope

    def late(self, node: Any, name: str, width: int) -> Iterator[Change]:
        """Of what is assigned to a signal of the module: as it was one cycle ago."""
        text, place = self._source.of(node), self._source.place(node)
        if not (place and text and self._scope.edge and self._is_of_the_module(node)):
            return
        file, start, end = place
        declared = f"reg [{width - 1}:0] {OWN}_late;", f"always @({self._scope.edge}) {OWN}_late <= {text};"
        edits = (Edit(start, end, f"{OWN}_late"),)
        shown = f"{name} = {text}", f"{name} = {text}, one cycle late"
        yield Change("wrong cycle", file, self._scope.module, start, *shown, edits, *declared)

    def early(self, reads: list[Any], body: Any) -> Iterator[Change]:
        """Of reads of registers that a clocked block sets: what they will be after the next edge."""
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
        """`=` for `<=`: later reads in the same block get the value that has just been assigned."""
        before: dict[str, list[tuple[str, ...] | None]] = {}
        parts = list(_under_conditions(self._source, body, ()))
        reads = [(name, its) for part, its in parts for one in _looked_at(part) for name in names(one, whole=True)]
        for statement, conditions in parts:
            if statement.kind.name != "ExpressionStatement":
                continue
            name, earlier = _root(statement.expr.left), before.setdefault(_root(statement.expr.left), [])
            if conditions is not None and all(_exclude_each_other(one, conditions) for one in earlier):
                seen = [read for read, its in reads if its is None or not _exclude_each_other(conditions, its)]
                yield from self._at_once(statement, name, conditions, seen)
            earlier.append(conditions)

    def _at_once(self, statement: Any, name: str, conditions: Sequence[str], reads: list[Any]) -> Iterator[Change]:
        place = self._source.place(statement)
        its_own = name in self._scope.whole and self._is_of_the_module(statement.expr)
        if not (place and its_own and all(conditions) and _is_register(statement.expr)):
            return
        file, start, end = place
        places = [self._source.place(one) for one in reads if one.symbol.name == name]
        edits = tuple(Edit(one[1], one[2], f"{OWN}_now") for one in places if one and one[1] >= end)
        if edits:
            text, condition = self._source.of(statement.expr.right), " && ".join(conditions) or "1'b1"
            declared = self._wire(f"{OWN}_now", name, f"{condition} ? {text} : {name}")
            before = self._source.of(statement)
            shown = before, before.replace("<=", "=", 1)
            yield Change("blocking", file, self._scope.module, start, *shown, edits, *declared)

    def _wire(self, name: str, like: str, text: str) -> tuple[str, str]:
        return f"wire [{self._scope.whole[like].width - 1}:0] {name};", f"assign {name} = {text};"

    def _next(self, body: Any, name: str) -> str:
        """What the register will be, if the module can say that; else nothing."""
        try:
            text = self._value(body, name, name)
        except Unclear:
            return ""
        return text if text != name and len(text) <= _LONGEST else ""

    def _value(self, node: Any, name: str, before: str) -> str:
        kind = node.kind.name
        if name not in {_root(one.expr.left) for one in assignments(node)}:
            return before
        if kind == "Block":
            return self._value(node.body, name, before)
        if kind == "List":
            for one in node.list:
                before = self._value(one, name, before)
            return before
        if kind == "ExpressionStatement" and _is_register(node.expr) and self._is_of_the_module(node.expr):
            return f"({self._source.of(node.expr.right)})"
        if kind == "Conditional" and len(node.conditions) == 1 and self._is_of_the_module(node.conditions[0].expr):
            then = self._value(node.ifTrue, name, before)
            other = self._value(node.ifFalse, name, before) if node.ifFalse else before
            return f"(({self._source.of(node.conditions[0].expr)}) ? {then} : {other})"
        raise Unclear

    def _is_of_the_module(self, node: Any) -> bool:
        """Can all that it names be named elsewhere in the module?"""
        return all(one.symbol.parentScope == self._scope.home for one in names(node))


def names(node: Any, whole: bool = False) -> list[Any]:
    """Of signals, in an expression; `whole`: only of those that are read as a whole, and not a part of them."""
    found: list[Any] = []

    def note(one: Any) -> Any:
        from pyslang import ast

        if whole and one.kind.name in _PARTS and isinstance(one, ast.Expression):
            for inner in (getattr(one, side, None) for side in ("selector", "left", "right")):
                found.extend(names(inner, whole) if inner else [])
            return ast.VisitAction.Skip
        if isinstance(one, ast.Expression) and one.kind.name in ("NamedValue", "HierarchicalValue"):
            found.append(one)
        return ast.VisitAction.Advance

    node.visit(note)
    return found


def _is_register(assignment: Any) -> bool:
    """Is all of it set, at the edge?"""
    return bool(assignment.isNonBlocking and assignment.left.kind.name == "NamedValue")


def _root(node: Any) -> str:
    while node.kind.name in _PARTS:
        node = node.value
    return str(node.symbol.name) if node.kind.name == "NamedValue" else ""


def _exclude_each_other(one: Sequence[str] | None, other: Sequence[str]) -> bool:
    return one is not None and any(f"!{condition}" in other for condition in one)


def _looked_at(part: Any) -> list[Any]:
    """The expressions of an assignment, or of a decision between others."""
    if part.kind.name == "ExpressionStatement":
        return [part.expr.right]
    return [part.expr] if part.kind.name == "Case" else [one.expr for one in part.conditions]


def _under_conditions(source: Texts, node: Any, conditions: tuple[str, ...] | None) -> Iterator[Any]:
    """Each assignment, and each decision, with the conditions under which it comes to it; None where that is not so
    simple."""
    kind = node.kind.name
    if kind == "Block":
        yield from _under_conditions(source, node.body, conditions)
    elif kind == "List":
        for one in node.list:
            yield from _under_conditions(source, one, conditions)
    elif kind == "Conditional" and len(node.conditions) == 1 and conditions is not None:
        yield node, conditions
        text = source.of(node.conditions[0].expr)
        yield from _under_conditions(source, node.ifTrue, (*conditions, f"({text})"))
        if node.ifFalse:
            yield from _under_conditions(source, node.ifFalse, (*conditions, f"!({text})"))
    else:
        simple = kind == "ExpressionStatement"
        yield from (
            (one, conditions if simple else None) for one in within(node) if is_decision(one) or is_assignment(one)
        )
