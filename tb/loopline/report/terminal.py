"""What is printed of runs on hardware: of `verify` while it is played, and what came of each board at the end."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from rich.console import Console

from loopline.campaign import Campaign
from loopline.campaign.findings import Failed, Finding, Mismatch, Untested
from loopline.campaign.plan import failed_in
from loopline.campaign.run import BoardRun, Listener, Run
from loopline.design.simulators import Simulator
from loopline.errors import BadInput
from loopline.report import findings, github, page
from loopline.report.combined import write_run
from loopline.report.console import Watch, complain, print_head, print_wrapped, progress, table
from loopline.report.coverage import show_counted
from loopline.report.failure import bugs, print_bug, print_failures, print_fix, print_line, print_summary
from loopline.report.unfinished import begin
from loopline.simulation.job import DECK, Outcome
from loopline.tables import Document, Table

#: Lines that a simulator has printed, of a run that has failed.
_PRINTED = 3

#: Characters for the name of a board, where it has a line of its own.
_NAME = 14


class Terminal(Listener):
    """Prints what it hears."""

    def __init__(self, screen: Console, out: Path, *, quiet: bool, brief: bool, verbose: bool = False) -> None:
        """Print to this screen.

        Args:
            screen: Where to.
            out: The folder of the page.
            quiet: No head at all, and no progress.
            brief: A line for each board instead of head and table.
            verbose: Every failure at length instead of a block for each bug, and tables of a run that has failed.
        """
        self._screen, self._quiet, self._brief, self._verbose = screen, quiet, brief, verbose
        self._page = out / page.NAME
        self._played, self._shown = list[page.PlayedCampaign](), set[int]()
        #: The fixes that are printed already: a bug that two boards have shown has the same on both.
        self._fixes = set[tuple[str, int, str]]()
        self._watch = Watch()

    def begins(self, board: BoardRun, notes: Sequence[str]) -> None:
        """Print the head."""
        if board.options.sim:  # the simulators that are missing
            for note in notes:
                complain(note)
            notes = []
        deck = board.campaign.plan.deck
        if deck and DECK in board.properties and deck.note and not self._quiet:
            notes = [*notes, deck.note if self._verbose else deck.note.partition("; ")[0]]
        if board.note and not self._quiet:
            notes = [*notes, board.note]
        if not self._brief:
            seed = board.campaign.plan.seed
            simulators = [*board.simulators]
            print_head(self._screen, board.design, simulators, seed, board.command, notes, verbose=self._verbose)
        elif notes:
            self._screen.print(*notes, sep="\n")

    def prepared(self, boards: Sequence[BoardRun]) -> None:
        """Replace the reports of an earlier run."""
        self._played = [page.PlayedCampaign(board.campaign, board.command) for board in boards]
        for board in boards:
            out = board.options.out
            begin("verify", out, shlex.join(board.command), failed_in(out))

    @contextmanager
    def playing(self, goal: int) -> Iterator[None]:
        """Show how far it is."""
        with progress(self._screen, goal, quiet=self._quiet, verbose=self._verbose) as self._watch:
            yield

    def skipped(self, simulator: Simulator, why: BadInput) -> None:
        """Say what goes unnoticed."""
        self._screen.print(f"{simulator.name} is skipped, so X goes unnoticed: {why}\n", markup=False)

    def progress(self, board: BoardRun, simulator: Simulator, outcome: Outcome) -> None:
        """Show how far a run is, with the name of the board if that is another.

        Args:
            board: The board.
            simulator: The simulator.
            outcome: The outcome so far.
        """
        if board.text:
            outcome = outcome.model_copy(update={"name": f"{outcome.name}, {board.text}"})
        self._watch(simulator, outcome)

    def busy(self, words: str) -> None:
        """Show what goes on."""
        self._watch.busy(words)

    def failed(self, board: BoardRun, finding: Finding) -> None:
        """Print the block of the first failure, and write its page, if its line is still to be looked for.

        Later failures may turn out to be the same bug. Of all the first words are printed already; each is printed at
        length if that is asked for.
        """
        if self._verbose:
            findings.print_failure(self._screen, board.campaign, finding)
        elif isinstance(finding, Mismatch) and self._waits(board, finding):
            with suppress(OSError):  # the end of the run will say so
                page.write(self._played, self._page.parent, running=True)
            self._print_new(finding, early=True)

    def _waits(self, board: BoardRun, finding: Mismatch) -> bool:
        """Return whether this is the first failure, and its line takes a while: that of Icarus is not looked for."""
        is_first = not self._shown and not finding.outcome.same_as
        return is_first and board.options.why > 0 and not finding.simulator.has_x

    def explained(self, board: BoardRun, finding: Finding) -> None:
        """Print where a failure may come from; or the block of a bug that is not printed yet."""
        self._watch.rests()
        if self._verbose:
            findings.print_why(self._screen, findings.why_of(finding))
        elif finding.outcome.state in findings.NOTHING:
            findings.print_failure(self._screen, board.campaign, finding)
        elif isinstance(finding, Mismatch) and id(finding.outcome) in self._shown:
            print_line(self._screen, finding)
        elif not finding.outcome.same_as:  # whose game is still being made smaller
            self._print_new(finding)

    def _print_new(self, finding: Finding | None = None, *, early: bool = False) -> None:
        """Print the blocks of bugs that are not printed yet, or that of this failure alone.

        Args:
            finding: The failure.
            early: Whether its line is still looked for.
        """
        for bug in bugs([played.campaign for played in self._played]):
            shows = bug.outcomes if isinstance(bug.finding, Untested) else {id(bug.finding.outcome)}
            if bug.outcomes & self._shown or (finding and id(finding.outcome) not in shows):
                continue
            print_bug(self._screen, bug.campaign, bug.finding, self._page, early=early)
            self._shown.add(id(bug.finding.outcome))

    def fixed(self, finding: Mismatch) -> None:
        """Print the fix of a failure; once for failures that are alike, and for those with the same fix."""
        if finding.like and not finding.like.board:
            return
        fixes = {(fix.file, fix.line, fix.after) for fix in (finding.why.mends[:1] if finding.why else ())}
        if self._verbose:
            self._screen.print(f"\n{finding.outcome.name} ({finding.simulator.name})", markup=False)
            findings.print_fixes(self._screen, finding.why)
        elif not finding.like and not fixes & self._fixes:
            print_fix(self._screen, finding)
        self._fixes |= fixes

    def tell(self, run: Run, out: Path) -> None:
        """Print what came of each board, and write the reports.

        Failures were printed as they were found; of a run that has failed there is a summary instead of tables.
        """
        written = write_run(run, out)
        campaigns = [board.campaign for board in run.boards]
        in_short = not self._brief and not self._verbose and any(map(findings.has_failed, campaigns))
        if not self._verbose:
            self._print_new()  # where what was to have a block has not come to an end
        for board in run.boards:
            if board.text and not self._brief and not in_short:
                self._screen.print(f"\n─── {board.text} ───", style="bold")
                if self._verbose:
                    self.begins(board, [])
            self._tell_board(run, board, in_short=in_short)
            if says := run.contrast(board):
                self._screen.print()
                print_wrapped(self._screen, says)
        if in_short:
            seconds = max(campaign.elapsed for campaign in campaigns)
            print_summary(self._screen, campaigns, seconds, self._page)
        github.annotate(self._screen, campaigns)
        if run.boards and not in_short and not self._brief:
            self._screen.print(f"Written: {', '.join(map(str, written))}")

    def _tell_board(self, run: Run, board: BoardRun, *, in_short: bool) -> None:
        """Print what came of a board, and write the reports that only it has."""
        campaign = board.campaign
        if campaign.runs.covered or campaign.runs.counted:
            show_counted(self._screen, campaign)
        if in_short:
            findings.print_replayed(self._screen, campaign)
            findings.print_known(self._screen, campaign)
            findings.print_printed(self._screen, campaign, _PRINTED)
        elif not self._brief:
            show(self._screen, campaign)
        if board is not run.boards[0]:
            findings.write(campaign, board.command)
            if not self._brief:
                page.write([page.PlayedCampaign(campaign, board.command)], campaign.plan.out)
        github.write_step_summary(campaign, board.command)
        line = findings.summary(campaign)
        if self._brief:
            findings.print_printed(self._screen, campaign)
            self._screen.print(f"  {board.design.board!s:<{_NAME}}{line}")
        elif not in_short:
            self._screen.print()
            print_wrapped(self._screen, line)


def show(screen: Console, campaign: Campaign) -> None:
    """Print the results, but for failures."""
    if any(isinstance(finding, Failed) for finding in campaign.findings):
        screen.print()  # these were printed as they were found
    findings.print_table(screen, campaign)
    findings.print_answer_times(screen, campaign)
    findings.print_known(screen, campaign)
    findings.print_what_was_tried(screen, campaign)
    findings.print_printed(screen, campaign)


def tell(screen: Console, campaign: Campaign, command: list[str], kind: type[Document], **more: Table) -> None:
    """Print the results, and write the reports.

    Failures are printed too unless they were printed as they were found.

    Args:
        screen: Where to.
        campaign: The campaign.
        command: The command.
        kind: The kind of the document.
        more: What this kind of document has besides.
    """
    show(screen, campaign)
    if not campaign.found:
        print_failures(screen, campaign, campaign.plan.out / page.NAME)
    written = findings.write(campaign, command, kind, **more)
    github.write_step_summary(campaign, command)
    github.annotate(screen, [campaign])
    written.append(page.write([page.PlayedCampaign(campaign, command)], campaign.plan.out))
    screen.print()
    print_wrapped(screen, f"{findings.summary(campaign)}.")
    screen.print(f"Written: {', '.join(map(str, written))}")


def print_designs(screen: Console, rows: list[tuple[str, ...]], designs: int, interrupted: bool) -> None:
    """Print a row for each board of all designs, and how many designs agree.

    Args:
        screen: Where to.
        rows: The rows.
        designs: The number of designs.
        interrupted: Whether the run was interrupted.
    """
    screen.print()
    screen.print(table(("design", *findings.LINE_HEAD), rows, left={0, 5}))
    wrong = {row[0].partition(",")[0] for row in rows if row[-1] != "agrees"}
    agree = f"{len({row[0].partition(',')[0] for row in rows} - wrong)} of {designs} designs agree"
    screen.print(f"\nPARTIAL, interrupted: {agree}" if interrupted else f"\n{agree}")
