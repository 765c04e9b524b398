"""Plays a change that may be a fix with all that failed in a run, and with games that passed.

Only a change with which all of them pass is offered.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from loopline.campaign import Campaign
from loopline.campaign.findings import Diagnosis, Fix, Mismatch, Proposal
from loopline.design.build import Build
from loopline.design.dut import Dut
from loopline.design.plugins import in_words
from loopline.design.simulators import Simulator
from loopline.errors import BadInput
from loopline.simulation.job import FAILURES, Outcome, PropertyJob, Replayed, ScriptsJob, TrialJob
from loopline.source import ElaboratedDesign
from loopline.system import interruptible
from loopline.why.warnings import warnings

#: Simulations that play at a time.
_JOBS = 2

#: The fewest games that passed before, or are new, with which a fix is offered.
_ENOUGH = 10

#: Games of a deck, and games that a failing one came after, that are played by one job.
_PORTION = 20

#: The most of the games that a failing one came after.
_EARLIER = 40

#: Of the time of a fix, the share for each property: with two simulations all have their turn.
_SHARES = 2.0

#: Examples of each property.
_EXAMPLES = 30

#: What becomes of a game that does not pass.
_FAILED = (*FAILURES, "died", "hung", "error")

#: Why a change that has not been played with all yet is not offered.
UNPLAYED = "one change makes this game pass, and the run ended before its other games were played with it"


class Verdict(NamedTuple):
    """How many games passed with a change, and how many of them had failed without it; or why it is not offered."""

    games: int = 0
    failing: int = 0
    refused: str = ""


def confirm(campaigns: Sequence[Campaign], seconds: float) -> Iterator[Mismatch]:
    """Yield the findings of which something was proposed, with the fixes among that.

    `campaigns`: those of all boards, each of which has ended; `seconds`: the time for the games that passed, of each
    failure.
    """
    known: dict[tuple[Path, str], Verdict] = {}
    for campaign in campaigns:
        for finding in campaign.mismatches:
            if finding.why and finding.why.proposed and not campaign.interrupted:
                why = _confirmed(campaigns, finding.why, seconds, known)
                if not campaign.interrupted:
                    yield campaign.put(finding, replace(finding, why=why))


def _confirmed(
    campaigns: Sequence[Campaign], why: Diagnosis, seconds: float, known: dict[tuple[Path, str], Verdict]
) -> Diagnosis:
    """Return what is known of a failure with those of its proposals that are fixes; after Ctrl-C as it was."""
    fixes, refused = list[Fix](), ""
    for proposed in why.proposed:
        if (key := (proposed.file, proposed.text)) not in known:
            try:
                with interruptible(signal.default_int_handler):
                    known[key] = verdict(campaigns, proposed, seconds / len(why.proposed))
            except KeyboardInterrupt:
                for campaign in campaigns:
                    campaign.interrupted = True
            except BadInput as error:
                known[key] = Verdict(refused=str(error).splitlines()[0])
            except Exception as error:
                known[key] = Verdict(refused=f"to play with it has failed: {in_words(error)}")
        if any(campaign.interrupted for campaign in campaigns):
            return why
        found = known[key]
        if not found.refused:
            fixes.append(proposed.mend.model_copy(update={"games": found.games, "failing": found.failing}))
        mend = proposed.mend
        refused = refused or f"with {mend.after} in {mend.file}:{mend.line} this game passes, but {found.refused}"
    return why._replace(mends=fixes, no_mends="" if fixes else refused, proposed=())


def verdict(campaigns: Sequence[Campaign], proposal: Proposal, seconds: float) -> Verdict:
    """Play a proposal with all games that failed, each on its board; then with games that passed, on the first.

    Args:
        campaigns: The campaigns of all boards.
        proposal: The change.
        seconds: The time for games that passed.

    Raises:
        BadInput: The changed design cannot be built.
    """
    failing, passing = 0, 0
    with TemporaryDirectory(prefix="loopline-") as folder:
        for number, campaign in enumerate(campaigns):
            for simulator, jobs in _failing(campaign).items():
                dut = _changed(campaign.plan.dut, proposal, Path(folder) / f"{number}-{simulator.name}")
                if not failing and _loops(dut) > _loops(campaign.plan.dut):
                    return Verdict(refused="it closes a loop of signals that do not wait for the clock")
                build = Build(dut, campaign.plan.game.streams, simulator, Path(folder) / "build")
                try:
                    build.run()
                except BadInput:
                    return Verdict(refused=f"{simulator.name} cannot build it")
                scripts = sum(len(job.scripts) for job in jobs)
                pairs = (jobs[at : at + _JOBS] for at in range(0, len(jobs), _JOBS))
                outcomes = [outcome for pair in pairs for outcome in campaign.play_apart(build, pair)]
                if still := scripts - sum(outcome.state == "agrees" for outcome in outcomes):
                    more = "fails" if still == 1 else "fail"
                    return Verdict(refused=f"{still} of {scripts} games that failed in this run still {more}")
                failing += scripts
                if not passing:
                    passing, wrong = _passing(campaign, build, seconds)
                    if wrong:
                        return Verdict(refused=f"another game fails, of {wrong}")
    if passing < _ENOUGH:
        return Verdict(refused=f"there was time for {passing} other games only")
    return Verdict(failing + passing, failing)


def _failing(campaign: Campaign) -> dict[Simulator, list[ScriptsJob]]:
    """Return the jobs that play what failed, by simulator: one for each way in which bits powered up."""
    found: dict[tuple[Simulator, int | None], list[Replayed]] = {}
    for finding in campaign.findings:
        if finding.outcome.state in _FAILED and finding.outcome.script:
            key = finding.simulator, finding.outcome.power_up
            found.setdefault(key, []).extend(_scripts(finding.outcome))
    jobs: dict[Simulator, list[ScriptsJob]] = {}
    for (simulator, power_up), scripts in found.items():
        job = _job(campaign, list(dict.fromkeys(scripts))).model_copy(update={"power_up": power_up})
        jobs.setdefault(simulator, []).append(job)
    return jobs


def _scripts(outcome: Outcome) -> Iterator[Replayed]:
    """Yield the script that failed, after those without which it does not fail."""
    for script in outcome.before.splitlines():
        yield "", script, ""
    yield outcome.name, outcome.script, outcome.delays


def _changed(dut: Dut, proposal: Proposal, folder: Path) -> Dut:
    design = ElaboratedDesign(dut)
    texts = {file: design.source.text(file) for file in design.files}
    return design.with_texts({**texts, proposal.file: proposal.text}, folder)


def _loops(dut: Dut) -> int:
    return sum(warning.code == "UNOPTFLAT" for warning in warnings(dut))


def _job(campaign: Campaign, scripts: Sequence[Replayed]) -> ScriptsJob:
    return campaign.plan.job(ScriptsJob, scripts=scripts, shrink=0)


def _passing(campaign: Campaign, build: Build, seconds: float) -> tuple[int, str]:
    """Return how many games that passed, or are new, pass with the change, and of what one has failed, or ""."""
    until, played, wrong = time.monotonic() + seconds, 0, ""
    waiting = _jobs(campaign, seconds)

    def again(job: TrialJob, last: Outcome) -> TrialJob | None:
        nonlocal played, wrong
        played += last.examples if isinstance(job, PropertyJob) else len(job.names) * (last.state == "agrees")
        if last.state in _FAILED:
            wrong = wrong or last.name or next(iter(job.names), "the games before it")
        return None if wrong or time.monotonic() > until else next(waiting, None)

    first: list[TrialJob] = [job for _, job in zip(range(_JOBS), waiting, strict=False)]
    outcomes = campaign.play_apart(build, first, again=again) if first else []
    failed = [outcome for outcome in outcomes if outcome.state in FAILURES]
    return played, wrong or (failed[0].name or "the games before it" if failed else "")


def _jobs(campaign: Campaign, seconds: float) -> Iterator[TrialJob]:
    """Yield the properties that failed, then games of the deck and earlier ones, then the other properties."""
    plan = campaign.plan
    names = [property.name for property in plan.game.properties()]
    properties: Mapping[str, PropertyJob] = {
        name: plan.of_properties().model_copy(
            update={
                "properties": [name],
                "examples": min(plan.examples, _EXAMPLES),
                "seconds": _SHARES * seconds / len(names),
                "database": None,
                "observe": None,
                "deck": [],
                "shrink": 0,
                "does": TrialJob.model_fields["does"].default,
            }
        )
        for name in names
    }
    failed = campaign.failed
    yield from (properties[name] for name in names if name in failed)
    earlier = [("", text, "") for finding in campaign.findings for text in finding.outcome.earlier[-_EARLIER:-1]]
    games = [*plan.games_of_deck(), *dict.fromkeys(earlier)]
    portions = (_job(campaign, games[at : at + _PORTION]) for at in range(0, len(games), _PORTION))
    others = (properties[name] for name in names if name not in failed)
    for pair in zip_longest(portions, others):
        yield from filter(None, pair)
