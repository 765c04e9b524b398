"""The description of a block, and what follows from it: streams, codes, requests. `Block` makes a game of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from functools import cache, cached_property
from itertools import chain
from operator import index
from typing import Any, ClassVar, Generic, TypeVar

from rich.text import Text

from loopline import numbers
from loopline.design.board import Board
from loopline.design.plugins import GameMistake
from loopline.games.drawing import values_by_place
from loopline.games.operations import Operation, Request
from loopline.signals import Code, Field, Layout, Streams

#: The golden model of a block, as its author writes it.
Now = TypeVar("Now")


#: A name that both scripts and Verilog can have.
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")

#: Fields that the streams have by themselves.
_OWN = ("op", "reason", "order", "kind", "cut")


class _OneSize(Board):
    """The board of a block that comes in one size: its [board] table is empty."""


class Description(Generic[Now]):
    """A description of a block.

    An attribute that depends on the board may be a property: `self.board` is the [board] table.
    """

    #: The class of the [board] table of descriptions.
    board_type: ClassVar[type[Board]] = _OneSize
    #: Every field of any port by its name: its bits, or a `Field`.
    fields: Mapping[str, int | Field] = {}
    #: The fields of an answer, without those of the status.
    answers: Sequence[str] = ()
    #: The fields that answers and the state both have, and that change by events only.
    status: Collection[str] = ()
    #: The fields of the state that are up to the design, such as the code of a state machine. They are not compared.
    private: Sequence[str] = ()
    #: The kinds of events, and the fields of each. If one is `refused`, it comes with each refusal.
    events: Mapping[str, Sequence[str]] = {}
    #: Why operations are refused; 0 is that of an operation that is carried out.
    reasons: type[IntEnum] | None = None
    #: The exception by which the model refuses; its attribute `reason` is one of `reasons`.
    refused: type[Exception] | None = None

    def __init__(self, board: Board) -> None:
        self.board = board

    def __init_subclass__(cls) -> None:
        for name, member in vars(cls).items():
            if isinstance(member, Operation) and hasattr(Description, name):
                says = f"a block has {name!r} already; name the method otherwise, below @operation(name={name!r})"
                raise TypeError(f"{cls.__name__}.{name}: {says}")
            inherited = any(isinstance(vars(base).get(name), Operation) for base in cls.__mro__[1:])
            if inherited and not isinstance(member, Operation):
                raise TypeError(f"{cls.__name__}.{name} replaces an operation, and has no @operation() above it")

    # --- what a block says --------------------------------------------------------------------------------------------

    @property
    def patience(self) -> int:
        """The number of cycles after which a design that does not react counts as hung."""
        return 1000

    @property
    def longest(self) -> int:
        """The most choices that one of the block's own strategies gets."""
        return 120

    def initial(self) -> Now:
        """Return the golden model as it is after a reset."""
        raise NotImplementedError

    def status_of(self, now: Now) -> Mapping[str, int]:
        """Return the fields of the status; by default they are attributes of the model."""
        try:
            return {name: getattr(now, name) for name in self.status}
        except AttributeError as error:
            if error.obj is not now or error.name not in self.status:
                raise
            says = f"its model {now!r} has no attribute {error.name!r}, which `status` has"
            raise GameMistake(self.initial, says) from None

    def event_in_words(self, kind: str, values: Mapping[str, int]) -> str:
        """Return an event as reports write it: its kind, and its fields and reason. Empty: all fields are named.

        By default `lifted: x 0, y 7`.
        """
        told = (f"{name} {self.streams.describe(name, value)}" for name, value in values.items() if name != "reason")
        reason = [self.streams.describe("reason", values["reason"]).partition(", ")[2]] if "reason" in values else []
        return ": ".join(filter(None, [kind.replace("_", " "), ", ".join([*reason, *told])]))

    def picture(self, read: Mapping[Request, int], wrong: Request | None, ascii_only: bool) -> Text:
        """Return a picture of the board that was read back, for reports.

        By default a table of what was read, if that has one argument or two.

        Args:
            read: The value that each request has read.
            wrong: The request whose value is wrong, if any.
            ascii_only: Whether the picture must be ASCII.
        """
        if len({request[0] for request in read}) != 1:  # nothing is read, or by several operations
            return Text()
        places = self.places()[self.operations()[next(iter(read))[0]].name]

        def place(request: Request) -> tuple[int, ...]:
            return tuple(request[at] for at in places)

        values = {place(request): value for request, value in read.items()}
        return values_by_place(values, wrong and place(wrong), ascii_only)

    def svg(self, now: Now, read: Mapping[Request, int] | None, wrong: Request | None) -> str:
        """Return the model as an SVG document, for pages; if it is empty, `picture` is shown.

        Args:
            now: The model.
            read: What was read back from the hardware, to be drawn instead of the model.
            wrong: The request whose value is wrong, if any.
        """
        return ""

    def label(self, values: Sequence[int]) -> str:
        """Return the arguments of a request as scripts write them, without a space.

        By default `1,2`, and in hexadecimal what has more than 16 bits.
        """
        return ",".join(map(numbers.written, values))

    def values_of(self, label: str) -> Sequence[int]:
        """Return the arguments that a label means. Raise ValueError, which says what the label should be."""
        try:
            return [numbers.read(part) for part in label.split(",")]
        except ValueError:
            raise ValueError(f"expected numbers like 1,2 or 0x3021_5443, got {label!r}") from None

    def images(self, values: Mapping[str, int]) -> Sequence[Mapping[str, int]]:
        """Return the arguments of a request, by name, in each way the board may be turned or mirrored.

        Only ways that the rules treat alike count, in the same order for each request. By default the list is empty.
        """
        return ()

    # --- what follows from it -----------------------------------------------------------------------------------------

    @classmethod
    @cache
    def operations(cls) -> Sequence[Operation[Any]]:
        """Return the operations, in the order in which they are declared: the first has code 0."""
        found: dict[str, Operation[Any]] = {}
        for base in reversed(cls.__mro__):
            found |= {name: member for name, member in vars(base).items() if isinstance(member, Operation)}
        return [*found.values()]

    @classmethod
    @cache
    def codes(cls) -> Mapping[str, int]:
        """Return the code of each operation, by its name."""
        return {operation.name: code for code, operation in enumerate(cls.operations())}

    @classmethod
    @cache
    def arguments(cls) -> Sequence[str]:
        """Return the fields of the request stream after the operation: each argument once."""
        return [*dict.fromkeys(name for operation in cls.operations() for name in operation.arguments)]

    @classmethod
    def request(cls, of: Operation[Any], values: Sequence[Any]) -> Request:
        """Return the request for an operation with these arguments. Raise GameMistake if they do not fit it."""
        if len(values) != len(of.arguments):
            takes = ", ".join(of.arguments) or "none"
            raise GameMistake(of.body, f"{values!r} are not its arguments, which are: {takes}")
        request = [cls.codes()[of.name], *[0] * len(cls.arguments()), 0]
        for place, value in zip(cls.places()[of.name], values, strict=True):
            try:
                request[place] = index(value)
            except TypeError:
                raise GameMistake(of.body, f"expected an int as argument, got {value!r}") from None
        return tuple(request)

    @classmethod
    @cache
    def places(cls) -> Mapping[str, Sequence[int]]:
        """Return where in a request the arguments of each operation are, by its name."""
        arguments = cls.arguments()
        return {
            operation.name: [1 + arguments.index(name) for name in operation.arguments]
            for operation in cls.operations()
        }

    @cached_property
    def streams(self) -> Streams:
        """The fields of requests, answers, events and state. Raises GameMistake."""
        operations, reason = self.operations(), self._of_reasons()
        if not operations:
            raise GameMistake(type(self), "it has no operation: a method below @operation()")
        self._check_names()
        codes = _codes("Op", [operation.name for operation in operations], 0)
        kinds = _codes("Kind", [*self.events], 1)
        status = {name: self._field(name) for name in self.status}
        asked = {name: self._of_some(name) for name in self.arguments()}
        shown = {name: self._field(name) for fields in self.events.values() for name in fields}
        kind = Field(max(1, len(kinds).bit_length()), values=kinds)
        event: dict[str, int | Field] = {"order": 32, "kind": kind, **reason, **shown}
        private: dict[str, int | Field] = {name: self._field(name) for name in self.private}
        if not private and not status:
            private = {"idle": 1}  # a port has a bit at least
        return Streams(
            request=Layout.of(op=Field(max(1, (len(operations) - 1).bit_length()), values=codes), **asked),
            response=Layout.of(**reason, **{name: self._field(name) for name in self.answers}, **status),
            event=Layout.of(**event),
            state=Layout.of(**private, **status),
            private=len(private),
        )

    def _check_names(self) -> None:
        """Raise GameMistake for unusable names, names that mean two things, and fields without a use."""
        operations = [operation.name for operation in self.operations()]
        for what, names in (("operation", operations), ("event", [*self.events]), ("field", [*self.fields])):
            for number, name in enumerate(names):
                if not _NAME.fullmatch(name):
                    says = f"the {what} {name!r} needs another name, of letters, digits and _"
                    raise GameMistake(type(self), says)
                if what != "field" and name.upper() in map(str.upper, names[:number]):
                    raise GameMistake(type(self), f"two {what}s have the name {name!r}; capitals make no difference")
        for name in _OWN:
            if name in self.fields:
                raise GameMistake(type(self), f"the streams have {name!r} already: call the field otherwise")
        for what, others in (("answers", self.answers), ("private", self.private)):
            for name in others:
                if name in self.status:
                    raise GameMistake(type(self), f"{name!r} is in `{what}` and in `status`: one of them has it")
        used = {*self.arguments(), *self.answers, *self.status, *self.private, *chain(*self.events.values())}
        for name in self.fields:
            if name not in used:
                raise GameMistake(type(self), f"the field {name!r} is in `fields`, and in no stream")

    def _field(self, name: str) -> Field:
        if name not in self.fields:
            raise GameMistake(type(self), f"{name!r} has no bits: put it into `fields`")
        field = self.fields[name]
        if not isinstance(field, int | Field) or (isinstance(field, int) and field < 0):
            raise GameMistake(type(self), f"{name!r} in `fields` is {field!r}: write its number of bits, or a Field")
        return Field(field) if isinstance(field, int) else field

    def _of_some(self, name: str) -> Field:
        """Return the field of an argument, with the operations that look at it."""
        users = [self.codes()[operation.name] for operation in self.operations() if name in operation.arguments]
        return replace(self._field(name), of=users if len(users) < len(self.operations()) else ())

    def _of_reasons(self) -> dict[str, Field]:
        if (self.reasons is None) != (self.refused is None):
            raise GameMistake(type(self), "`reasons` and `refused` belong together: both or none")
        return {} if self.reasons is None else {"reason": Field(max(self.reasons).bit_length(), values=self.reasons)}


def _codes(name: str, names: Sequence[str], first: int) -> type[Code]:
    made: Any = Code
    codes: type[Code] = made(name, [(member.upper(), code) for code, member in enumerate(names, first)])
    return codes
