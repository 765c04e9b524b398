"""A Trax engine's streams, which follow from the size of its board."""

from __future__ import annotations

from functools import cache

from loopline.games.trax.protocol import PortEvent, PortState, Request, Response
from loopline.signals.layout import Layout
from loopline.signals.streams import Streams


@cache
def streams(size: int) -> Streams:
    """`size` is a power of two; the same object each time. The names are those of the ports, without their prefix."""
    request, response, event, state = (
        Layout.declared_by(stream, size) for stream in (Request, Response, PortEvent, PortState)
    )
    return Streams(request, response, event, state, private=2)
