"""What a reset gives a value: a register may be reset by way of another signal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import eq, ne
from typing import Any, NamedTuple

#: What decides that one of two values of one bit is the result, whatever the other is.
_ABSORBING = {"LogicalOr": 1, "BinaryOr": 1, "LogicalAnd": 0, "BinaryAnd": 0}
_NEGATING = ("LogicalNot", "BitwiseNot")
_COMPARING: Mapping[str, Callable[[int, int], bool]] = {"Equality": eq, "Inequality": ne}


class Decision(NamedTuple):
    """An `if`: its condition, and what gets a value where it holds, and where it does not."""

    condition: Any
    held: Collection[str]
    otherwise: Collection[str]


class ResetConstants:
    """What is known of signals while the design is reset."""

    def __init__(self, resets: Iterable[str], level: int, values: Mapping[str, Sequence[Any]]) -> None:
        """Take the signals that are the reset and their level, and all values that each signal is given.

        None stands for a value that only some condition gives it.
        """
        self._known: dict[str, int | None] = dict.fromkeys(resets, level)
        self._values = values

    def value(self, node: Any) -> int | None:
        """Return what an expression comes to, or None if that is not known."""
        if isinstance(node, str):
            return self._signal(node)
        if node.constant is not None or node.kind.name == "IntegerLiteral":
            return _number(node)
        match node.kind.name:
            case "NamedValue":
                return self._signal(str(node.symbol.hierarchicalPath))
            case "Conversion":
                return self.value(node.operand)
            case "UnaryOp" if node.op.name in _NEGATING and node.operand.type.bitWidth == 1:
                inner = self.value(node.operand)
                return None if inner is None else int(not inner)
            case "BinaryOp":
                return self._of_two(node.op.name, self.value(node.left), self.value(node.right))
            case "ConditionalOp" if len(node.conditions) == 1:
                decided = self.value(node.conditions[0].expr)
                return None if decided is None else self.value(node.left if decided else node.right)
        return None

    def given(self, decisions: Iterable[Decision]) -> set[str]:
        """Return what decisions give a value in a reset."""
        found = set[str]()
        for decision in decisions:
            holds = self.value(decision.condition)
            if holds is not None:
                found.update(decision.held if holds else decision.otherwise)
        return found

    def _signal(self, name: str) -> int | None:
        if name not in self._known:
            self._known[name] = None  # while it is looked for: it may depend on itself
            if len(values := self._values.get(name, ())) == 1 and values[0] is not None:
                self._known[name] = self.value(values[0])
        return self._known[name]

    def _of_two(self, operator: str, left: int | None, right: int | None) -> int | None:
        if operator in _COMPARING and left is not None and right is not None:
            return int(_COMPARING[operator](left, right))
        if (absorbing := _ABSORBING.get(operator)) is None:
            return None
        if absorbing in (left, right):
            return absorbing
        return None if None in (left, right) else 1 - absorbing


def _number(node: Any) -> int | None:
    try:
        return int(node.value if node.kind.name == "IntegerLiteral" else node.constant.value)
    except (AttributeError, TypeError, ValueError):  # it has unknown bits, or is not a number
        return None
