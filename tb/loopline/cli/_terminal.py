"""What `verify` prints: of a run while it is played, and of each of its boards at the end."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from loopline.campaign.findings import Finding, Mismatch
from loopline.campaign.plan import failed_in
from loopline.campaign.run import BoardRun, Listener, Run
from loopline.cli._hardware import show
from loopline.design.simulators import Simulator
from loopline.errors import BadInput
from loopline.report import findings, page
from loopline.report.combined import write_run
from loopline.report.console import complain, print_head, progress
from loopline.report.coverage import show_counted
from loopline.report.unfinished import begin
from loopline.simulation.job import DECK, Outcome

#: Characters for the name of a board, where it has a line of its own.
_NAME = 14


class Terminal(Listener):
    """Prints what it hears."""

    def __init__(self, screen: Console, *, quiet: bool, brief: bool) -> None:
        """Print to this screen.

        Args:
            screen: Where to.
            quiet: No head at all, and no progress.
            brief: A line for each board instead of head and table.
        """
        self._screen, self._quiet, self._brief = screen, quiet, brief

    def begins(self, board: BoardRun, notes: Sequence[str]) -> None:
        """Print the head."""
        if board.options.sim:  # the simulators that are missing
            for note in notes:
                complain(note)
            notes = []
        deck = board.campaign.plan.deck
        if deck and DECK in board.properties and deck.note and not self._quiet:
            notes = [*notes, deck.note]
        if board.note and not self._quiet:
            notes = [*notes, board.note]
        if not self._brief:
            seed = board.campaign.plan.seed
            print_head(self._screen, board.design, [*board.simulators], seed, board.command, notes)
        elif notes:
            self._screen.print(*notes, sep="\n")

    def prepared(self, boards: Sequence[BoardRun]) -> None:
        """Replace the reports of an earlier run."""
        for board in boards:
            out = board.options.out
            begin("verify", out, shlex.join(board.command), failed_in(out))

    @contextmanager
    def playing(self, goal: int) -> Iterator[None]:
        """Show how far it is."""
        with progress(self._screen, goal, quiet=self._quiet) as self._watch:
            yield

    def skipped(self, simulator: Simulator, why: BadInput) -> None:
        """Say what goes unnoticed."""
        self._screen.print(f"{simulator.name} is skipped, so X goes unnoticed: {why}\n", markup=False)

    def progress(self, board: BoardRun, simulator: Simulator, outcome: Outcome) -> None:
        """Show it, with the name of the board if that is another."""
        if board.text:
            outcome = outcome.model_copy(update={"name": f"{outcome.name}, {board.text}"})
        self._watch(simulator, outcome)

    def failed(self, board: BoardRun, finding: Finding) -> None:
        """Print the failure."""
        findings.print_failure(self._screen, board.campaign, finding)

    def explained(self, board: BoardRun, finding: Finding) -> None:
        """Print where it may come from."""
        findings.print_why(self._screen, findings.why_of(finding))

    def fixed(self, finding: Mismatch) -> None:
        """Print the fix, of failures that are alike once."""
        if not finding.like or finding.like.board:
            self._screen.print(f"\n{finding.outcome.name} ({finding.simulator.name})", markup=False)
            findings.print_fixes(self._screen, finding.why)

    def tell(self, run: Run, out: Path) -> None:
        """Print what came of each board, from the table to the last line, and write the reports. Failures were printed
        as they were found."""
        written = write_run(run, out)
        for board in run.boards:
            if board.text and not self._brief:
                self._screen.print(f"\n─── {board.text} ───", style="bold")
                self.begins(board, [])
            self._tell_board(run, board, written)
            if says := run.contrast(board):
                self._screen.print(f"\n{says}")

    def _tell_board(self, run: Run, board: BoardRun, written: Sequence[Path]) -> None:
        """Print what came of a board. The last line names the reports of all boards: `written`."""
        campaign = board.campaign
        if campaign.runs.covered or campaign.runs.counted:
            show_counted(self._screen, campaign)
        if not self._brief:
            show(self._screen, campaign)
        if board is not run.boards[0]:
            findings.write(campaign, board.command)
            if not self._brief:
                page.write([page.Played(campaign, board.command)], campaign.plan.out)
        findings.write_step_summary(campaign, board.command)
        line = findings.summary(campaign)
        if self._brief:
            findings.print_printed(self._screen, campaign)
            self._screen.print(f"  {board.design.board!s:<{_NAME}}{line}")
        else:
            files = f". Written: {', '.join(map(str, written))}" if board is run.boards[-1] else ""
            self._screen.print(f"\n{line}{files}")
