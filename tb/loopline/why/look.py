"""Looks for the reasons of a failure, for a limited time. It never fails: what goes wrong with it is said in a line."""

from __future__ import annotations

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
from loopline.mutate.source.schemata import Change
from loopline.why.changes import Candidate, candidates, written
from loopline.why.job import ChangeJob, SpectraJob, Tried
from loopline.why.spectra import Spectra
from loopline.why.statements import Design, Place
from loopline.why.suspects import rank, suspects

#: Of the time, the shares for counting what runs, and for trying changes.
_TO_COUNT, _TO_TRY = 0.3, 0.7

#: Changes that are tried for each second.
_CHANGES = 60

#: Changes that may end a simulation, before no more are tried.
_DEATHS = 5

#: The most changes shown with which all games agree.
_MENDS = 3

#: The number of failures that get all of their time, one after the other.
_FAILURES = 3

#: Games that were played before the failing one, and of a deck: the most that are used.
_EARLIER, _OF_THE_DECK = 40, 60


def look(campaign: Campaign, finding: Finding, seconds: float) -> None:
    """Note the suspects of a failure, or why there are none. Nothing is done for what has not failed."""
    outcome = finding.outcome
    if outcome.state != "mismatch" or outcome.same_as or campaign.interrupted:
        return
    others = [one for one in campaign.findings if one.why]
    key = outcome.signal, outcome.script, outcome.delays
    if same := [one for one in others if (one.outcome.signal, one.outcome.script, one.outcome.delays) == key]:
        finding.why = same[0].why
        return
    began = time.monotonic()
    try:
        spent = sum(one.why.seconds for one in others if one.why)
        why = _refused(finding, spent >= _FAILURES * seconds) or _look(campaign, finding, seconds)
    except BadInput as error:
        why = Why(not_known=str(error).splitlines()[0])
    except Exception as error:
        why = Why(not_known=f"looking for them has failed: {in_words(error)}")
    except KeyboardInterrupt:
        campaign.interrupted = True
        return
    finding.why = why._replace(seconds=time.monotonic() - began)


def _refused(finding: Finding, over: bool) -> Why | None:
    """Why there can be no suspects. `over`: the time for them is."""
    outcome = finding.outcome
    if over:
        return Why(not_known="the time for them has gone into the failures above")
    if not finding.simulator.counts_lines:
        return Why(not_known=f"only Verilator counts what runs, and this was found with {finding.simulator.name}")
    if outcome.before:
        return Why(not_known="it fails only after another game")
    if outcome.agreed_again:
        return Why(not_known="it does not fail each time")
    return None


def _look(campaign: Campaign, finding: Finding, seconds: float) -> Why:
    design = Design(campaign.dut, campaign.game.streams)
    spectra = _spectra(campaign, finding, seconds * _TO_COUNT)
    if not spectra.games or not spectra.games[0].failed:
        return Why(not_known="the game has agreed when it was played again to count what runs")
    ranked = rank(design, spectra, finding.outcome.signal)
    chosen = candidates(design, [one.statement for one in ranked])[: int(seconds * _CHANGES)]
    results, played = _try(campaign, finding, design, chosen, seconds * _TO_TRY)
    tried = dict[Place, Tried]()
    for number, result in results.items():
        place = chosen[number - 1].statement.place
        tried[place] = max(result, tried.get(place, result), key=lambda one: one.share)
    mends = _mends(design, [(chosen[n - 1], one) for n, one in results.items() if one.agreed == one.games])
    none = f"with none of {played:,} small changes everything agrees" if not mends else ""
    return Why(suspects(design, ranked, spectra, tried), mends, none)


def _try(
    campaign: Campaign, finding: Finding, design: Design, chosen: Sequence[Candidate], seconds: float
) -> tuple[dict[int, Tried], int]:
    """Returns, by number, the changes with which the failing game agrees, and how many were tried. One that ends its
    simulation is left out."""
    with TemporaryDirectory(prefix="loopline-") as folder:
        changed = written(design, campaign.dut, chosen, Path(folder))
        build = _build(campaign, finding, changed, Path(folder) / "build")
        found, played = dict[int, Tried](), set[str]()
        first, until = 1, time.monotonic() + seconds
        for _ in range(_DEATHS):
            left = until - time.monotonic()
            job = campaign.job(ChangeJob, first=first, last=len(chosen), seconds=left, **_games(campaign, finding))
            outcomes = campaign.play_apart(build, job)
            for one in outcomes:
                played |= {one.name} if one.name.isdecimal() and one.name != "0" else set()
                if one.figures and one.name.isdecimal():
                    found[int(one.name)] = Tried(one.figures["agreed"], one.figures["of"])
            gone = [one for one in outcomes if one.state in ("died", "hung") and one.name.isdecimal()]
            if not gone or time.monotonic() > until:
                break
            first = int(gone[0].name) + 1
        return found, len(played)


def _mends(design: Design, found: Sequence[tuple[Candidate, Tried]]) -> list[Mend]:
    """The smallest ones: those that leave the most as it is, one of each line."""

    def size(change: Change) -> tuple[int, int]:
        edit = change.edits[0]
        return edit.end - edit.start, len(edit.text)

    shown: dict[tuple[Path, int], Mend] = {}
    for (change, _), tried in sorted(found, key=lambda one: size(one[0].change)):
        line = design.line_of(change)
        before, after = design.diff(change)
        shown.setdefault((change.file, line), Mend(as_named(change.file), line, before, after, tried.games))
    return list(shown.values())[:_MENDS]


def _spectra(campaign: Campaign, finding: Finding, seconds: float) -> Spectra:
    """Plays in a simulation of its own. Raises BadInput."""
    build = _build(campaign, finding, campaign.dut, campaign.out / "build", spectra=True)
    outcomes = campaign.play_apart(build, campaign.job(SpectraJob, seconds=seconds, **_games(campaign, finding)))
    told = next((one.told for one in outcomes if one.told), "")
    if not told:
        wrong = next((one.error for one in outcomes if one.error), "nothing came of it")
        raise BadInput(f"playing it again to count what runs has failed: {wrong}")
    return Spectra.of(told)


def _build(campaign: Campaign, finding: Finding, dut: Dut, builds: Path, spectra: bool = False) -> Build:
    return Build(dut, campaign.game.streams, finding.simulator, builds, spectra=spectra)


def _games(campaign: Campaign, finding: Finding) -> dict[str, Any]:
    """The failing game; then those that were played before it, the last of which failed, and some of the deck."""
    outcome = finding.outcome
    earlier = [("", one, "") for one in reversed(outcome.earlier[-_EARLIER:])]
    failing = (outcome.name, outcome.script, outcome.delays)
    return {"scripts": [failing], "deck": [*earlier, *campaign.games_of_deck()[:_OF_THE_DECK]]}
