"""Known failures: like an earlier one, or of a known bug that a description sets aside.

They are alike in the same game or in an image of it. Saved games show a known bug, and whether it is still there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from loopline import tables
from loopline.campaign.findings import (
    Agrees,
    EarlierFailure,
    Failed,
    Finding,
    Mismatch,
    NotPlayed,
    Untested,
    finding_of,
)
from loopline.campaign.saved import Saved, read_all
from loopline.campaign.workplace import Workplace
from loopline.contract.game import AnyScripts, Subject
from loopline.contract.known import OmittedRequests
from loopline.errors import as_named, plural
from loopline.simulation.job import Outcome

_Failure = TypeVar("_Failure", bound=Mismatch | Untested)

#: Scripts of more words are only compared as they are.
_LONGEST = 1000


def compared(campaign: Workplace, finding: Finding) -> Finding:
    """Return the finding as far as it is known.

    If the saved game of a known bug agrees, that is an error, as nothing may be set aside because of it. A failure gets
    its kind, and the first one before it that is alike. A mismatch is a known bug, if the same signal is wrong in the
    same smallest game as that of the bug, or in an image of it.
    """
    outcome = finding.outcome
    if outcome.same_as:
        return finding
    match finding:
        case NotPlayed():
            return finding
        case Agrees():
            own = campaign.known_games.get(outcome.name)
            return finding if own is None else compared(campaign, _gone(campaign, finding, own))
        case Untested():
            return _with_like(campaign, finding)
        case Mismatch():
            return _recognised(campaign, _with_like(campaign, finding))


def _gone(campaign: Workplace, finding: Agrees, own: int) -> Finding:
    """Return the error of a saved game that agrees, of the known bug with this number."""
    dut = campaign.plan.dut
    error = (
        f"{dut.place('known', own)}: the known bug {tables.shown(dut.known[own].reason)} is gone: this game "
        "agrees. Take the entry out"
    )
    update = {"state": "error", "set_up": True, "error": error}
    return finding_of(finding.simulator, finding.outcome.model_copy(update=update))


def _with_like(campaign: Workplace, finding: _Failure) -> _Failure:
    outcome = finding.outcome
    smallest = _smallest(campaign.plan.game, outcome)
    kind = (outcome.state, outcome.signal, outcome.before, outcome.delays, smallest)
    first = next(
        (
            EarlierFailure(failure, "" if owner is campaign else str(owner.plan.dut.board))
            for owner, failure in _before(campaign)
            if failure.kind == kind and failure.like is None
        ),
        None,
    )
    return replace(finding, kind=kind, like=first)


def _before(campaign: Workplace) -> Iterator[tuple[Workplace, Failed]]:
    """Yield what has failed until now, on this board first."""
    for place in (campaign, *campaign.elsewhere):
        yield from ((place, failure) for failure in place.findings if isinstance(failure, Failed))


def _smallest(game: AnyScripts, outcome: Outcome) -> str:
    """Return the smallest script, or the first of its images in the order of texts."""
    words = outcome.script.split()
    if not words or len(words) > _LONGEST:
        return outcome.script
    try:
        return min([outcome.script, *map(game.write, game.images(game.read(words)))])
    except Exception:  # of the game's own code; the failure is one of its own then
        return outcome.script


def _recognised(campaign: Workplace, finding: Mismatch) -> Mismatch:
    dut, outcome = campaign.plan.dut, finding.outcome
    own = campaign.known_games.get(outcome.name)
    for number in dut.known_games:
        entry = dut.known[number]
        is_alike = own == number or any(
            failure.kind == finding.kind and failure.outcome.known == entry.reason for _, failure in _before(campaign)
        )
        if outcome.signal == entry.signal and is_alike:
            campaign.failures.drop(finding.simulator, outcome.name)
            known = outcome.model_copy(update={"state": "known", "known": entry.reason})
            return replace(finding, outcome=known, like=None)
    return finding


def saved_games(subject: Subject) -> dict[int, list[Saved]]:
    """Return the saved games of each entry that has some, by the number of the entry. Raises BadInput."""
    return {number: read_all([as_named(file)], subject) for number, file in subject.dut.known_games.items()}


def playable(subject: Subject, saved: Sequence[Saved]) -> tuple[list[Saved], str]:
    """Return the saved games that ask for nothing that is set aside, and a note on the others."""
    if subject.dut.contract != "engine" or not subject.dut.known:
        return list(saved), ""
    not_asked = OmittedRequests(subject)
    kept = [candidate for candidate in saved if not not_asked.of(subject.scripts.read(candidate[1].split())).left_out]
    left = len(saved) - len(kept)
    return kept, f"{plural(left, 'saved game')} with what is set aside as a known bug: not played" if left else ""
