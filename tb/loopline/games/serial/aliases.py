"""Lines that are almost another line: a reader that loses a bit, a digit or a character confuses them."""

from __future__ import annotations

import re
from collections.abc import Iterator

#: What a counter with too few bits, digits or letters loses.
_BEYOND = sorted({*(1 << bit for bit in range(3, 34)), *(10**n for n in range(1, 6)), *(26**n for n in range(1, 6))})

#: What a number of few bits loses that is multiplied once or twice more.
_LOST = [1 << bit for bit in range(3, 9)]
_BEYOND_DIGITS = sorted({*_BEYOND, *(lost * 10**n for lost in _LOST for n in (1, 2))})
_BEYOND_LETTERS = sorted({*_BEYOND, *(lost * 26**n for lost in _LOST for n in (1, 2))})

#: Lengths of lines at the limit or a little above it; and lengths that a short counter confuses with shorter ones.
_LONG, _WRAPS = (23, 24, 25, 26), (32, 64, 256)

#: Characters next to those that letters, digits and symbols may be.
_BESIDE = "/:@[`{"

_NUMBER, _COLUMN = re.compile(r"[0-9]+"), re.compile(r"@|[A-Z]+")


def aliases(text: str) -> Iterator[str]:
    """Yield each alias once, without the text itself.

    Numbers count from 0; columns are @, A, …, Z, AA, …
    """
    found = {text: None}
    for alias in _all(text):
        if alias not in found and not set(alias) & set("\r\n"):
            found[alias] = None
            yield alias


def _all(text: str) -> Iterator[str]:
    yield from larger(text)
    for at, letter in enumerate(text):
        before, after = text[:at], text[at + 1 :]
        yield from (f"{before}{chr(ord(letter) ^ 1 << bit)}{after}" for bit in range(8))
        yield from (f"{before}{beside}{after}" for beside in _BESIDE)
        yield f"{before}{letter}{letter}{after}"
        yield f"{before}{after}"
    yield from (f"{text[:at]}{pad}{text[at:]}" for at in range(len(text) + 1) for pad in " \0-@")
    ends = [chr(ord(end) ^ 1 << bit) for end in "\n\r" for bit in range(8)]
    yield from (whole for end in ends for whole in (f"{text}{end}", f"{end}{text}"))
    yield from _longer(text)


def larger(text: str) -> Iterator[str]:
    """Yield the text with numbers that a careless reader confuses with its own.

    A number that is too large by what a counter with too few bits drops, has a leading zero, has the character behind 9
    for a ten, or @ for a zero of a column.
    """
    for found in _NUMBER.finditer(text):
        before, after = text[: found.start()], text[found.end() :]
        yield f"{before}0{found[0]}{after}"
        if tens := int(found[0]) // 10:
            yield f"{before}{tens - 1 or ''}{chr(ord(found[0][-1]) + 10)}{after}"
        yield from (f"{before}{int(found[0]) + more}{after}" for more in _BEYOND_DIGITS)
    if column := _COLUMN.match(text):
        if (value := _value(column[0])) and value % 26 == 0:
            yield f"{_column(value // 26)}@{text[column.end() :]}"
        yield from (f"{_column(_value(column[0]) + more)}{text[column.end() :]}" for more in _BEYOND_LETTERS)


def _longer(text: str) -> Iterator[str]:
    """Yield the text with very many letters, digits or zeros."""
    for found, pads in ((_COLUMN.match(text), "AZ"), (_NUMBER.search(text), "019")):
        if found:
            before, after = text[: found.start()], text[found.start() :].lstrip("@")
            more = [*(length - len(before + after) for length in _LONG), *_WRAPS]
            yield from (f"{before}{pad * count}{after}" for pad in pads for count in more)


def _value(column: str) -> int:
    value = 0
    for letter in column:
        value = 26 * value + ord(letter) - ord("@")
    return value


def _column(value: int) -> str:
    letters = ""
    while value:
        value, letter = divmod(value - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters or "@"
