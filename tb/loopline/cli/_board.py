"""A design on one of the boards on which `verify` plays it, and what is printed of that; and all of its boards
together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import cast

import typer
from rich.console import Console

from loopline import workers
from loopline.campaign import Campaign, OnOutcome, Share, known
from loopline.campaign import play as play_together
from loopline.campaign.failures import Finding
from loopline.campaign.plan import Plan
from loopline.campaign.saved import Deck, Saved, deck_of, kept
from loopline.cli._hardware import default_simulators, pool_of, tell
from loopline.cli._options import Choice, command_line
from loopline.coverage import coverage_of
from loopline.design import Change
from loopline.design.dut import Dut
from loopline.design.simulators import Simulator
from loopline.errors import BadInput
from loopline.report import findings
from loopline.report.combined import Verified
from loopline.report.console import console, print_head, progress
from loopline.report.coverage import show_counted
from loopline.report.documents import VerifyDocument
from loopline.report.findings import print_failure, print_why
from loopline.simulation.job import DECK
from loopline.workers import ELSEWHERE, Effort
from loopline.workers import examples as examples_of

#: Characters for the name of a board, where it has a line of its own.
_NAME = 14


#: On other boards than that of the description as small a share of the time is spent as of the examples; but not less
#: than this many seconds.
_SHORTEST = 1.0


@dataclass(frozen=True)
class Run:
    """What was asked for, besides the design; the names are those of the parameters."""

    ctx: typer.Context
    sim: Choice | None
    effort: Effort
    examples: int | None
    seconds: float | None
    seed: int
    board: Change | None
    only: tuple[str, ...]
    exit_first: bool
    shrink: float
    jobs: int | None
    scheduler: str | None
    regressions: Path | None
    coverage: bool
    rtl_coverage: bool
    why: float
    observe: Path | None
    #: No head at all, and no progress; `brief`: a line for each board instead of head and table.
    quiet: bool
    out: Path
    brief: bool = False

    def examples_for(self, design: Dut) -> int:
        """Return the number of examples of each property."""
        return self.examples or examples_of(design.examples, self.effort)

    def on_another_board(self, design: Dut, board: Change, number: int, *, has_sample: bool = False) -> Run:
        """A share of it, on the fastest simulator, and a sample on others if it is there. Coverage is counted on one
        board only."""
        folder = "-".join(re.findall(r"\w+", board.text))
        return replace(
            self,
            sim=self.sim or (None if has_sample else cast("Choice", default_simulators()[0][0].name)),
            examples=self.examples_for(design) // ELSEWHERE,
            seconds=self.seconds and max(_SHORTEST, self.seconds / ELSEWHERE),
            seed=self.seed + number,
            board=board,
            regressions=self.regressions and self.regressions / folder,
            coverage=False,
            rtl_coverage=False,
            out=self.out / folder,
        )

    def words(self, design: Dut, dut: str) -> list[str]:
        """The command that does the same again with this design."""
        return self._command(dut=dut, examples=self.examples_for(design), effort=None, everything=None)

    def words_of_everything(self) -> list[str]:
        """The command that does the same again with all bundled designs."""
        return self._command(effort=None if self.examples else self.effort)

    def _command(self, **values: object) -> list[str]:
        mine = {one.name: getattr(self, one.name) for one in fields(self) if one.name not in ("ctx", "brief")}
        told = dict.fromkeys(("verbose", "quiet", "show", "compare", "strict", "last_failed"))
        return command_line(self.ctx, **{**mine, **told, **values})

    def campaign(self, design: Dut, deck: Deck | None) -> Campaign:
        """Return the campaign of a design, with these games of its deck."""

        plan = Plan(
            design,
            self.out,
            self.seed,
            self.examples_for(design),
            self.seconds,
            shrink=self.shrink,
            board=self.board,
            deck=deck,
            coverage=self.coverage and bool(coverage_of(design).model),
            rtl_coverage=self.rtl_coverage,
            observe=self.observe and self.observe.resolve(),
        )
        pool = pool_of(self.jobs, self.scheduler)
        return Campaign(plan, pool, stop_at_failure=self.exit_first, regressions=self.regressions)


@dataclass
class Board:
    """A design on one board: what is asked for, and what comes of it."""

    run: Run
    design: Dut
    dut: str
    #: The board, if it is another than that of the description.
    text: str
    campaign: Campaign
    properties: list[str]
    #: The games that were saved.
    saved: list[Saved]
    #: What is to be said of those that are not played.
    note: str = ""

    @classmethod
    def of(cls, run: Run, design: Dut, dut: str, text: str = "") -> Board:
        """Raises BadInput."""

        campaign = run.campaign(design, _as_much_of(deck_of(design), run.examples_for(design)))
        campaign.shares_time = bool(text)
        properties = campaign.plan.properties(run.only)
        if unknown := set(run.only) - set(properties):
            names = ", ".join(campaign.plan.properties())
            raise BadInput(f"no property is called {', '.join(unknown)}; there are: {names}")
        saved, note = known.playable(design, kept(run.regressions, design))
        return cls(run, design, dut, text, campaign, properties, saved, note)

    @property
    def words(self) -> list[str]:
        """The command that does the same again."""
        return self.run.words(self.design, self.dut)

    def head(self, simulators: list[Simulator], notes: list[str]) -> None:
        """Print what is about to be played, with these notes."""

        deck = self.campaign.plan.deck
        if deck and DECK in self.properties and deck.note and not self.run.quiet:
            notes = [*notes, deck.note]
        if self.note and not self.run.quiet:
            notes = [*notes, self.note]
        if not self.run.brief:
            print_head(console(), self.design, simulators, self.run.seed, self.words, notes)
        elif notes:
            console().print(*notes, sep="\n")

    def amount(self, *, sample: bool) -> int:
        """Examples, and games that are known, on one simulator."""

        plan, names = self.campaign.plan, [name for name in self.properties if name != DECK]
        random_ones = len(names) * (plan.sampled if sample else plan.examples)
        deck = len(plan.games_of_deck(sample=sample)) if DECK in self.properties else 0
        return random_ones + deck + len(self.saved)

    def share(self, simulator: Simulator, watch: OnOutcome, *, sample: bool) -> Share | None:
        """What is to be played there, after the saved games, which are played at once; none, if a sample has nothing
        left that agrees, or it cannot be built."""
        here = self._named(watch)
        try:
            if not self.text:  # on another board a saved game may mean something else
                self.campaign.replay_known(simulator, here)
            self.campaign.replay(simulator, self.saved, here)
        except BadInput as problem:
            self.campaign.refused = problem
            return None
        names = self._without_failures if sample else self.properties
        if self.campaign.interrupted or (self.run.exit_first and not names):
            self.campaign.not_run(simulator, names or self.properties)
            return None
        return self.campaign.share(simulator, names, here, sample=sample) if names else None

    @property
    def _without_failures(self) -> list[str]:
        """The properties of which nothing has failed on any board; none if a failure ends the run."""
        failed = self.campaign.failed.union(*(one.failed for one in self.campaign.elsewhere))
        return [] if failed and self.run.exit_first else [name for name in self.properties if name not in failed]

    def _named(self, watch: OnOutcome) -> OnOutcome:
        """Hears of each property with the name of the board, if that is another."""
        if not self.text:
            return watch
        return lambda sim, one: watch(sim, one.model_copy(update={"name": f"{one.name}, {self.text}"}))

    @property
    def has_played(self) -> bool:
        """Whether anything was played on this board."""
        return any(finding.outcome.state != "not run" for finding in self.campaign.findings)

    def tell(self) -> Verified:
        """What has come of it, from the table to the last line. Failures were printed as they were found."""

        campaign, screen, run = self.campaign, console(), self.run
        if campaign.runs.covered or campaign.runs.counted:
            show_counted(screen, campaign)
        if run.brief:
            findings.write(campaign, self.words)
            findings.print_printed(screen, campaign)
            screen.print(f"  {self.design.board!s:<{_NAME}}{findings.summary(campaign)}")
        else:
            tell(screen, campaign, self.words, VerifyDocument)
        return Verified(campaign, self.words)


def _as_much_of(deck: Deck | None, examples: int) -> Deck | None:
    """What is played of a deck beside this number of examples of each property."""
    if deck is None or (few := workers.games(len(deck.games), examples)) == len(deck.games):
        return deck
    note = f"{few} of the {len(deck.games)} games of the deck are played; all with --examples {workers.WHOLE} or more"
    return deck._replace(games=deck.games[:few], note="\n".join(filter(None, [deck.note, note])))


def _found(screen: Console, board: Board, finding: Finding) -> None:

    print_failure(screen, board.campaign, finding)
    if board.run.why and finding.outcome.state == "mismatch":
        from loopline.why.look import look  # only if something has failed

        look(board.campaign, finding, board.run.why)
    print_why(screen, finding.why)


def play(
    first: Board,
    others: Sequence[Board],
    simulators: list[Simulator],
    samples: list[Simulator],
    sampling: Board | None = None,
) -> list[Simulator]:
    """On one simulator after the other, on each all boards together, and samples on one: `sampling`, or the first.
    Returns the simulators that were there."""
    screen = console()
    for board in (first, *others):
        board.campaign.found = partial(_found, screen, board)
        board.campaign.elsewhere = [one.campaign for one in (first, *others) if one is not board]
    boards = {one: [sampling or first] if one in samples else [first, *others] for one in simulators}
    goal = sum(board.amount(sample=one in samples) for one in simulators for board in boards[one])
    with progress(screen, goal, quiet=first.run.quiet) as watch:
        for simulator in list(simulators):  # before anything is played: the sources may be edited meanwhile
            try:
                boards[simulator][0].campaign.builds.get(simulator)
            except BadInput as error:
                if simulator not in samples:
                    raise
                screen.print(f"{simulator.name} is skipped, so X goes unnoticed: {error}\n", markup=False)
                samples.remove(simulator)
                simulators = [one for one in simulators if one != simulator]
        for simulator in simulators:
            is_sample = simulator in samples
            shares: list[Share] = []
            for board in boards[simulator]:
                if share := board.share(simulator, watch, sample=is_sample):
                    shares.append(share)
                if board.campaign.interrupted:  # Ctrl-C while its saved games were played ends the others, too
                    for one in (first, *others):
                        one.campaign.interrupted = True
            if first.campaign.interrupted:
                for share in shares:
                    share.campaign.not_run(simulator, [run.name for run in share.properties])
            elif shares:
                play_together(shares)
    return simulators
