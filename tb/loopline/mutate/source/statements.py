"""What somebody may have got wrong in a statement, or left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from loopline.mutate.source.design import Scope, Texts, clock_event
from loopline.mutate.source.expressions import Expressions
from loopline.mutate.source.text import Change, Edit

#: What is done between `begin` and `end`, or in a branch.
_NOTHING = ";"


class Statements:
    """The changes of one block, and of all in it."""

    def __init__(self, source: Texts, scope: Scope, block: Any) -> None:
        self._source = source
        self._scope = scope
        self._expressions = Expressions(source, scope)
        self._clocked = clock_event(block) is not None
        self._body = block.body.stmt if block.body.kind.name == "Timed" else block.body

    def changes(self) -> Iterator[Change]:
        yield from self._of(self._body, frozenset(), reset=False)

    def _of(self, node: Any, given: frozenset[str], reset: bool) -> Iterator[Change]:
        """`given`: what has a value already, so that nothing is kept if it gets none here; `reset`: this is what a
        reset does."""
        kind = node.kind.name
        if kind == "Block":
            yield from self._of(node.body, given, reset)
        elif kind == "List":
            for one in node.list:
                yield from self._of(one, given, reset)
                given |= {_target(one)} - {""}
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
        """Would nothing be kept that no register keeps?"""
        return self._clocked or all(target in given for target in _targets(node))

    def _instead(self, kind: str, node: Any, text: str, after: str, label: str = "") -> Iterator[Change]:
        place = self._source.place(node)
        if place:
            file, start, end = place
            before = label + self._source.of(node)
            edits = (Edit(start, end, text, statement=True),)
            yield Change(kind, file, self._scope.module, start, before, after, edits)


def assignments(node: Any) -> Iterator[Any]:
    """All in a statement, in their order."""
    return (one for one in within(node) if is_assignment(one))


def is_assignment(node: Any) -> bool:
    return bool(node.kind.name == "ExpressionStatement" and node.expr.kind.name == "Assignment")


def is_decision(node: Any) -> bool:
    return node.kind.name in ("Conditional", "Case")


def within(node: Any) -> Iterator[Any]:
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
    """The signal that a statement assigns to as a whole, if it is such a statement."""
    if node.kind.name != "ExpressionStatement" or node.expr.kind.name != "Assignment":
        return ""
    left = node.expr.left
    return str(left.symbol.name) if left.kind.name == "NamedValue" else ""


def _targets(node: Any) -> Iterator[str]:
    """Of all assignments in it; one that cannot be told is "?"."""
    for one in within(node):
        if "Loop" in one.kind.name:
            yield "?"
    for one in assignments(node):
        yield _target(one) or "?"


def computed(node: Any) -> Iterator[Any]:
    """The expressions that a statement looks at."""
    for one in within(node):
        kind = one.kind.name
        if kind == "ExpressionStatement" and one.expr.kind.name == "Assignment":
            yield one.expr.right
        elif kind == "Conditional":
            yield from (condition.expr for condition in one.conditions)
        elif kind == "Case":
            yield one.expr
