"""Looks for the reasons of a failure, for a limited time.

It makes the changes that gates can make of an expression, tries them on the failing game, and ranks the lines. Where a
change makes that game agree, the reason may be.

It never fails: what goes wrong with it is said in a line.
"""

from __future__ import annotations

import re
import signal
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import strategies as st

from loopline.campaign import Campaign
from loopline.campaign.findings import Diagnosis, Fix, Mismatch, Proposal, Suspect
from loopline.campaign.workplace import Workplace
from loopline.design import Change
from loopline.design.build import Build
from loopline.design.dut import Dut
from loopline.design.plugins import in_words
from loopline.drawing import examples_of
from loopline.errors import BadInput, as_named
from loopline.simulation.delays import write_delays
from loopline.simulation.job import Outcome, Replayed, ScriptsJob
from loopline.system import interruptible
from loopline.trial import stalls
from loopline.why import (
    NO_CHANGE,
    ChangeJob,
    ChangeOutcome,
    ChangeResult,
    FlipJob,
    FlipOutcome,
    LookJob,
    OneTry,
    TryOutcome,
)
from loopline.why.candidates import Candidate, candidates, in_turn
from loopline.why.effects import EVERYWHERE, LATE, ONLY, UNKNOWN, Effect, Effects
from loopline.why.evidence import FlipEvidence, evidence, suspects, without_reset
from loopline.why.fixes import UNPLAYED
from loopline.why.sites import Site, Sites, sites, written
from loopline.why.statements import Design, within
from loopline.why.warnings import warnings

#: A change with which the failing game agrees, and what has come of other games.
_Result = tuple[Candidate, ChangeResult]

#: A change, and the number of its group: changes of a group have the same effect where the game fails.
_Ranked = tuple[Candidate, int]

#: Of a player's time, the share for looking at effects.
_TO_LOOK = 0.15

#: The likely changes that are tried for one of which nothing is known, and one that has an effect in all games.
_LIKELY = 3

#: Of the time, the share for inverting, and the least for trying changes, and for those of a player.
_TO_FLIP, _LEAST, _LEAST_OF_A_PLAYER = 0.17, 0.2, 0.4

#: The most statements in the second build, and in that of a player.
_STATEMENTS, _OF_A_PLAYER = 40, 60

#: Simulations that play at a time.
_JOBS = 2

#: The most changes that may end a simulation.
_DEATHS = 5

#: The most changes that are played with all that failed.
_PROPOSED = 3

#: The number of failures that get all of their time, one after the other.
_FAILURES = 3

#: Of an error, what is told: that it cannot be built, and why.
_LINES = 3

#: The changes that are never tried, in words.
_NOT_TRIED = "Not tried: two changes at once, other widths, parameters, and edges of a clock"

#: What is said of bits that are X.
_UNKNOWN = re.compile(r"\bX\b|^[01xXzZ]*[xXzZ][01xXzZ]*\b")

_INTERRUPTED = Diagnosis(not_known="the search was interrupted")

#: Games that were played before the failing one, and of a deck: the most that are used.
_EARLIER, _OF_THE_DECK = 40, 60

#: Other failures of which the game is played; and of how many properties how many new ones, and of that which failed.
_FAILED, _PROPERTIES, _EACH, _OWN = 8, 8, 4, 16

#: The other power-ups after which a failing game is played, to see whether it agrees after one.
_POWER_UPS = 3

#: How long to wait for a player's answer: a multiple of the slowest that was timed, and cycles more; and at least these
#: cycles, as the answers that a wrong player has given may be those without a move.
_SLOWER, _MORE, _PATIENCE = 2, 2_000, 25_000


def look(campaign: Campaign, finding: Mismatch, seconds: float) -> Diagnosis | None:
    """Return the suspects of a failure, or why they are missing; None if it is like another or a known bug.

    What was found on other boards has its share of the time.

    Args:
        campaign: The campaign.
        finding: The failure.
        seconds: The time for the search.
    """
    outcome = finding.outcome
    if finding.is_known or outcome.same_as or campaign.interrupted:
        return None
    like = finding.like
    if like and isinstance(like.finding, Mismatch) and like.finding.why:
        if not like.board:
            return like.finding.why
        return Diagnosis(not_known="the same signal is wrong in the same game on another board, above")
    began = time.monotonic()
    try:
        mismatches = [known for board in (campaign, *campaign.elsewhere) for known in board.mismatches]
        # a search that a busy machine has made longer takes nothing from the others
        spent = sum(min(known.why.seconds, seconds) for known in mismatches if known.why)
        with interruptible(signal.default_int_handler):
            over = spent >= _FAILURES * seconds
            why = _unknown(campaign, finding) or _refused(finding, over)
            why = why or _look(campaign, finding, seconds)
    except BadInput as error:
        why = Diagnosis(not_known=" ".join(line.strip() for line in str(error).splitlines()[:_LINES]))
    except Exception as error:
        why = Diagnosis(not_known=f"looking for them has failed: {in_words(error)}")
    except KeyboardInterrupt:
        campaign.interrupted = True
        why = _INTERRUPTED
    return why._replace(seconds=time.monotonic() - began)


def _unknown(campaign: Campaign, finding: Mismatch) -> Diagnosis | None:
    """Return where an X may come from, which takes no simulation; None for a known value, or if nothing is found."""
    if not finding.simulator.has_x or not _UNKNOWN.search(f"{finding.outcome.found} {finding.outcome.says}"):
        return None
    found = _never_set(campaign, finding)
    return Diagnosis(found, no_mends="an X may come from each of these registers") if found else None


def _powered_up(campaign: Campaign, finding: Mismatch) -> Diagnosis | None:
    """Return the registers that nothing sets, if the failing game agrees after another power-up; else None."""
    outcome = finding.outcome
    if finding.simulator.has_x or outcome.before or outcome.kept or not outcome.script:
        return None
    if not (found := _never_set(campaign, finding)):
        return None
    first = campaign.plan.seed if outcome.power_up is None else outcome.power_up
    scripts = [("", outcome.script, outcome.delays)]
    jobs = [
        campaign.plan.job(ScriptsJob, scripts=scripts, shrink=0, power_up=first + number)
        for number in range(1, _POWER_UPS + 1)
    ]
    played = campaign.play_apart(campaign.builds.get(finding.simulator), jobs)
    if not any(again.state == "agrees" for again in played):
        return None
    return Diagnosis(found, no_mends="after another power-up the same game agrees: one of these registers decides")


def _never_set(campaign: Campaign, finding: Mismatch) -> list[Suspect]:
    """Return the registers on which the wrong signal depends, and which neither a reset nor an initial value sets."""
    design = Design(campaign.plan.dut, campaign.plan.game.streams)
    adapters = {file.resolve() for file in campaign.plan.dut.adapter_files}
    return without_reset(design, design.cone(finding.outcome.signal), adapters)


def _refused(finding: Mismatch, over: bool) -> Diagnosis | None:
    """Return why suspects cannot be found.

    `over`: the time for them is.
    """
    outcome = finding.outcome
    if over:
        return Diagnosis(not_known="not analysed: time budget used (raise --why)")
    if finding.simulator.has_x:  # it would take too long
        return Diagnosis(not_known="only available with Verilator")
    if outcome.before:
        return Diagnosis(not_known="it fails only after another game")
    return None


def _look(campaign: Campaign, finding: Mismatch, seconds: float) -> Diagnosis:
    """Return the registers that power-up decides by, or the suspects of a search."""
    if why := _powered_up(campaign, finding):
        return why
    if finding.outcome.agreed_again:
        return Diagnosis(not_known="it does not fail each time")
    place = _soonest_reset(campaign, finding)
    if campaign.interrupted:
        return _INTERRUPTED
    why = _search(place, finding, seconds)
    campaign.interrupted |= place.interrupted
    return why


def _soonest_reset(campaign: Campaign, finding: Mismatch) -> Workplace:
    """Return the campaign of the board that is cleared soonest, if the game fails as well there; or the finding's own.

    On a large one most of a short game's time passes in its reset; a player's on its line.
    """
    dut, outcome = campaign.plan.dut, finding.outcome
    how = "mismatch", outcome.signal, outcome.request
    if dut.contract == "player" or not dut.board.sampled or not outcome.script:
        return campaign
    small = dut.with_board(Change(dut.board.sampled)).board
    for place in campaign.elsewhere:
        scripts = [("", outcome.script, outcome.delays)]
        if place.plan.dut.board != small or place.refused or not _readable(place, scripts):
            continue
        job = place.plan.job(ScriptsJob, scripts=scripts, shrink=0, power_up=outcome.power_up)
        played = place.play_apart(place.builds.get(finding.simulator), [job])
        campaign.interrupted |= place.interrupted
        if any((again.state, again.signal, again.request) == how for again in played):
            return place
    return campaign


def _readable(place: Workplace, scripts: Sequence[Replayed]) -> list[Replayed]:
    """Return those of the scripts that can be played on the board there."""
    found = []
    for saved in scripts:
        with suppress(ValueError):
            place.plan.game.read(saved[1].split())
            found.append(saved)
    return found


def _search(campaign: Workplace, finding: Mismatch, seconds: float) -> Diagnosis:
    until = time.monotonic() + seconds
    design = Design(campaign.plan.dut, campaign.plan.game.streams)
    cone = design.cone(finding.outcome.signal)
    adapters = {file.resolve() for file in campaign.plan.dut.adapter_files}
    near = sorted(within(design.statements, cone, adapters), key=lambda statement: statement[1])
    distance = {id(statement): far for statement, far in near}
    effects = Effects(design) if campaign.plan.dut.contract == "player" else None
    with TemporaryDirectory(prefix="loopline-") as folder:
        all_ = sites(design, [statement for statement, _ in near], rich=False)
        if not all_.gates:
            return Diagnosis(not_known="in the source the signal depends on no condition and on no value")
        gated, recorder = (Sites(), effects.recorder) if effects else (all_, None)
        text = written(design, campaign.plan.dut, gated, Path(folder) / "all", rich=False, recorder=recorder)
        with ThreadPoolExecutor(1) as beside:  # the compiler is a process of its own
            beside.submit(lambda: design.proposals)
            said = beside.submit(warnings, campaign.plan.dut)
            drawn = beside.submit(_games, campaign, finding)
            build = _build(campaign, finding, text, folder)
            games = drawn.result()
        flipped, inverted = dict[int, FlipEvidence](), 0
        if effects:
            _look_at_effects(campaign, games, build, effects, seconds * _TO_LOOK)
            likely = effects.likely(all_)
            moved = likely or all_.gates  # if nothing is known, each may be wrong
        else:
            depth = design.depths([name for name, far in cone.items() if not far])
            flipped, inverted = _flip(campaign, games, build, all_, depth, seconds * _TO_FLIP)
            moved = _in_order(design, all_, flipped, distance)
            likely = [gate for gate in moved if any(flipped[gate.number])]
        if campaign.interrupted:
            return _INTERRUPTED
        results, ranked, played = list[_Result](), list[_Ranked](), 0
        if moved:
            most = _OF_A_PLAYER if effects else _STATEMENTS
            statements = list({id(gate.statement): gate.statement for gate in moved}.values())[:most]
            statements += [statement for statement, _ in near if statement.place in design.loops]
            few = sites(design, statements)
            text = written(design, campaign.plan.dut, few, Path(folder) / "few")
            with ThreadPoolExecutor(1) as beside:
                building = beside.submit(_build, campaign, finding, text, folder)
                chosen = candidates(design, few, likely, only_good=bool(effects and likely))
                ranked = _ranked(effects, few, chosen)
                build = building.result()
            left = max(seconds * (_LEAST_OF_A_PLAYER if effects else _LEAST), until - time.monotonic())
            results, played = _try(campaign, games, build, ranked, left)
    tried = [(candidate.change.file, candidate.change.start, result) for candidate, result in results]
    found = evidence(design, all_.gates, flipped, tried, distance, said.result())
    proposed = _proposals(design, [(candidate, result) for candidate, result in results if result.share == 1.0])
    changes = f"none of {played:,} small changes helped" if played else "no small change could be tried"
    if effects and moved and not ranked:
        changes = "no small change would have an effect where the game fails"
    if not any(line.is_any for line in found):
        of_all = f"of the {len(all_.gates):,} conditions and values that the signal depends on"
        if effects:
            return Diagnosis(not_known=f"{changes}. {_NOT_TRIED}")
        if not inverted:
            none = f"in this time none {of_all} could be inverted: the failing game takes too long"
            return Diagnosis(not_known=none)
        if not found:
            none = f"in this time {inverted:,} {of_all} were inverted, and none of them has moved the failure"
            return Diagnosis(not_known=none)
        return Diagnosis(
            not_known=f"no inversion of {inverted:,} conditions and values helped, and {changes}. {_NOT_TRIED}"
        )
    none = f"{played:,} small changes tried. {_NOT_TRIED}" if played else "no small change could be tried"
    return Diagnosis(suspects(design, found), no_mends=UNPLAYED if proposed else none, proposed=proposed)


def _in_order(
    design: Design, all_: Sites, flipped: Mapping[int, FlipEvidence], distance: Mapping[int, int]
) -> list[Site]:
    """Return the gates that matter, the most suspect first."""
    found = evidence(design, all_.gates, flipped, [], distance)
    order = {(line.file, line.line): number for number, line in enumerate(found)}

    def place(gate: Site) -> int:
        return order[gate.file, design.line_at(gate.file, gate.start)]

    return sorted((gate for gate in all_.gates if gate.number in flipped), key=place)


def _look_at_effects(
    campaign: Workplace, games: Mapping[str, Any], build: Build, effects: Effects, seconds: float
) -> None:
    """Play the failing game and those of the deck as they are, and read what changes would do in them."""
    deck = campaign.plan.games_of_deck()
    jobs = [campaign.plan.job(LookJob, seconds=seconds, **{**games, "deck": deck[at::_JOBS]}) for at in range(_JOBS)]
    campaign.play_apart(build, jobs, keep=effects.read)


def _ranked(effects: Effects | None, found: Sites, chosen: Sequence[Candidate]) -> list[_Ranked]:
    """Return the changes that may have an effect where the game fails.

    First come those that have none in games that pass; in turn with the others, as an effect may stay unseen, and with
    assignments that may be missing, whose effect is not known.
    """
    if not effects:
        return [*zip(chosen, range(len(chosen)), strict=True)]
    ranked, missing = defaultdict[int, list[_Ranked]](list), list[_Ranked]()
    groups = dict[object, int]()
    for candidate in chosen:
        number = candidate.word & 0xFFFF
        gate = found.gates[number - 1] if number <= len(found.gates) else None
        effect = effects.of(found, gate, candidate.word) if gate else Effect(UNKNOWN, candidate.word)
        group = groups.setdefault((number, effect.pattern), len(groups))
        is_missing = number > len(found.gates) + len(found.changes)
        (missing if is_missing else ranked[effect.place]).append((candidate, group))
    likely = [*ranked[LATE], *ranked[ONLY]]
    likely_in_turn = [likely[at::_LIKELY] for at in range(_LIKELY)]
    return in_turn([*likely_in_turn, missing, ranked[UNKNOWN], ranked[EVERYWHERE]])


def _flip(
    campaign: Workplace, games: Mapping[str, Any], build: Build, all_: Sites, depth: Mapping[str, int], seconds: float
) -> tuple[dict[int, FlipEvidence], int]:
    """Return, by number, the gates that change something if they are inverted; and how many were. Raises BadInput."""
    tries = []
    for gate in all_.gates:
        statement = gate.statement
        later = min(depth[target] for target in statement.targets if target in depth) + statement.clocked
        tries.append((gate.number, gate.width, later))
    outcomes = _played(campaign, games, build, seconds, FlipJob, tries)
    if any(outcome.name == NO_CHANGE for outcome in outcomes):
        raise BadInput("the game has agreed when it was played again")
    flipped = [outcome for outcome in outcomes if isinstance(outcome, FlipOutcome) and outcome.state == "agrees"]
    found = {
        outcome.number: FlipEvidence(outcome.always, outcome.once) for outcome in flipped if outcome.number is not None
    }
    return found, sum(outcome.tried for outcome in outcomes if isinstance(outcome, FlipOutcome))


def _try(
    campaign: Workplace, games: Mapping[str, Any], build: Build, chosen: Sequence[_Ranked], seconds: float
) -> tuple[list[_Result], int]:
    """Return the changes with which the failing game agrees, and how many were tried."""
    numbers = {id(candidate.statement): number for number, (candidate, _) in enumerate(chosen)}
    tries = [
        (number, f"{candidate.word:x}", numbers[id(candidate.statement)], group)
        for number, (candidate, group) in enumerate(chosen)
    ]
    outcomes = _played(campaign, games, build, seconds, ChangeJob, tries)
    changes = [outcome for outcome in outcomes if isinstance(outcome, ChangeOutcome)]
    found = {
        outcome.number: ChangeResult(outcome.agreed, outcome.games)
        for outcome in changes
        if outcome.state == "agrees" and outcome.games
    }
    results = [(chosen[number][0], tried) for number, tried in found.items() if number is not None]
    return results, sum(outcome.tried for outcome in changes)


def _played(
    campaign: Workplace,
    games: Mapping[str, Any],
    build: Build,
    seconds: float,
    kind: type[OneTry],
    tries: Sequence[Any],
) -> list[Outcome]:
    """Return the outcomes of two jobs that share what is to be tried, the likely ones first.

    A change that ends its simulation is left out: the job goes on behind it.
    """
    until, deaths = time.monotonic() + seconds, 0

    def again(job: OneTry, outcome: Outcome) -> OneTry | None:
        nonlocal deaths
        left = until - time.monotonic()
        if not isinstance(outcome, TryOutcome) or outcome.state not in ("died", "hung") or outcome.number is None:
            return None
        deaths += 1
        if deaths == _DEATHS or left <= 0:
            return None
        at = [number for number, *_ in job.tries].index(outcome.number)
        return job.model_copy(update={"tries": job.tries[at + 1 :], "seconds": left})

    jobs = [campaign.plan.job(kind, tries=tries[at::_JOBS], seconds=seconds, **games) for at in range(_JOBS)]
    return campaign.play_apart(build, jobs, again=again)


def _proposals(design: Design, found: Sequence[_Result]) -> list[Proposal]:
    """Return what may be fixes: the changes that agree with the most games, the shortest of each line."""
    proposed: dict[tuple[Path, int], Proposal] = {}

    def order(result: _Result) -> tuple[int, int]:
        return -result[1].weight, len(result[0].change.after)

    for candidate, tried in sorted(found, key=order):
        change_ = candidate.change
        line = design.line_at(change_.file, change_.start)
        before, after = design.diff(change_)
        mend = Fix(file=as_named(change_.file), line=line, before=before, after=after, games=tried.games)
        proposal = Proposal(mend, change_.file, design.with_change(change_))
        proposed.setdefault((change_.file, line), proposal)
    return list(proposed.values())[:_PROPOSED]


def _build(campaign: Workplace, finding: Mismatch, dut: Dut, folder: str) -> Build:
    build = Build(dut, campaign.plan.game.streams, finding.simulator, Path(folder) / "build")
    build.run()
    return build


def _games(campaign: Workplace, finding: Mismatch) -> dict[str, Any]:
    """Return the failing game and the other games that are played with a change.

    They are those of other failures, those before it, the last of which failed, new ones, and some of the deck.
    """
    outcome = finding.outcome
    failed = [known.outcome for known in campaign.mismatches if known is not finding and not known.is_known]
    others = [(wrong.name, wrong.script, wrong.delays) for wrong in failed if not wrong.before][:_FAILED]
    earlier = _readable(campaign, [("", text, "") for text in reversed(outcome.earlier[-_EARLIER:])])
    known = in_turn([earlier, _new(campaign, outcome), campaign.plan.games_of_deck()[:_OF_THE_DECK]])
    findings = [known for place in (campaign, *campaign.elsewhere) for known in place.findings]
    times = [cycles for known in findings for kind in known.outcome.latency.values() for cycles in kind]
    return {
        "scripts": [(outcome.name, outcome.script, outcome.delays)],
        "deck": [*others, *known],
        "patience": max([_PATIENCE, *(_SLOWER * cycles + _MORE for cycles in times)]),
        "step": outcome.request or 0,
        "power_up": outcome.power_up,
    }


def _new(campaign: Workplace, outcome: Outcome) -> list[Replayed]:
    """Return new games: of the property that failed, and of others. The short ones come first.

    Empty for a player: they take too long.
    """
    if campaign.plan.dut.contract == "player":
        return []
    game, drawn = campaign.plan.game, list[Replayed]()
    properties = sorted(game.properties(), key=lambda property_: property_.name != outcome.name)
    for number, property_ in enumerate(properties[:_PROPERTIES]):
        scripts = st.tuples(property_.scripts, stalls)
        for script, delays in examples_of(scripts, _EACH if number else _OWN, campaign.plan.seed + 1):
            if game.turns(script):
                drawn.append((property_.name, game.write(script), write_delays(delays)))
    return sorted(dict.fromkeys(drawn), key=lambda replayed: len(replayed[1]))
