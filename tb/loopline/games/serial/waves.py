"""Steps as waveforms: what a host, or noise on its cable, does to the line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from random import Random

from loopline.design.dut import Dut
from loopline.games.serial.script import BREAK, ENDS, FAULT, FLOOD, GLITCH, NOISE, RESET, Step
from loopline.signals.uart import HIGH, IN_RESET, LOW, Wave, wave, whole

#: Idle bit times after which every receiver has finished what it took for a byte.
QUIET = 24

#: A line may be so many per cent too fast or too slow and must still be understood.
UNDERSTOOD = 2


def spoken(data: bytes, step: Step, dut: Dut, idle: int) -> Wave:
    """A line, after so many idle cycles."""
    words = wave(data + ENDS[step.end], dut.bit / (1 + step.baud / 100))
    if step.spike is not None:
        words = _spiked(words, _place(step.spike, len(data) + len(ENDS[step.end]), dut), max(1, round(dut.bit / 16)))
    end = [] if abs(step.baud) <= UNDERSTOOD else _end(dut.bit)
    return [(HIGH, max(1, idle)), *words, *end]


def length(data: bytes, step: Step, dut: Dut) -> int:
    """The number of cycles that the line takes."""
    return sum(cycles for _, cycles in wave(data + ENDS[step.end], dut.bit))


def _place(spike: int, length: int, dut: Dut) -> int:
    """The cycle in a line of so many bytes. No stop bit has a spike: it could be taken for the start of the next byte.
    And where a receiver looks only once, that is in the middle half of a bit, unless it `votes`."""
    byte, rest = divmod(spike % (length * 9 * 16), 9 * 16)
    bit, phase = divmod(rest, 16)
    if not dut.serial.votes:
        phase = (phase % 8 + 12) % 16
    return round((byte * 10 + bit + phase / 16) * dut.bit)


def _spiked(words: Wave, at: int, cycles: int) -> Wave:
    """The wave with the opposite level for so many cycles."""
    levels = [level for level, duration in words for _ in range(duration)]
    levels[at : at + cycles] = [1 - level for level in levels[at : at + cycles]]
    return [(level, len(list(run))) for level, run in groupby(levels)]


def disturbance(step: Step, dut: Dut) -> Wave:
    """The waveform of a disturbance."""
    bit, quiet = dut.bit, [(HIGH, QUIET * dut.bit)]
    if step.kind == GLITCH:
        return whole([(HIGH, 2 * bit), (LOW, bit * step.number / 100), (HIGH, 2 * bit)])
    if step.kind == RESET:
        begun = _part_of_a_byte(step.number % 10, bit, step.length % 16 / 16)
        return [*begun, (HIGH + IN_RESET, dut.reset.cycles), *whole(quiet)]
    if step.kind == BREAK:
        begun = whole([(LOW, step.number * bit), *quiet])
    elif step.kind == FAULT:
        data, at = b"-T\n", step.number % 3
        levels = [(LOW, bit), *((data[at] >> n & 1, bit) for n in range(8)), (LOW, bit)]
        begun = [*wave(data[:at], bit), *whole([*levels, *quiet]), *wave(data[at + 1 :], bit)]
    elif step.kind == FLOOD:
        begun = wave(b"A" * step.number, bit)
    else:
        assert step.kind == NOISE
        begun = wave(Random(step.number).randbytes(step.length), bit)
    return [*begun, *_end(bit)]


def _end(bit: float) -> Wave:
    """Ends any line that a receiver believes to have begun, so that the next words are a line of their own."""
    quiet = whole([(HIGH, QUIET * bit)])
    return [*quiet, *wave(b"\n", bit), *quiet]


def _part_of_a_byte(bits: int, bit: float, more: float) -> Sequence[tuple[int, int]]:
    """The beginning of the letter U, which alternates with every bit: so many bits, and a part of one more."""
    return whole([*((number & 1, bit) for number in range(bits)), (bits & 1, more * bit)])
