"""Delays: how long requests, answers and lines wait. They are bytes, which Hypothesis can shrink, and text in files.

A byte for each request or line is a short delay, and after the last byte comes the first again: `c7ff`. Its bits are

    bits 0 to 2, bit 6 is 1     the request comes this many cycles late
    bits 0 to 2, bit 6 is 0     the next request is made this many cycles after this one, without waiting for the answer
    bits 3 to 5, bit 7 is 1     the answer waits this many cycles
    bits 3 to 5, bit 7 is 0     4: `resp_ready` is up before the answer, and falls in its cycle; 5 to 7: one, two or
                                three cycles after the request

Long waits stand behind it, each of one request: `c7ff,answer5=129`. They are

    request5=129                request 5, counted from 0, comes 129 cycles after the answer before it
    answer5=129                 the answer to request 5 waits 129 cycles
    held5=129                   the same, and the next request is made at once and held
    ready5=129                  `resp_ready` is up for 129 cycles before that answer, or until it comes
    answer=129                  the answer to every request waits 129 cycles

Each takes the place of the short delay. Where there are any, the short delays are those of the first 64 requests, and
nothing waits after 256.

With `first`, a request that comes next after a reset is made in the very first cycle, whatever its own delay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

#: The most short delays. If there are more bytes, those behind are long waits, three each: the number of the request,
#: what waits in the highest two bits, and for how many cycles.
SHORT = 64

#: Instead of a number: every request.
EVERY = 255

#: What waits: the request after the answer before it; its answer; that and, as long, the next request, which is made
#: before; or the answer for a cycle, after `resp_ready` has been up for so long before it.
KINDS = ("request", "answer", "held", "ready")

#: The most cycles of a wait.
MOST = (1 << 14) - 1

#: Counters that are one bit too narrow, or are compared with the wrong number, show at a power of two, or one cycle
#: before or after it.
LENGTHS = tuple((1 << bits) + more for bits in range(3, 13) for more in (-1, 0, 1))

#: The number of lengths that a drawn byte can have; those behind `LENGTHS` mean the longest.
_LENGTHS = 40

#: From this value of a drawn byte on, every request waits: whatever state there is, it lasts for long.
_EVERY = 252

#: From this number of drawn bytes on, the last four stand for two long waits.
_LONG = 10

_WAIT = re.compile(rf"({'|'.join(KINDS)})([0-9]{{1,3}})?=([1-9][0-9]{{0,4}})")


class Wait(NamedTuple):
    """A long wait."""

    request: int
    kind: str
    cycles: int

    def __str__(self) -> str:
        if self == FIRST:
            return _FIRST
        return f"{self.kind}{'' if self.request == EVERY else self.request}={self.cycles}"

    def describe(self, of: str) -> str:
        """Describe it in words; it is that of a request or a line, counted from 1."""
        if self == FIRST:
            return f"{of}s are made in the first cycle after a reset"
        request = f"each {of}" if self.request == EVERY else f"{of} {self.request + 1}"
        cycles = f"{self.cycles:,} cycles"
        if self.kind == "request" or of == "line":
            return f"{request} comes {cycles} late"
        of = f"the answer to {request}"
        if self.kind == "ready":
            return f"resp_ready is up for {cycles} before {of}"
        return f"{of} waits {cycles}" + (", and so does the next request" if self.kind == "held" else "")


#: No wait: a request that comes next after a reset is made in the first cycle. Other requests wait as before.
FIRST, _FIRST = Wait(EVERY, "request", 0), "first"


def parted(delays: bytes) -> tuple[bytes, list[Wait]]:
    """Part the short delays from the long waits."""
    parts = (delays[at : at + 3] for at in range(SHORT, len(delays) - 2, 3))
    waits = (Wait(request, KINDS[high >> 6], (high & 63) << 8 | low) for request, high, low in parts)
    return delays[:SHORT], [wait for wait in waits if wait.cycles or wait == FIRST]


def pauses_of(delays: bytes) -> list[tuple[int, int]]:
    """Return for each line its short delay, and how many cycles more it is late, whatever kind of wait it is."""
    short, waits = parted(delays)
    lines, waits = [(byte, 0) for byte in short], [wait for wait in waits if wait != FIRST]
    if waits:
        lines += [(0, 0)] * (EVERY - len(lines))
    for wait in waits:
        for number in range(EVERY) if wait.request == EVERY else [wait.request]:
            lines[number] = lines[number][0], wait.cycles
    return lines


def joined(short: bytes, waits: list[Wait]) -> bytes:
    """Join what `parted` parts."""
    if not waits:
        return short
    behind = ((wait.request, KINDS.index(wait.kind) << 6 | wait.cycles >> 8, wait.cycles & 255) for wait in waits)
    return short.ljust(SHORT, b"\0") + b"".join(map(bytes, behind))


def drawn(data: bytes) -> bytes:
    """Return the delays that drawn bytes mean. Fewer and smaller ones mean fewer and shorter waits.

    One example in six has long waits: an answer that waits for a thousand cycles must not be rare, and costs less than
    a game. Half of them are of the first requests, and a quarter the longest. In a third of the examples with delays a
    request is made in the first cycle after a reset.
    """
    first = [FIRST] if data and data[0] % 3 == 1 else []
    if len(data) < _LONG:
        return joined(data, first)
    *short, where, what, where_else, what_else = data
    return joined(bytes(short), [_wait(where, what), _wait(where_else, what_else), *first])


def _wait(where: int, what: int) -> Wait:
    length = (what & 63) * _LENGTHS >> 6
    cycles = LENGTHS[length] if length < len(LENGTHS) else LENGTHS[-1]
    return Wait(EVERY if where >= _EVERY else where * where >> 8, KINDS[what >> 6], cycles)


def simpler(delays: bytes) -> Iterator[bytes]:
    """Yield delays of which one may do as well: none; of one wait alone, at every request or at its own; waits only."""
    yield b""
    _, waits = parted(delays)
    kinds = ((wait, kind) for wait in waits for kind in dict.fromkeys((_SIMPLER.get(wait.kind, wait.kind), wait.kind)))
    yield from (joined(b"", [Wait(EVERY, kind, wait.cycles)]) for wait, kind in kinds)
    if len(waits) > 1:
        yield from (joined(b"", [wait]) for wait in waits)
    if waits:
        yield joined(b"", waits)
    yield delays


#: A kind of wait, and one that has a part of it.
_SIMPLER = {"held": "answer"}


def without_later(delays: bytes, requests: int) -> bytes:
    """Return the delays without waits that come after this many requests or lines."""
    short, waits = parted(delays)
    return joined(
        short[:requests] if len(short) > requests else short,
        [wait for wait in waits if wait.request == EVERY or wait.request < requests],
    )


def shorter(delays: bytes) -> Iterator[bytes]:
    """Yield shorter waits in place of a single long one, the shortest first."""
    short, waits = parted(delays)
    if len(waits) == 1 and not any(short):
        [wait] = waits
        yield from (joined(b"", [wait._replace(cycles=cycles)]) for cycles in LENGTHS if cycles < wait.cycles)


# --- as text ----------------------------------------------------------------------------------------------------------


def write_delays(delays: bytes) -> str:
    """Return delays as text."""
    short, waits = parted(delays)
    return ",".join(filter(None, [(short.rstrip(b"\0") if waits else short).hex(), *map(str, waits)]))


def told_delays(text: str, of: str) -> str:
    """Return delays in words: long waits, or else what short ones are."""
    _, waits = parted(read_delays(text))
    return "; ".join(wait.describe(of) for wait in waits) or "idle cycles before requests, stalls of answers"


def read_delays(text: str) -> bytes:
    """Read delays that were written so. Raise ValueError."""
    words = text.split(",")
    short = bytes.fromhex(words.pop(0)) if words[0] != _FIRST and "=" not in words[0] else b""
    if len(short) > SHORT:
        raise ValueError(f"there are more than {SHORT} short delays")
    return joined(short, [*map(_read, words)])


def _read(word: str) -> Wait:
    if word == _FIRST:
        return FIRST
    match = _WAIT.fullmatch(word)
    if match is None or int(match[3]) > MOST or int(match[2] or 0) >= EVERY:
        kinds = ", ".join(KINDS)
        raise ValueError(
            f"expected a long wait, such as answer5=129, or {_FIRST}; got {word!r}. "
            f"{kinds} can wait, {MOST:,} cycles at most"
        )
    return Wait(int(match[2] or EVERY), match[1], int(match[3]))
