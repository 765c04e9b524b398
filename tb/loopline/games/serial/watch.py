"""A player's lamps as its host sees them: it notes what each line should do to them, and checks when the line was
sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from loopline.design.dut import Dut
from loopline.games.serial.lamps import Lamps, Lights, Stage
from loopline.simulation.line import Lit


@dataclass
class _Noted:
    stage: Stage
    #: Cycles from the beginning of the waveform to the end of the line; None: it is no line that changes them.
    end: int | None = None
    #: Cycles within which the lamps must follow; the next line may have to wait for that.
    takes: int = 0
    busy: int = 0


@dataclass
class _Reset:
    before: list[_Noted]
    at: int
    first: Stage


class Watch:
    """Methods that follow raise Late. If the design has no lamps there is nothing to be seen."""

    def __init__(self, dut: Dut, latching: Sequence[str], first: Lights) -> None:
        self._on, self._reset_cycles = bool(dut.lamps), dut.reset.cycles
        self._lamps = Lamps(dut.lamps, latching, Stage(first if dut.reset.signal else None))
        self._noted: list[_Noted] = []
        #: Of each reset what was noted before it, when it begins, and what is shown then.
        self._resets: list[_Reset] = []
        #: Until this cycle the player may be busy with something else.
        self._busy = 0

    def line(self, stage: Stage, end: int, takes: int, busy: int = 0) -> None:
        """What shows after a line that ends there."""
        self._noted.append(_Noted(stage, end, takes, busy))

    def answer(self, stage: Stage) -> None:
        """What shows when it has answered; when that will be is not known."""
        self._noted.append(_Noted(stage))

    def anything(self, start: int, busy: int) -> None:
        """From there on nothing is known."""
        self._noted.append(_Noted(Stage(None, "the noise", start), start, 0, busy))

    def reset(self, at: int, first: Lights) -> None:
        """Begins there, and clears all."""
        self._resets.append(_Reset(self._noted, at, Stage(first)))
        self._noted = []

    def is_on(self, lamp: str) -> bool:
        """Whether the lamp with this port was lit when last shown."""
        return self._lamps.is_on(lamp)

    def answered(self, stage: Stage, last: int, takes: int, later: Sequence[Stage] = ()) -> None:
        """The answer has come, and nothing `later` before it."""
        stage.latest = last + takes
        self._busy = max(self._busy, stage.latest)
        for one in later:
            one.latest = max(one.latest or 0, stage.latest)

    def sent(self, begin: int) -> None:
        """Everything noted so far began in that cycle."""
        if not self._on:
            self._noted, self._resets = [], []
        for one in [*self._noted, *(noted for reset in self._resets for noted in reset.before)]:
            one.stage.earliest += begin
            if one.end is not None:
                one.end += begin
        for reset in self._resets:
            reset.at += begin
        self._expect(self._resets[0].before if self._resets else self._noted)

    def _expect(self, noted: Sequence[_Noted]) -> None:
        for one in noted:
            if one.end is not None:
                latest = max(one.end, self._busy) + one.takes
                self._busy = latest + one.busy
                known = max(latest, one.stage.latest or 0)  # after a reset in it, what has been heard is known already
                one.stage.latest = known if one.stage.lights is not None else None
            self._lamps.expect(one.stage)

    def follow(self, changes: Sequence[Lit], now: int) -> None:
        """What has been shown since it was sent."""
        if not self._on:
            return
        then = [reset.before for reset in self._resets[1:]] + [self._noted]
        for reset, noted in zip(self._resets, then, strict=True) if self._resets else ():
            self._lamps.follow([one for one in changes if one.cycle <= reset.at], reset.at)
            self._busy = over = reset.at + self._reset_cycles + 1
            shown = [self._lamps.shown or "", *(one.lamps for one in changes if one.cycle <= over)]
            self._lamps.begin(reset.first)
            changes = [Lit(over, shown[-1]), *(one for one in changes if one.cycle > over)]
            self._expect(noted)
        self._lamps.follow(changes, now)
        self._resets, self._noted = [], []
