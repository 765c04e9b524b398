"""Which failures are alike: the same signal is wrong first, in the same smallest game, or in one of its images."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from loopline.campaign.finding import Finding, Like
from loopline.contract.game import AnyScripts
from loopline.simulation.job import FAILURES, Outcome

if TYPE_CHECKING:
    from loopline.campaign.campaign import Campaign

#: Scripts of more words are only compared as they are.
_LONGEST = 1000


def note(campaign: Campaign, finding: Finding, elsewhere: Sequence[Campaign] = ()) -> None:
    """Note the kind of a failure, and the first one found before of the same kind. `elsewhere`: campaigns of the same
    design on other boards."""
    outcome = finding.outcome
    if outcome.state not in FAILURES or outcome.same_as:
        return
    finding.kind = (outcome.state, outcome.signal, outcome.before, outcome.delays, _game(campaign.game, outcome))
    for other in (campaign, *elsewhere):
        for one in other.findings:
            if one is not finding and one.kind == finding.kind and one.like is None:
                finding.like = Like(one, "" if other is campaign else str(other.dut.board))
                return


def _game(game: AnyScripts, outcome: Outcome) -> str:
    """The smallest script, or the first of its images in the order of texts."""
    words = outcome.script.split()
    if not words or len(words) > _LONGEST:
        return outcome.script
    try:
        return min(outcome.script, *map(game.write, game.images(game.read(words))))
    except Exception:  # of the game's own code; the failure is one of its own then
        return outcome.script
