"""The close-up of a failure: its minimal game, played again in a build that makes waves.

If it fails only after other games, of which a reset leaves something behind, these are looked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, takewhile
from pathlib import Path
from typing import TypeVar

from loopline.campaign.failures import write_failure
from loopline.campaign.findings import Agrees, Mismatch
from loopline.campaign.workplace import Workplace
from loopline.contract.game import AnyScripts
from loopline.design import waves
from loopline.design.build import TOP, Build
from loopline.design.plugins import in_words
from loopline.errors import BadInput
from loopline.simulation.job import AFTER, CloseUpJob, Outcome, Replayed, ScriptsJob

#: The games tried in one simulation to find the one that a failure needs before it, and the share of the time for
#: shrinking that this may take: a player may take minutes for a game.
_AT_ONCE, _SHARE_AT_ONCE = 16, 0.25

#: Delays in a line of a file.
_DELAYS = "delays:"

#: A finding with a game.
_Played = TypeVar("_Played", bound=Agrees | Mismatch)


def make(campaign: Workplace, finding: _Played, game: Path) -> _Played:
    """Play the minimal game of a finding in close-up.

    Args:
        campaign: Where to build with waves, and to play.
        finding: The finding whose files are made.
        game: The file of its minimal game; waves and pictures are written beside it.

    Returns:
        The finding with what came of it; after Ctrl-C, as it was.
    """
    try:
        build = campaign.built(finding.simulator, waves=True)
        if build is None:
            return finding
        if build.inputs != campaign.builds.get(finding.simulator).inputs:
            raise BadInput("the sources have been changed since the run began")
    except BadInput as error:
        finding = replace(finding, outcome=finding.outcome.model_copy(update={"close_up": f"none: {error}"}))
    else:
        seen = _CloseUp(campaign, finding, game, build)
        seen.look()
        finding = replace(finding, outcome=seen.outcome, game=seen.game, waves=seen.waves)
    write_failure(game.parent, finding.outcome)
    if finding.waves:
        wrong = finding.outcome.nanoseconds
        marker = None if wrong is None else 1000 * wrong
        for write in (waves.write_gtkwave, waves.write_surfer):
            write(finding.waves, TOP, campaign.plan.dut, campaign.plan.game.streams, marker, finding.outcome.signal)
    return finding


class _CloseUp:
    """A finding while its game is looked at."""

    def __init__(self, campaign: Workplace, finding: Agrees | Mismatch, game: Path, build: Build) -> None:
        self._campaign, self._simulator, self._build = campaign, finding.simulator, build
        self.outcome, self.game, self.waves = finding.outcome, game, finding.waves

    def look(self) -> None:
        """Play it, and note what came of that; if it agrees by itself, look for what it takes to fail."""
        again = self._play()
        if (again.state, self.outcome.state) == ("agrees", "mismatch") and (
            self._look_before() or self._keep_as_found()
        ):
            again = self._play()
        self._compare(again)
        if again.state == self.outcome.state == "mismatch":
            self._confirm()

    def _note(self, **what: object) -> None:
        self.outcome = self.outcome.model_copy(update=what)

    def _save(self) -> None:
        self.game = self._campaign.failures.save(self._simulator, self.outcome)

    def _play(self) -> Outcome:
        """Play it, and keep its waves."""
        outcome, campaign = self.outcome, self._campaign

        def keep(folder: Path) -> None:
            waves = folder / self._simulator.wave_file(TOP)
            if waves.is_file():
                self.waves = self.game.parent / f"minimal{waves.suffix}"
                waves.replace(self.waves)

        scripts = [*_before(outcome), (outcome.name, outcome.script, outcome.delays)]
        whole = any(cause.late for cause in outcome.causes)
        job = campaign.plan.job(CloseUpJob, scripts=scripts, whole_requests=whole, power_up=outcome.power_up)
        outcomes = campaign.play_apart(self._build, [job], keep)
        return outcomes[-1] if outcomes else Outcome(name=outcome.name)

    def _confirm(self) -> None:
        """Say what makes the game fail, if that comes out the same twice in new simulations.

        In the second one, what was never written has other values.
        """
        outcome, campaign = self.outcome, self._campaign
        if not outcome.causes or campaign.interrupted:
            return
        build, script = campaign.builds.get(self._simulator), (outcome.script, outcome.delays)
        first = campaign.plan.seed if outcome.power_up is None else outcome.power_up
        carried, late = [*outcome.carried], [*outcome.late]
        for cause in outcome.causes:
            found = list[dict[str, str]]()
            for power_up in (first, first + 1):
                how = {"shrink": 0, "power_up": power_up}
                jobs = [
                    campaign.plan.job(ScriptsJob, scripts=[*_before(outcome), (name, *script)], spared=spared, **how)
                    for name, spared in (("mismatch", cause.fails), ("agrees", cause.agrees))
                ]
                played = campaign.play_apart(build, jobs)
                found.append({result.name: result.state for result in played if result.name != "before it"})
            if all(states == {"mismatch": "mismatch", "agrees": "agrees"} for states in found):
                carried += cause.carried
                late += cause.late
        self._note(carried=carried, late=late)
        if late:
            self._note(says=f"{outcome.says}; the design reads {', '.join(late)} after the request was accepted")

    def _compare(self, again: Outcome) -> None:
        """Describe the failure that the waves show, which may differ from the one that was found.

        A design may keep something of the games before, and draw lots. If the waves show none, say so.
        """
        outcome = self.outcome
        if again.state == outcome.state == "mismatch":
            remark = again.close_up  # in the same cycle, too, another value may be wrong: of the games before, say
            if (again.cycle, again.signal) != (outcome.cycle, outcome.signal):
                before = f"in cycle {outcome.cycle:,} on {outcome.signal}"
                remark = "" if outcome.before else f"played by itself: after other games it failed {before}"
            self._note(**again.divergence(), close_up=remark)
            self._note(says=self.outcome.says + (AFTER if outcome.before else ""))
        elif again.state == outcome.state:
            self._note(nanoseconds=again.nanoseconds, waveform=again.waveform, close_up=again.close_up)
        elif not self._campaign.interrupted:
            why = f"when played again with waves, the outcome was different ({again.state})"
            self._note(close_up=f"not of this failure: {why}")

    def _look_before(self) -> bool:
        """Look for the games before a failing one without which it agrees, and keep them with it.

        Return whether there are any.
        """
        outcome, campaign = self.outcome, self._campaign
        until = time.monotonic() + campaign.plan.shrink

        def play(games: Sequence[tuple[str, str]]) -> list[Outcome]:
            scripts = [("", *played) for played in games]
            job = campaign.plan.job(ScriptsJob, scripts=scripts, shrink=0, power_up=outcome.power_up)
            return campaign.play_apart(self._build, [job])

        def goes_on() -> bool:
            return not campaign.interrupted and time.monotonic() < until

        games, seconds = max(1, outcome.examples + outcome.shrinks), max(outcome.seconds, 0.001)
        at_once = max(1, min(_AT_ONCE, int(_SHARE_AT_ONCE * campaign.plan.shrink * games / seconds)))
        before = EarlierGamesSearch(campaign.plan.game, (outcome.script, outcome.delays), play, goes_on, at_once)
        found = before.find(outcome.earlier)
        if len(found) == 1:
            try:
                found = [before.smaller(*found)]
            except Exception as error:  # of the game's own code
                self._note(unshrunk=in_words(error))
        if found:
            says = outcome.says.removesuffix(AFTER) + AFTER
            self._note(before="\n".join(found), agreed_again=0, says=says)
            self._save()
        return bool(found)

    def _keep_as_found(self) -> bool:
        """Keep a failure as it was found, which a new simulation does not show by itself.

        It is kept with what its simulation had played before it. Return whether that shows it again.
        """
        outcome, campaign = self.outcome, self._campaign
        history = [line for line in outcome.history if _parted(line)[0]]  # no file can have an empty game
        if not history or campaign.interrupted:
            return False
        *before, found = history

        def fails_after(lines: Sequence[str]) -> bool:
            scripts = [("", *_parted(line)) for line in (*lines, found)]
            job = campaign.plan.job(ScriptsJob, scripts=scripts, shrink=0, power_up=outcome.power_up)
            outcomes = campaign.play_apart(self._build, [job])
            return len(outcomes) == len(scripts) and outcomes[-1].state == "mismatch"

        shows = fails_after(before)
        if shows:
            until, count = time.monotonic() + campaign.plan.shrink, 1
            while count < len(before) and time.monotonic() < until and not campaign.interrupted:
                if fails_after(before[-count:]):
                    before = before[-count:]
                    break
                count *= 2
        script, delays = _parted(found)
        self._note(script=script, delays=delays, before="\n".join(before), agreed_again=0, causes=[])
        self._note(kept="as found" if shows else "once", turns_left=outcome.turns_before)
        self._save()
        return shows


def _before(outcome: Outcome) -> list[Replayed]:
    """Return the scripts to be played before it."""
    return [("before it", *_parted(line)) for line in outcome.before.splitlines()]


def _parted(line: str) -> tuple[str, str]:
    """Return a script of a line, and its delays."""
    delays, _, script = line.partition(" ") if line.startswith(_DELAYS) else ("", "", line)
    return script, delays.removeprefix(_DELAYS)


#: Plays games, each with its delays, in a new simulation.
Play = Callable[[Sequence[tuple[str, str]]], Sequence[Outcome]]


class EarlierGamesSearch:
    """A search for the games to be played before one that agrees when it is played by itself.

    A simulation does not forget what it has played, so each attempt takes a new one. As starting it takes longest, many
    games are tried in the same: the failing game is played again after each of them.
    """

    def __init__(
        self, game: AnyScripts, failing: tuple[str, str], play: Play, goes_on: Callable[[], bool], at_once: int
    ) -> None:
        """Begin a search.

        Args:
            game: The game, which reads scripts.
            failing: The failing script and its delays.
            play: Plays scripts in a new simulation.
            goes_on: Tells whether there is time for more attempts.
            at_once: The number of scripts tried in one simulation.
        """
        self._game, self._failing, self._play, self._goes_on = game, failing, play, goes_on
        self._at_once = at_once

    def find(self, earlier: Sequence[str]) -> list[str]:
        """Return the fewest of the last games after which the failing one fails.

        They are of `earlier`, the newest last, and the failing game itself. Empty, if it never fails.
        """
        played = next(self._tried(iter([self._failing[0], *reversed(earlier)])), [])
        counts = [*takewhile(lambda count: count < len(played), (1 << n for n in range(len(played)))), len(played)]
        return next((games for count in counts if self._fails_after(games := played[-count:])), [])

    def smaller(self, first: str) -> str:
        """Return the game before the failing one with less in it, as far as there is time."""
        found = first
        while found:
            first = found
            shorter = map(self._game.write, self._game.shorter(self._game.read(first.split())))
            found = next((last for *_, last in self._tried(shorter) if self._fails_after([last])), "")
        return first

    def _tried(self, games: Iterator[str]) -> Iterator[list[str]]:
        """Yield what was played until it failed, in each simulation in which it has, after some more of these games."""
        while lot := list(islice(games, self._at_once)):
            if played := self._until_it_fails(lot):
                yield played
            if not self._goes_on():
                return

    def _until_it_fails(self, games: Iterable[str]) -> list[str]:
        """Return what is played before the failing game fails for the first time, played after each of these."""
        scripts = [pair for text in dict.fromkeys(games) if text for pair in ((text, ""), self._failing)]
        outcomes = self._play(scripts)
        fails = (n for n, outcome in enumerate(outcomes) if n % 2 and outcome.state == "mismatch")
        return [text for text, _ in scripts[: next(fails, 0)]]

    def _fails_after(self, games: Sequence[str]) -> bool:
        if not games:
            return False
        outcomes = self._play([*((text, "") for text in games), self._failing])
        return len(outcomes) == len(games) + 1 and outcomes[-1].state == "mismatch"
