"""The widths of a Trax engine's streams, which follow from the size of its board."""

from __future__ import annotations

from loopline.games.trax.words import WORDS
from loopline.signals.layout import Layout
from loopline.signals.streams import Streams


def streams(size: int) -> Streams:
    """`size` is a power of two. The names are those of the ports, without their prefix."""
    at = size.bit_length() - 1  # a column or a row
    count = 2 * at + 1
    return Streams(
        request=Layout.of(op=2, x=at, y=at, symbol=2, fouls_lose=1, lines=1, box_limit=at),
        response=Layout.of(
            reason=4,
            wins=6,
            winner=2,
            over=1,
            to_move=2,
            placed=count,
            tile=4,
            entries=8,
            count=count,
            left=at,
            top=at,
            columns=at,
            rows=at,
        ),
        event=Layout.of(order=32, kind=3, reason=4, x=at, y=at, tile=4),
        state=Layout.of(
            fsm=4, pending=count, count=count, left=at, top=at, columns=at, rows=at, to_move=2, over=1, winner=2
        ),
        private=2,
        words=WORDS,
    )
