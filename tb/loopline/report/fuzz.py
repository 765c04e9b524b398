"""What the fuzzer prints: while it runs, and at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console

from loopline.contract.game import find
from loopline.design.simulators import Simulator
from loopline.fuzz.corpus import Corpus, Unusable
from loopline.fuzz.minimise import Minimised
from loopline.fuzz.run import Fuzzing
from loopline.report.console import complain, table
from loopline.report.progress import first_words, how_far, meter
from loopline.simulation.job import Outcome
from loopline.wording import plural

_HEAD = ("scripts from", "scripts", "turns", "new features")


@contextmanager
def progress(screen: Console) -> Iterator[Callable[[Simulator, Outcome], None]]:
    """Show how far a run is, and the first words on a failure."""
    known = False
    with meter(screen) as show:
        show("building")

        def watch(simulator: Simulator, outcome: Outcome) -> None:
            nonlocal known
            if outcome.state == "shrinking" and not known:
                known = True
                screen.print(first_words(simulator, outcome))
            show(_state(outcome))

        yield watch


def _state(outcome: Outcome) -> str:
    if outcome.state == "shrinking":
        return how_far(outcome)
    words = [f"{outcome.name}: {plural(outcome.examples, 'script')}", plural(outcome.turns, "turn")]
    if known := outcome.figures:
        words += [f"{known['reached']} of {known['bins']} bins", f"{plural(known['kept'], 'game')} kept"]
    return " · ".join(words)


def complain_of(run: Fuzzing) -> None:
    """Name the files of the corpus that could not be read or written."""
    _complain_of_files(run.unusable, ". Put aside")
    for finding in run.campaign.findings:
        if unwritten := finding.outcome.figures.get("not written"):
            complain(f"{run.corpus_folder}: {plural(unwritten, 'game')} could not be written there. Is the disk full?")


def _complain_of_files(files: Sequence[Unusable], what_becomes: str) -> None:
    for file, why, broken in files:
        complain(f"{file}: left out: {why}{what_becomes if broken else ''}")


def print_minimised(screen: Console, corpus: Corpus, found: Minimised) -> None:
    """Print how many games the corpus had, and how many it keeps."""
    _complain_of_files(corpus.unusable, "")
    (before, after), (turns_before, turns_after) = found.games, found.turns
    screen.print(
        f"corpus {corpus.folder}: of {before:,} games with {turns_before:,} turns {after:,} with {turns_after:,} turns "
        f"have all {found.features:,} features. The others have been removed.\n"
    )


def print_sources(screen: Console, run: Fuzzing, outcome: Outcome) -> None:
    """How many scripts each source has generated, and what was new in them."""
    figures = outcome.figures
    names = [key.removesuffix(", scripts") for key in figures if key.endswith(", scripts")]
    rows = [
        (name, *(f"{figures[f'{name}, {what}']:,}" for what in ("scripts", "turns", "new")))
        for name in sorted(names, key=lambda name: -figures[f"{name}, turns"])
    ]
    if rows:
        screen.print(table(_HEAD, rows, left={0}))
    there = len(list(run.corpus_folder.glob(f"*{find(run.campaign.dut).suffix}")))
    taken, kept = figures.get("taken over", 0), figures.get("kept", 0)
    screen.print(f"\ncorpus {run.corpus_folder}: {plural(there, 'game')}; {taken:,} taken over, {kept:,} new\n")
