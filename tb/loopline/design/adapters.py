"""What a description says of a design without streams: how an operation begins and ends by `strobe`, or what is said
and heard as `bytes`. The Verilog that follows from it is in around.py."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, model_validator

from loopline.tables import Table

_NAME = r"[A-Za-z_][A-Za-z0-9_$]*"

#: Bits of the counters in an adapter.
_MOST = (1 << 31) - 1


class Signal(NamedTuple):
    """A port of one bit, and the value at which it says what it is for."""

    port: str
    active: int

    @classmethod
    def of(cls, text: str) -> Signal:
        """Read `go`, or `!go_n` for one that is active low."""
        return cls(text.removeprefix("!"), int(not text.startswith("!")))


def _is_number(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= _MOST


def _is_signal(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(f"!?{_NAME}", value) is not None


def _is_setting(value: object) -> bool:
    """Whether it is a table from ports to values."""
    return isinstance(value, Mapping) and all(
        re.fullmatch(_NAME, str(port)) and _is_number(number, 0) for port, number in value.items()
    )


def _start(value: object) -> object:
    every = value.values() if isinstance(value, Mapping) else [value]
    if isinstance(value, Mapping) and not all(_is_signal(one) or _is_setting(one) for one in every):
        raise ValueError(
            'each operation must have an input that is high for a cycle, as in play = "go", or low, "!go_n", or a '
            "table of inputs and their values in that cycle, { command = 3 }; {} if nothing says that it begins"
        )
    if not isinstance(value, Mapping) and not _is_signal(value):
        raise ValueError('must be an input, as in "go" or "!go_n", or a table with an entry for each operation')
    return value


def _done(value: object) -> object:
    every = [*value.values()] if isinstance(value, Mapping) else [value]
    if not all(_is_signal(one) or _is_number(one, 1) for one in every):
        raise ValueError(
            'must be an output, as in "done" or "!busy", a number of cycles from 1 on, or a table that has one of '
            "these for each operation"
        )
    return value


def _port(value: str) -> str:
    if not re.fullmatch(_NAME, value):
        raise ValueError("must be the name of a port")
    return value


Port = Annotated[str, AfterValidator(_port)]


class _Described(Table):
    model_config = ConfigDict(strict=True)


class Strobe(_Described):
    """A design that is told to begin, and is done when a signal says so or after some cycles."""

    #: An input for all operations; or by operation, an input or inputs with their values.
    start: Annotated[Any, BeforeValidator(_start)]
    #: The values of those inputs at all other times, if not 0.
    idle: dict[Port, Annotated[int, Field(ge=0, le=_MOST)]] = Field(default_factory=dict)
    #: An output, or the number of its clock edges from the one on that sees the start; of all, or by operation.
    done: Annotated[Any, BeforeValidator(_done)]
    #: Whether its clock stands still between operations.
    stopped: bool = False


class Line(_Described):
    """A byte in each cycle in which `valid` is high, and `ready`, too, if there is one."""

    valid: Port
    byte: Port
    ready: Port | None = None


class Uart(_Described):
    """A serial line: eight bits between a start and a stop bit."""

    rx: Port
    tx: Port
    #: The cycles of a bit.
    bit: int = Field(ge=4, le=1_000_000)


class Reply(_Described):
    """When an answer is over: after so many bytes, with a byte of this text, or when nothing came for some cycles."""

    bytes: int | None = Field(None, ge=1, le=4096)
    separator: str | None = Field(None, min_length=1, max_length=1)
    quiet: int | None = Field(None, ge=1, le=1_000_000)

    @model_validator(mode="after")
    def _is_one(self) -> Reply:
        if sum(value is not None for value in (self.bytes, self.separator, self.quiet)) != 1:
            raise ValueError("must have one of bytes, separator and quiet")
        return self


class Bytes(_Described):
    """A design that hears a message and answers with bytes."""

    #: Into the design, and out of it.
    into: Line | None = None
    out: Line | None = None
    uart: Uart | None = None
    #: What is said for each operation: text, with {field} for its bytes, or {field:a} for the letter a plus its value.
    message: dict[str, str]
    reply: Reply
    #: The field of the answer that has the number of its bytes; the others have the bytes.
    length: str | None = None


class Part(NamedTuple):
    """A part of a message: a byte, or a field."""

    byte: int
    field: str = ""
    #: Whether it is the byte plus the value of the field, and not the field's bytes.
    added: bool = False


def parts(template: str) -> list[Part]:
    """Return the parts of a message. Raises ValueError."""
    found: list[Part] = []
    for piece in re.findall(r"\{\{|\}\}|\{[^{}]*\}|.", template, re.S):
        if piece in ("{{", "}}"):
            piece = piece[0]
        elif piece.startswith("{"):
            match = re.fullmatch(r"\{([A-Za-z_]\w*)(?::(.))?\}", piece, re.S)
            if not match:
                raise ValueError(
                    f"{piece} must be {{field}} or {{field:a}}, with one letter; {{{{ stands for a bracket"
                )
            found.append(Part(ord(match[2] or "\0"), match[1], match[2] is not None))
            continue
        elif piece in "{}":
            raise ValueError("a bracket is open: write {{ or }} for a bracket itself")
        found.append(Part(ord(piece)))
    if any(part.byte > 255 for part in found):
        raise ValueError("has a letter that is no byte: letters up to ÿ are")
    if not found:
        raise ValueError("is empty: a request must say something")
    return found
