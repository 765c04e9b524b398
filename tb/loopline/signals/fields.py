"""What one field of a stream is: how wide it is, what its values are called, and how a report writes one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, get_type_hints


class Code(IntEnum):
    """The values of a field that have names. Each may say what it means: `TRAP = 9, "forced play ends in a trap"`."""

    meaning: str

    def __new__(cls, value: int, meaning: str = "") -> Code:
        code = int.__new__(cls, value)
        code._value_ = int(value)
        code.meaning = meaning
        return code

    def __str__(self) -> str:
        return _in_words(self)


@dataclass(frozen=True)
class Field:
    """Declared once: ports, packing, reports and reference pages all follow from it."""

    #: The number of bits, or a function of the size of the board.
    width: int | Callable[[int], int]
    #: What the reference page says of it.
    meaning: str = ""
    #: Each is told by its `str`, as those of a `Code` are; those of a plain IntEnum by their names.
    values: type[IntEnum] | None = None
    #: Writes a value in words, where neither the number nor its name says enough.
    shows: Callable[[int], str] | None = None
    #: The name of the port without its prefix, if the attribute cannot have that name.
    name: str = ""
    #: Of a request: the operations that look at it; to all others it must not matter. None named: every one looks.
    of: Collection[int] = ()
    #: Of a request: another of its fields. Where that one is looked at, and 0, this one must not matter either.
    beside: str = ""

    @property
    def bits(self) -> int:
        """The width in bits, of a field whose board is known."""
        assert isinstance(self.width, int), "it is of a board whose size is not known"
        return self.width

    def of_size(self, size: int | None) -> Field:
        """The field on a board of this size."""
        return self if isinstance(self.width, int) or size is None else replace(self, width=self.width(size))

    def told(self, value: int) -> str:
        """A value as a report writes it."""
        if self.shows:
            return self.shows(value)
        if self.values is None:
            return str(value)
        names = {int(code): _in_words(code) if str(code) == str(int(code)) else str(code) for code in self.values}
        return f"{int(value)}, {names.get(value, 'which means nothing')}"


def _in_words(code: IntEnum) -> str:
    return code.name.lower().replace("_", " ")


def declared(stream: type[Any]) -> Iterator[tuple[str, Field]]:
    """The fields of a class whose attributes are annotated with them: `over: Annotated[int, Field(1, "it ended")]`."""
    for attribute, hint in get_type_hints(stream, include_extras=True).items():
        for field in getattr(hint, "__metadata__", ()):
            if isinstance(field, Field):
                yield field.name or attribute, field
