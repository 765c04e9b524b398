"""Looks for the reasons of a failure, for a limited time. It never fails: what goes wrong with it is said in a line."""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from loopline.campaign import Campaign, Finding
from loopline.campaign.finding import Mend, Why
from loopline.design.authors import in_words
from loopline.design.build import Build
from loopline.design.dut import Dut
from loopline.errors import BadInput, as_named
from loopline.simulation.job import Outcome
from loopline.system import interruptible
from loopline.why.changes import Candidate, candidates
from loopline.why.job import NO_CHANGE, ChangeJob, ChangeOutcome, FlipJob, FlipOutcome, OneTry, Tried, TriedOutcome
from loopline.why.sites import Site, Sites, sites, written
from loopline.why.statements import Design, within
from loopline.why.suspects import Flipped, evidence, suspects

#: Of the time, the share for inverting, and the least for trying changes.
_TO_FLIP, _LEAST = 0.25, 0.25

#: The most statements in the second build.
_STATEMENTS = 40

#: Simulations that play at a time.
_JOBS = 2

#: Changes that may end a simulation, before no more are tried.
_DEATHS = 5

#: The most changes shown with which all games agree.
_MENDS = 3

#: The number of failures that get all of their time, one after the other.
_FAILURES = 3

_INTERRUPTED = Why(not_known="the search was interrupted")

#: Games that were played before the failing one, and of a deck: the most that are used.
_EARLIER, _OF_THE_DECK = 40, 60


def look(campaign: Campaign, finding: Finding, seconds: float) -> None:
    """Note the suspects of a failure, or why there are none. Nothing is done for what has not failed. What was found on
    other boards has its share of the time."""
    outcome = finding.outcome
    if outcome.state != "mismatch" or outcome.same_as or campaign.interrupted:
        return
    like = finding.like
    if like and not like.board and like.finding.why:
        finding.why = like.finding.why
        return
    if like and like.finding.why:
        finding.why = Why(not_known="the same signal is wrong in the same game on another board, above")
        return
    began = time.monotonic()
    try:
        every = [one for there in (campaign, *campaign.elsewhere) for one in there.findings]
        spent = sum(one.why.seconds for one in every if one.why)
        with interruptible(signal.default_int_handler):
            why = _refused(finding, spent >= _FAILURES * seconds) or _look(campaign, finding, seconds)
    except BadInput as error:
        why = Why(not_known=str(error).splitlines()[0])
    except Exception as error:
        why = Why(not_known=f"looking for them has failed: {in_words(error)}")
    except KeyboardInterrupt:
        campaign.interrupted = True
        why = _INTERRUPTED
    finding.why = why._replace(seconds=time.monotonic() - began)


def _refused(finding: Finding, over: bool) -> Why | None:
    """Why there can be no suspects. `over`: the time for them is."""
    outcome = finding.outcome
    if over:
        return Why(not_known="the time for them has gone into the failures above")
    if finding.simulator.has_x:  # it would take too long
        return Why(not_known=f"it takes Verilator, and this was found with {finding.simulator.name}")
    if outcome.before:
        return Why(not_known="it fails only after another game")
    if outcome.agreed_again:
        return Why(not_known="it does not fail each time")
    return None


def _look(campaign: Campaign, finding: Finding, seconds: float) -> Why:
    until = time.monotonic() + seconds
    design = Design(campaign.dut, campaign.game.streams)
    near = sorted(within(design.statements, design.cone(finding.outcome.signal)), key=lambda one: one[1])
    distance = {id(one): far for one, far in near}
    with TemporaryDirectory(prefix="loopline-") as folder:
        all_ = sites(design, [one for one, _ in near], rich=False)
        build = _build(campaign, finding, written(design, campaign.dut, all_, Path(folder) / "all", rich=False), folder)
        flipped = _flip(campaign, finding, build, all_, seconds * _TO_FLIP)
        if campaign.interrupted:
            return _INTERRUPTED
        found = evidence(design, all_.gates, flipped, [], distance)
        order = {(one.file, one.line): number for number, one in enumerate(found)}

        def place(gate: Site) -> int:
            return order[gate.file, design.line_at(gate.file, gate.start)]

        moved = sorted((one for one in all_.gates if one.number in flipped), key=place)
        some = list({id(one.statement): one.statement for one in moved}.values())[:_STATEMENTS]
        few = sites(design, some)
        chosen = candidates(design, few, [one for one in moved if any(flipped[one.number])])
        build = _build(campaign, finding, written(design, campaign.dut, few, Path(folder) / "few"), folder)
        left = max(seconds * _LEAST, until - time.monotonic())
        results, played = _try(campaign, finding, build, chosen, left)
    tried = [(chosen[n].change.file, chosen[n].change.start, one) for n, one in results.items()]
    found = evidence(design, all_.gates, flipped, tried, distance)
    mends = _mends(design, [(chosen[n], one) for n, one in results.items() if one.share == 1.0])
    if not found:
        inverted = f"{len(flipped):,} of the {len(all_.gates):,} conditions and values that the signal depends on"
        return Why(not_known=f"in this time {inverted} were inverted, and none of them has moved the failure")
    none = f"with none of {played:,} small changes everything agrees" if not mends else ""
    return Why(suspects(design, found), mends, none)


def _flip(campaign: Campaign, finding: Finding, build: Build, all_: Sites, seconds: float) -> dict[int, Flipped]:
    """Return, by number, the gates that change something if they are inverted. Raises BadInput."""
    tries = [(one.number, one.width) for one in all_.gates]
    outcomes = _played(campaign, finding, build, seconds, FlipJob, tries)
    if any(one.name == NO_CHANGE for one in outcomes):
        raise BadInput("the game has agreed when it was played again")
    flipped = [one for one in outcomes if isinstance(one, FlipOutcome) and one.state == "agrees"]
    return {one.number: Flipped(one.always, one.once) for one in flipped if one.number is not None}


def _try(
    campaign: Campaign, finding: Finding, build: Build, chosen: Sequence[Candidate], seconds: float
) -> tuple[dict[int, Tried], int]:
    """Return, by place in the list, the changes with which the failing game agrees, and how many were tried."""
    numbers = {id(one.statement): number for number, one in enumerate(chosen)}
    tries = [(number, f"{one.word:x}", numbers[id(one.statement)]) for number, one in enumerate(chosen)]
    outcomes = _played(campaign, finding, build, seconds, ChangeJob, tries)
    changes = [one for one in outcomes if isinstance(one, ChangeOutcome)]
    found = {one.number: Tried(one.agreed, one.games) for one in changes if one.state == "agrees" and one.games}
    return {number: one for number, one in found.items() if number is not None}, sum(one.tried for one in changes)


def _played(
    campaign: Campaign,
    finding: Finding,
    build: Build,
    seconds: float,
    kind: type[OneTry],
    tries: Sequence[Any],
) -> list[Outcome]:
    """Return the outcomes of two jobs that share what is to be tried, the likely ones first. One that ends its
    simulation is left out: the job goes on behind it."""
    until, deaths = time.monotonic() + seconds, 0

    def again(job: OneTry, outcome: Outcome) -> OneTry | None:
        nonlocal deaths
        left = until - time.monotonic()
        if not isinstance(outcome, TriedOutcome) or outcome.state not in ("died", "hung") or outcome.number is None:
            return None
        deaths += 1
        if deaths == _DEATHS or left <= 0:
            return None
        behind = [one for one in job.tries if one[0] > outcome.number]
        return job.model_copy(update={"tries": behind, "seconds": left})

    games = _games(campaign, finding)
    jobs = [campaign.job(kind, tries=tries[one::_JOBS], seconds=seconds, **games) for one in range(_JOBS)]
    return campaign.play_apart(build, jobs, again=again)


def _mends(design: Design, found: Sequence[tuple[Candidate, Tried]]) -> list[Mend]:
    """Those that agree with the most games, the simplest of each line."""
    shown: dict[tuple[Path, int], Mend] = {}
    for one, tried in sorted(found, key=lambda it: -it[1].games):
        line = design.line_at(one.change.file, one.change.start)
        before, after = design.diff(one.change)
        mend = Mend(file=as_named(one.change.file), line=line, before=before, after=after, games=tried.games)
        shown.setdefault((one.change.file, line), mend)
    return list(shown.values())[:_MENDS]


def _build(campaign: Campaign, finding: Finding, dut: Dut, folder: str) -> Build:
    build = Build(dut, campaign.game.streams, finding.simulator, Path(folder) / "build")
    build.run()
    return build


def _games(campaign: Campaign, finding: Finding) -> dict[str, Any]:
    """The failing game; then those that were played before it, the last of which failed, and some of the deck."""
    outcome = finding.outcome
    earlier = [("", one, "") for one in reversed(outcome.earlier[-_EARLIER:])]
    failing = (outcome.name, outcome.script, outcome.delays)
    return {"scripts": [failing], "deck": [*earlier, *campaign.games_of_deck()[:_OF_THE_DECK]]}
