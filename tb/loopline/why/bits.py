"""Computes what expressions of a design are, from the values of signals in many rows at once.

A value is a tuple of bits, the lowest first; and each bit is an integer that has a bit for each row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from operator import and_, or_, xor
from typing import Any

from loopline.source import Scope

Value = tuple[int, ...]
#: Where an expression begins and ends in its file.
Span = tuple[int, int]


class Unreadable(Exception):
    """An expression of a kind that is not computed here."""


class Rows:
    """The values of signals in rows, and what follows from them."""

    def __init__(self, signals: Mapping[str, Value], number: int) -> None:
        """Keep the values.

        Args:
            signals: The value of each signal, by its name in the module.
            number: The number of rows.
        """
        self.signals, self.all = signals, (1 << number) - 1

    def constant(self, number: int, width: int) -> Value:
        """Return a number that is the same in all rows."""
        return tuple(self.all if number >> bit & 1 else 0 for bit in range(width))

    def plus(self, first: Value, second: Value, carry: int = 0) -> Value:
        """Return a sum, without what is carried out of it."""
        bits = []
        for a, b in zip(first, second, strict=True):
            bits.append(a ^ b ^ carry)
            carry = a & b | carry & (a ^ b)
        return tuple(bits)

    def minus(self, first: Value, second: Value) -> Value:
        """Return a difference, without what is borrowed for it."""
        return self.plus(first, self.negated(second), self.all)

    def negated(self, value: Value) -> Value:
        """Return a value with each bit inverted."""
        return tuple(self.all ^ bit for bit in value)

    def less(self, first: Value, second: Value) -> int:
        """Return the rows in which the first number is less than the second."""
        less = 0
        for a, b in zip(first, second, strict=True):
            less = (self.all ^ a) & b | less & (self.all ^ a ^ b)
        return less

    def chosen(self, condition: int, first: Value, second: Value) -> Value:
        """Return the first value in the rows of a condition, the second in others."""
        return tuple(condition & a | (self.all ^ condition) & b for a, b in zip(first, second, strict=True))

    def shifted(self, value: Value, by: Value, *, left: bool = False) -> Value:
        """Return a value that is shifted to the right, or to the left."""
        for number, bit in enumerate(by):
            places = min(1 << number, len(value))
            zeros = (0,) * places
            moved = (zeros + value)[: len(value)] if left else (value + zeros)[places:]
            value = self.chosen(bit, moved, value)
        return value


#: What an expression is, in rows, if some expressions in it are something else.
Compute = Callable[[Rows, Mapping[Span, Value]], Value]


def span(node: Any) -> Span:
    """Return where an expression begins and ends."""
    return node.sourceRange.start.offset, node.sourceRange.end.offset


def differ(first: Value, second: Value) -> int:
    """Return the rows in which two values are different."""
    return reduce(or_, map(xor, first, second), 0)


def any_of(value: Value) -> int:
    """Return the rows in which a value is not 0."""
    return reduce(or_, value, 0)


def computed(scope: Scope, node: Any) -> Compute:
    """Return what computes an expression. Raise Unreadable.

    Args:
        scope: What it can name.
        node: The expression, as slang has read it.
    """
    where, width = span(node), node.type.bitWidth
    inner = _constant(scope, node) or _by_kind(scope, node)

    def compute(rows: Rows, instead: Mapping[Span, Value]) -> Value:
        value = instead.get(where)
        return inner(rows, instead) if value is None or len(value) != width else value

    return compute


def number_of(constant: Any) -> int:
    """Return the number that a constant is. Raise Unreadable."""
    try:
        return int(constant)
    except (TypeError, ValueError, RuntimeError):
        raise Unreadable("a constant that is no number") from None


def _constant(scope: Scope, node: Any) -> Compute | None:
    value, width = node.eval(scope.constants).value, node.type.bitWidth
    if value is None:
        return None
    number = number_of(value)
    return lambda rows, _: rows.constant(number, width)


def _by_kind(scope: Scope, node: Any) -> Compute:
    reader = _KINDS.get(node.kind.name)
    if reader is None or node.type.isSigned:
        raise Unreadable(node.kind.name)
    return reader(scope, node)


def _named(scope: Scope, node: Any) -> Compute:
    name, width = node.symbol.name, node.type.bitWidth
    if name not in scope.whole:
        raise Unreadable(name)

    def compute(rows: Rows, _: Mapping[Span, Value]) -> Value:
        value = rows.signals.get(name, ())
        if len(value) != width:
            raise Unreadable(name)
        return value

    return compute


def _converted(scope: Scope, node: Any) -> Compute:
    of, width = computed(scope, node.operand), node.type.bitWidth
    return lambda rows, instead: (of(rows, instead) + (0,) * width)[:width]


_REDUCED: Mapping[str, Callable[[Value], int]] = {
    "LogicalNot": any_of,
    "BitwiseNor": any_of,
    "BitwiseOr": any_of,
    "BitwiseAnd": lambda value: reduce(and_, value),
    "BitwiseNand": lambda value: reduce(and_, value),
    "BitwiseXor": lambda value: reduce(xor, value),
    "BitwiseXnor": lambda value: reduce(xor, value),
}
_INVERTED = ("LogicalNot", "BitwiseNor", "BitwiseNand", "BitwiseXnor")


def _unary(scope: Scope, node: Any) -> Compute:
    of, kind = computed(scope, node.operand), node.op.name
    if kind == "BitwiseNot":
        return lambda rows, instead: rows.negated(of(rows, instead))
    if kind == "Minus":
        return lambda rows, instead: rows.minus(rows.constant(0, node.type.bitWidth), of(rows, instead))
    if kind not in _REDUCED:
        raise Unreadable(kind)
    reduced, inverted = _REDUCED[kind], kind in _INVERTED
    return lambda rows, instead: (reduced(of(rows, instead)) ^ (rows.all if inverted else 0),)


#: Of two values of the same width.
_OF_TWO: Mapping[str, Callable[[Rows, Value, Value], Value]] = {
    "BinaryAnd": lambda rows, first, second: tuple(map(and_, first, second)),
    "BinaryOr": lambda rows, first, second: tuple(map(or_, first, second)),
    "BinaryXor": lambda rows, first, second: tuple(map(xor, first, second)),
    "Add": lambda rows, first, second: rows.plus(first, second),
    "Subtract": lambda rows, first, second: rows.minus(first, second),
    "Equality": lambda rows, first, second: (rows.all ^ differ(first, second),),
    "Inequality": lambda rows, first, second: (differ(first, second),),
    "LessThan": lambda rows, first, second: (rows.less(first, second),),
    "GreaterThan": lambda rows, first, second: (rows.less(second, first),),
    "LessThanEqual": lambda rows, first, second: (rows.all ^ rows.less(second, first),),
    "GreaterThanEqual": lambda rows, first, second: (rows.all ^ rows.less(first, second),),
}

#: Of two values of any widths.
_OF_ANY: Mapping[str, Callable[[Rows, Value, Value], Value]] = {
    "LogicalAnd": lambda rows, first, second: (any_of(first) & any_of(second),),
    "LogicalOr": lambda rows, first, second: (any_of(first) | any_of(second),),
    "LogicalShiftLeft": lambda rows, first, second: rows.shifted(first, second, left=True),
    "LogicalShiftRight": lambda rows, first, second: rows.shifted(first, second),
}


def _binary(scope: Scope, node: Any) -> Compute:
    first, second, kind = computed(scope, node.left), computed(scope, node.right), node.op.name
    both = _OF_ANY.get(kind)
    if not both and node.left.type.bitWidth == node.right.type.bitWidth and not node.left.type.isSigned:
        both = _OF_TWO.get(kind)
    if not both:
        raise Unreadable(kind)
    operation = both
    return lambda rows, instead: operation(rows, first(rows, instead), second(rows, instead))


def _conditional(scope: Scope, node: Any) -> Compute:
    condition, *more = (computed(scope, condition.expr) for condition in node.conditions)
    if more:
        raise Unreadable("a condition with patterns")
    yes, no = computed(scope, node.left), computed(scope, node.right)
    return lambda rows, instead: rows.chosen(any_of(condition(rows, instead)), yes(rows, instead), no(rows, instead))


def _joined(scope: Scope, node: Any) -> Compute:
    parts = [computed(scope, operand) for operand in reversed(list(node.operands))]
    return lambda rows, instead: tuple(bit for part in parts for bit in part(rows, instead))


def _repeated(scope: Scope, node: Any) -> Compute:
    part, times = computed(scope, node.concat), node.type.bitWidth // node.concat.type.bitWidth
    return lambda rows, instead: part(rows, instead) * times


def _selected(scope: Scope, node: Any) -> Compute:
    """Return what computes a bit of a vector, or some."""
    if not node.value.type.isIntegral or node.value.type.fixedRange.right != 0:
        raise Unreadable("a selection from what is no vector down to bit 0")
    of, width = computed(scope, node.value), node.type.bitWidth
    if node.kind.name == "ElementSelect":
        at = node.selector
    elif node.selectionKind.name == "Simple":
        at = node.right
    elif node.selectionKind.name == "IndexedUp":
        at = node.left
    else:
        raise Unreadable(node.selectionKind.name)
    if node.kind.name == "ElementSelect" and width != 1:
        raise Unreadable("an element that is no bit")
    if (constant := at.eval(scope.constants).value) is not None:
        low = number_of(constant)
        return lambda rows, instead: of(rows, instead)[low : low + width]
    by = computed(scope, at)
    return lambda rows, instead: rows.shifted(of(rows, instead), by(rows, instead))[:width]


_KINDS: Mapping[str, Callable[[Scope, Any], Compute]] = {
    "NamedValue": _named,
    "Conversion": _converted,
    "UnaryOp": _unary,
    "BinaryOp": _binary,
    "ConditionalOp": _conditional,
    "Concatenation": _joined,
    "Replication": _repeated,
    "ElementSelect": _selected,
    "RangeSelect": _selected,
}


def turned(rows: list[str], widths: Mapping[str, int]) -> Rows:
    """Return rows in which signals stand side by side, the first one's highest bit first.

    Args:
        rows: The rows, in zeros and ones.
        widths: The signals and their widths, in that order.
    """
    text, total = "".join(rows), sum(widths.values())
    bits: Iterator[int] = (int(text[at::total] or "0", 2) for at in range(total))
    signals = {name: tuple(reversed([next(bits) for _ in range(width)])) for name, width in widths.items()}
    return Rows(signals, len(rows))
