"""Looks for the reasons of a failure, for a limited time: makes the changes that gates can make of an expression, tries
them on the failing game, and ranks the lines. Where a change makes that game agree, the reason may be.

It never fails: what goes wrong with it is said in a line.
"""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeVar

from loopline.campaign import Campaign
from loopline.campaign.failures import Finding, Mend, Proposal, Suspect, Why
from loopline.design.build import Build
from loopline.design.dut import Dut
from loopline.design.plugins import in_words
from loopline.errors import BadInput, as_named
from loopline.mutate.source.expressions import term
from loopline.mutate.source.schemata import Change, Edit
from loopline.simulation.job import Outcome
from loopline.system import interruptible
from loopline.why import (
    NO_CHANGE,
    ChangeJob,
    ChangeOutcome,
    FlipJob,
    FlipOutcome,
    OneTry,
    Tried,
    TriedOutcome,
    change,
)
from loopline.why.fixes import UNPLAYED
from loopline.why.sites import Site, Sites, loops, sites, written
from loopline.why.statements import Design, Statement, within

#: How many of the values that can be asked for are tried at a gate.
_ASKED = 120


One = TypeVar("One")


class Candidate(NamedTuple):
    """A change of a statement: what is written to the register, and the text."""

    word: int
    change: Change
    statement: Statement


def candidates(design: Design, found: Sites, good: Sequence[Site]) -> list[Candidate]:
    """All changes, the more likely ones first: those of the source, then what the gates do; `good` are gates that have
    mended the failing game when they were inverted."""
    keys = {(one.file, one.start, one.end): number for number, one in enumerate(good)}
    mending = [one for one in found.gates if (one.file, one.start, one.end) in keys]
    mending.sort(key=lambda one: keys[one.file, one.start, one.end])
    likely = {id(one.statement) for one in mending}
    mending = [one for one in mending if one.width == 1]
    wide = sorted((one for one in found.gates if one.width > 1), key=lambda one: id(one.statement) not in likely)
    texts = [
        Candidate(change(number), one, statement)
        for number, (one, statement) in enumerate(found.changes, len(found.gates) + 1)
    ]
    first = [one for one in texts if id(one.statement) in likely]
    others = [one for one in texts if id(one.statement) not in likely]
    simple = [one for gate in mending for one in _fixed(design, gate)]
    named = _in_turn(_with_values(design, found, gate, plain=True) for gate in mending)
    asked = _in_turn(_with_values(design, found, gate, plain=False) for gate in mending)
    widths = _in_turn(_wide(design, found, gate) for gate in wide)
    gated = _in_turn(_with_values(design, found, gate, plain=True) for gate in wide)
    return [*simple, *first, *_in_turn([named, widths]), *_in_turn([others, asked, gated])]


def _in_turn(every: Iterable[Iterable[One]]) -> list[One]:
    """One of each, then the next of each."""
    return [one for some in zip_longest(*every) for one in some if one]


def _by_module(gates: Iterable[Site]) -> list[Site]:
    """One of each module, then the next of each. What is wrong on a line may come from either end of the design."""
    modules: dict[str, list[Site]] = {}
    for one in gates:
        modules.setdefault(one.module, []).append(one)
    return _in_turn(modules.values())


def _fixed(design: Design, gate: Site) -> Iterator[Candidate]:
    """Always true, always false, negated."""
    yield _set(design, gate, 1)
    yield _set(design, gate, 0)
    yield _of(design, gate, change(gate.number, flip=2), f"!{term(_text(design, gate))}")


def _set(design: Design, gate: Site, bit: int) -> Candidate:
    return _of(design, gate, change(gate.number, keep=0, flip=2 * bit), f"1'b{bit}")


def _with_values(design: Design, found: Sites, gate: Site, plain: bool) -> Iterator[Candidate]:
    """Another signal of one bit; or a condition more, which must be true as well, or may be."""
    text, number = _text(design, gate), gate.number
    for value, name in _values(design, found, gate, 1, plain):
        for sign, not_ in ((0, ""), (1, "!")):
            given = f"{not_}{term(name)}" if not_ else name if plain else f"({name})"
            keep, keep_not = 1 + 2 * sign, 3 - 2 * sign
            if gate.width > 1:
                yield _of(design, gate, change(number, value=value, keep=keep), f"{given} ? {text} : {gate.width}'d0")
                continue
            yield _of(design, gate, change(number, value=value, keep=keep), f"{term(text)} && {given}")
            yield _of(design, gate, change(number, value=value, keep=keep_not, flip=keep), f"{term(text)} || {given}")
            yield _of(design, gate, change(number, value=value, keep=0, flip=keep), given)


def _wide(design: Design, found: Sites, gate: Site) -> Iterator[Candidate]:
    """Another signal, or one more or less."""
    text, number = _text(design, gate), gate.number
    for value, name in _values(design, found, gate, gate.width, plain=True):
        yield _of(design, gate, change(number, value=value, keep=0, flip=1), name)
    for by, sign in ((1, "+"), (-1, "-")):
        yield _of(design, gate, change(number, mask=by), f"{term(text)} {sign} {gate.width}'d1")
    yield _of(design, gate, change(number, keep=0), f"{gate.width}'d0")


def _values(design: Design, found: Sites, gate: Site, width: int, plain: bool) -> Iterator[tuple[int, str]]:
    """The numbers and texts of values that can stand there: first those of signals that the statement looks at, then
    those whose names are most like what stands there."""
    read = {name.rpartition(".")[2] for name in gate.statement.reads}
    every = list(enumerate(found.values.get((gate.module, width), ()), 1))
    every = [(n, one) for n, one in every if bool(re.fullmatch(r"\w+", one)) is plain]

    def likeness(it: tuple[int, str]) -> tuple[int, float]:
        return len(_names(it[1]) & read), SequenceMatcher(None, it[1], _text(design, gate)).ratio()

    for number, one in sorted(every, key=likeness, reverse=True)[:_ASKED]:
        if one != _text(design, gate) and not loops(design, gate.statement, _names(one)):
            yield number, one


def _names(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z_]\w*", text))


def _text(design: Design, gate: Site) -> str:
    return design.read.source.text(gate.file)[gate.start : gate.end]


def _of(design: Design, gate: Site, word: int, after: str) -> Candidate:
    edit = Edit(gate.start, gate.end, f"({after})")
    one = Change("", gate.file, gate.module, gate.start, _text(design, gate), after, (edit,))
    return Candidate(word, one, gate.statement)


#: A change with which the failing game agrees, and what has come of other games.
_Result = tuple[Candidate, Tried]

#: How many are named.
MOST = 5


class Flipped(NamedTuple):
    """Whether the failing game agrees if a gate is inverted in all cycles, or changed in a single one."""

    always: bool
    once: bool


@dataclass
class Evidence:
    """What is known of a line: how near it is, the best that inversions and a change of it do."""

    file: Path
    line: int
    distance: int
    always: bool = False
    once: bool = False
    best: Tried | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """Of the most suspect line it is the least."""
        return (
            -(self.best.weight if self.best else -1),
            not self.always,
            not self.once,
            self.distance,
            str(self.file),
            self.line,
        )


def evidence(
    design: Design,
    gates: Sequence[Site],
    flipped: Mapping[int, Flipped],
    tried: Sequence[tuple[Path, int, Tried]],
    distance: Mapping[int, int],
) -> list[Evidence]:
    """What is known of each line with a gate that changes anything, or with a change that helps; the most suspect
    comes first. `tried` has the file and the place of each change; `distance` knows statements by their identity."""
    lines: dict[tuple[Path, int], Evidence] = {}

    def at(file: Path, start: int, far: int) -> Evidence:
        line = design.line_at(file, start)
        return lines.setdefault((file, line), Evidence(file, line, far))

    for gate in gates:
        if its := flipped.get(gate.number):
            one = at(gate.file, gate.start, distance[id(gate.statement)])
            one.always, one.once = one.always or its.always, one.once or its.once
    for file, start, result in tried:
        one = at(file, start, len(distance))
        one.best = max(one.best or result, result, key=lambda it: (it.weight, it.share))
    return sorted(lines.values(), key=lambda one: one.key)


def suspects(design: Design, found: Sequence[Evidence]) -> list[Suspect]:
    """The most suspect lines."""
    return [
        Suspect(file=as_named(one.file), line=one.line, text=design.text_of(one.file, one.line), reason=_reason(one))
        for one in found[:MOST]
    ]


def _reason(one: Evidence) -> str:
    if one.best:
        return f"with a change here the failing game agrees, and {one.best.agreed} of {one.best.games} others"
    if one.always:
        return "if a condition here is inverted in all cycles, the failing game agrees"
    if one.once:
        return "if what is computed here is another value at the right time, the failing game agrees"
    return "what is computed here changes what the failing game shows"


#: Of the time, the share for inverting, and the least for trying changes.
_TO_FLIP, _LEAST = 0.17, 0.2

#: Of a player's, the share for inverting; parts of conditions are left out for as long as there is more time.
_TO_FLIP_ENDS = 0.15

#: The most statements in the second build.
_STATEMENTS = 40

#: Simulations that play at a time.
_JOBS = 2

#: Changes that may end a simulation, before no more are tried.
_DEATHS = 5

#: The most changes that are played with all that failed.
_PROPOSED = 3

#: The number of failures that get all of their time, one after the other.
_FAILURES = 3

#: Of an error, what is told: that it cannot be built, and why.
_LINES = 3

_INTERRUPTED = Why(not_known="the search was interrupted")

#: Games that were played before the failing one, and of a deck: the most that are used.
_EARLIER, _OF_THE_DECK = 40, 60

#: How long a player's answer is waited for: so many times the slowest that was timed, and so many cycles more; and if
#: none was timed.
_SLOWER, _MORE, _PATIENCE = 2, 2_000, 10_000


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
        why = Why(not_known=" ".join(line.strip() for line in str(error).splitlines()[:_LINES]))
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
    design = Design(campaign.plan.dut, campaign.plan.game.streams)
    cone = design.cone(finding.outcome.signal)
    near = sorted(within(design.statements, cone), key=lambda one: one[1])
    distance = {id(one): far for one, far in near}
    with TemporaryDirectory(prefix="loopline-") as folder:
        all_ = sites(design, [one for one, _ in near], rich=False)
        if not all_.gates:
            return Why(not_known="in the source the signal depends on no condition and on no value")
        text = written(design, campaign.plan.dut, all_, Path(folder) / "all", rich=False)
        with ThreadPoolExecutor(1) as beside:  # the compiler is a process of its own
            beside.submit(lambda: design.proposals)
            build = _build(campaign, finding, text, folder)
        serial = campaign.plan.dut.contract == "player"
        depth = design.depths([name for name, far in cone.items() if not far])
        results, played = list[_Result](), 0
        if serial:
            parts = _without(design, all_, campaign.plan.dut.reset.signal)
            left = max(seconds * _LEAST, until - time.monotonic() - seconds * _TO_FLIP_ENDS)
            results, played = _try(campaign, finding, build, parts, left)
        flipped, inverted = dict[int, Flipped](), 0
        if not campaign.interrupted and not any(result.share == 1.0 for _, result in results):
            share = _TO_FLIP_ENDS if serial else _TO_FLIP
            flipped, inverted = _flip(campaign, finding, build, all_, depth, seconds * share)
            moved = _in_order(design, all_, flipped, distance, serial)
            statements = list({id(one.statement): one.statement for one in moved}.values())
        if campaign.interrupted:
            return _INTERRUPTED
        if flipped and (not serial or time.monotonic() < until):
            few = sites(design, statements[:_STATEMENTS])
            chosen = candidates(design, few, [one for one in moved if any(flipped[one.number])])
            build = _build(campaign, finding, written(design, campaign.plan.dut, few, Path(folder) / "few"), folder)
            left = max(seconds * _LEAST, until - time.monotonic())
            more, also = _try(campaign, finding, build, chosen, left)
            results, played = results + more, played + also
    tried = [(one.change.file, one.change.start, result) for one, result in results]
    found = evidence(design, all_.gates, flipped, tried, distance)
    proposed = _proposals(design, [(one, result) for one, result in results if result.share == 1.0])
    if not found:
        of_all = f"of the {len(all_.gates):,} conditions and values that the signal depends on"
        none = f"in this time none {of_all} could be inverted: the failing game takes too long"
        some = f"in this time {inverted:,} {of_all} were inverted, and none of them has moved the failure"
        return Why(not_known=some if inverted else none)
    none = f"{played:,} small changes tried" if played else "no small change could be tried"
    return Why(suspects(design, found), no_mends=UNPLAYED if proposed else none, proposed=proposed)


def _in_order(
    design: Design, all_: Sites, flipped: Mapping[int, Flipped], distance: Mapping[int, int], serial: bool
) -> list[Site]:
    """The gates that matter, the most suspect first; of a player those that help, then those of all modules in turn."""
    found = evidence(design, all_.gates, flipped, [], distance)
    order = {(one.file, one.line): number for number, one in enumerate(found)}

    def place(gate: Site) -> int:
        return order[gate.file, design.line_at(gate.file, gate.start)]

    moved = sorted((one for one in all_.gates if one.number in flipped), key=place)
    return sorted(_by_module(moved), key=lambda one: not any(flipped[one.number])) if serial else moved


def _without(design: Design, all_: Sites, reset: str) -> list[Candidate]:
    """Each part of a condition left out, but for the reset: there is none in what is played."""
    bits = _by_module(one for one in all_.gates if one.width == 1 and _text(design, one) != reset)
    return [_set(design, one, int(bit)) for one in bits for bit in reversed(one.without)]


def _flip(
    campaign: Campaign, finding: Finding, build: Build, all_: Sites, depth: Mapping[str, int], seconds: float
) -> tuple[dict[int, Flipped], int]:
    """Return, by number, the gates that change something if they are inverted; and how many were. Raises BadInput."""
    tries = []
    serial = campaign.plan.dut.contract == "player"
    for gate in _by_module(one for one in all_.gates if one.whole) if serial else all_.gates:
        one = gate.statement
        later = min(depth[target] for target in one.targets if target in depth) + one.clocked
        tries.append((gate.number, gate.width, later))
    outcomes = _played(campaign, finding, build, seconds, FlipJob, tries)
    if any(one.name == NO_CHANGE for one in outcomes):
        raise BadInput("the game has agreed when it was played again")
    flipped = [one for one in outcomes if isinstance(one, FlipOutcome) and one.state == "agrees"]
    found = {one.number: Flipped(one.always, one.once) for one in flipped if one.number is not None}
    return found, sum(one.tried for one in outcomes if isinstance(one, FlipOutcome))


def _try(
    campaign: Campaign, finding: Finding, build: Build, chosen: Sequence[Candidate], seconds: float
) -> tuple[list[_Result], int]:
    """Return the changes with which the failing game agrees, and how many were tried."""
    numbers = {id(one.statement): number for number, one in enumerate(chosen)}
    tries = [(number, f"{one.word:x}", numbers[id(one.statement)]) for number, one in enumerate(chosen)]
    outcomes = _played(campaign, finding, build, seconds, ChangeJob, tries)
    changes = [one for one in outcomes if isinstance(one, ChangeOutcome)]
    found = {one.number: Tried(one.agreed, one.games) for one in changes if one.state == "agrees" and one.games}
    results = [(chosen[number], one) for number, one in found.items() if number is not None]
    return results, sum(one.tried for one in changes)


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
        at = [number for number, *_ in job.tries].index(outcome.number)
        return job.model_copy(update={"tries": job.tries[at + 1 :], "seconds": left})

    games = {**_games(campaign, finding), "power_up": finding.outcome.power_up}
    jobs = [campaign.plan.job(kind, tries=tries[one::_JOBS], seconds=seconds, **games) for one in range(_JOBS)]
    return campaign.play_apart(build, jobs, again=again)


def _proposals(design: Design, found: Sequence[_Result]) -> list[Proposal]:
    """What may be fixes: the changes that agree with the most games, the shortest of each line."""
    proposed: dict[tuple[Path, int], Proposal] = {}

    def order(result: _Result) -> tuple[int, int]:
        return -result[1].weight, len(result[0].change.after)

    for candidate, tried in sorted(found, key=order):
        change_ = candidate.change
        line = design.line_at(change_.file, change_.start)
        before, after = design.diff(change_)
        mend = Mend(file=as_named(change_.file), line=line, before=before, after=after, games=tried.games)
        proposal = Proposal(mend, change_.file, design.with_change(change_))
        proposed.setdefault((change_.file, line), proposal)
    return list(proposed.values())[:_PROPOSED]


def _build(campaign: Campaign, finding: Finding, dut: Dut, folder: str) -> Build:
    build = Build(dut, campaign.plan.game.streams, finding.simulator, Path(folder) / "build")
    build.run()
    return build


def _games(campaign: Campaign, finding: Finding) -> dict[str, Any]:
    """The failing game; then those that were played before it, the last of which failed, and some of the deck."""
    outcome = finding.outcome
    earlier = [("", one, "") for one in reversed(outcome.earlier[-_EARLIER:])]
    failing = (outcome.name, outcome.script, outcome.delays)
    times = [cycles for one in campaign.findings for kind in one.outcome.latency.values() for cycles in kind]
    return {
        "scripts": [failing],
        "deck": [*earlier, *campaign.plan.games_of_deck()[:_OF_THE_DECK]],
        "patience": _SLOWER * max(times) + _MORE if times else _PATIENCE,
        "step": outcome.request or 0,
    }
