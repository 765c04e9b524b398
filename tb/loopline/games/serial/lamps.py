"""A player's lamps, followed through every cycle: outputs that show what it is doing.

The cycle in which a player takes a line, or has found its move, is unknown. But it takes one thing after the other, and
what each does to the lamps is known: so they must show one `Stage` after the other, each for a cycle at least, none too
early and none too late. All stages in which they may be now are kept, as some look alike. A host keeps a `LampWatch`:
it notes what each line should do to the lamps, and checks when the line was sent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from loopline.contract.checker import Wrong
from loopline.design.dut import Dut
from loopline.simulation.line import LampChange

#: Whether each lamp, by its name, is on; None: it may be either.
Lights = Mapping[str, bool | None]

_CHARACTER = {True: "1", False: "0"}
_TOLD = {"0": "off", "1": "on"}


@dataclass
class Stage:
    """The state of the lamps between two events."""

    #: None: anything, even X.
    lights: Lights | None
    #: The event before it, for reports.
    after: str = "the reset"
    #: Not before this cycle.
    earliest: int = 0
    #: They must show it after this cycle; None: the time is unknown.
    latest: int | None = None
    #: Whether it may be left out. Then after `latest` they must show it, the stage before, or a later one.
    optional: bool = False


class WrongLamp(Exception):
    """The exception for a lamp that is wrong in a cycle."""

    def __init__(self, cycle: int, wrong: Wrong) -> None:
        super().__init__(str(wrong))
        self.cycle, self.wrong = cycle, wrong


class Lamps:
    """The lamps and the stages they may be in. Methods that follow raise WrongLamp."""

    def __init__(self, ports: Mapping[str, str], latching: Collection[str], first: Stage) -> None:
        """Begin with the lamps of the first stage.

        `ports`: of each lamp; `latching`: those that a reset only turns off.
        """
        self._ports, self._latching = ports, latching
        #: The lamps in the last cycle that was checked.
        self.shown: str | None = None
        self.begin(first)

    def begin(self, first: Stage) -> None:
        """Forget what was expected: the player was reset."""
        self._stages = [first]
        self._places = {0}
        self.shown = None

    def expect(self, stage: Stage) -> None:
        """Add the next stage."""
        self._stages.append(stage)

    def is_on(self, lamp: str) -> bool:
        """Return whether the lamp with this port was lit when last shown."""
        return dict(zip(self._ports, reversed(self.shown or ""), strict=False)).get(lamp) == "1"

    def follow(self, changes: Sequence[LampChange], now: int) -> None:
        """Follow the lamps up to this cycle."""
        for change in changes:
            if self.shown is not None:
                self._hold(change.cycle)
            self._change(change)
        if self.shown is not None:
            self._hold(now)
        self._forget()

    # --- where they may be --------------------------------------------------------------------------------------------

    def _hold(self, until: int) -> None:
        """Take note that the lamps have stayed as they are up to this cycle."""
        late = ((stage.latest, number) for number, stage in enumerate(self._stages) if stage.latest is not None)
        for latest, number in sorted(deadline for deadline in late if deadline[0] < until):
            self._places = self._silently(self._places, latest)
            due = number - self._stages[number].optional
            left = {place for place in self._places if place >= due}
            if not left:
                following = range(max(self._places) + 1, due + 1)
                missing = next((place for place in following if not self._passes(place)), due)
                raise WrongLamp(latest + 1, self._wrong([self._stages[missing]]))
            self._places = left
        self._places = self._silently(self._places, until)

    def _passes(self, place: int) -> bool:
        return self._stages[place].optional or self._fits(place)

    def _change(self, change: LampChange) -> None:
        before, self.shown = self.shown, change.lamps
        self._stay_on(before, change)
        reached = {place for place in self._places if self._fits(place)}
        if before is not None:
            for place in self._places:
                reached |= {following for following in self._next(place, change.cycle) if self._fits(following)}
        if not reached:
            near = {
                *self._places,
                *(following for place in self._places for following in self._next(place, change.cycle)),
            }
            raise WrongLamp(change.cycle, self._wrong([self._stages[place] for place in sorted(near)]))
        self._places = self._silently(reached, change.cycle)

    def _silently(self, places: set[int], cycle: int) -> set[int]:
        """Return these places, and those of stages that may follow unseen: they look like the lamps now."""
        found, fresh = set(places), set(places)
        while fresh:
            fresh = {n for place in fresh for n in self._next(place, cycle) if self._fits(n)} - found
            found |= fresh
        return found

    def _next(self, place: int, cycle: int) -> Iterator[int]:
        """Yield the stages that may follow at this time."""
        for number in range(place + 1, len(self._stages)):
            stage = self._stages[number]
            if stage.earliest > cycle:
                return
            yield number
            if not stage.optional and self._stages[place].lights is not None:
                return

    def _fits(self, place: int) -> bool:
        lights = self._stages[place].lights
        return lights is None or not any(True for _ in self._differences(lights))

    def _forget(self) -> None:
        """Drop the stages that are over."""
        first = min(self._places)
        self._stages = self._stages[first:]
        self._places = {place - first for place in self._places}

    # --- what is wrong ------------------------------------------------------------------------------------------------

    def _stay_on(self, before: str | None, change: LampChange) -> None:
        for lamp, was, shown in zip(self._ports, reversed(before or ""), reversed(change.lamps), strict=False):
            if lamp in self._latching and (was, shown) == ("1", "0"):
                says = f"The lamp {lamp} goes off, and only a reset may do that"
                raise WrongLamp(change.cycle, Wrong(self._ports[lamp], "on", "off", says))

    def _differences(self, lights: Lights) -> Iterator[tuple[str, str, str]]:
        """Return the lamps that are wrong: which, what it should show, what it shows."""
        assert self.shown is not None
        for lamp, shown in zip(self._ports, reversed(self.shown), strict=True):
            light = lights[lamp]
            if shown not in _TOLD or (light is not None and _CHARACTER[light] != shown):
                yield lamp, _TOLD["01"[bool(light)]], _TOLD.get(shown, shown)

    def _wrong(self, stages: Sequence[Stage]) -> Wrong:
        """Return what is wrong, compared with the stage that fits best.

        Of stages that fit equally well, the last counts, as something has happened.
        """
        known = [
            (list(self._differences(candidate.lights)), candidate)
            for candidate in stages
            if candidate.lights is not None
        ]
        differences, stage = min(reversed(known), key=lambda pair: len(pair[0]))
        lamp, expected, found = differences[0]
        says = f"The lamp {lamp} is {found}; after {stage.after} it is {expected}"
        return Wrong(self._ports[lamp], expected, found, says)


# --- as a host sees them ----------------------------------------------------------------------------------------------


@dataclass
class _Expectation:
    stage: Stage
    #: Cycles from the beginning of the waveform to the end of the line; None: something other than a line changes them.
    end: int | None = None
    #: Cycles within which the lamps must follow; the next line may have to wait for that.
    takes: int = 0
    busy: int = 0


@dataclass
class _Reset:
    before: list[_Expectation]
    at: int
    cycles: int
    first: Stage


class LampWatch:
    """A host's watch on the lamps.

    Methods that follow raise WrongLamp. For a design without lamps they do nothing.
    """

    def __init__(self, dut: Dut, latching: Sequence[str], first: Lights) -> None:
        self._on = bool(dut.lamps)
        self._lamps = Lamps(dut.lamps, latching, Stage(first if dut.reset.signal else None))
        self._noted: list[_Expectation] = []
        #: Of each reset what was noted before it, when it begins, and what is shown then.
        self._resets: list[_Reset] = []
        #: Until this cycle the player may be busy with something else.
        self._busy = 0

    def line(self, stage: Stage, end: int, takes: int, busy: int = 0) -> None:
        """Expect a stage after a line.

        Args:
            stage: What shows after the line.
            end: The cycle in which the line ends.
            takes: Cycles within which the lamps must follow.
            busy: Cycles for which the player may then be busy.
        """
        self._noted.append(_Expectation(stage, end, takes, busy))

    def answer(self, stage: Stage) -> None:
        """Expect a stage after the player has answered; when that will be is unknown."""
        self._noted.append(_Expectation(stage))

    def anything(self, start: int, busy: int) -> None:
        """Expect anything from a cycle on, and the player to be busy."""
        self._noted.append(_Expectation(Stage(None, "the noise", start), start, 0, busy))

    def reset(self, at: int, cycles: int, first: Lights) -> None:
        """Expect a reset, which clears all.

        Args:
            at: The cycle in which it begins.
            cycles: How long it lasts.
            first: What the lamps show after it.
        """
        self._resets.append(_Reset(self._noted, at, cycles, Stage(first)))
        self._noted = []

    def is_on(self, lamp: str) -> bool:
        """Return whether the lamp with this port was lit when last shown."""
        return self._lamps.is_on(lamp)

    def answered(self, stage: Stage, last: int, takes: int, later: Sequence[Stage] = ()) -> None:
        """Take note that the answer has come, and none of the `later` stages before it."""
        stage.latest = last + takes
        self._busy = max(self._busy, stage.latest)
        for next_stage in later:
            next_stage.latest = max(next_stage.latest or 0, stage.latest)

    def sent(self, begin: int) -> None:
        """Take note that all that was expected so far began in that cycle."""
        if not self._on:
            self._noted, self._resets = [], []
        for expected in [*self._noted, *(noted for reset in self._resets for noted in reset.before)]:
            expected.stage.earliest += begin
            if expected.end is not None:
                expected.end += begin
        for reset in self._resets:
            reset.at += begin
        self._expect(self._resets[0].before if self._resets else self._noted)

    def _expect(self, noted: Sequence[_Expectation]) -> None:
        for expected in noted:
            if expected.end is not None:
                latest = max(expected.end, self._busy) + expected.takes
                self._busy = latest + expected.busy
                known = max(
                    latest, expected.stage.latest or 0
                )  # after a reset in it, what has been heard is known already
                expected.stage.latest = known if expected.stage.lights is not None else None
            self._lamps.expect(expected.stage)

    def follow(self, changes: Sequence[LampChange], now: int) -> None:
        """Compare what has been shown since the waveform was sent."""
        if not self._on:
            return
        then = [reset.before for reset in self._resets[1:]] + [self._noted]
        for reset, noted in zip(self._resets, then, strict=True) if self._resets else ():
            self._lamps.follow([change for change in changes if change.cycle <= reset.at], reset.at)
            self._busy = over = reset.at + reset.cycles + 1
            shown = [self._lamps.shown or "", *(change.lamps for change in changes if change.cycle <= over)]
            self._lamps.begin(reset.first)
            changes = [LampChange(over, shown[-1]), *(change for change in changes if change.cycle > over)]
            self._expect(noted)
        self._lamps.follow(changes, now)
        self._resets, self._noted = [], []
