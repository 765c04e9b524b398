"""What `latency` has measured, for people and for programs: tables, histogram, games, JSON."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path
from typing import Literal

from rich.console import Console

from loopline.campaign.failures import of_design, slug
from loopline.design.dut import Dut
from loopline.errors import BadInput, duration
from loopline.latency import AnswersByKind, Bar, Spread, histogram, spread
from loopline.latency.run import Excess, LatencyBudget, Measurement
from loopline.report import overview
from loopline.report.console import ascii_only, heading, printable, table
from loopline.simulation.job import Answer
from loopline.tables import Document, Table

NAME = "latency.json"

_BARS, _LONGEST = 16, 40
_SPREAD = ("least", "median", "90 %", "99 %", "most")
_MEASURED = ("cycles", "measured", *_SPREAD)


def print_measured(screen: Console, run: Measurement, measured: AnswersByKind, limit: float) -> None:
    """Print the cycles by kind of answer, and the limit against the slowest.

    Args:
        screen: The console.
        run: The measurement, with the design and its clock.
        measured: All answers, by kind.
        limit: The most seconds that an answer may take.
    """
    dut = run.campaign.plan.dut
    rows = [(name, *_cells(cycles), duration(longest)) for name, cycles, longest in _all_measures(dut, measured)]
    screen.print(table((*_MEASURED, "most, in time"), rows, left={0}))
    if dut.contract == "player":
        screen.print(f"on the line as at {dut.serial.baud:,} baud: thinking is as simulated, characters are converted")
    for fact in measured.facts():
        against = _against(measured, fact)
        screen.print()
        screen.print(table(against.head, against.rows, left=set()))
    for kind in measured.varying:
        screen.print(f"\n{kind}, in cycles", style="bold")
        for line in _drawn(measured.cycles(kind), "#" if ascii_only(screen) else "█"):
            screen.print(line)
    screen.print(f"\n{_margin(dut, measured, limit)}")


def _margin(dut: Dut, measured: AnswersByKind, limit: float) -> str:
    latest = measured.latest()[1].to_last(dut)
    return (
        f"limit {duration(limit)} at {dut.clock.mhz:g} MHz: the longest took {duration(latest)}, "
        f"{latest / limit:.3%} of it; margin {duration(limit - latest) if latest <= limit else 'none'}"
    )


def _all_measures(dut: Dut, measured: AnswersByKind) -> list[tuple[str, Spread, float]]:
    return [measure for kind in measured.kinds for measure in _measures(dut, measured, kind)]


def _measures(dut: Dut, measured: AnswersByKind, kind: str) -> Iterator[tuple[str, Spread, float]]:
    """Yield the measures of one kind of answer: name, cycles, the longest in seconds."""
    answers = [answer for _, answer in measured.of(kind)]
    begins = spread(measured.cycles(kind))
    if not any(answer.characters for answer in answers):
        yield kind, begins, dut.seconds(round(begins.most), 0)
        return
    yield f"{kind}: until it begins", begins, dut.seconds(round(begins.most), 0)
    for name, seconds in (("first", Answer.to_first), ("last", Answer.to_last)):
        times = spread(seconds(answer, dut) for answer in answers)
        yield (
            f"{kind}: to the {name} stop bit",
            times.model_copy(
                update={name: round(value * dut.clock.mhz * 1e6) for name, value in times if name != "number"}
            ),
            times.most,
        )


def _cells(measured: Spread) -> list[str]:
    return [f"{value:,.0f}" for _, value in measured]


def _against(measured: AnswersByKind, fact: str) -> overview.Rows:
    """Return all figures for one kind of answer; for several kinds only the worst."""
    rows = list(measured.against(fact))
    kinds = sorted({kind for _, spreads in rows for kind in spreads})
    if len(kinds) == 1:
        cells = [(_range(part), *_cells(spreads[kinds[0]])) for part, spreads in rows]
        return overview.Rows((fact, "measured", *_SPREAD), cells)
    most = [(_range(part), *(f"{of[k].most:,.0f}" if k in of else "" for k in kinds)) for part, of in rows]
    return overview.Rows((f"{fact}; most cycles", *kinds), most)


def _range(part: range) -> str:
    return f"{part[0]}–{part[-1]}" if len(part) > 1 else f"{part[0]}"


def _bars(cycles: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the bars of a histogram: the first number of cycles of each, and how many answers are in it."""
    for bar in histogram(cycles, _BARS):
        first, behind = (ceil(edge * (1 - 1e-8)) for edge in (bar.low, bar.high))
        if first != behind:  # otherwise it is narrower than a cycle
            yield first, bar.number


def _drawn(cycles: Sequence[int], block: str) -> Iterator[str]:
    """Yield the lines of a histogram. Even a single answer is visible."""
    bars = list(_bars(cycles))
    tallest = max(number for _, number in bars)
    for first, number in bars:
        length = max(1, round(_LONGEST * number / tallest)) if number else 0
        yield f"  {f'from {first:,}':>16}  {block * length} {number or ''}".rstrip()


def print_budget(screen: Console, measured: AnswersByKind, budget: LatencyBudget) -> None:
    """Print the budget beside the worst that was found.

    Args:
        screen: The console.
        measured: All answers, by kind.
        budget: The bounds of each kind, in cycles.
    """
    rows = []
    for kind, allowed in budget.cycles.items():
        worst = f"{measured.worst(kind)[1].begins:,}" if kind in measured.kinds else "none"
        rates = "".join(f" + {cycles:g} × {fact}" for fact, cycles in allowed.each.items())
        most = "" if allowed.most is None else f"{allowed.most:,}"
        rows.append((kind, most, worst, "" if allowed.fixed is None else f"{allowed.fixed:g}{rates}"))
    screen.print()
    screen.print(table(("budget", "most cycles", "worst found", "each at most"), rows, left={0, 3}))


def print_excesses(screen: Console, run: Measurement, over: Sequence[Excess]) -> Iterator[Path]:
    """Print each answer over its bound, with its game if there is one. Yield the file of each game."""
    for number, excess in enumerate(over, 1):
        screen.print(heading(excess.kind, f": {excess.says}"))
        if excess.answer is not None:
            name = f"over-{number}{run.campaign.plan.subject.game.suffix}"
            file = write_game(run, run.folder / name, excess.script, excess.answer)
            screen.print(f"  game      {printable(_until(run, excess.script, excess.answer), 2000)}")
            screen.print(f"  replay    {replay(run, file)}")
            yield file


def replay(run: Measurement, file: Path) -> str:
    """Return the command that repeats a game of this file."""
    words = ["loopline", "replay", str(file), "--dut", run.campaign.plan.dut.shown]
    return shlex.join([*words, *(run.campaign.plan.board.words if run.campaign.plan.board else [])])


def _until(run: Measurement, script: str, answer: Answer) -> str:
    """Return the script up to the request that was answered."""
    game = run.campaign.plan.game
    return game.write(game.until(game.read(script.split()), answer.request))


def write_game(run: Measurement, file: Path, script: str, answer: Answer) -> Path:
    """Write the game as `loopline replay` reads it.

    Args:
        run: The run.
        file: The file.
        script: The script.
        answer: The answer at which the game ends.

    Returns:
        The file.
    """
    facts = "".join(f", {count} {fact}" for fact, count in answer.facts.items())
    plan = run.campaign.plan
    head = f"# {answer.kind}: {answer.begins} cycles{facts}; {of_design(plan.dut)}; seed {plan.seed}"
    file.write_text(f"{printable(head, 400)}\n{_until(run, script, answer)}\n")
    return file


class SlowestEntry(Table):
    """The slowest answer of a kind.

    Times are in cycles from the end of the host's last stop bit, or from when the request is accepted.
    """

    script: str
    file: str
    """The file with this game."""
    kind: str
    request: int
    """The step of the script that it answers."""
    begins: int
    """The time until its first start bit, or until it is valid."""
    ends: int
    """The time until the end of its last stop bit."""
    characters: int
    """The characters on the line; 0 for an engine."""
    facts: dict[str, int]
    """The amount of work, as the game counts it."""


class KindEntry(Table):
    """Answers of one kind."""

    cycles: Spread
    seconds_to_first_stop_bit: Spread
    seconds_to_last_stop_bit: Spread
    histogram: list[Bar]
    worst: SlowestEntry


class WorkEntry(Table):
    """The answers that did from `low` to `high` units of one kind of work."""

    low: int
    high: int
    kinds: dict[str, Spread]
    """Their cycles, by the kind of answer."""


class ExcessEntry(Table):
    """An answer over the budget."""

    kind: str
    says: str
    script: str


class LatencyDocument(Document):
    """`latency.json`."""

    format: Literal["loopline latency 1"] = "loopline latency 1"
    command: str
    """Repeats the run."""
    seed: int
    dut: str
    board: str
    partial: bool
    """The run was interrupted."""
    exit_code: int
    clock_mhz: float
    baud: int | None
    """A player's bits in a second."""
    simulated_baud: int | None
    """The bits in a second of the line that was simulated, for a player."""
    limit_seconds: float
    longest_seconds: float
    kinds: dict[str, KindEntry]
    against: dict[str, list[WorkEntry]]
    """By the kind of work, as the game counts it."""
    over: list[ExcessEntry]


def write(
    run: Measurement, measured: AnswersByKind, limit: float, over: Sequence[Excess], command: list[str], exit_code: int
) -> list[Path]:
    """Write the page, the worst games and JSON into the design's folder.

    Args:
        run: The run.
        measured: Its figures.
        limit: The limit in seconds.
        over: The answers that took too long.
        command: The command.
        exit_code: Its exit code.

    Returns:
        The files.

    Raises:
        BadInput: They cannot be written.
    """
    folder = run.folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        suffix = run.campaign.plan.subject.game.suffix
        for old in folder.glob(f"*{suffix}"):
            old.unlink()
        files = {kind: folder / f"{slug(kind)}{suffix}" for kind in measured.kinds}
        worst = {kind: write_game(run, file, *measured.worst(kind)) for kind, file in files.items()}
        report = folder / NAME
        _document(run, measured, limit, over, command, worst, exit_code).write(report)
        sections = list(_sections(run, measured, limit, over))
        title = f"{run.campaign.plan.dut.name}: how long an answer takes"
        page = overview.write(folder, title, _margin(run.campaign.plan.dut, measured, limit), command, sections)
    except OSError as error:
        raise BadInput(f"cannot write to {folder}: {error.strerror}. Choose another folder with --out.") from error
    return [report, page, *worst.values()]


def _sections(
    run: Measurement, measured: AnswersByKind, limit: float, over: Sequence[Excess]
) -> Iterator[overview.Section]:
    """Yield the page: what was too late, kinds of answers against the limit, histograms, amounts of work."""
    dut = run.campaign.plan.dut
    for excess in over:
        yield overview.Section(f"Too long: {excess.kind}", excess.says, code=printable(excess.script, 2000), bad=True)
    rows = [
        [name, *_cells(cycles), overview.Bar(duration(longest), min(100.0, 100 * longest / limit))]
        for name, cycles, longest in _all_measures(dut, measured)
    ]
    says = f"The bar of the longest is as long as its share of the limit, {duration(limit)}."
    yield overview.Section("Against the limit", says, overview.Rows((*_MEASURED, "most, in time"), rows))
    for kind in measured.varying:
        bars = list(_bars(measured.cycles(kind)))
        tallest = max(number for _, number in bars)
        cells = [[f"{first:,}", overview.Bar(f"{number:,}", 100 * number / tallest)] for first, number in bars]
        yield overview.Section(f"{kind}, in cycles", table=overview.Rows(("from", "measured"), cells))
    for fact in measured.facts():
        yield overview.Section(f"By {fact}", table=_against(measured, fact))


def _document(
    run: Measurement,
    measured: AnswersByKind,
    limit: float,
    over: Sequence[Excess],
    command: list[str],
    worst: dict[str, Path],
    exit_code: int,
) -> LatencyDocument:
    dut = run.campaign.plan.dut
    serial = dut.contract == "player"

    def against(fact: str) -> list[WorkEntry]:
        return [WorkEntry(low=part[0], high=part[-1], kinds=spreads) for part, spreads in measured.against(fact)]

    return LatencyDocument(
        command=shlex.join(command),
        seed=run.campaign.plan.seed,
        dut=str(dut.path),
        board=str(dut.board),
        partial=run.campaign.interrupted,
        exit_code=exit_code,
        clock_mhz=dut.clock.mhz,
        baud=dut.serial.baud if serial else None,
        simulated_baud=dut.baud if serial else None,
        limit_seconds=limit,
        longest_seconds=measured.latest()[1].to_last(dut),
        kinds={kind: _of_kind(dut, measured, kind, worst[kind]) for kind in measured.kinds},
        against={fact: against(fact) for fact in measured.facts()},
        over=[ExcessEntry(kind=excess.kind, says=excess.says, script=excess.script) for excess in over],
    )


def _of_kind(dut: Dut, measured: AnswersByKind, kind: str, file: Path) -> KindEntry:
    script, answer = measured.worst(kind)
    return KindEntry(
        cycles=spread(measured.cycles(kind)),
        seconds_to_first_stop_bit=spread(answer.to_first(dut) for _, answer in measured.of(kind)),
        seconds_to_last_stop_bit=spread(answer.to_last(dut) for _, answer in measured.of(kind)),
        histogram=histogram(measured.cycles(kind), _BARS),
        worst=SlowestEntry(script=script, file=str(file), **answer._asdict()),
    )
