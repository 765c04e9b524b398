"""Resets: when one comes, and how long it lasts, as the last value of a request and as text in a script.

A request with a reset is never answered, and leaves nothing behind. As text the reset stands behind the request, as in
`play:3!reset=7`:

    !reset=7            a reset comes seven cycles after the request was taken
    !early=7            the same, and the request is made again at once, and held until the reset
    !held=7             it comes seven cycles after the request was made, whether that was taken or not
    !idle=7             the request is not made, and a reset comes after seven idle cycles
    !idle=7+30          any of these resets, 30 cycles longer than `reset.cycles`
"""

from __future__ import annotations

import re
from typing import NamedTuple

#: In the order of their codes. The cycles of `idle` are counted from the answer before, or the reset before.
KINDS = ("reset", "early", "held", "idle")

#: The bits of its cycles, of its kind, and of the cycles that it lasts longer; of all of it.
CYCLES_BITS, KIND_BITS, LONGER_BITS = 20, 2, 10
BITS = CYCLES_BITS + KIND_BITS + LONGER_BITS

#: The most cycles that a reset lasts longer than it must.
LONGEST = (1 << LONGER_BITS) - 1

_TEXT = re.compile(rf"(.+)!({'|'.join(KINDS)})=(0|[1-9][0-9]{{0,5}})(?:\+([1-9][0-9]{{0,3}}))?")


class Reset(NamedTuple):
    """A reset that takes the place of an answer."""

    cycles: int
    kind: str = "reset"
    longer: int = 0

    @classmethod
    def of(cls, cut: int) -> Reset:
        """Return the reset that the last value of a request stands for; it is not 0."""
        kind = KINDS[cut >> CYCLES_BITS & (1 << KIND_BITS) - 1]
        return cls(cut & (1 << CYCLES_BITS) - 1, kind, cut >> CYCLES_BITS + KIND_BITS)

    @property
    def cut(self) -> int:
        """The last value of a request that stands for it. Of `reset` it is the number of cycles."""
        return self.longer << CYCLES_BITS + KIND_BITS | KINDS.index(self.kind) << CYCLES_BITS | self.cycles

    @property
    def fewest(self) -> int:
        """The fewest cycles of its kind."""
        return 0 if self.kind == "idle" else 1

    def simpler(self) -> list[Reset]:
        """Return simpler resets, the simplest first: of a simpler kind, sooner, shorter."""
        sooner = sorted({self.fewest, self.cycles // 2, self.cycles - 1})
        shorter = sorted({0, self.longer // 2, self.longer - 1})
        return [
            *([Reset(max(1, self.cycles))] if self.kind != "reset" else []),
            *(self._replace(cycles=cycles) for cycles in sooner if self.fewest <= cycles < self.cycles),
            *(self._replace(longer=longer) for longer in shorter if 0 <= longer < self.longer),
        ]

    def __str__(self) -> str:
        return f"!{self.kind}={self.cycles}" + f"+{self.longer}" * bool(self.longer)


#: The most cycles of an operation and of a request that is held after which a reset comes, where one is drawn; and of
#: idle ones.
_OPERATION, _HELD, IDLE = 48, 24, 40

#: The additional cycles of a reset, where one is drawn.
LENGTHS = (0, 0, 0, 0, 1, 3, 12, 120)


def drawn(number: int) -> Reset:
    """Return the reset that a number below 65,536 means: of any kind, mostly no longer than it must be."""
    way, rest = number & 15, number >> 4
    longer = LENGTHS[rest >> 6 & 7]
    if way < 6:
        return Reset(1 + rest % _OPERATION, "reset", longer)
    if way < 8:
        return Reset(1 + rest % _OPERATION, "early", longer)
    if way < 10:
        return Reset(1 + rest % _HELD, "held", longer)
    return Reset(rest % (IDLE + 1) if way > 11 else 0, "idle", longer)


def mostly_in(cycles: int, number: int) -> list[Reset]:
    """Return a reset after this many cycles of an operation, perhaps longer than it must be.

    For a third of the numbers it comes at any moment. For some another follows, soon after it.
    """
    mixed = (number << 8 ^ cycles) * _SPREAD >> 12 & 0xFFFF
    first = drawn(mixed) if mixed % 3 == 0 else Reset(cycles, "reset", LENGTHS[mixed >> 10 & 7])
    return [first, Reset(mixed >> 6 & 15, "idle")] if mixed >> 4 & 3 == 3 else [first]


#: The factor that spreads a small difference over all bits.
_SPREAD = 0x9E3779B1


def is_made(cut: int) -> bool:
    """Return whether a request with this last value is certainly taken before its reset, if it has one."""
    return not cut >> CYCLES_BITS + 1 & 1


def with_reset(word: str, cut: int) -> str:
    """Return a request's word with its reset, if it has one."""
    return f"{word}{Reset.of(cut)}" if cut else word


def without_reset(word: str) -> tuple[str, int]:
    """Return a request's own word, and its last value. Raises ValueError for a reset that cannot be."""
    match = _TEXT.fullmatch(word)
    if match is None:
        return word, 0
    reset = Reset(int(match[3]), match[2], int(match[4] or 0))
    if reset.cycles < reset.fewest or reset.longer > LONGEST:
        raise ValueError(
            f"{word!r}: a reset comes after {reset.fewest} cycles or more, and lasts at most {LONGEST} longer"
        )
    return match[1], reset.cut
