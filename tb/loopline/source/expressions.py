"""Mistakes in an expression.

Wherever an expression is replaced, the new one is at most as wide as the old one and has its sign: so as long as it is
not chosen, what is around it is computed as before.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import Any

from loopline.source import Scope, Signal, Texts
from loopline.source.schemata import Change, Edit

_OTHER = {
    "Add": ("+", ("-",)),
    "Subtract": ("-", ("+",)),
    "BinaryAnd": ("&", ("|", "^")),
    "BinaryOr": ("|", ("&", "^")),
    "BinaryXor": ("^", ("|", "&")),
    "Equality": ("==", ("!=",)),
    "Inequality": ("!=", ("==",)),
    "LessThan": ("<", ("<=", ">")),
    "LessThanEqual": ("<=", ("<", ">=")),
    "GreaterThan": (">", (">=", "<")),
    "GreaterThanEqual": (">=", (">", "<=")),
    "LogicalAnd": ("&&", ("||",)),
    "LogicalOr": ("||", ("&&",)),
    "LogicalShiftLeft": ("<<", (">>",)),
    "LogicalShiftRight": (">>", ("<<",)),
}
_COMPARES = {"Equality", "Inequality", "LessThan", "LessThanEqual", "GreaterThan", "GreaterThanEqual"}
_NOT_COMMUTATIVE = {"Subtract", "LessThan", "LessThanEqual", "GreaterThan", "GreaterThanEqual"}
_REDUCTIONS = {"BinaryAnd": ("&", "|"), "BinaryOr": ("|", "&"), "BinaryXor": ("^", "|")}

#: The width of a number without a size.
_INTEGER = 32

#: Other signals that are tried in the place of one: those with the most similar names.
_SIMILAR = 3


class Expressions:
    """The changes of the expressions of one module."""

    def __init__(self, source: Texts, scope: Scope) -> None:
        self._source = source
        self._scope = scope

    def changes(self, node: Any) -> Iterator[Change]:
        """Yield changes of an expression that is computed, and of all in it."""
        if node.bad or not node.type.isIntegral:
            return
        kind = node.kind.name
        if kind == "Conversion":
            yield from self._widened(node)
            yield from self.changes(node.operand)
            return
        if self._is_constant(node) and kind not in ("IntegerLiteral", "NamedValue"):
            return
        propose = getattr(self, f"_of_{kind.lower()}", None)
        if propose:
            yield from propose(node)

    def of_target(self, node: Any) -> Iterator[Change]:
        """Yield changes of the target of an assignment: of its indices."""
        kind = node.kind.name
        if kind == "ElementSelect":
            if not self._is_constant(node.selector):
                yield from self._wrong_index(node)
                yield from self.changes(node.selector)
            yield from self.of_target(node.value)
        elif kind == "Concatenation":
            for operand in node.operands:
                yield from self.of_target(operand)

    def condition(self, node: Any) -> Iterator[Change]:
        """Yield changes of a whole condition, apart from those of the expressions in it."""
        for text in (f"!{term(self._text(node))}", "1'b1", "1'b0"):
            yield from self._change("broken condition", node, text)

    # --- each kind of expression --------------------------------------------------------------------------------------

    def _of_binaryop(self, node: Any) -> Iterator[Change]:
        operator = node.op.name
        left, right = node.left, node.right
        a, b = self._text(left), self._text(right)
        if operator in _OTHER and a and b:
            sign, others = _OTHER[operator]
            for replacement in others:
                yield from self._change("wrong operator", node, f"{term(a)} {replacement} {term(b)}")
            if operator in _NOT_COMMUTATIVE:
                yield from self._change("wrong signal", node, f"{term(b)} {sign} {term(a)}")
        if operator in ("LogicalAnd", "LogicalOr"):
            yield from self._one_of(node, ((left, right), (right, left)), truth=True)
        if operator in ("BinaryAnd", "BinaryOr") and left.type.isSigned == right.type.isSigned:
            yield from self._one_of(node, ((left, right), (right, left)), truth=False)
        if operator in ("Add", "Subtract"):
            yield from self._narrower(node)
        if operator in _COMPARES:
            yield from self._off_by_one(right if self._is_constant(left) else left)
        for operand in (left, right):
            yield from self.changes(operand)

    def _one_of(self, node: Any, pairs: Any, truth: bool) -> Iterator[Change]:
        """Yield changes in which a term is missing."""
        for kept, dropped in pairs:
            if self._is_constant(dropped):
                continue
            kind = "missing reset" if self.has_reset(dropped) else "broken condition"
            text = self._text(kept)
            yield from self._change(kind, node, f"|{term(text)}" if truth and kept.type.bitWidth > 1 else text)

    def _of_unaryop(self, node: Any) -> Iterator[Change]:
        operator, text = node.op.name, self._text(node.operand)
        if operator == "LogicalNot":
            yield from self._change(
                "broken condition", node, f"|{term(text)}" if node.operand.type.bitWidth > 1 else text
            )
        elif operator == "BitwiseNot":
            yield from self._change("wrong operator", node, text)
        elif operator in _REDUCTIONS:
            _, replacement = _REDUCTIONS[operator]
            yield from self._change("wrong operator", node, f"{replacement}{term(text)}")
        yield from self.changes(node.operand)

    def _of_conditionalop(self, node: Any) -> Iterator[Change]:
        [condition] = node.conditions
        reset = self.has_reset(condition.expr) and _bare(condition.expr).kind.name != "BinaryOp"
        a, b = self._text(node.left), self._text(node.right)
        if a and b and node.left.type.isSigned == node.right.type.isSigned:
            yield from self._change("broken condition", node, a)
            yield from self._change("missing reset" if reset else "broken condition", node, b)
            yield from self._change("wrong signal", node, f"{term(self._text(condition.expr))} ? {term(b)} : {term(a)}")
        yield from self.changes(condition.expr)
        yield from self.changes(node.left)
        yield from self.changes(node.right)

    def _of_concatenation(self, node: Any) -> Iterator[Change]:
        texts = [self._text(operand) for operand in node.operands]
        if len(texts) == 2 and all(texts):
            zeros, vector = node.operands
            if self._constant(zeros) == 0 and (top := self._top_bit(vector)):
                width = zeros.type.bitWidth
                yield from self._change("wrong width", node, f"{{{{{width}{{{top}}}}}, {texts[1]}}}")
        for n in range(len(texts) - 1):
            a, b = node.operands[n : n + 2]
            if all(texts) and a.type.bitWidth == b.type.bitWidth and texts[n] != texts[n + 1]:
                swapped = [*texts[:n], texts[n + 1], texts[n], *texts[n + 2 :]]
                yield from self._change("wrong signal", node, f"{{{', '.join(swapped)}}}")
        for operand in node.operands:
            yield from self.changes(operand)

    def _of_replication(self, node: Any) -> Iterator[Change]:
        yield from self.changes(node.concat)

    def _of_call(self, node: Any) -> Iterator[Change]:
        if node.isSystemCall and node.subroutineName in ("$signed", "$unsigned"):
            yield from self.changes(node.arguments[0])

    def _of_namedvalue(self, node: Any) -> Iterator[Change]:
        signal = self._signal(node)
        if not signal:
            return
        kind = "wrong constant" if signal.constant else "wrong signal"
        for similar in self._similar(signal):
            yield from self._change(kind, node, similar.name)
        if not signal.constant:
            yield from self._narrower(node)

    def _of_integerliteral(self, node: Any) -> Iterator[Change]:
        text, width = self._text(node), node.type.bitWidth
        value = self._constant(node)
        if value is None or not text:
            return
        if node.isDeclaredUnsized:
            others = [f"{value + 1}", f"{value - 1}"] if value else ["1"]
        else:
            others = list(dict.fromkeys(f"{width}'d{number % (1 << width)}" for number in (value + 1, value - 1)))
        for literal in others:
            yield from self._change("off by one", node, literal)

    def _of_rangeselect(self, node: Any) -> Iterator[Change]:
        value = self._text(node.value)
        left, right = self._text(node.left), self._text(node.right)
        whole = node.value.type
        if not (value and left and right and _is_vector(whole)):
            return
        high, low = whole.fixedRange.left, whole.fixedRange.right
        kind, signs = node.selectionKind.name, ("+", "-")
        a, b = self._constant(node.left), self._constant(node.right)
        for sign, by in zip(signs, (1, -1), strict=True):
            if kind == "Simple" and a is not None and b is not None and low <= b + by and a + by <= high:
                slice_ = f"{term(left)} {sign} 1:{term(right)} {sign} 1"
            elif kind == "IndexedUp" and b is not None and (a is None or low <= a + by <= high + 1 - b):
                slice_ = f"{term(left)} {sign} 1+:{right}"
            elif kind == "IndexedDown" and b is not None and (a is None or low - 1 + b <= a + by <= high):
                slice_ = f"{term(left)} {sign} 1-:{right}"
            else:
                continue
            yield from self._change("wrong slice", node, f"{value}[{slice_}]")
        if a is None:
            yield from self.changes(node.left)

    def _of_elementselect(self, node: Any) -> Iterator[Change]:
        yield from self._wrong_index(node)
        if not self._is_constant(node.selector):
            yield from self.changes(node.selector)

    # --- what several of them have ------------------------------------------------------------------------------------

    def _wrong_index(self, node: Any) -> Iterator[Change]:
        """Yield changes of the index of one element, on the left side of an assignment too."""
        selector, at = node.selector, self._constant(node.selector)
        value, text, kept = self._text(node.value), self._text(selector), node.value.type.fixedRange
        if at is None:
            for sign in "+-":
                shifted = f"{term(text)} {sign} {selector.type.bitWidth}'d1"
                yield from self._change("wrong index", selector, shifted, of=(node, f"{value}[{shifted}]"))
        else:
            for index in (at + 1, at - 1):
                if min(kept.left, kept.right) <= index <= max(kept.left, kept.right):
                    yield from self._change("wrong index", node, f"{value}[{index}]")

    def _off_by_one(self, node: Any) -> Iterator[Change]:
        """Yield a bound that is computed, one too large and one too small."""
        bare = _bare(node)
        if bare.kind.name == "NamedValue" and self._signal(bare) and not bare.type.isSigned and bare.type.bitWidth > 1:
            for sign in "+-":
                yield from self._change("off by one", bare, f"{self._text(bare)} {sign} {bare.type.bitWidth}'d1")

    def _narrower(self, node: Any) -> Iterator[Change]:
        """Yield the expression without its uppermost bit."""
        width = node.type.bitWidth
        if 2 <= width <= 64 and not node.type.isSigned and (text := self._text(node)):
            yield from self._change("wrong width", node, f"{term(text)} & {width}'d{(1 << width - 1) - 1}")

    def _widened(self, node: Any) -> Iterator[Change]:
        """Yield an extension by the sign instead of zeros.

        Left out is a value that only meets a number without a width: that mistake is not made.
        """
        more = node.type.bitWidth - node.operand.type.bitWidth
        if (
            node.isImplicit
            and more > 0
            and node.type.bitWidth != _INTEGER
            and not node.operand.type.isSigned
            and (top := self._top_bit(node.operand))
        ):
            text = self._text(node.operand)
            yield from self._change("wrong width", node.operand, f"{{{{{more}{{{top}}}}}, {text}}}")

    def _top_bit(self, node: Any) -> str:
        """Return the top bit of a vector that has a name, else ""."""
        if node.type.bitWidth < 2:
            return ""
        if node.kind.name == "NamedValue" and (signal := self._signal(node)) and not signal.constant:
            return f"{signal.name}[{node.type.fixedRange.left}]"
        if node.kind.name == "RangeSelect" and node.selectionKind.name == "Simple":
            return f"{self._text(node.value)}[{self._text(node.left)}]"
        return ""

    def _similar(self, signal: Signal) -> list[Signal]:
        """Return other signals that could stand in its place, first those with the most similar names."""
        like = (signal.width, signal.signed, signal.constant)
        others = [
            candidate
            for candidate in self._scope.signals.values()
            if (candidate.width, candidate.signed, candidate.constant) == like
        ]
        ranked = sorted(
            (candidate for candidate in others if candidate.name != signal.name),
            key=lambda candidate: (-difflib.SequenceMatcher(None, signal.name, candidate.name).ratio(), candidate.name),
        )
        return ranked[:_SIMILAR]

    def _signal(self, node: Any) -> Signal | None:
        """Return what a name stands for, if it is a signal that may be touched."""
        found = self._scope.signals.get(node.symbol.name)
        return found if found and node.symbol.kind.name in ("Net", "Variable", "Parameter") else None

    def has_reset(self, node: Any) -> bool:
        """Return whether an expression is the reset, or its opposite."""
        bare = _bare(node)
        if bare.kind.name == "UnaryOp":
            return self.has_reset(bare.operand)
        if bare.kind.name == "BinaryOp" and bare.op.name in ("LogicalOr", "BinaryOr"):
            return self.has_reset(bare.left) or self.has_reset(bare.right)
        return bare.kind.name == "NamedValue" and str(bare.symbol.hierarchicalPath) in self._scope.resets

    def _is_constant(self, node: Any) -> bool:
        return self._constant(node) is not None

    def _constant(self, node: Any) -> int | None:
        """Return the value of a constant expression without X, else None."""
        value = node.eval(self._scope.constants)
        known = node.type.isIntegral and value.value is not None and not value.hasUnknown()
        return int(value.value) if known else None

    def _text(self, node: Any) -> str:
        return self._source.of(node)

    def _change(self, kind: str, node: Any, text: str, of: tuple[Any, str] | None = None) -> Iterator[Change]:
        """Yield something else in the place of an expression; `of`: what it is shown as a part of."""
        place, (shown, after) = self._source.place(node), of or (node, text)
        if place and self._text(node) and self._text(shown):
            file, start, end = place
            edits = (Edit(start, end, f"({text})"),)
            yield Change(kind, file, self._scope.module, start, self._text(shown), after, edits)


def term(text: str) -> str:
    """Return an expression as it can stand beside any operator."""
    return text if re.fullmatch(r"[\w.$']+(\[[^][]*\])*|\{[^{}]*\}", text) else f"({text})"


def _bare(node: Any) -> Any:
    """Return an expression without what slang converts by itself."""
    while node.kind.name == "Conversion":
        node = node.operand
    return node


def _is_vector(of: Any) -> bool:
    return bool(of.kind.name == "PackedArrayType" and of.fixedRange.left >= of.fixedRange.right)
