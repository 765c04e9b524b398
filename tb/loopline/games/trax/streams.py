"""A Trax engine's streams, which follow from the size of its board."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from loopline.games.trax.protocol import VARIANTS, PortEvent, PortState, Request, Response
from loopline.signals.layout import Layout
from loopline.signals.streams import Streams


@cache
def streams(size: int, variants: bool = False) -> Streams:
    """`size` is a power of two; the same object each time. The names are those of the ports, without their prefix."""
    request, response, event, state = (
        _of(Layout.declared_by(stream, size), variants) for stream in (Request, Response, PortEvent, PortState)
    )
    return Streams(request, response, event, state, private=2)


def _of(layout: Layout, variants: bool) -> Layout:
    """Without the variants of the rules their fields have no bits, and so no ports."""
    if variants:
        return layout
    no_bits = {name: replace(field, width=0) for name, field in layout.fields if name in VARIANTS}
    return Layout(tuple((name, no_bits.get(name, field)) for name, field in layout.fields))
