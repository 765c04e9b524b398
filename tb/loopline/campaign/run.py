"""A run of `verify`: a design on all of its boards and simulators, with its deck, saved games and a sample.

`verify` is all of it. The command, pytest and `loopline.verify` call it, and differ in what listens, and in what
becomes of the `Run`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Literal

from loopline import workers
from loopline.campaign import Campaign, Share, known, play
from loopline.campaign.findings import Diagnosis, Finding, Mismatch
from loopline.campaign.plan import Plan
from loopline.campaign.saved import Deck, Saved, deck_of, kept
from loopline.campaign.workplace import worst
from loopline.contract.game import Subject
from loopline.coverage import coverage_of
from loopline.design import Change
from loopline.design.dut import Dut
from loopline.design.simulators import NAMES, SIMULATORS, Simulator, SimulatorMissing, find
from loopline.errors import BadInput
from loopline.simulation.job import DECK, INSTEAD, Outcome
from loopline.workers import ELSEWHERE, LARGER, SHRINK, WHY, Effort
from loopline.workers.pool import LocalPool, WorkerPool

#: On other boards than that of the description, the share of the time is as small as that of the examples; but at least
#: this many seconds.
_SHORTEST = 1.0


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of a run, besides the design. docs/reference/api.md explains each."""

    sim: Literal["verilator", "icarus", "both"] | None = None
    effort: Effort = "quick"
    examples: int | None = None
    seconds: float | None = None
    seed: int = 0
    board: Change | None = None
    only: tuple[str, ...] = ()
    exit_first: bool = False
    shrink: float = SHRINK
    regressions: Path | None = None
    coverage: bool = False
    rtl_coverage: bool = False
    why: float = WHY
    observe: Path | None = None
    out: Path = Path("out")

    def examples_for(self, design: Dut) -> int:
        """Return the number of examples of each property."""
        return self.examples or workers.examples(design.examples, self.effort)

    def on_another_board(self, design: Dut, board: Change, number: int, *, has_sample: bool) -> Options:
        """Return the options for another board: a share, on the fastest simulator.

        On other simulators too if the sample is played there. Coverage is counted on one board only.

        Args:
            design: The design.
            board: The board.
            number: The number of the board, added to the seed.
            has_sample: Whether the sample is played there.
        """
        folder = "-".join(re.findall(r"\w+", board.text))
        return replace(
            self,
            sim=self.sim or (None if has_sample else _fastest()),
            examples=self.examples_for(design) // (share := one_in(design, board.text)),
            seconds=self.seconds and max(_SHORTEST, self.seconds / share),
            seed=self.seed + number,
            board=board,
            regressions=self.regressions and self.regressions / folder,
            coverage=False,
            rtl_coverage=False,
            out=self.out / folder,
        )

    def command(self, design: Dut) -> list[str]:
        """Return the command that does the same again with this design."""
        words = ["loopline", "verify", design.shown, *(["--sim", self.sim] if self.sim else [])]
        words += ["--seed", str(self.seed), "--examples", str(self.examples_for(design))]
        words += ["--seconds", f"{self.seconds:g}"] if self.seconds else []
        words += self.board.words if self.board else []
        words += [word for name in self.only for word in ("--only", name)]
        words += ["--exit-first"] if self.exit_first else []
        words += ["--shrink", f"{self.shrink:g}"] if self.shrink != SHRINK else []
        words += ["--regressions", str(self.regressions)] if self.regressions else []
        words += ["--coverage"] if self.coverage else []
        words += ["--rtl-coverage"] if self.rtl_coverage else []
        words += ["--why", f"{self.why:g}"] if self.why != WHY else []
        words += ["--observe", str(self.observe)] if self.observe else []
        return [*words, *(["--out", str(self.out)] if self.out != Path("out") else [])]

    def campaign(self, design: Dut, pool: WorkerPool) -> Campaign:
        """Return the campaign of a design, with as much of its deck as belongs to the examples. Raises BadInput."""
        subject = Subject.of(design)
        subject.rehearse()
        plan = Plan(
            subject,
            self.out,
            self.seed,
            self.examples_for(design),
            self.seconds,
            shrink=self.shrink,
            board=self.board,
            deck=_as_much_of(deck_of(subject), self.examples_for(design)),
            coverage=self.coverage and bool(coverage_of(subject).model),
            rtl_coverage=self.rtl_coverage,
            observe=self.observe and self.observe.resolve(),
        )
        return Campaign(plan, pool, stop_at_failure=self.exit_first, regressions=self.regressions)


def _as_much_of(deck: Deck | None, examples: int) -> Deck | None:
    """Return what is played of a deck beside this number of examples of each property."""
    if deck is None or (few := workers.games(len(deck.games), examples)) == len(deck.games):
        return deck
    note = f"{few} of the {len(deck.games)} games of the deck are played; all with --examples {workers.WHOLE} or more"
    return deck._replace(games=deck.games[:few], note="\n".join(filter(None, [deck.note, note])))


# --- simulators -------------------------------------------------------------------------------------------------------


def simulators_of(sim: str | None) -> tuple[list[Simulator], list[str]]:
    """Return the simulators that are asked for and installed, and what is to be said of those that are missing.

    Args:
        sim: `both`, a simulator's name, or None: Verilator, which is fast, then Icarus, which knows X.
    """
    found, missing = list[Simulator](), dict[str, str]()
    for name in NAMES if sim in (None, "both") else (str(sim),):
        try:
            found.append(find(name))
        except SimulatorMissing as problem:
            missing[name] = str(problem)
    if not found:
        raise BadInput("\n".join(missing.values()))
    if sim is not None:
        return found, [*missing.values()]
    return found, [f"{problem}; until then {SIMULATORS[name].without}" for name, problem in missing.items()]


def _fastest() -> Literal["verilator", "icarus"]:
    return "verilator" if simulators_of(None)[0][0].name == "verilator" else "icarus"


# --- boards -----------------------------------------------------------------------------------------------------------


@dataclass
class BoardRun:
    """A design on one board: what is asked for, and what comes of it."""

    options: Options
    design: Dut
    #: The board, if it is another than that of the description.
    text: str
    campaign: Campaign
    properties: list[str]
    #: The games that were saved.
    saved: list[Saved] = field(default_factory=list)
    #: A note on the saved games that are not played.
    note: str = ""
    #: The simulators on which it was to be played.
    simulators: Sequence[Simulator] = ()

    @classmethod
    def of(cls, options: Options, design: Dut, pool: WorkerPool, text: str = "") -> BoardRun:
        """Return what is to be played on the board of this design.

        Args:
            options: The options.
            design: The design.
            pool: The workers.
            text: The board, if it differs from that of the description.

        Raises:
            BadInput: The design or the names of properties cannot be used.
        """
        campaign = options.campaign(design, pool)
        campaign.shares_time = bool(text)
        properties = campaign.plan.properties(options.only)
        if unknown := set(options.only) - set(properties):
            names = ", ".join(campaign.plan.properties())
            raise BadInput(f"no property is called {', '.join(unknown)}; there are: {names}")
        subject = campaign.plan.subject
        saved, note = known.playable(subject, kept(options.regressions, subject))
        return cls(options, design, text, campaign, properties, saved, note)

    @property
    def command(self) -> list[str]:
        """The command that does the same again."""
        return self.options.command(self.design)

    @property
    def findings(self) -> Sequence[Finding]:
        """What came of each property and saved game on each simulator."""
        return self.campaign.findings

    @property
    def exit_code(self) -> int:
        """That of a command that has played this board alone."""
        return self.campaign.exit_code

    @property
    def has_played(self) -> bool:
        """Whether anything was played on this board."""
        return any(finding.outcome.state != "not run" for finding in self.findings)

    def amount(self, *, sample: bool) -> int:
        """Return the number of examples, and of known games, on one simulator."""
        plan, names = self.campaign.plan, [name for name in self.properties if name != DECK]
        random_ones = len(names) * (plan.sampled if sample else plan.examples)
        deck = len(plan.games_of_deck(sample=sample)) if DECK in self.properties else 0
        return random_ones + deck + len(self.saved)

    def share(self, simulator: Simulator, listener: Listener, *, sample: bool) -> Share | None:
        """Play the saved games, and return what is to be played after them.

        None, if nothing is left of a sample that agrees, or it cannot be built.

        Args:
            simulator: The simulator.
            listener: Hears of the outcomes.
            sample: Whether only a share of the examples is played.
        """

        def watch(simulator: Simulator, outcome: Outcome) -> None:
            listener.progress(self, simulator, outcome)

        try:
            if not self.text:  # on another board a saved game may mean something else
                self.campaign.replay_known(simulator, watch)
            self.campaign.replay(simulator, self.saved, watch)
        except BadInput as problem:
            self.campaign.refused = problem
            return None
        names = self._without_failures if sample else self.properties
        if self.campaign.interrupted or (self.options.exit_first and not names):
            self.campaign.not_run(simulator, names or self.properties)
            return None
        return self.campaign.share(simulator, names, watch, sample=sample) if names else None

    @property
    def _without_failures(self) -> list[str]:
        """The properties of which nothing has failed on any board; none if a failure ends the run."""
        failed = self.campaign.failed.union(*(workplace.failed for workplace in self.campaign.elsewhere))
        return [] if failed and self.options.exit_first else [name for name in self.properties if name not in failed]


# --- the run ----------------------------------------------------------------------------------------------------------


class Listener:
    """A listener, which hears of a run while it is played.

    Nothing happens here: derive from it, and write what is of interest.
    """

    def begins(self, board: BoardRun, notes: Sequence[str]) -> None:
        """Take note that the board of the description is about to be played, with these notes for the user."""

    def prepared(self, boards: Sequence[BoardRun]) -> None:
        """Take note that all boards are about to be played."""

    def playing(self, goal: int) -> AbstractContextManager[None]:
        """Return what is entered while all boards are played. `goal`: examples and games in all."""
        return nullcontext()

    def skipped(self, simulator: Simulator, why: BadInput) -> None:
        """Take note that a simulator cannot play its sample."""

    def progress(self, board: BoardRun, simulator: Simulator, outcome: Outcome) -> None:
        """Take note of the present outcome of a property. Called from any thread.

        Args:
            board: The board.
            simulator: The simulator.
            outcome: The outcome until now.
        """

    def busy(self, words: str) -> None:
        """Take note of what goes on beside the examples, such as `making waves of games`."""

    def failed(self, board: BoardRun, finding: Finding) -> None:
        """Take note that a property has failed, with its waves; where the failure comes from is still unknown."""

    def explained(self, board: BoardRun, finding: Finding) -> None:
        """Take note that all is known of this failure that will be, but its fixes."""

    def fixed(self, finding: Mismatch) -> None:
        """Take note that the run has ended, and all that failed was played with possible fixes of this failure."""


@dataclass(frozen=True)
class Refusal:
    """A board on which nothing could be played, and why."""

    design: Dut
    #: The board, if it is another than that of the description.
    text: str
    why: BadInput

    @property
    def advice(self) -> str:
        """How the board can be left out."""
        return _only(self.design, self.text)


@dataclass(frozen=True)
class Run:
    """The result of a run: the board of the description first, then the others that were played."""

    design: Dut
    boards: Sequence[BoardRun]
    refused: Sequence[Refusal] = ()
    #: The simulators that have played all of it, not a sample.
    everywhere: Sequence[Simulator] = ()

    @property
    def findings(self) -> list[Finding]:
        """What came of each property and saved game, on all boards and simulators."""
        return [finding for board in self.boards for finding in board.findings]

    @property
    def exit_code(self) -> int:
        """0: all agrees; 1: a mismatch; 2: a board could not be played; 3: could not test; 130: interrupted."""
        return worst(
            [*(board.exit_code for board in self.boards), *(refusal.why.exit_code for refusal in self.refused)]
        )

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C has ended it: what it says is of a part."""
        return any(board.campaign.interrupted for board in self.boards)

    @property
    def problem(self) -> BadInput | None:
        """What kept boards from being played, with what can be done; None if all were."""
        says = [f"{refusal.why}\n{refusal.advice}" for refusal in self.refused]
        return BadInput("\n".join(says)) if says else None

    def contrast(self, board: BoardRun) -> str:
        """Return a sentence if the design agrees on the board of its description, and not on this one."""
        failed = board.exit_code in (1, 3) and board.campaign.has_failed_on(self.everywhere)
        if board is self.boards[0] or self.boards[0].exit_code != 0 or not failed:
            return ""
        described, played = self.design.board, board.campaign.plan.dut.board
        return f"The design agrees on {described}, not on {played}. {_only(self.design, board.text)}"


def _only(design: Dut, text: str) -> str:
    key = next(iter(Change(text).values)) if text else ""
    return f"If it is not made for {text}, --board {key}={getattr(design.board, key)} keeps to the board it describes"


#: Looks for the lines that a failure comes from, up to a number of seconds; None: it did not look.
Explain = Callable[[Campaign, Mismatch, float], Diagnosis | None]

#: Plays all that failed in these campaigns with what may be fixes; yields the findings with a proposed fix.
Confirm = Callable[[Sequence[Campaign], float], Iterable[Mismatch]]


def verify(
    design: Dut,
    options: Options,
    pool: WorkerPool | None = None,
    listener: Listener | None = None,
    explain: Explain | None = None,
    confirm: Confirm | None = None,
) -> Run:
    """Verify a design as it is described and, unless a board is asked for, on other boards near its limits.

    These get a share of the examples. All boards are played together, a few examples of each property on each board
    before many of any. Each board has a folder of its own, and seeds that the others do not have. After Ctrl-C the run
    has what was known.

    Args:
        design: The design, with the board that was asked for.
        options: How much is played, and how.
        pool: The workers; by default one for each core of this machine.
        listener: Hears of it while it is played.
        explain: Looks for the lines that a failure comes from.
        confirm: Plays all that failed with what may be a fix.

    Returns:
        What came of it, without anything printed or written but the files of failures and of coverage.

    Raises:
        BadInput: The design cannot be used, or the simulators are missing.
    """
    listener, pool = listener or Listener(), pool or LocalPool()
    simulators, notes = simulators_of(options.sim)
    first = BoardRun.of(options, design, pool)
    first.simulators = simulators
    listener.begins(first, notes)
    others, refused = list[BoardRun](), list[Refusal]()
    # What is saved of this board, and coverage, which is that of this board, stay here.
    stays = first.saved or options.coverage or options.rtl_coverage or options.sim or len(simulators) == 1
    sampled = "" if stays else design.board.sampled
    for number, text in enumerate(_extremes(design, options), 1):
        change = Change(text)
        change_options = options.on_another_board(design, change, number, has_sample=text == sampled)
        try:
            others.append(BoardRun.of(change_options, design.with_board(change), pool, text))
        except BadInput as problem:
            refused.append(Refusal(design, text, problem))
    for board in (first, *others):
        board.campaign.found = partial(_found, board, listener, explain)
        board.campaign.busy = listener.busy
        board.campaign.elsewhere = [rival.campaign for rival in (first, *others) if rival is not board]
    listener.prepared([first, *others])
    with first.campaign.collect_interrupts(*(board.campaign for board in others)):
        sampling = next((board for board in others if board.text == sampled), first)
        samples = [] if options.sim else simulators[1:]
        where = {simulator: [sampling] if simulator in samples else [first, *others] for simulator in simulators}
        goal = sum(board.amount(sample=simulator in samples) for simulator in simulators for board in where[simulator])
        with listener.playing(goal):
            played = play_boards([first, *others], where, samples, listener)
            campaigns = [board.campaign for board in (first, *others)]
            if confirm and any(found.why and found.why.proposed for owner in campaigns for found in owner.mismatches):
                listener.busy("trying fixes")
                for finding in confirm(campaigns, options.why):
                    listener.fixed(finding)
    everywhere = [simulator for simulator in played if simulator not in samples]
    done = list[BoardRun]()
    for board in (first, *others):
        board.campaign.end()
        board.simulators = played if board in (first, sampling) else everywhere
        if board.campaign.refused:
            refused.append(Refusal(design, board.text, board.campaign.refused))
        elif board is first or board.has_played or first.campaign.interrupted or not options.exit_first:
            done.append(board)
    return Run(design, done, refused, everywhere)


def _found(board: BoardRun, listener: Listener, explain: Explain | None, finding: Finding) -> Finding:
    listener.failed(board, finding)
    if explain and board.options.why and isinstance(finding, Mismatch) and finding.outcome.unshrunk != INSTEAD:
        listener.busy(f"looking for the cause of {finding.outcome.name}")
        why = explain(board.campaign, finding, board.options.why)
        finding = board.campaign.put(finding, replace(finding, why=why))
    listener.explained(board, finding)
    return finding


def _extremes(design: Dut, options: Options) -> Iterable[str]:
    examples = 0 if options.board else options.examples_for(design)
    return [text for text in design.extremes if examples >= one_in(design, text)]


def one_in(design: Dut, board: str) -> int:
    """Return how many examples of the description's board there are for each one on another."""
    return LARGER if design.contract == "engine" and board == design.board.larger else ELSEWHERE


def play_boards(
    boards: Sequence[BoardRun],
    where: Mapping[Simulator, Sequence[BoardRun]],
    samples: Sequence[Simulator],
    listener: Listener,
) -> list[Simulator]:
    """Play on one simulator after the other, on each all boards together.

    Args:
        boards: The boards.
        where: The boards that are played on each simulator.
        samples: The simulators that play only a sample.
        listener: Hears of the run.

    Returns:
        The simulators that could be used.
    """
    usable = list(_built(where, samples, listener))  # before anything is played: the sources may be edited meanwhile
    for simulator in usable:
        _play_on(simulator, boards, where[simulator], listener, sample=simulator in samples)
    return usable


def _built(
    where: Mapping[Simulator, Sequence[BoardRun]], samples: Sequence[Simulator], listener: Listener
) -> Iterator[Simulator]:
    """Build the design for each simulator, and yield those for which it could be. Raises BadInput."""
    for simulator, boards in where.items():
        try:
            boards[0].campaign.builds.get(simulator)
        except BadInput as error:
            if simulator not in samples:
                raise
            listener.skipped(simulator, error)
        else:
            yield simulator


def _play_on(
    simulator: Simulator, boards: Sequence[BoardRun], playing: Sequence[BoardRun], listener: Listener, *, sample: bool
) -> None:
    """Play some of the boards on one simulator."""
    shares: list[Share] = []
    for board in playing:
        if share := board.share(simulator, listener, sample=sample):
            shares.append(share)
        if board.campaign.interrupted:  # Ctrl-C while its saved games were played ends the others, too
            for affected in boards:
                affected.campaign.interrupted = True
    if boards[0].campaign.interrupted:
        for share in shares:
            share.campaign.not_run(simulator, [run.name for run in share.properties])
    elif shares:
        play(shares)
