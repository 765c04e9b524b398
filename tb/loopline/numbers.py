"""Numbers as scripts and reports write them, and how a number is made simpler.

Up to 16 bits in decimal, above that in hexadecimal, like 0x3021_5443.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

#: Numbers of more bits are written in hexadecimal.
_DECIMAL_BITS = 16

#: A number, as `written` writes it or as people may.
NUMBER = re.compile(r"0[xX][0-9a-fA-F]+(?:_[0-9a-fA-F]+)*|[0-9]+(?:_[0-9]+)*")


def is_wide(bits: int) -> bool:
    """Return whether a number of this many bits is written in hexadecimal."""
    return bits > _DECIMAL_BITS


def written(number: int) -> str:
    """Return a number as text, which `read` reads."""
    return f"{number:#_x}" if is_wide(number.bit_length()) else f"{number:d}"


def read(text: str) -> int:
    """Return the number of a text: digits, or hexadecimal digits after 0x, `_` between any two of them.

    Raises:
        ValueError: The text is not such a number.
    """
    if not NUMBER.fullmatch(text):
        raise ValueError(f"expected a number like 12 or 0x3021_5443, got {text!r}")
    return int(text, 16 if text[:2].lower() == "0x" else 10)


def simpler(number: int) -> Iterator[int]:
    """Yield simpler numbers, so that few tries lead to the simplest.

    Lesser ones if it has at most 16 bits; else ones that have, or that have fewer set bits, or the same number further
    right.
    """
    if not is_wide(number.bit_length()):
        yield from dict.fromkeys(candidate for candidate in _lesser(number) if 0 <= candidate < number)
        return
    order = number.bit_count(), number
    for candidate in dict.fromkeys(chain((0, 1), _with_fewer_bits(number), _further_right(number))):
        if not is_wide(candidate.bit_length()) or (candidate.bit_count(), candidate) < order:
            yield candidate


def _lesser(number: int) -> Iterator[int]:
    yield from (0, 1)
    yield from (number >> places for places in (8, 4, 2, 1))
    yield from (number - (1 << place) for place in reversed(range(number.bit_length())))


def _with_fewer_bits(number: int) -> Iterator[int]:
    """Yield the number without ever smaller parts of its set bits, the upper ones first."""
    places = [place for place in reversed(range(number.bit_length())) if number >> place & 1]
    size = len(places) // 2
    while size:
        for start in range(0, len(places), size):
            yield sum(1 << place for place in chain(places[:start], places[start + size :]))
        size //= 2


def _further_right(number: int) -> Iterator[int]:
    """Yield the number shifted, and with one of its set bits moved to where none is."""
    distances = [1 << power for power in reversed(range(number.bit_length().bit_length()))]
    yield from (number >> places for places in distances)
    for place in reversed(range(number.bit_length())):
        for places in distances if number >> place & 1 else ():
            if places <= place and not number >> place - places & 1:
                yield number - (1 << place) + (1 << place - places)


def leading(words: str) -> int | None:
    """Return the number with which words begin, such as `3, trap`; None if they begin otherwise."""
    found = NUMBER.match(words)
    return read(found[0]) if found else None
