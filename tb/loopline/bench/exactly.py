"""The record that a cycle-exact design must make, cycle by cycle, whenever it is asked and its answers are taken."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from loopline.contract.checker import Mismatch, first_difference
from loopline.contract.game import AnyEngine
from loopline.simulation.recording import (
    ASKED,
    EVENT,
    FLAGS,
    REQ_READY,
    REQ_VALID,
    RESET,
    RESP_READY,
    RESP_VALID,
    TAKEN,
    Row,
    line_in_reset,
    numbered,
)
from loopline.simulation.session import AT_ONCE

_INPUTS = REQ_VALID | RESP_READY


class RecordLines:
    """The lines of a record: cycles in which something happens, or that differ from the one before."""

    def __init__(self, last: str = "") -> None:
        self.last = last
        self.lines: deque[tuple[int, str]] = deque()

    def add(self, cycle: int, line: str, flags: int) -> bool:
        """Add a line if something happens in it or it differs from the last. Return whether it was added.

        Args:
            cycle: The cycle since the reset, from 1.
            line: The values of all columns of the record.
            flags: The bits of its first column.
        """
        happens = flags & EVENT or flags & ASKED == ASKED or flags & TAKEN == TAKEN
        noted = line != self.last or bool(happens)
        if noted:
            self.lines.append((cycle, line))
        self.last = line
        return noted

    def rows(self) -> list[Row]:
        """Return the lines in columns."""
        return [Row(cycle, *line.split()) for cycle, line in self.lines]


class ExactComparison:
    """Compares what is recorded with what is predicted, as far as it is settled.

    The trick: what a design does depends on when it is asked and when its answer is taken, and on nothing else that
    comes from outside. So each request is predicted as if nothing waited, and its answer is held until it is taken.
    """

    def __init__(self, game: AnyEngine) -> None:
        self._game = game
        self._in_reset = line_in_reset(game.streams)
        #: The lines that must come next, and the one after them, as long as nothing is asked.
        self._due: deque[str] = deque()
        self._idle = ""
        #: The lines that are predicted and recorded since both were last the same.
        self._want, self._got = RecordLines(), RecordLines()

    def reset(self) -> None:
        """Start over: the next cycle is the first after a reset.

        Any request that is made at once shows what a design does until it can take one, and how it looks while idle.
        """
        game = self._game
        self._predictor = game.predictor(1)
        boot = game.predictor(1)
        boot.request(request_of(game, [0] * len(game.streams.request.fields)), AT_ONCE)
        lines = list(_each_cycle(boot.take()))[1:]
        booted = next(at for at, line in enumerate(lines) if _flags(line) & REQ_READY)
        self._due = deque(lines[:booted])
        self._idle = lines[booted]

    def see(self, cycle: int, flags: int, line: str, request: Any) -> None:
        """Compare a cycle.

        Args:
            cycle: The cycle.
            flags: Its flags.
            line: Its line in a record.
            request: The request that is taken in it, if one is.

        Raises:
            Mismatch: The cycle is not as predicted.
        """
        self._want.add(cycle, *self._predicted(flags))
        if self._got.add(cycle, line, flags):
            self._settle(flags)
        if flags & RESET:
            return
        self._step(flags, request)

    def _predicted(self, flags: int) -> tuple[str, int]:
        """Return the line of this cycle, with the inputs as they are."""
        if flags & RESET:
            return self._in_reset, flags
        line = self._due[0] if self._due else self._idle
        shown = _flags(line) & ~_INPUTS | flags & _INPUTS
        return FLAGS.text(shown) + line[2:], shown

    def _step(self, flags: int, request: Any) -> None:
        """Go on by a cycle: past a line that is due, unless its answer waits; or predict the request that is taken."""
        if self._due:
            if not _flags(self._due[0]) & RESP_VALID or flags & RESP_READY:
                self._due.popleft()
        elif request is not None:
            self._predictor.request(request, AT_ONCE)
            lines = _each_cycle(self._predictor.take())
            for line in lines:  # up to the one in which it is taken
                if _flags(line) & ASKED == ASKED:
                    break
            *due, self._idle = lines
            self._due = deque(due)

    def _settle(self, flags: int) -> None:
        """Compare what has been recorded. Raises Mismatch."""
        want, got = self._want.lines, self._got.lines
        if want == got:
            want.clear()
            got.clear()
            return
        if found := self.difference(flags):
            raise found

    def difference(self, flags: int = 0) -> Mismatch | None:
        """Return the first difference between what is recorded and what is predicted, or None.

        If the record goes on where no line is predicted yet, it is compared with the next line that would come. At the
        end of a test, an event that has not come is a difference.

        Args:
            flags: The inputs of the last cycle, for the line that would come.
        """
        want, got = self._want.rows(), self._got.rows()
        if want == got:
            return None
        if want == got[: len(want)]:
            want += self._comes(got[-1].cycle, flags)
        return first_difference(want, got, self._game.streams)

    def _comes(self, cycle: int, flags: int) -> Sequence[Row]:
        """Return the next line after this cycle, if the inputs stay as they are."""
        ahead = RecordLines(self._want.last)
        while self._due:
            cycle += 1
            self._step(flags | RESP_READY, None)
            if ahead.add(cycle, *self._predicted(flags)):
                return ahead.rows()
        return []


def request_of(game: AnyEngine, fields: Sequence[int], cut: int = 0) -> Any:
    """Return the game's own request with these fields.

    Args:
        game: The game.
        fields: The fields.
        cut: After how many cycles a reset comes, if one does.
    """
    return game.requests(game.script_of([[*fields, cut]]))[0]


def _flags(line: str) -> int:
    return int(line[:2], 16)


def _each_cycle(text: str) -> Iterator[str]:
    """Yield a line for every cycle of a record, those that are like the one before too."""
    last, shown = "", -1
    for cycle, line in numbered(text):
        for _ in range(cycle - shown - 1):
            yield last
        yield line
        last, shown = line, cycle
