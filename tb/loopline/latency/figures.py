"""Statistics of many measurements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, floor, log10

from loopline.tables import Table

#: The widths of bins, and the largest number of bins.
_NICE, _BINS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000), 10

#: How finely a decade of cycles may be divided.
_FINE = (24, 12, 8, 6, 4, 3, 2, 1)


class Spread(Table):
    """Percentiles. Each figure is one that was measured."""

    number: int
    least: int | float
    median: int | float
    p90: int | float
    p99: int | float
    most: int | float


def spread(values: Iterable[float]) -> Spread:
    """The number of values, their extremes, median and high percentiles."""
    ordered = sorted(values)

    def rank(per_cent: int) -> float:
        return ordered[ceil(len(ordered) * per_cent / 100) - 1]

    return Spread(number=len(ordered), least=ordered[0], median=rank(50), p90=rank(90), p99=rank(99), most=ordered[-1])


def bins(values: Iterable[int]) -> list[range]:
    """Ranges of equal width that hold all values, from 0."""
    most = max(values)
    width = next((width for width in _NICE if most // width < _BINS), most + 1)
    return [range(start, start + width) for start in range(0, most + 1, width)]


class Bar(Table):
    """The number of values from `low` to below `high`."""

    low: float
    high: float
    number: int


def histogram(values: Sequence[int], most: int) -> list[Bar]:
    """Bars of equal ratio, because latencies differ by decades; `most` of them, or fewer."""
    cycles = [max(1, value) for value in values]

    def bounds(fine: int) -> tuple[int, int]:
        return _bar(min(cycles), fine), _bar(max(cycles), fine)

    fine = next((fine for fine in _FINE if bounds(fine)[1] - bounds(fine)[0] < most), 1)
    first, last = bounds(fine)
    counts = [0] * (last - first + 1)
    for value in cycles:
        counts[_bar(value, fine) - first] += 1
    return [
        Bar(low=10 ** (n / fine), high=10 ** ((n + 1) / fine), number=number) for n, number in enumerate(counts, first)
    ]


def _bar(value: int, fine: int) -> int:
    return floor(log10(value) * fine + 1e-9)


def ticks(low: float, high: float) -> Iterator[int]:
    """1, 2, 5, 10, 20 … between the two."""
    for decade in range(floor(log10(low)), ceil(log10(high)) + 1):
        for digit in (1, 2, 5):
            tick = digit * 10**decade if decade >= 0 else 0
            if low <= tick <= high:
                yield tick
