"""The smallest script with which the simulator dies or hangs.

Each time it does, a new simulation is started; what does not end it is played in the same simulation, one script after
the other.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from loopline.campaign.failures import IN_FLIGHT
from loopline.campaign.findings import Untested
from loopline.campaign.workplace import Workplace
from loopline.contract.game import AnyScript
from loopline.design.plugins import in_words
from loopline.simulation.job import Outcome, ScriptsJob

#: Scripts that are tried in one simulation. A conversation may take a minute.
_AT_ONCE = {"engine": 64, "player": 4}

#: Seconds of processor time after which an attempt counts as hung. The smallest script is played once more with all the
#: time that a simulation has.
_HANGS = 3.0


def shrink(campaign: Workplace, finding: Untested) -> Untested:
    """Return the finding with the smallest script with which the simulator ends in the same way.

    It says how far that got. A finding without a script, or not the first of its kind, is returned as it is.
    """
    outcome = finding.outcome
    alike = (like for like in campaign.findings if like is not finding and like.outcome.state == outcome.state)
    again = any(known.outcome.sentence == outcome.sentence for known in alike)
    if outcome.state not in ("died", "hung") or not outcome.script or again or not campaign.plan.shrink:
        return finding
    return replace(finding, outcome=_Crash(campaign, finding).smallest())


class _Crash:
    """A crash while its script is made smaller."""

    def __init__(self, campaign: Workplace, finding: Untested) -> None:
        self._campaign, self._first, self._game = campaign, finding.outcome, campaign.plan.game
        self._build = campaign.builds.get(finding.simulator)
        self._until = time.monotonic() + campaign.plan.shrink
        self._restarts = 0

    def smallest(self) -> Outcome:
        """Return how the simulator ends with the smallest script."""
        first = self._first
        try:
            script = self._game.read(first.script.split())
            return self._smallest(script)
        except Exception as error:  # of the game's own code; the failure is reported all the same
            return first.model_copy(update={"unshrunk": in_words(error)})

    def _smallest(self, script: AnyScript) -> Outcome:
        first, game = self._first, self._game
        smallest, last = script, first
        if first.state == "died" and not self._ends([script]):
            return first.model_copy(update={"unshrunk": "by itself, in a new simulation, this game does not end it"})
        while self._goes_on and (found := self._smaller(smallest, last)):
            smallest, last = found
        over = "" if self._goes_on else "interrupted" if self._campaign.interrupted else "the time for it was over"
        if last is not first:
            if found := self._ends([smallest], self._campaign.plan.timeout):
                last = found[1]
            else:
                smallest, last, over = script, first, "a smaller game ends the simulator only after other games"
        turns = {"turns_before": game.turns(script), "turns_left": game.turns(smallest), "shrinks": self._restarts}
        return first.model_copy(update={**turns, "script": last.script, "error": last.error, "unshrunk": over})

    @property
    def _goes_on(self) -> bool:
        return not self._campaign.interrupted and time.monotonic() < self._until

    def _smaller(self, best: AnyScript, known: Outcome) -> tuple[AnyScript, Outcome] | None:
        """Return the first script with something left out that ends the simulator, too, or None."""
        game, in_flight = self._game, IN_FLIGHT.search(known.error)
        cut = [game.until(best, int(in_flight[1]) - 1)] if in_flight else []
        shorter: Iterator[AnyScript] = chain((script for script in cut if script != best), game.shorter(best))
        while self._goes_on and (batch := [*islice(shorter, _AT_ONCE[self._campaign.plan.dut.contract])]):
            if found := self._ends(batch):
                return found
        return None

    def _ends(self, scripts: Sequence[AnyScript], hangs: float = _HANGS) -> tuple[AnyScript, Outcome] | None:
        """Return the first of these scripts with which the simulator ends as it did, and its outcome."""
        campaign, left = self._campaign, [*scripts]
        while left:
            named = [(str(number), self._game.write(script), self._first.delays) for number, script in enumerate(left)]
            how = {"scripts": named, "shrink": 0, "power_up": self._first.power_up, "timeout": campaign.plan.timeout}
            how |= {"timeout": min(hangs, campaign.plan.timeout)} if self._first.state == "hung" else {}
            played = campaign.play_apart(self._build, [campaign.plan.job(ScriptsJob, **how)])
            if not played or played[-1].state not in ("died", "hung") or not played[-1].name.isdigit():
                return None
            number, last = int(played[-1].name), played[-1]
            self._restarts += 1
            if last.state == self._first.state and (last.state == "hung" or last.sentence == self._first.sentence):
                return left[number], last
            left = left[number + 1 :]  # another crash
        return None
