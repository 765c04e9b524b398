"""Failures that are alike: the same signal is wrong in the same game, or in an image of it."""

from __future__ import annotations

from collections.abc import Sequence

from loopline.campaign.failures import Finding, Like
from loopline.campaign.workplace import Workplace
from loopline.contract.game import AnyScripts
from loopline.simulation.job import Outcome

#: Scripts of more words are only compared as they are.
_LONGEST = 1000


def note_kind(campaign: Workplace, finding: Finding, elsewhere: Sequence[Workplace] = ()) -> None:
    """Note the kind of a failure, and the first one found before of the same kind. `elsewhere`: campaigns of the same
    design on other boards."""
    outcome = finding.outcome
    finding.kind = (
        outcome.state,
        outcome.signal,
        outcome.before,
        outcome.delays,
        _smallest(campaign.plan.game, outcome),
    )
    for other in (campaign, *elsewhere):
        for one in other.findings:
            if one is not finding and one.kind == finding.kind and one.like is None:
                finding.like = Like(one, "" if other is campaign else str(other.plan.dut.board))
                return


def _smallest(game: AnyScripts, outcome: Outcome) -> str:
    """The smallest script, or the first of its images in the order of texts."""
    words = outcome.script.split()
    if not words or len(words) > _LONGEST:
        return outcome.script
    try:
        return min(outcome.script, *map(game.write, game.images(game.read(words))))
    except Exception:  # of the game's own code; the failure is one of its own then
        return outcome.script
