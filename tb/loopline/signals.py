"""Signals between a design and the harness: the fields of each stream, and how they lie in one packed vector.

So Python moves a number instead of a dozen signals.

Fields that must not matter carry anything. What that is depends on the requests alone: a script is played in the same
way each time, and nothing of this has to be kept or shrunk.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache, cached_property, lru_cache
from operator import lshift, rshift
from typing import Any, NamedTuple, get_type_hints

from loopline import numbers, resets
from loopline.errors import plural


class Code(IntEnum):
    """The values of a field that have names.

    Each may say what it means: `TRAP = 9, "forced play ends in a trap"`.
    """

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
    """A field, declared once: ports, packing, reports and reference pages all follow from it."""

    #: The number of bits, or a function of the size of the board.
    width: int | Callable[[int], int]
    #: What the reference page says of it.
    meaning: str = ""
    #: The values that have names: their `str`, as of a `Code`; of a plain IntEnum the name.
    values: type[IntEnum] | None = None
    #: Writes a value in words, where neither the number nor its name says enough.
    shows: Callable[[int], str] | None = None
    #: The name of the port without its prefix, if the attribute cannot have that name.
    name: str = ""
    #: Requests only: the operations that use this field. Others must ignore it. Empty: all use it.
    of: Collection[int] = ()
    #: Requests only: another field. Where that one is used, and 0, this one must be ignored.
    only_if: str = ""
    #: Requests only: another field. Where that one is used, and not 0, this one must be ignored.
    unless: str = ""
    #: Of an answer: a set, with a bit for each thing that may be in it. Coverage counts its members.
    is_set: bool = False
    #: Of an answer: the largest number that can come, or of a set the most members, where its bits allow more; or a
    #: function of the size of the board. Coverage leaves larger ones out.
    most: int | Callable[[int], int] | None = None
    #: Of an answer: other values that cannot come, which coverage leaves out, too.
    never: Collection[int] = ()

    @property
    def bits(self) -> int:
        """The width in bits, of a field whose board is known."""
        assert isinstance(self.width, int), "it is of a board whose size is not known"
        return self.width

    def of_size(self, size: int | None) -> Field:
        """Return the field on a board of this size."""
        if size is None:
            return self
        width = self.width if isinstance(self.width, int) else self.width(size)
        most = self.most(size) if callable(self.most) else self.most
        return replace(self, width=width, most=most)

    def describe(self, value: int) -> str:
        """Return a value as a report writes it."""
        if self.shows:
            return self.shows(value)
        if self.values is None:
            return numbers.written(value)
        names = {int(code): _in_words(code) if str(code) == str(int(code)) else str(code) for code in self.values}
        return f"{int(value)}, {names.get(value, 'which means nothing')}"


def _in_words(code: IntEnum) -> str:
    return code.name.lower().replace("_", " ")


def declared(stream: type[Any]) -> Iterator[tuple[str, Field]]:
    """Yield the fields of a class whose attributes are annotated with them.

    For example `over: Annotated[int, Field(1, "it ended")]`.
    """
    for attribute, hint in get_type_hints(stream, include_extras=True).items():
        for field in getattr(hint, "__metadata__", ()):
            if isinstance(field, Field):
                yield field.name or attribute, field


@dataclass(frozen=True)
class Layout:
    """Named fields, the first one in the highest bits, as in a Verilog concatenation."""

    fields: tuple[tuple[str, Field], ...]

    def __post_init__(self) -> None:
        for name, field in self.fields:
            for other in filter(None, (field.only_if, field.unless)):
                if other not in self.names:
                    raise ValueError(f"the field {name} depends on {other!r}; expected another field")

    @classmethod
    def of(cls, **fields: int | Field) -> Layout:
        """Return a layout of these fields; a number stands for a plain field of this many bits."""
        return cls(tuple((name, Field(field) if isinstance(field, int) else field) for name, field in fields.items()))

    @classmethod
    def declared_by(cls, stream: type[Any], size: int | None = None, absent: Container[str] = ()) -> Layout:
        """Return the layout of a class whose attributes are annotated with their fields.

        Widths may depend on the size of the board.

        Args:
            stream: The class.
            size: The size of the board.
            absent: Fields without bits, and so without a port.
        """
        fields = ((name, field.of_size(size)) for name, field in declared(stream))
        return cls(tuple((name, replace(field, width=0) if name in absent else field) for name, field in fields))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the fields, in order."""
        return tuple(name for name, _ in self.fields)

    @cached_property
    def ports(self) -> tuple[tuple[str, Field], ...]:
        """The fields for which a design has a port. A field without bits is always 0, and left out."""
        return tuple((name, field) for name, field in self.fields if field.bits)

    @cached_property
    def width(self) -> int:
        """The sum of the widths in bits."""
        return sum(field.bits for _, field in self.fields)

    @cached_property
    def shifts(self) -> dict[str, tuple[int, int]]:
        """For each name how far it is shifted to the left, and its mask."""
        shifts, right = {}, self.width
        for name, field in self.fields:
            right -= field.bits
            shifts[name] = right, (1 << field.bits) - 1
        return shifts

    def unused(self, request: Sequence[int]) -> int:
        """Return the bits of a request that must not matter.

        They are of the fields that its operation does not look at, and of those that another field makes meaningless.
        """
        unused, depending = self._unused_by_operation[request[0]]
        for number, is_set, bits in depending:
            if bool(request[number]) == is_set:
                unused |= bits
        return unused

    @cached_property
    def _unused_by_operation(self) -> list[tuple[int, list[tuple[int, bool, int]]]]:
        """The bits that each operation does not look at.

        And the number of each field on which others depend, whether they are meaningless where it is set, or where it
        is not, and the bits of those.
        """
        _, kind = self.fields[0]
        bits = {name: mask << right for name, (right, mask) in self.shifts.items()}
        found = []
        for operation in range(1 << kind.bits):
            used = {name: field for name, field in self.fields if not field.of or operation in field.of}
            unused = sum(bits.values()) - sum(map(bits.__getitem__, used))
            depending = [
                (self.names.index(other), is_set, bits[name])
                for name, field in used.items()
                for other, is_set in ((field.only_if, False), (field.unless, True))
                if other in used
            ]
            found.append((unused, depending))
        return found

    @cached_property
    def _rights(self) -> tuple[int, ...]:
        return tuple(right for right, _ in self.shifts.values())

    @cached_property
    def _bits(self) -> tuple[int, ...]:
        return tuple(field.bits for _, field in self.fields)

    @cached_property
    def _digits(self) -> int:
        return -(-self.width // 4)

    @cached_property
    def _mask(self) -> int:
        return (1 << self.width) - 1

    def text(self, packed: int) -> str:
        """Return the packed value as a recorder writes it."""
        return f"{packed:0{self._digits}x}"

    def parse(self, text: str) -> int | None:
        """Return what a recorder wrote: hexadecimal, or binary if its line has unknown bits.

        None if some bits of these fields are unknown.
        """
        # The 1 in front keeps Python from taking the 0x of an unknown digit for a prefix.
        try:
            return int("1" + text, 16 if len(text) == self._digits else 2) & self._mask
        except ValueError:
            return None

    def unknown(self, text: str) -> dict[str, str]:
        """Return the fields with unknown bits in a binary text, and their bits."""
        fields, at = {}, 0
        for name, field in self.fields:
            bits = text[at : at + field.bits].lower()
            at += field.bits
            if not set(bits) <= {"0", "1"}:
                fields[name] = bits
        return fields

    def slice(self, name: str) -> str:
        """Return the field as a Verilog part select."""
        right, mask = self.shifts[name]
        return f"[{right}+:{mask.bit_length()}]"

    def pack(self, values: Iterable[int]) -> int:
        """Return one number from the values of all fields, in order."""
        return sum(map(lshift, values, self._rights))

    def fits(self, values: Sequence[int]) -> bool:
        """Return whether all values surely fit: quickly."""
        try:
            return len(values) == len(self._bits) and not any(map(rshift, values, self._bits))
        except TypeError:
            return False

    def misfit(self, values: object, what: str) -> str:
        """Return why these values do not fit the fields, as `pack` takes them; empty if they do.

        `what` has the fields.
        """
        if not isinstance(values, Sequence):
            return f"expected a tuple of the fields of {what}, got {values!r}"
        if len(values) != len(self.fields):
            fields = f"{plural(len(self.fields), 'field')} of {what}: {', '.join(self.names) or 'it has none'}"
            return f"{plural(len(values), 'value')} for {fields}"
        for value, (name, field) in zip(values, self.fields, strict=True):
            if not isinstance(value, int):
                return f"{name} of {what} is {value!r}; expected an int"
            if value >> field.bits:
                shown = numbers.written(int(value))
                return f"{name} of {what} is {shown}, which does not fit into {plural(field.bits, 'bit')}"
        return ""

    def unpack(self, packed: int) -> dict[str, int]:
        """Return the values by field; the inverse of `pack`."""
        return {name: packed >> right & mask for name, (right, mask) in self.shifts.items()}

    @cached_property
    def values(self) -> Callable[[int], tuple[int, ...]]:
        """A function from what `pack` returns to the values in order.

        In a game the same ones come again and again, so some are kept.
        """
        shifts = tuple(self.shifts.values())
        return lru_cache(1 << 12)(lambda packed: tuple([packed >> right & mask for right, mask in shifts]))

    def part(self, values: Mapping[str, int]) -> tuple[int, int]:
        """Return, for some of the fields, a mask of their bits, and their packed values."""
        known = packed = 0
        for name, value in values.items():
            right, mask = self.shifts[name]
            known |= mask << right
            packed |= value << right
        return known, packed

    def differences(self, expected: int, found: int) -> list[tuple[str, int, int]]:
        """Return the fields in which two packed values differ: name, expected, found."""
        a, b = self.unpack(expected), self.unpack(found)
        return [(name, a[name], b[name]) for name in a if a[name] != b[name]]


@dataclass(frozen=True)
class Streams:
    """The streams of an engine's ports: requests and responses, and events and state on the verification port."""

    request: Layout
    response: Layout
    event: Layout
    state: Layout
    #: The number of the first fields of the state that are up to the design. The others change by events only.
    private: int = 0

    @classmethod
    def declared_by(
        cls,
        request: type[Any],
        response: type[Any],
        event: type[Any],
        private: type[Any],
        size: int | None = None,
        *,
        status: Sequence[str],
        absent: Container[str] = (),
    ) -> Streams:
        """Return the streams of four classes, each as `Layout.declared_by` takes it.

        The state has the fields that are private to the design, and then those that it has in common with the response.

        Args:
            request: The class of requests.
            response: The class of responses.
            event: The class of events.
            private: The class of the private fields of the state.
            size: The size of the board.
            status: The names of the fields that state and response have in common.
            absent: Fields without bits.
        """
        asks, answers, events, own = (
            Layout.declared_by(stream, size, absent) for stream in (request, response, event, private)
        )
        shown = dict(answers.fields)
        state = Layout((*own.fields, *((name, shown[name]) for name in status)))
        return cls(asks, answers, events, state, len(own.fields))

    def describe(self, name: str, value: int) -> str:
        """Return a value of the field of that name, as a report writes it."""
        try:
            return self._fields[name].describe(value) if name in self._fields else numbers.written(value)
        except Exception as error:  # of a game's own words: nothing that is found is lost by them
            return f"{value} (not in words: {type(error).__name__}: {error})"

    def field(self, name: str) -> Field | None:
        """Return the field of that name; None for an unknown name."""
        return self._fields.get(name)

    @cached_property
    def _fields(self) -> dict[str, Field]:
        """A name that occurs in several streams means the same in all of them."""
        return {
            name: field
            for layout in (self.request, self.response, self.event, self.state)
            for name, field in layout.fields
        }

    @property
    def reset_after(self) -> int:
        """The index, after its fields, at which a request says when a reset comes instead of its answer; 0: none."""
        return len(self.request.fields)

    @cached_property
    def asked(self) -> Layout:
        """A request with all that it says."""
        return Layout((*self.request.fields, ("cut", Field(resets.BITS))))

    @cached_property
    def happened(self) -> Layout:
        """What an event says, without its number."""
        return Layout(self.event.fields[1:])

    @cached_property
    def own(self) -> Layout:
        """The part of the state that is private to the design."""
        return Layout(self.state.fields[: self.private])

    @cached_property
    def settled(self) -> Layout:
        """The part of the state that changes by events only."""
        return Layout(self.state.fields[self.private :])


#: Multiplying by it spreads each bit over all those above it.
_SPREAD = 0xD6E8_FEB8_6659_FD93_A0AC_1E6B_F2F7_3A9B_5851_F42D_4C95_7F2D
_BITS, _LOW = _SPREAD.bit_length(), 64
_MASK = (1 << _BITS) - 1


class UnusedField(NamedTuple):
    """The value that a field that must not matter carries."""

    #: The number of the request.
    number: int
    name: str
    value: int
    #: The same, where it is in the request.
    bits: int


def carried(layout: Layout, requests: Sequence[Sequence[int]]) -> Iterator[UnusedField]:
    """Yield the fields that must not matter, and are not 0."""
    for number, (request, sent) in enumerate(zip(requests, packed(layout, requests), strict=True)):
        unused = layout.unused(request) & sent
        for name, (right, mask) in layout.shifts.items():
            if value := unused >> right & mask:
                yield UnusedField(number, name, value, value << right)


def packed(layout: Layout, requests: Iterable[Sequence[int]]) -> Iterator[int]:
    """Yield the requests as they are sent.

    Of the unused bits none is set, or all, or, half of the time, any.
    """
    pack, often = layout.pack, _often(layout.width)
    before = 0
    for request in requests:
        sent = pack(request)
        if unused := layout.unused(request):
            kind, high = _mixed(before * _SPREAD + sent + 1)
            yield sent if kind == 0 else sent | unused if kind == 1 else sent | unused & high * often
        else:
            yield sent
        before = sent


class ResetValues(NamedTuple):
    """The values on the ports during a reset, which must not matter."""

    #: Whether a request is valid.
    valid: int
    #: Whether an answer would be taken.
    ready: int
    #: The request, packed.
    request: int


#: The number of requests before a reset, and after it, that may be shown during it.
_NEAR = 4

#: Of eight kinds of shown requests: the last kind with any bits, most of these for the operation 0, which mostly begins
#: a game; and the last with a corner value. Those behind are requests as they are.
_ANY, _CORNER = 3, 4


def in_resets(layout: Layout, requests: Sequence[Sequence[int]], sent: Sequence[int]) -> Iterator[ResetValues]:
    """Yield what is shown during the reset that begins a session, and during each reset in a request.

    It is one of the game's own requests, those that are refused among them; one with a field of which no bit is set, or
    all, or one; no bit, or all of them; or any, mostly for the operation 0. It follows from the requests near the
    reset, so that what is left out elsewhere in a script changes nothing.

    Args:
        layout: The fields of a request.
        requests: The requests.
        sent: The requests as `packed` returns them.
    """
    yield _shown(layout, sent[:1], sent[: 2 * _NEAR])
    for number, request in enumerate(requests):
        if request[-1]:
            near = sent[max(0, number - 1) : number + 2]
            yield _shown(layout, [*near, request[-1]], sent[max(0, number - _NEAR + 1) : number + _NEAR + 1])


def _shown(layout: Layout, seed: Sequence[int], near: Sequence[int]) -> ResetValues:
    mixed = len(seed)
    for number in seed:
        _, mixed = _mixed(mixed + number)
    valid, ready, kind, which = mixed & 7 != 0, mixed >> 3 & 1, mixed >> 4 & 7, mixed >> 7
    ones = (1 << layout.width) - 1
    if kind == 0 or not near:
        return ResetValues(valid, ready, ones * (which & 1))
    if kind <= _ANY:
        operation = layout.fields[0][1].bits if kind > 1 else 0
        return ResetValues(valid, ready, which * _often(layout.width) & ones >> operation)
    request = min(near, key=lambda request: _mixed(request + which))
    if kind == _CORNER:
        right, mask = [*layout.shifts.values()][which % len(layout.shifts)]
        corner = (0, mask, 1, mask ^ mask >> 1)[which >> 8 & 3]
        request = request & ~(mask << right) | corner << right
    return ResetValues(valid, ready, request)


def _mixed(number: int) -> tuple[int, int]:
    mixed = number * _SPREAD & _MASK
    return mixed >> _BITS - 2, mixed >> _LOW  # the bits below are not spread enough


@cache
def _often(width: int) -> int:
    """Return a factor: multiplying by it repeats what is mixed as often as the width has room for it."""
    return sum(1 << start for start in range(0, width, _BITS - _LOW))
