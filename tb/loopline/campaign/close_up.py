"""The close-up of a failure: its minimal game, played again in a build that makes waves. If it fails only after other
games, of which a reset leaves something behind, these are looked for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, takewhile
from pathlib import Path

from loopline.campaign.failures import Finding, write_failure
from loopline.campaign.workplace import Workplace
from loopline.contract.game import AnyScripts
from loopline.design import waves
from loopline.design.build import TOP, Build
from loopline.design.plugins import in_words
from loopline.errors import BadInput
from loopline.simulation.job import AFTER, CloseUpJob, Outcome, ScriptsJob

#: To find out which game a failure takes before it, this many are tried in one simulation, in this share of the time
#: for shrinking: a player may take minutes for a game.
_AT_ONCE, _SHARE_AT_ONCE = 16, 0.25

#: What an outcome tells of its failure.
_OF_A_FAILURE = (
    "cycle",
    "request",
    "signal",
    "expected",
    "found",
    "says",
    "transcript",
    "board",
    "nanoseconds",
    "waveform",
)


def make(campaign: Workplace, finding: Finding, game: Path) -> None:
    """Play the minimal game of a finding in close-up, and note what came of it. After Ctrl-C nothing is done."""
    try:
        build = campaign.built(finding.simulator, waves=True)
        if build is None:
            return
        if build.inputs != campaign.builds.get(finding.simulator).inputs:
            raise BadInput("the sources have been changed since the run began")
    except BadInput as error:
        finding.outcome.close_up = f"none: {error}"
    else:
        again = _played(campaign, finding, build)
        if (again.state, finding.outcome.state) == ("agrees", "mismatch") and _look_before(campaign, finding, build):
            again = _played(campaign, finding, build)
        _compare(finding.outcome, again, campaign.interrupted)
    write_failure(game.parent, finding.outcome)
    if finding.waves:
        wrong = finding.outcome.nanoseconds
        marker = None if wrong is None else 1000 * wrong
        for write in (waves.write_gtkwave, waves.write_surfer):
            write(finding.waves, TOP, campaign.plan.dut, campaign.plan.game.streams, marker, finding.outcome.signal)


def _played(campaign: Workplace, finding: Finding, build: Build) -> Outcome:
    """Play it, and keep its waves."""
    outcome, game = finding.outcome, finding.game

    def keep(folder: Path) -> None:
        assert game
        waves = folder / finding.simulator.wave_file(TOP)
        if waves.is_file():
            finding.waves = game.parent / f"minimal{waves.suffix}"
            waves.replace(finding.waves)

    before = [("before it", script, "") for script in outcome.before.splitlines()]
    scripts = [*before, (outcome.name, outcome.script, outcome.delays)]
    job = campaign.plan.job(CloseUpJob, scripts=scripts, power_up=outcome.power_up)
    outcomes = campaign.play_apart(build, [job], keep)
    return outcomes[-1] if outcomes else Outcome(name=outcome.name)


def _compare(outcome: Outcome, again: Outcome, interrupted: bool) -> None:
    """The report tells of the failure that the waves show, which need not be the same one: a design may keep something
    of the games before, and draw lots. If they show none, the report says so."""
    if (again.state, again.cycle, again.signal) == (outcome.state, outcome.cycle, outcome.signal):
        outcome.nanoseconds, outcome.waveform = again.nanoseconds, again.waveform
        outcome.close_up = again.close_up
    elif again.state == outcome.state == "mismatch":
        before = f"in cycle {outcome.cycle:,} on {outcome.signal}"
        outcome.close_up = "" if outcome.before else f"played by itself: after other games it failed {before}"
        for field in _OF_A_FAILURE:
            setattr(outcome, field, getattr(again, field))
        outcome.says += AFTER if outcome.before else ""
    elif not interrupted:
        why = f"when played again with waves, the outcome was different ({again.state})"
        outcome.close_up = f"not of this failure: {why}"


def _look_before(campaign: Workplace, finding: Finding, build: Build) -> bool:
    """Look for the games before a failing one without which it agrees, and keep them with it. Returns whether there are
    any."""

    def play(games: Sequence[tuple[str, str]]) -> list[Outcome]:
        return campaign.play_apart(
            build,
            [campaign.plan.job(ScriptsJob, scripts=[("", *one) for one in games], shrink=0, power_up=outcome.power_up)],
        )

    def goes_on() -> bool:
        return not campaign.interrupted and time.monotonic() < until

    outcome, until = finding.outcome, time.monotonic() + campaign.plan.shrink
    games, seconds = max(1, outcome.examples + outcome.shrinks), max(outcome.seconds, 0.001)
    at_once = max(1, min(_AT_ONCE, int(_SHARE_AT_ONCE * campaign.plan.shrink * games / seconds)))
    before = Before(campaign.plan.game, (outcome.script, outcome.delays), play, goes_on, at_once)
    found = before.find(outcome.earlier)
    if len(found) == 1:
        try:
            found = [before.smaller(*found)]
        except Exception as error:  # of the game's own code
            outcome.unshrunk = in_words(error)
    if found:
        outcome.before, outcome.agreed_again = "\n".join(found), 0
        outcome.says = outcome.says.removesuffix(AFTER) + AFTER
        finding.game = campaign.failures.save(finding.simulator, outcome)
    return bool(found)


#: Plays games, each with its delays, in a new simulation.
Play = Callable[[Sequence[tuple[str, str]]], Sequence[Outcome]]


class Before:
    """Looks for the games to be played before one that agrees when it is played by itself.

    A simulation does not forget what it has played, so each attempt takes a new one. As starting it takes longest, many
    games are tried in the same: the failing game is played again after each of them.
    """

    def __init__(
        self, game: AnyScripts, failing: tuple[str, str], play: Play, goes_on: Callable[[], bool], at_once: int
    ) -> None:
        """`failing`: the game and its delays. `goes_on`: whether there is time for more attempts. `at_once`: so many
        games are tried in one simulation."""
        self._game, self._failing, self._play, self._goes_on = game, failing, play, goes_on
        self._at_once = at_once

    def find(self, earlier: Sequence[str]) -> list[str]:
        """Return the fewest of the last games after which the failing one fails, from these, the newest last, and
        itself. None, if it never fails."""
        played = next(self._tried(iter([self._failing[0], *reversed(earlier)])), [])
        counts = [*takewhile(lambda count: count < len(played), (1 << n for n in range(len(played)))), len(played)]
        return next((some for count in counts if self._fails_after(some := played[-count:])), [])

    def smaller(self, first: str) -> str:
        """Return the game before the failing one with less in it, as far as there is time."""
        found = first
        while found:
            first = found
            shorter = map(self._game.write, self._game.shorter(self._game.read(first.split())))
            found = next((last for *_, last in self._tried(shorter) if self._fails_after([last])), "")
        return first

    def _tried(self, games: Iterator[str]) -> Iterator[list[str]]:
        """What was played until it failed, in each simulation in which it has, after some more of these games."""
        while some := list(islice(games, self._at_once)):
            if played := self._until_it_fails(some):
                yield played
            if not self._goes_on():
                return

    def _until_it_fails(self, games: Iterable[str]) -> list[str]:
        """What is played before it fails for the first time, if it is played after each of these."""
        every = [one for text in dict.fromkeys(games) if text for one in ((text, ""), self._failing)]
        outcomes = self._play(every)
        fails = (n for n, one in enumerate(outcomes) if n % 2 and one.state == "mismatch")
        return [text for text, _ in every[: next(fails, 0)]]

    def _fails_after(self, games: Sequence[str]) -> bool:
        if not games:
            return False
        outcomes = self._play([*((text, "") for text in games), self._failing])
        return len(outcomes) == len(games) + 1 and outcomes[-1].state == "mismatch"
