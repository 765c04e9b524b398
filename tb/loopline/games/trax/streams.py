"""A Trax engine's streams, which follow from the size of its board."""

from __future__ import annotations

from functools import cache

from loopline.games.trax.protocol import VARIANTS, PortEvent, PortState, Request, Response
from loopline.signals.streams import Streams


@cache
def streams(size: int, variants: bool = False) -> Streams:
    """`size` is a power of two; the same object each time. The names are those of the ports, without their prefix."""
    absent = frozenset() if variants else VARIANTS
    return Streams.declared_by(Request, Response, PortEvent, PortState, size, private=2, absent=absent)
