"""A divider: whole numbers of 12 bits, with and without a sign, in as many cycles as the quotient has bits."""

from __future__ import annotations

from enum import IntEnum

from loopline.games.block import Block, operation

BITS = 12


class Reason(IntEnum):
    DONE = 0
    BY_ZERO = 1
    OVERFLOW = 2


class Refused(Exception):
    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.name)
        self.reason = reason


def signed(value: int) -> int:
    """The number that these bits are, in two's complement."""
    return value - (value >> BITS - 1 << BITS)


def divided(a: int, b: int) -> dict[str, int]:
    """Quotient, towards zero, and remainder, with the sign of the dividend. Raises Refused."""
    if b == 0:
        raise Refused(Reason.BY_ZERO)
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return {name: value & (1 << BITS) - 1 for name, value in (("quotient", quotient), ("remainder", a - quotient * b))}


class Divider(Block[None]):
    reasons, refused = Reason, Refused
    fields = {"dividend": BITS, "divisor": BITS, "quotient": BITS, "remainder": BITS}
    answers = "quotient", "remainder"

    def initial(self) -> None:
        """A divider remembers nothing."""

    @operation()
    def divide(self, now: None, dividend: int, divisor: int) -> dict[str, int]:
        return divided(dividend, divisor)

    @operation()
    def divide_signed(self, now: None, dividend: int, divisor: int) -> dict[str, int]:
        a, b = signed(dividend), signed(divisor)
        if a == -(1 << BITS - 1) and b == -1:
            raise Refused(Reason.OVERFLOW)
        return divided(a, b)


GAME = Divider.game("divider")
