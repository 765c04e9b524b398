"""What must not matter carries anything: fields of a request that its operation does not look at, or that another field
makes meaningless, and the whole request port during a reset.

What is there depends on the requests alone. So a script is played in the same way each time, and nothing of this has to
be kept or shrunk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from loopline.signals.layout import Layout

#: Multiplying by it spreads each bit over all those above it.
_SPREAD = 0xD6E8_FEB8_6659_FD93_A0AC_1E6B_F2F7_3A9B_5851_F42D_4C95_7F2D
_BITS, _LOW = _SPREAD.bit_length(), 64
_MASK = (1 << _BITS) - 1


class Carried(NamedTuple):
    """What a field that must not matter carries."""

    #: The number of the request.
    number: int
    name: str
    value: int
    #: The same, where it is in the request.
    bits: int


def carried(layout: Layout, requests: Sequence[Sequence[int]]) -> Iterator[Carried]:
    """The fields that must not matter, and are not 0."""
    for number, (request, sent) in enumerate(zip(requests, packed(layout, requests), strict=True)):
        unused = layout.unused(request) & sent
        for name, (right, mask) in layout.shifts.items():
            if value := unused >> right & mask:
                yield Carried(number, name, value, value << right)


def packed(layout: Layout, requests: Iterable[Sequence[int]]) -> Iterator[int]:
    """The requests as they are sent. Of the unused bits none is set, or all, or, half of the time, any."""
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


def in_reset(layout: Layout, requests: Sequence[Sequence[int]]) -> tuple[int, int]:
    """What is on the ports during the resets of a session: whether a request is valid and an answer welcome, and which.

    It follows from the script's first request; every other one is for the operation 0, which mostly begins a game."""
    kind, any_bits = _anything(layout, 1 + sum(map(layout.pack, requests[:1])))
    operation = layout.fields[0][1].bits
    if any_bits & 1:
        any_bits &= (1 << layout.width - operation) - 1
    return (0, 1, 1, 3)[kind], any_bits


def _anything(layout: Layout, number: int) -> tuple[int, int]:
    """Two bits, and one for each bit of the layout; a design cannot guess them from the number."""
    kind, high = _mixed(number)
    return kind, high * _often(layout.width) & (1 << layout.width) - 1


def _mixed(number: int) -> tuple[int, int]:
    mixed = number * _SPREAD & _MASK
    return mixed >> _BITS - 2, mixed >> _LOW  # the bits below are not spread enough


@cache
def _often(width: int) -> int:
    """Multiplying by it repeats what is mixed as often as the width has room for it."""
    return sum(1 << start for start in range(0, width, _BITS - _LOW))
