"""The results for mutants, for people and for programs: tables, survivors, JSON, JUnit XML."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from rich.console import Console

from loopline.errors import BadInput, plural
from loopline.mutate import deck as decks
from loopline.mutate.deck import DeckSelection
from loopline.mutate.run import MutationRun
from loopline.mutate.score import MutantResult, MutationBudget, Score, by
from loopline.mutate.verdict import MutantVerdict, write_traces
from loopline.report import documents, overview
from loopline.report.console import heading, printable, table
from loopline.system import interrupted
from loopline.tables import Document, Table

NAME = "mutate.json"

_STATES = ("killed", "equivalent", "unobservable", "survived")


def show(screen: Console, run: MutationRun, score: Score, budget: MutationBudget | None) -> None:
    """Print the scores by part, class and property, then the mutants that survived.

    Args:
        screen: Where to.
        run: The run.
        score: The score.
        budget: The budget, if there is one.
    """
    for number, (head, rows) in enumerate(_tables(run, score, budget)):
        if number:
            screen.print()
        screen.print(table(head, rows, left={0}))
    for result in score.results:
        if result.verdict.state == "survived":
            _show_survivor(screen, result, budget.why(result.mutant) if budget else "")
    for result in score.results:
        if result.verdict.state == "unjudged":
            about = f" · {result.mutant} · could not be judged · mutant {result.mutant.number}"
            screen.print(heading(str(result.mutant.place), about))
            screen.print(f"  because   {printable(result.verdict.how, 300)}")
    if budget and (harmless := budget.harmless(score)):
        text = f"{len(harmless):,} of the survivors {'is' if len(harmless) == 1 else 'are'} said to be harmless"
        screen.print(f"\n{text}: {budget.but_harmless(score).per_cent:.1f} % of the others are killed")
    for complaint in budget.complaints(score) if budget and not run.interrupted else []:
        screen.print(heading(complaint, ""))


def _tables(run: MutationRun, score: Score, budget: MutationBudget | None) -> Iterator[overview.Rows]:
    """Yield the scores by part, by class if there are some, and by property."""
    yield _by("part", by(score, lambda result: result.mutant.part), score, budget.groups if budget else {})
    if run.netlist.origin.classes:
        yield _by("class", by(score, lambda result: result.mutant.kind), score, {})
    yield overview.Rows(
        ("property", "killed", "median of turns"),
        [(name, f"{count:,}", _turns(_killed_by(score, name).turns(0.5))) for name, count in score.kills.most_common()],
    )


def _by(of: str, parts: dict[str, Score], score: Score, groups: dict[str, list[str]]) -> overview.Rows:
    head = [of, "mutants", *_STATES, "turns: median", "90 %"]
    rows = [[name, *_figures(part)] for name, part in parts.items()]
    for name, members in groups.items():
        rows.append([name, *_figures(Score([result for result in score.results if result.mutant.part in members]))])
    rows.append(["all", *_figures(score)])
    return overview.Rows(head, rows)


def _figures(score: Score) -> list[str]:
    states = [f"{score.states[state]:,}" for state in _STATES]
    return [f"{len(score.results):,}", *states, _turns(score.turns(0.5)), _turns(score.turns(0.9))]


def _killed_by(score: Score, name: str) -> Score:
    return Score([result for result in score.results if result.verdict.property == name])


def _turns(figure: float) -> str:
    return "never" if figure == math.inf else f"{figure:,.0f}"


def _show_survivor(screen: Console, result: MutantResult, why: str) -> None:
    mutant = result.mutant
    about = f" · {mutant} · survived {plural(result.verdict.turns, 'turn')} · mutant {mutant.number}"
    screen.print(heading(str(mutant.place), about, "yellow" if why else "bold red"))
    screen.print(f"  source    {printable(mutant.source, 200)}")
    for name, text in mutant.details.items():
        if text:
            screen.print(f"  {name:<9} {printable(text, 200)}")
    if result.verdict.how:
        screen.print(f"  proof     {result.verdict.how}")
    if why:
        screen.print(f"  known     {why}")


def summary(run: MutationRun, score: Score) -> str:
    """Return the last line: the share of killable mutants that were killed, and after how many turns."""
    if killable := score.states["killed"] + score.states["survived"]:
        text = f"{score.per_cent:.1f} %: {score.states['killed']:,} of {killable:,} killable mutants killed"
        text += f", half of them after {_turns(score.turns(0.5))} turns, nine tenths after {_turns(score.turns(0.9))}"
        text += f"; each had to survive {run.budget:,}"
    else:
        text = "no score: no mutant was killed, and none survived"
    text += f"; could not judge: {score.states['unjudged']:,}" if score.states["unjudged"] else ""
    text += f"; {score.states['open']:,} of {len(score.results):,} mutants are open" if score.states["open"] else ""
    return f"PARTIAL, interrupted: {text}" if run.interrupted else text


def exit_code(run: MutationRun, score: Score, budget: MutationBudget | None) -> int:
    """Return the exit code.

    Args:
        run: The run.
        score: The score.
        budget: The budget, if there is one.

    Returns:
        0 all mutants were found, or are allowed to survive; else 1; 3 if that is all, but of some it is not known;
        130 interrupted.
    """
    if run.interrupted:
        return interrupted()
    if budget.complaints(score) if budget else score.states["survived"]:
        return 1
    return 3 if score.states["unjudged"] or score.states["open"] else 0


class MutantSums(Table):
    """What became of some of the mutants."""

    killed: int
    equivalent: int
    """It is proven that no game shows them."""
    unobservable: int
    """They change only what nothing depends on."""
    survived: int
    unjudged: int
    """The harness has failed at what they put out."""
    open: int
    """They were not tried."""
    score: float
    """Killed of those that a game might show, in per cent."""
    median: float | None
    """The turns until half of them are killed; null if fewer are."""
    percentile_90: float | None


class MutantEntry(MutantVerdict):
    """A mutant and what became of it."""

    model_config = Table.model_config

    mutant: int
    """Its number."""
    file: str
    line: int
    kind: str
    what: str
    part: str
    details: dict[str, str]
    """`before` and `after` in the source, or the `cell` and `wire` in the netlist."""


class MutateDocument(MutantSums, Document):
    """`mutate.json`."""

    format: Literal["loopline mutate 1"] = "loopline mutate 1"
    command: str
    """Repeats the run."""
    seed: int
    """The seed of the sample of mutants."""
    games_seed: int
    dut: str
    board: str
    partial: bool
    """The run was interrupted."""
    exit_code: int
    turns_to_survive: int
    kind: str
    """Where the mutants are: in the source, or in the netlist."""
    parts: dict[str, MutantSums]
    """By the part of the design."""
    classes: dict[str, MutantSums]
    """By the kind of mutant."""
    properties: dict[str, int]
    """How many mutants each property has killed, the most first."""
    mutants: list[MutantEntry]


def _sections(run: MutationRun, score: Score, budget: MutationBudget | None) -> Iterator[overview.Section]:
    """Yield the page: each survivor with its source, then the tables."""
    for result in score.results:
        mutant, verdict = result.mutant, result.verdict
        if verdict.state == "survived":
            known = f" Known: {why}" if budget and (why := budget.why(mutant)) else ""
            details = [f"{name}: {printable(text, 300)}" for name, text in mutant.details.items() if text]
            says = f"{mutant}. Mutant {mutant.number} survived {plural(verdict.turns, 'turn')}.{known}"
            code = "\n".join([printable(mutant.source, 300), *details])
            yield overview.Section(printable(f"Survived: {mutant.place}", 300), says, code=code, bad=not known)
        if verdict.state == "unjudged":
            heading = printable(f"Could not be judged: {mutant.place}", 300)
            yield overview.Section(
                heading, f"{mutant}. Mutant {mutant.number}: {printable(verdict.how, 300)}", bad=True
            )
    for rows in _tables(run, score, budget):
        yield overview.Section(f"By {rows.head[0]}", table=rows)


def write(
    run: MutationRun, score: Score, budget: MutationBudget | None, command: list[str], out: Path, code: int
) -> list[Path]:
    """Write the same for browsers and for programs.

    Args:
        run: The run.
        score: The score.
        budget: The budget, if there is one.
        command: The command.
        out: The folder.
        code: The exit code.

    Returns:
        The files and the folder of tracebacks, if there is one.
    """
    out.mkdir(parents=True, exist_ok=True)
    report, xml = out / NAME, out / "mutate.xml"
    traces = write_traces(dict(_traces(score)), out / "mutate-could-not-judge")
    _document(run, score, command, code).write(report)
    cases = [_case(result, command) for result in score.results]
    documents.write_junit(xml, [documents.junit_suite(f"loopline mutate {run.netlist.dut.name}", cases)])
    title = f"{run.netlist.dut.name}: mutants"
    page = overview.write(out, title, summary(run, score), command, list(_sections(run, score, budget)))
    return [report, xml, page, *traces]


def _traces(score: Score) -> Iterator[tuple[str, str]]:
    """Yield where the harness failed, by mutant, with the game in which it did."""
    for result in score.results:
        if (verdict := result.verdict).state == "unjudged":
            mutant, delays = result.mutant, f"delays:{verdict.delays} " if verdict.delays else ""
            game = f"{verdict.property}: {delays}{verdict.script}"
            yield f"mutant-{mutant.number}", f"{mutant.place} · {mutant}\n{game}\n\n{verdict.trace}"


def _document(run: MutationRun, score: Score, command: list[str], code: int) -> MutateDocument:
    return MutateDocument(
        command=shlex.join(command),
        seed=run.netlist.seed,
        games_seed=run.games_seed,
        dut=str(run.netlist.dut.path),
        board=str(run.netlist.dut.board),
        partial=run.interrupted,
        exit_code=code,
        turns_to_survive=run.budget,
        **dict(_sums(score)),
        kind=run.netlist.origin.name,
        parts={name: _sums(part) for name, part in by(score, lambda result: result.mutant.part).items()},
        classes={name: _sums(part) for name, part in by(score, lambda result: result.mutant.kind).items()},
        properties=dict(score.kills.most_common()),
        mutants=[_entry(result) for result in score.results],
    )


def _sums(score: Score) -> MutantSums:
    def finite(figure: float) -> float | None:
        return None if figure == math.inf else figure

    return MutantSums(
        **{state: score.states[state] for state in (*_STATES, "unjudged", "open")},
        score=round(score.per_cent, 2),
        median=finite(score.turns(0.5)),
        percentile_90=finite(score.turns(0.9)),
    )


def _entry(result: MutantResult) -> MutantEntry:
    mutant = result.mutant
    return MutantEntry(
        **result.verdict.model_dump(exclude={"step"}),
        file=mutant.file,
        line=mutant.line,
        kind=mutant.kind,
        what=str(mutant),
        part=mutant.part,
        details=mutant.details,
    )


def _case(result: MutantResult, command: list[str]) -> documents.JunitCase:
    mutant, verdict = result.mutant, result.verdict
    case = documents.JunitCase(mutant.part, f"{mutant.number} {mutant.place} {mutant}", verdict.seconds)
    if verdict.state == "survived":
        details = "\n".join(f"{name}: {text}" for name, text in mutant.details.items() if text)
        text = f"{mutant.source}\n{details}\n{shlex.join(command)}"
        return case._replace(kind="failure", message=f"survived {plural(verdict.turns, 'turn')}", text=text)
    if verdict.state == "unjudged":
        return case._replace(kind="error", message=f"could not be judged: {verdict.how}", text=verdict.trace)
    return case._replace(kind="skipped", message="not tried") if verdict.state == "open" else case


def write_deck(screen: Console, run: DeckSelection, file: Path, words: list[str], out: Path) -> None:
    """Write the deck, and say what it comes to.

    Args:
        screen: Where to.
        run: What has chosen the deck.
        file: The file of the deck.
        words: The words of the command.
        out: The folder of the reports.

    Raises:
        BadInput: No game has found anything.
    """
    if not run.deck:
        if run.interrupted:
            return
        raise BadInput("no example has killed a mutant or met a situation: try more of them, --examples and --mutants")
    written = decks.write(run, words, file, out)
    screen.print(f"{decks.summary(run)}. Written: {', '.join(map(str, written))}", markup=False)
