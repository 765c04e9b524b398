"""What the fuzzer prints and shows: while it runs, and at its end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Literal

from rich.console import Console

from loopline.design.simulators import Simulator
from loopline.errors import plural
from loopline.fuzz import ExploredBins, FuzzOutcome
from loopline.fuzz.corpus import Corpus, Reduction, UnusableFile
from loopline.fuzz.run import FuzzRun
from loopline.report import overview
from loopline.report.console import complain, first_words, how_far, meter, table
from loopline.report.documents import BoardEntry
from loopline.simulation.job import Outcome
from loopline.tables import Document


class FuzzDocument(BoardEntry, Document):
    """`fuzz.json`."""

    format: Literal["loopline fuzz 2"] = "loopline fuzz 2"
    explored: ExploredBins


def explored(outcome: Outcome | None) -> ExploredBins:
    """Return what a run has explored; nothing, if a saved game failed before it."""
    return outcome.explored if isinstance(outcome, FuzzOutcome) else ExploredBins()


_HEAD = ("scripts from", "scripts", "turns", "new features")


#: Seconds between two versions of the page.
EVERY = 60.0


class Page:
    """The page of a run that lasts: how far it is, and when it has met something new."""

    def __init__(self, run: FuzzRun, command: Sequence[str]) -> None:
        self._run, self._command, self._lock = run, command, Lock()
        self._features, self._new = 0, time.time()
        self._written = time.monotonic()

    def update(self, outcome: Outcome) -> None:
        """Write the page again, if the last one is a minute old. Called from any thread."""
        features = sum(source.new for source in explored(outcome).sources)
        with self._lock:
            if features > self._features:
                self._features, self._new = features, time.time()
            if time.monotonic() - self._written >= EVERY:
                self._written = time.monotonic()
                with suppress(OSError):  # the page at the end says so
                    self._write(outcome)

    @property
    def since(self) -> str:
        """When something new was met last, in words."""
        minutes = int((time.time() - self._new) / 60)
        return f"{time.strftime('%H:%M:%S', time.localtime(self._new))}, {plural(minutes, 'minute')} ago"

    def _write(self, outcome: Outcome) -> None:
        campaign, found = self._run.campaign, explored(outcome)
        rows = [
            ("scripts", f"{outcome.examples:,}"),
            ("turns", f"{outcome.turns:,}"),
            ("cycles compared", f"{outcome.cycles:,}"),
            ("bins reached", f"{found.reached:,} of {found.bins:,}"),
            ("games kept", f"{found.kept:,}"),
            ("something new", f"{self.since} at {time.strftime('%H:%M:%S')}" if self._features else "nothing yet"),
        ]
        sections = [
            overview.Section("So far", table=overview.Rows(("what", "how much"), rows)),
            overview.Section("Where it came from", table=overview.Rows(_HEAD, _sources(found))),
        ]
        campaign.plan.out.mkdir(parents=True, exist_ok=True)
        overview.write(
            campaign.plan.out, f"{campaign.plan.dut.name}: fuzzing", _state(outcome), self._command, sections
        )


@contextmanager
def progress(screen: Console, page: Page) -> Iterator[Callable[[Simulator, Outcome], None]]:
    """Show how far a run is, there and on a page, and the first words on a failure."""
    known = False
    with meter(screen) as show:
        show("building")

        def watch(simulator: Simulator, outcome: Outcome) -> None:
            nonlocal known
            if outcome.state == "shrinking" and not known:
                known = True
                screen.print(first_words(simulator, outcome))
            show(_state(outcome))
            page.update(outcome)

        yield watch


def _state(outcome: Outcome) -> str:
    if outcome.state == "shrinking":
        return how_far(outcome)
    words = [f"{outcome.name}: {plural(outcome.examples, 'script')}", plural(outcome.turns, "turn")]
    found = explored(outcome)
    if found.bins:
        words += [f"{found.reached} of {found.bins} bins", f"{plural(found.kept, 'game')} kept"]
    return " · ".join(words)


def complain_of(run: FuzzRun) -> None:
    """Name the files of the corpus that could not be read or written."""
    _complain_of_files(run.unusable, ". Put aside")
    for finding in run.campaign.findings:
        if unwritten := explored(finding.outcome).not_written:
            complain(f"{run.corpus_folder}: {plural(unwritten, 'game')} could not be written there. Is the disk full?")


def _complain_of_files(files: Sequence[UnusableFile], what_becomes: str) -> None:
    for file, why, broken in files:
        complain(f"{file}: left out: {why}{what_becomes if broken else ''}")


def print_minimised(screen: Console, corpus: Corpus, found: Reduction) -> None:
    """Print how many games the corpus had, and how many it keeps.

    Args:
        screen: The console.
        corpus: The corpus after games were removed, with files that could not be used.
        found: Games, turns and features, before and after.
    """
    _complain_of_files(corpus.unusable, "")
    (before, after), (turns_before, turns_after) = found.games, found.turns
    screen.print(
        f"corpus {corpus.folder}: of {before:,} games with {turns_before:,} turns {after:,} with {turns_after:,} turns "
        f"have all {found.features:,} features. The others have been removed.\n"
    )


def _sources(found: ExploredBins) -> list[tuple[str, ...]]:
    """Return a row for each source."""
    return [(source.name, f"{source.scripts:,}", f"{source.turns:,}", f"{source.new:,}") for source in found.sources]


def print_sources(screen: Console, run: FuzzRun, outcome: Outcome, page: Page) -> None:
    """Print how many scripts each source has generated, and what was new in them.

    Args:
        screen: Where to.
        run: The run.
        outcome: What has come of it.
        page: Its page.
    """
    found = explored(outcome)
    if rows := _sources(found):
        screen.print(table(_HEAD, rows, left={0}))
    size = len(list(run.corpus_folder.glob(f"*{run.campaign.plan.subject.game.suffix}")))
    last = f"; the last at {page.since}" if found.kept else ""
    games = f"{plural(size, 'game')}; {found.taken_over:,} taken over, {found.kept:,} new{last}"
    screen.print(f"\ncorpus {run.corpus_folder}: {games}\n")
