"""Numbers as scripts and reports write them: up to 16 bits in decimal, above that in hexadecimal, like 0x3021_5443."""

from __future__ import annotations

import re

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
        ValueError: the text is no such number.
    """
    if not NUMBER.fullmatch(text):
        raise ValueError(f"expected a number like 12 or 0x3021_5443, got {text!r}")
    return int(text, 16 if text[:2].lower() == "0x" else 10)


def leading(words: str) -> int | None:
    """Return the number with which words begin, such as `3, trap`; None if they begin otherwise."""
    found = NUMBER.match(words)
    return read(found[0]) if found else None
