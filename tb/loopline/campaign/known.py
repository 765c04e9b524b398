"""Known bugs that a description sets aside, as far as saved games show them: which failures are of one, and whether the
bug is still there."""

from __future__ import annotations

from collections.abc import Sequence

from loopline import tables
from loopline.campaign.failures import Finding
from loopline.campaign.saved import Saved, read_all
from loopline.campaign.workplace import Workplace
from loopline.contract import game as games
from loopline.contract.known import NotAsked
from loopline.design.dut import Dut
from loopline.errors import as_named, plural


def saved_games(dut: Dut) -> dict[int, list[Saved]]:
    """Return the saved games of each entry that has some, by the number of the entry. Raises BadInput."""
    return {number: read_all([as_named(file)], dut) for number, file in dut.known_games.items()}


def recognise(campaign: Workplace, finding: Finding) -> None:
    """Note that a mismatch is a known bug, if the same signal is wrong in the same smallest game as that of the bug, or
    in an image of it. A saved game of a known bug that agrees is an error: nothing may be set aside because of it."""
    dut, outcome = campaign.plan.dut, finding.outcome
    own = campaign.known_games.get(outcome.name)
    if outcome.state == "agrees" and own is not None:
        outcome.state, outcome.set_up = "error", True
        outcome.error = (
            f"{dut.place('known', own)}: the known bug {tables.shown(dut.known[own].reason)} is gone: this game "
            "agrees. Take the entry out"
        )
    if outcome.state != "mismatch" or outcome.same_as:
        return
    for number in dut.known_games:
        entry = dut.known[number]
        before = (one for other in (campaign, *campaign.elsewhere) for one in other.findings)
        is_alike = own == number or any(
            one.kind == finding.kind and one.outcome.known == entry.reason for one in before
        )
        if outcome.signal == entry.signal and is_alike:
            outcome.state, outcome.known, finding.like = "known", entry.reason, None
            campaign.failures.drop(finding.simulator, outcome.name)
            return


def playable(dut: Dut, saved: Sequence[Saved]) -> tuple[list[Saved], str]:
    """Return the saved games that ask for nothing that is set aside, and a note on the others."""
    if dut.contract != "engine" or not dut.known:
        return list(saved), ""
    game = games.engine(dut)
    not_asked = NotAsked(dut, game)
    kept = [one for one in saved if not not_asked.of(game.read(one[1].split())).left_out]
    left = len(saved) - len(kept)
    return kept, f"{plural(left, 'saved game')} with what is set aside as a known bug: not played" if left else ""
