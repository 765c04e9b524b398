"""A serial line in figures: the waveform of bytes, and what a receiver with three samples a bit makes of a waveform."""

from collections.abc import Iterable, Sequence


def frame(byte: int, stop: int = 1) -> list[int]:
    """Start bit, data from the lowest bit, stop bit."""
    return [0, *(byte >> bit & 1 for bit in range(8)), stop]


def stretched(bits: Iterable[int], clocks_a_bit: float) -> list[int]:
    """The level in each clock."""
    levels: list[int] = []
    for number, bit in enumerate(bits, start=1):
        levels += [bit] * (round(number * clocks_a_bit) - len(levels))
    return levels


def received(levels: Sequence[int], clocks_a_bit: int) -> list[tuple[int, bool]]:
    """(byte, framing error) for each frame in these levels, which idle follows.

    A bit is the majority of its samples at 3/8, 4/8 and 5/8. A frame begins with the first low level after all is known
    of the frame before; after an error, with the first that follows a high one. A start bit that is high was none.
    """
    half, eighth = clocks_a_bit // 2, clocks_a_bit // 8
    line = [*levels, *[1] * 12 * clocks_a_bit]

    def bit(start: int, number: int) -> int:
        middle = start + number * clocks_a_bit + half
        return int(sum(line[middle + offset] for offset in (-eighth, 0, eighth)) >= 2)

    found = []
    at = 0
    while True:
        try:
            at = line.index(0, at)
        except ValueError:
            return found
        if bit(at, 0):
            at += half + eighth + 1
            continue
        bits = [bit(at, number) for number in range(10)]
        found.append((sum(level << place for place, level in enumerate(bits[1:9])), not bits[9]))
        at += 9 * clocks_a_bit + half + eighth + 1
        if not bits[9]:
            at = line.index(1, at)
