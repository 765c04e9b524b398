"""Bytes on a serial line, 8N1: waveforms for sending them, and reading them from the edges that were recorded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

#: The levels of a waveform, each with its number of cycles.
Wave = list[tuple[int, int]]

LOW, HIGH = 0, 1
#: Added to a level: the design is held in reset.
IN_RESET = 2

#: How far an edge may be from its proper place, in bit times. A receiver samples in the middle of a bit, which leaves
#: half a bit; the sender gets half of that.
TOLERANCE = 0.25


def wave(data: bytes, bit: float, gap: float = 0, stop: float = 1) -> Wave:
    """Bytes as they should be: a start bit, eight data bits from the lowest, a stop bit. `bit`: its cycles, and `gap`
    this many bit times of idle line before each byte; `stop`: those of its stop bit."""
    levels: list[tuple[int, float]] = []
    for byte in data:
        levels += [(HIGH, gap * bit), (LOW, bit), *((byte >> n & 1, bit) for n in range(8)), (HIGH, stop * bit)]
    return whole(levels)


def whole(levels: Iterable[tuple[int, float]]) -> Wave:
    """Durations rounded to whole cycles, so that rounding errors do not add up."""
    cycles: Wave = []
    exact, at = 0.0, 0
    for level, duration in levels:
        exact += duration
        if round(exact) > at:
            cycles.append((level, round(exact) - at))
            at = round(exact)
    return cycles


class Byte(NamedTuple):
    """A received byte."""

    value: int
    #: The cycle of the edge of its start bit, and the first cycle after its stop bit.
    start: int
    end: int
    #: What is wrong with it; empty if nothing is.
    fault: str = ""
    #: Cycles by which an edge is away from its place, at most.
    off: float = 0.0


def read(edges: Sequence[tuple[int, str]], bit: float) -> Iterator[Byte]:
    """The bytes that these edges make: cycle and level, from an idle line on. A level may be unknown: `x` or `z`."""
    index = 0
    while index < len(edges):
        start, level = edges[index]
        index += 1
        if level == "1":
            continue
        fault, levels, farthest = "", [level], 0.0
        for number in range(1, 10):
            # An edge belongs to the nearest boundary between two bits.
            boundary = start + number * bit
            while index < len(edges) and edges[index][0] < boundary + bit / 2:
                cycle, level = edges[index]
                off = abs(cycle - boundary)
                farthest = max(farthest, off)
                if off > TOLERANCE * bit and not fault:
                    fault = f"an edge {off / bit:.2f} bit times from where it belongs"
                index += 1
            levels.append(level)
        if not {"0", "1"} >= set(levels):
            fault = "the line is neither high nor low"
        elif level == "0":
            fault = "there is no stop bit"
            while index < len(edges) and edges[index][1] != "1":
                index += 1
        value = sum(1 << n for n, level in enumerate(levels[1:9]) if level == "1")
        yield Byte(value, start, round(start + 10 * bit), fault, farthest)
