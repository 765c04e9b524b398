"""How the fields of a stream lie in one packed vector, so that Python moves a number instead of a dozen signals."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import lshift, rshift
from typing import Any

from loopline.signals.fields import Field, declared
from loopline.wording import plural


@dataclass(frozen=True)
class Layout:
    """Named fields, the first one in the highest bits, as in a Verilog concatenation."""

    fields: tuple[tuple[str, Field], ...]

    def __post_init__(self) -> None:
        for name, field in self.fields:
            if field.beside and field.beside not in self.names:
                raise ValueError(f"the field {name} is beside {field.beside!r}, and there is no such field")

    @classmethod
    def of(cls, **fields: int | Field) -> Layout:
        """A number stands for a plain field of this many bits."""
        return cls(tuple((name, Field(one) if isinstance(one, int) else one) for name, one in fields.items()))

    @classmethod
    def declared_by(cls, stream: type[Any], size: int | None = None, absent: Container[str] = ()) -> Layout:
        """From a class whose attributes are annotated with their fields. Widths may depend on the size of the board. A
        field that is absent has no bits, and so no port."""
        fields = ((name, field.of_size(size)) for name, field in declared(stream))
        return cls(tuple((name, replace(field, width=0) if name in absent else field) for name, field in fields))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the fields, in order."""
        return tuple(name for name, _ in self.fields)

    @cached_property
    def ports(self) -> tuple[tuple[str, Field], ...]:
        """The fields for which a design has a port. A field without bits is always 0 and has none."""
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
        """The bits of a request that must not matter: of the fields that its operation does not look at, and of those
        that another field makes meaningless."""
        unused, beside = self._unused_by_operation[request[0]]
        for number, bits in beside:
            if not request[number]:
                unused |= bits
        return unused

    @cached_property
    def _unused_by_operation(self) -> list[tuple[int, list[tuple[int, int]]]]:
        """Of every operation there may be: the bits that it does not look at; and the number of each field on which
        others depend, with the bits of those."""
        _, kind = self.fields[0]
        bits = {name: mask << right for name, (right, mask) in self.shifts.items()}
        found = []
        for operation in range(1 << kind.bits):
            used = {name: field for name, field in self.fields if not field.of or operation in field.of}
            unused = sum(bits.values()) - sum(map(bits.__getitem__, used))
            beside = [(self.names.index(one.beside), bits[name]) for name, one in used.items() if one.beside in used]
            found.append((unused, beside))
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
        """The packed value as a recorder writes it."""
        return f"{packed:0{self._digits}x}"

    def parse(self, text: str) -> int | None:
        """What a recorder wrote: hexadecimal, or binary if its line has unknown bits. None if some of these are."""
        # The 1 in front keeps Python from taking the 0x of an unknown digit for a prefix.
        try:
            return int("1" + text, 16 if len(text) == self._digits else 2) & self._mask
        except ValueError:
            return None

    def unknown(self, text: str) -> dict[str, str]:
        """The fields with unknown bits in a binary text, and their bits."""
        fields, at = {}, 0
        for name, field in self.fields:
            bits = text[at : at + field.bits].lower()
            at += field.bits
            if not set(bits) <= {"0", "1"}:
                fields[name] = bits
        return fields

    def slice(self, name: str) -> str:
        """The field as a Verilog part select."""
        right, mask = self.shifts[name]
        return f"[{right}+:{mask.bit_length()}]"

    def pack(self, values: Iterable[int]) -> int:
        """One number from the values of all fields, in order."""
        return sum(map(lshift, values, self._rights))

    def fits(self, values: Sequence[int]) -> bool:
        """Whether there is surely no misfit: quickly."""
        try:
            return len(values) == len(self._bits) and not any(map(rshift, values, self._bits))
        except TypeError:
            return False

    def misfit(self, values: object, what: str) -> str:
        """Why these are no values of the fields, as `pack` takes them; empty if they are. `what` has the fields."""
        if not isinstance(values, Sequence):
            return f"{values!r} is no tuple of the fields of {what}"
        if len(values) != len(self.fields):
            fields = f"{plural(len(self.fields), 'field')} of {what}: {', '.join(self.names) or 'it has none'}"
            return f"{plural(len(values), 'value')} for {fields}"
        for value, (name, field) in zip(values, self.fields, strict=True):
            if not isinstance(value, int):
                return f"{name} of {what} is {value!r}, which is no int"
            if value >> field.bits:
                return f"{name} of {what} is {int(value)}, which does not fit into {plural(field.bits, 'bit')}"
        return ""

    def unpack(self, packed: int) -> dict[str, int]:
        """The values by field; the inverse of `pack`."""
        return {name: packed >> right & mask for name, (right, mask) in self.shifts.items()}

    def part(self, values: Mapping[str, int]) -> tuple[int, int]:
        """For some of the fields: a mask of their bits, and their packed values."""
        known = packed = 0
        for name, value in values.items():
            right, mask = self.shifts[name]
            known |= mask << right
            packed |= value << right
        return known, packed

    def differences(self, expected: int, found: int) -> list[tuple[str, int, int]]:
        """The fields in which two packed values differ: name, expected, found."""
        a, b = self.unpack(expected), self.unpack(found)
        return [(name, a[name], b[name]) for name in a if a[name] != b[name]]
