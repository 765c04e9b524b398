"""The fields of a request that its operation does not look at: they must not matter, so they carry anything.

What they carry depends on the request and the one before it alone. So a script is played in the same way each time, and
nothing of this has to be kept or shrunk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from loopline.signals.layout import Layout

#: Multiplying by it spreads each bit over all those above it.
_SPREAD = 0xD6E8_FEB8_6659_FD93_A0AC_1E6B_F2F7_3A9B_5851_F42D_4C95_7F2D
_BITS = _SPREAD.bit_length()


def packed(layout: Layout, requests: Iterable[Sequence[int]]) -> Iterator[int]:
    """The requests as they are sent. Of the unused bits none is set, or all, or, half of the time, any."""
    masks = [layout.unused(operation) for operation in range(1 << layout.fields[0][1].bits)]
    before = 0
    for request in requests:
        sent = layout.pack(request)
        if unused := masks[request[0]]:
            mixed = (before * _SPREAD + sent + 1) * _SPREAD >> layout.width & (1 << _BITS) - 1
            kind, anything = mixed >> _BITS - 2, mixed >> _BITS - 2 - layout.width
            yield sent | unused & (0, -1, anything, anything)[kind]
        else:
            yield sent
        before = sent
