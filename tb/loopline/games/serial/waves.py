"""Steps as waveforms: what a host, or noise on its cable, does to the line."""

from __future__ import annotations

from itertools import groupby
from random import Random

from loopline.design.dut import Dut
from loopline.errors import plural
from loopline.games.serial.script import BREAK, ENDS, FLOOD, GLITCH, LOW_RESET, NOISE, RESET, Step
from loopline.simulation.line import (
    HIGH,
    IN_BYTE,
    IN_LINE,
    IN_RESET,
    IN_STOP_BIT,
    LOW,
    Wave,
    round_to_cycles,
    wave,
)

#: Idle bit times after which every receiver has finished what it took to be a byte.
QUIET = 24

#: Hundredths of a bit: a pulse shorter than half a bit, for a receiver that votes; and for one whose only sample of a
#: start bit may come a little early.
_JUST_SHORTER, _MUCH_SHORTER = 49, 40

#: The cycles of a long pause: a counter of up to 17 bits has overflowed.
PAUSE = 2**17

#: Those of shorter ones. A counter that is a bit too narrow, or is compared with the wrong number, shows at a power of
#: two, or one cycle before or after it; as it may count from a sample of a stop bit on, every pause that is shorter by
#: less than a bit of 16 cycles is tried, too. But not of those that take long.
PAUSES = tuple(
    sorted(
        {max(1, (1 << bits) + more) for bits in range(2, 12) for more in range(-16, 2)}
        | {(1 << bits) + more for bits in range(12, 17) for more in (-1, 0, 1)}
    )
)

#: Bit times of a high line after which the next byte must be seen; and a break.
_CLOSE, _A_BREAK = 2, 12

#: A line that is this many per cent too fast or too slow must still be understood.
UNDERSTOOD = 2


def spoken(data: bytes, step: Step, dut: Dut, idle: int) -> Wave:
    """Return the waveform of a line.

    Args:
        data: The bytes of the line.
        step: How it is sent.
        dut: The design.
        idle: The idle cycles before it.
    """
    bit = dut.bit / (1 + step.baud / 100)
    if step.is_damaged:
        closely = (step.held is not None or step.torn is not None) and dut.golden_policy
        damaged = _damaged(data, step, bit, _CLOSE if closely else QUIET)
        return [(HIGH, max(1, idle)), *damaged, *([] if closely else ended(dut.bit))]
    words = _line(data, step, dut)
    if step.spike is not None:
        words = _spiked(words, _place(step.spike, len(data) + len(ENDS[step.end]), bit, dut.serial.votes), _width(dut))
    end = [] if abs(step.baud) <= UNDERSTOOD else ended(dut.bit)
    return [(HIGH, max(1, idle)), *words, *end]


def _paused(step: Step, length: int) -> int:
    """Return before which byte of a line of this length the pause is.

    It never comes before the LF of CR LF, as the CR ends the line.
    """
    assert step.paused is not None
    return step.paused % (length + 1)


def _line(data: bytes, step: Step, dut: Dut) -> Wave:
    """Return the line without any idle cycles."""
    sent, bit = data + ENDS[step.end], dut.bit / (1 + step.baud / 100)
    if step.paused is not None:
        at = _paused(step, len(data))
        return [*wave(sent[:at], bit), (HIGH, step.idle or PAUSE), *wave(sent[at:], bit)]
    if step.cut is None:
        return wave(sent, bit)
    at = step.cut % len(sent)
    cut = wave(sent[at : at + 2], bit, stop=dut.serial.stop)
    return [*wave(sent[:at], bit), *cut, *wave(sent[at + 2 :], bit)]


def _width(dut: Dut) -> int:
    """Return the cycles of a spike: a sixteenth of a bit.

    For a receiver that votes it is an eighth, as in that many cycles a spike that is a little shorter may be seen.
    """
    return max(1, int(dut.bit / 8) if dut.serial.votes else round(dut.bit / 16))


def _damaged(data: bytes, step: Step, bit: float, high: int) -> Wave:
    """Return the line with a break in it, or with a byte without a stop bit.

    The byte is a character, or the one that should end the line. Then the line is high for this many bits.
    """
    sent = data + ENDS[step.end]
    if step.torn is not None:
        at = step.torn % (len(data) + 1)  # before the end of the line, at the latest
        return [
            *wave(sent[:at], bit),
            *round_to_cycles([(LOW, _A_BREAK * bit), (HIGH, high * bit)]),
            *wave(sent[at:], bit),
        ]
    at = (step.broken or 0) % (len(data) + 1)
    low = (LOW, (1 + (step.held or 0)) * bit)
    levels = [(LOW, bit), *((sent[at] >> n & 1, bit) for n in range(8)), low, (HIGH, high * bit)]
    rest = sent[at + 1 :] or (b"\n" if high == _CLOSE else b"")
    return [*wave(sent[:at], bit), *round_to_cycles(levels), *wave(rest, bit)]


def done_to(data: bytes, step: Step, dut: Dut) -> list[str]:
    """Return what is done to a line, in words.

    Bytes are counted from 0, as in scripts, and bits from the start bit.

    Args:
        data: The bytes of the line.
        step: How it is sent.
        dut: The design.
    """
    sent = len(data) + len(ENDS[step.end])
    done = ["not waiting for an answer"] if step.now else []
    done += [] if step.after is None else [f"{plural(step.after, 'cycle')} after the line before"]
    done += [] if step.end == "lf" else [f"ended by {step.end.upper()}"]
    done += [f"{abs(step.baud)} % too {'fast' if step.baud > 0 else 'slow'}"] if step.baud else []
    if step.torn is not None:
        return [*done, f"a break before byte {step.torn % (len(data) + 1)}"]
    if step.broken is not None:
        low = f", and low for {step.held} bits more" if step.held else ""
        return [*done, f"no stop bit after byte {step.broken % (len(data) + 1)}{low}"]
    if step.paused is not None:
        done.append(f"a pause of {step.idle or PAUSE:,} cycles before byte {_paused(step, len(data))}")
    elif step.cut is not None:
        done.append(f"short stop bits from byte {step.cut % sent} on")
    if step.spike is not None:
        byte, bit, _ = _bit_of(step.spike, sent, dut.serial.votes)
        done.append(f"a spike in bit {bit} of byte {byte}")
    return done


def cycles(words: Wave) -> int:
    """Return the number of cycles that a waveform takes."""
    return sum(duration for _, duration in words)


def reset_in(words: Wave) -> tuple[int, int]:
    """Return the number of cycles before the reset in a waveform, and of the reset."""
    first = next(number for number, (level, _) in enumerate(words) if level & IN_RESET)
    return cycles(words[:first]), sum(lasts for level, lasts in words if level & IN_RESET)


def length(data: bytes, step: Step, dut: Dut) -> int:
    """Return the number of cycles that the line takes.

    Args:
        data: The bytes of the line.
        step: How it is sent.
        dut: The design.
    """
    return cycles(_line(data, step, dut))


def _place(spike: int, length: int, bit: float, votes: bool) -> int:
    """Return the cycle in a line of this many bytes, with bits of this many cycles.

    Unless a receiver `votes`, the middle three quarters of a bit are left alone: at the end of a byte that is 2 % too
    fast its only sample is late by a sixth of a bit, and by the cycles in which it looks for an edge. So are stop bits:
    a spike there can be taken for the start of the next byte, if that is less than half a bit away.
    """
    byte, number, phase = _bit_of(spike, length, votes)
    if not votes:
        phase = (phase % 4 + 14) % 16
    elif number == 9:
        phase %= 7 if byte < length - 1 else 14  # the line must be high again at its end
    return round((byte * 10 + number + phase / 16) * bit)


def _bit_of(spike: int, length: int, votes: bool) -> tuple[int, int, int]:
    """Return the byte, the bit of it, and the sixteenths of that bit before the spike."""
    bits = 10 if votes else 9
    byte, rest = divmod(spike % (length * bits * 16), bits * 16)
    return byte, *divmod(rest, 16)


def _spiked(words: Wave, at: int, cycles: int) -> Wave:
    """Return the wave with the opposite level for this many cycles.

    Its last cycle stays high: until something else is sent the line stays as it is left, and a spike there would be a
    break.
    """
    levels = [level for level, duration in words for _ in range(duration)]
    at = min(at, len(levels) - cycles - 1)
    levels[at : at + cycles] = [1 - level for level in levels[at : at + cycles]]
    return [(level, len(list(run))) for level, run in groupby(levels)]


def disturbance(step: Step, dut: Dut, bare: bool = False) -> Wave:
    """Return what the step does to the line.

    Args:
        step: The disturbance.
        dut: The design.
        bare: Whether the next step follows at once; otherwise silence comes first, then the end of anything that was
            taken for a line.
    """
    bit = dut.bit
    quiet: list[tuple[int, float]] = [(HIGH, QUIET * bit)]
    if step.kind == GLITCH:
        pulse = min(step.number, _JUST_SHORTER if dut.serial.votes else _MUCH_SHORTER) / 100
        high = (dut.serial.stop - pulse) * bit - 1 if step.length and dut.serial.votes else 2 * bit
        return round_to_cycles([(HIGH, 2 * bit), (LOW, pulse * bit), (HIGH, high)])
    if step.kind == RESET:
        return [*_cut_by_a_reset(step, dut), *([] if bare else round_to_cycles(quiet))]
    if step.kind == LOW_RESET:
        still = round_to_cycles([(LOW, step.number * bit / 16), (HIGH, bit)])
        return [(LOW + IN_RESET, dut.reset.cycles + step.lasts), *still, *([] if bare else ended(bit))]
    if step.kind == BREAK:
        low = (LOW, (step.number + step.length / 16) * bit)
        if bare:
            return [*round_to_cycles([low, (HIGH, bit)]), *wave(b"\n", bit)]
        begun = round_to_cycles([low, *quiet])
    elif step.kind == FLOOD:
        begun = _flood(step, bit)
        if bare:  # a line without its end
            return begun
    else:
        assert step.kind == NOISE
        begun = wave(Random(step.number).randbytes(step.length), bit)
    return [*begun, *ended(bit)]


def _flood(step: Step, bit: float) -> Wave:
    """Return a long line.

    If it is ill, all bytes but the first and the last of a command lack their stop bits.
    """
    sent = flood(step)
    if not _ill(step):
        return wave(sent, bit)
    whole_ones = (0, len(sent) - 1) if step.length % 4 else ()
    levels: list[tuple[int, float]] = []
    for at, byte in enumerate(sent):
        stop = HIGH if at in whole_ones else LOW
        levels += [(LOW, bit), *((byte >> n & 1, bit) for n in range(8)), (stop, bit), (HIGH, _CLOSE * bit)]
    return round_to_cycles(levels)


def frame(step: Step, bit: float) -> float:
    """Return the cycles of each byte of a flood."""
    return (10 + (_CLOSE if _ill(step) else 0)) * bit


def _ill(step: Step) -> bool:
    return step.length >= 4


def flood(step: Step) -> bytes:
    """Return the characters of a flood.

    If those between the first and the last are lost unnoticed, a command is left.
    """
    first, last = (b"", b"") if step.length % 4 == 0 else (b"-", b"TWB"[step.length % 4 - 1 :][:1])
    return first + b"A" * step.number + last


def ended(bit: float) -> Wave:
    """Return what ends any line that a receiver believes to have begun, so that the next line stands alone."""
    quiet = round_to_cycles([(HIGH, QUIET * bit)])
    return [*quiet, *wave(b"\n", bit), *quiet]


#: A byte of any kind: the letter U, whose bits alternate.
_ANY = b"U"


def bits_before(step: Step) -> tuple[int, int]:
    """Return the number of whole bits sent before a reset, and of sixteenths of the next bit.

    The last stop bit of a line is cut before a receiver can know that it has ended.
    """
    data = step.data or _ANY
    bits, sixteenths = step.number % (10 * len(data)), step.length % 16
    return bits, min(sixteenths, _NOT_KNOWN) if step.data and bits == 10 * len(data) - 1 else sixteenths


def known_end(step: Step, dut: Dut) -> int | None:
    """Return the cycle of a reset's bytes from which a receiver may know that their line has ended, before the reset.

    A line may end with CR, LF comes after that; None: it ends too late for that.
    """
    data, (bits, sixteenths) = step.data or _ANY, bits_before(step)
    ends = [10 * number + 9 for number, byte in enumerate(data) if byte in b"\r\n"]
    known = next((bit for bit in ends if (bit, _NOT_KNOWN) < (bits, sixteenths)), None)
    return None if known is None else int(known * dut.bit)


def moment_in_bytes(step: Step) -> str:
    """Return the moment of a reset that comes after some bits."""
    bits, sixteenths = bits_before(step)
    if bits % 10 == 9:
        return IN_STOP_BIT
    return IN_BYTE if bits % 10 or sixteenths else IN_LINE


#: Sixteenths of a bit before which every receiver waits to read it.
_NOT_KNOWN = 4


def _cut_by_a_reset(step: Step, dut: Dut) -> Wave:
    """Return the beginning of some bytes, and a reset, in which the line is high, or the rest of them is sent."""
    bits, sixteenths = bits_before(step)
    words = wave(step.data or _ANY, dut.bit)
    before, left = Wave(), round((bits + sixteenths / 16) * dut.bit)
    while left:
        level, lasts = words[0]
        taken = min(left, lasts)
        before.append((level, taken))
        words[:1] = [(level, lasts - taken)] if lasts > taken else []
        left -= taken
    cycles, rest = dut.reset.cycles + step.lasts, [*words, (HIGH, round(_CLOSE * dut.bit))] if step.through else []
    more = max(0, cycles - sum(lasts for _, lasts in rest))
    in_reset = [(level + IN_RESET, lasts) for level, lasts in rest]
    return [*before, *in_reset, *([(HIGH + IN_RESET, more)] if more else [])]
