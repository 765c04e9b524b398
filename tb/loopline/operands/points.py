"""What is watched of an operation: the cases in which a wrong bit, or a limit that is one off, would make a difference.

Of a comparison: both operands equal, one apart, and different in a single bit, which then decides alone. Of a sum: each
bit of each operand, and each carry. Of an index: the first, the last, and each bit alone. What constants and shared
wires make impossible is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from string import Template
from typing import Any

#: A wire's number, or "0", "1", "x".
Bit = int | str
Bits = list[Bit]

_ORDERS = {"$lt", "$le", "$gt", "$ge"}
_COMPARISONS = {"$eq", "$ne", "$eqx", "$nex", *_ORDERS}
_WITH_ZERO = {"$logic_not", "$reduce_bool"}
_SHIFTS = {"$shl", "$shr", "$sshl", "$sshr", "$shift", "$shiftx"}


@dataclass(frozen=True)
class Point:
    """One case: what it is called, and when it is met, in Verilog with the operands as `$a` and `$b`."""

    name: str
    met: str

    def condition(self, a: str, b: str) -> str:
        return Template(self.met).substitute(a=a, b=b)


@dataclass(frozen=True)
class Operation:
    """A comparison, a sum or an index: operands of the same width, and the cases to be met."""

    kind: str
    a: Bits
    b: Bits
    points: list[Point]


def operations(cell: Mapping[str, Any]) -> Iterator[Operation]:
    """Those of a cell of Yosys' netlist."""
    kind, pins, given = cell["type"], cell["connections"], cell["parameters"]
    signed = all(_number(given.get(f"{pin}_SIGNED", "0")) for pin in "AB" if pin in pins)
    found: Operation | None = None
    if kind in _COMPARISONS:
        found = _comparison(*_same_width(pins["A"], pins["B"], signed))
    elif kind in _WITH_ZERO:
        found = _comparison(pins["A"], ["0"] * len(pins["A"]))
    elif kind in ("$add", "$sub"):
        found = _sum(*_same_width(pins["A"], pins["B"], signed, len(pins["Y"])), kind == "$sub")
    elif kind in _SHIFTS:
        found = _index(pins["B"], len(pins["A"]))
    if found:
        yield found
    if kind == "$mem_v2":
        size, width = _number(given["SIZE"]), _number(given["ABITS"])
        for port in ("RD", "WR"):
            addresses, enabled = pins[f"{port}_ADDR"], pins[f"{port}_EN"]
            for at in range(len(addresses) // width):
                share = len(enabled) * width // len(addresses)
                yield _index(addresses[at * width :][:width], size, enabled[at * share :][:share])


def _number(text: str | int) -> int:
    return text if isinstance(text, int) else int(text.replace("x", "0"), 2)


def _same_width(a: Bits, b: Bits, signed: bool, width: int = 0) -> tuple[Bits, Bits]:
    width = width or max(len(a), len(b))

    def extended(bits: Bits) -> Bits:
        return (bits + [bits[-1] if signed else "0"] * (width - len(bits)))[:width]

    return extended(a), extended(b)


# --- comparisons ------------------------------------------------------------------------------------------------------


def _comparison(a: Bits, b: Bits) -> Operation:
    pairs = list(zip(a, b, strict=True))
    width = len(pairs)
    points = []
    if all(_can_be(pair, equal=True) for pair in pairs):
        points.append(Point("equal", "$a == $b"))
    if width > 1:  # else it is the single bit that differs
        points += [Point("one more", "{1'b0, $a} == {1'b0, $b} + 1'b1")] if _can_be_next(a, b) else []
        points += [Point("one less", "{1'b0, $a} + 1'b1 == {1'b0, $b}")] if _can_be_next(b, a) else []
    for n, pair in enumerate(pairs):
        others = pairs[:n] + pairs[n + 1 :]
        alone = pair not in others and all(_can_be(other, equal=True) for other in others)
        if alone and _can_be(pair, equal=False):
            points.append(Point(f"bit {n} alone", f"($a ^ $b) == {_one(n, width)}"))
    return Operation("comparison", a, b, points)


def _can_be(pair: tuple[Bit, Bit], *, equal: bool) -> bool:
    one, other = pair
    if one == other:
        return equal
    return isinstance(one, int) or isinstance(other, int) or not equal


def _can_be_next(a: Bits, b: Bits) -> bool:
    """Whether a can be b + 1, as far as constants tell."""
    for known, other, step in ((b, a, 1), (a, b, -1)):
        if not any(isinstance(bit, int) for bit in known):
            value = int("".join(map(str, reversed(known))).replace("x", "0"), 2) + step
            return 0 <= value < 1 << len(other) and all(
                isinstance(bit, int) or int(bit == "1") == value >> n & 1 for n, bit in enumerate(other)
            )
    return True


def _one(n: int, width: int) -> str:
    return f"{width}'d{1 << n}"


# --- sums -------------------------------------------------------------------------------------------------------------


def _sum(a: Bits, b: Bits, minus: bool) -> Operation:
    """Where a carry comes in, the bit of the sum differs from what the two bits make."""
    points = [
        Point(f"{'first' if which == 'a' else 'second'} operand, bit {n}", f"${which}[{n}]")
        for which, bits in (("a", a), ("b", b))
        for n, bit in enumerate(bits)
        if isinstance(bit, int) and bit not in bits[:n]
    ]
    carry, sign = False, "-" if minus else "+"
    for n, (one, other) in enumerate(zip(a, b, strict=True)):
        if carry:
            name = "borrow from" if minus else "carry into"
            points.append(Point(f"{name} bit {n}", f"(($a {sign} $b) ^ $a ^ $b) & {_one(n, len(a))}"))
        makes_one, second = ("0" if minus else "1"), "1"
        sides = (_may(one, makes_one), _may(other, second))
        carry = all(sides) or (carry and any(sides))
    return Operation("sum", a, b, points)


def _may(bit: Bit, be: str) -> bool:
    return isinstance(bit, int) or bit == be


# --- indexes ----------------------------------------------------------------------------------------------------------


def _index(bits: Bits, size: int, enabled: Bits | None = None) -> Operation:
    """`enabled`: the bits of which one must be 1 for the index to be used."""
    width = len(bits)
    every: dict[int, str] = {0: "the first", size - 1: "the last"}
    every |= {1 << n: f"bit {n} alone" for n in range(width) if 1 << n < size and 1 << n not in every}
    used = " && $b != 0" if enabled else ""
    points = [
        Point(name, f"$a == {width}'d{value}{used}")
        for value, name in every.items()
        if value < 1 << width and all(_may(bit, str(value >> n & 1)) for n, bit in enumerate(bits))
    ]
    return Operation("index", bits, enabled or ["1"], points)
