"""What `loopline verify-model` prints: one table, a picture of each mismatch, and the same for programs."""

from __future__ import annotations

import io
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal

from rich.console import Console

from loopline.contract.checks import Check, CheckResult, ModelMismatch, ModelRecord
from loopline.contract.checks import run as run_checks
from loopline.contract.paper import AnyPaper, ReplayedGame
from loopline.errors import plural
from loopline.report import documents, overview
from loopline.report.console import ascii_only, heading, meter, printable, table
from loopline.report.documents import Counts
from loopline.system import interrupted
from loopline.tables import Document, Table

_STYLES = {
    "agrees": "green",
    "MISMATCH": "bold red",
    "interrupted": "yellow",
    "not run": "yellow",
    "nothing ran": "red",
}


@dataclass(frozen=True)
class ModelRun:
    """What is needed to repeat the run."""

    command: str
    seed: int
    versions: dict[str, str]
    out: Path


#: Of each game its results.
Results = Sequence[tuple[AnyPaper, CheckResult]]


def print_head(out: Console, run: ModelRun) -> None:
    """Print the versions, the seed and the command."""
    versions = [f"{name} {version}" for name, version in run.versions.items()]
    out.print(" · ".join(versions))
    out.print(f"seed {run.seed} · {run.command}\n", style="bold")


def carry_out(
    screen: Console, games: Sequence[tuple[AnyPaper, list[Check]]], ended: Callable[[str, Sequence[CheckResult]], None]
) -> Iterator[tuple[AnyPaper, CheckResult]]:
    """Carry out the checks of each game, and yield their results.

    Args:
        screen: Where to show how far it is.
        games: The games, and the checks of each.
        ended: Called with the results of a game after its last check.
    """
    names = iter([game.name for game, checks in games for _ in checks])
    total = sum(check.examples for _, checks in games for check in checks)
    done = 0
    with meter(screen) as show:

        def start(check: Check) -> None:
            nonlocal done
            show(f"{next(names)}: {check.name}", done, total)
            done += check.examples

        results = run_checks((check for _, checks in games for check in checks), start)
        for game, checks in games:
            of_this = list(islice(results, len(checks)))
            yield from ((game, result) for result in of_this)
            ended(game.name, of_this)


def print_game(out: Console, name: str, results: Sequence[CheckResult]) -> None:
    """Print one line for all checks of a game.

    Args:
        out: Where to.
        name: The game.
        results: What came of its checks.
    """
    out.print(f"{name:<12}{summary(results)}")


def print_results(out: Console, results: Results) -> None:
    """Print the table of all checks; with several games the first column names them."""
    several = len({game.name for game, _ in results}) > 1
    head, *others = _rows(results) if several else [row[1:] for row in _rows(results)]
    out.print(table(head, others, left={0, 1, 4} if several else {0, 3}, styles=_STYLES))


def _rows(results: Results) -> list[list[str]]:
    """Return the head, and a row for each check."""
    rows = [["game", "check", "examples", "turns", "result"]]
    for game, result in results:
        shown = "MISMATCH" if result.state == "mismatch" else result.state
        rows.append([game.name, result.check, f"{result.tally.examples:,}", f"{result.tally.turns:,}", shown])
    return rows


def write_page(folder: Path, results: Results, run: ModelRun) -> Path:
    """Write report.html into the folder: each mismatch with the smallest game that has it, then all checks.

    Args:
        folder: The folder.
        results: What came of the checks.
        run: The run.

    Returns:
        Its path.
    """
    sections = [
        _section(game, result.check, result.mismatch) for game, result in results if result.mismatch is not None
    ]
    head, *rows = _rows(results)
    sections.append(overview.Section("Checks", table=overview.Rows(head, rows)))
    words = [result for _, result in results]
    return overview.write(folder, "The golden models", summary(words), shlex.split(run.command), sections)


def _section(game: AnyPaper, check: str, mismatch: ModelMismatch) -> overview.Section:
    """Return a mismatch for the page. A broken model may be unable to play or draw the game."""
    record, says, svg = mismatch.record, str(mismatch), ""
    if record is not None and len(record):
        try:
            svg = _replayed(game, record).svg()
        except Exception as error:
            says += f". The model cannot play the game to its end: {printable(str(error), 300)}"
    about = f"The board after {record}" if svg else ""
    code = "" if record is None else shlex.join(_show(game, record))
    return overview.Section(f"{game.name}: {check}", printable(says, 600), svg=svg, about=about, code=code, bad=True)


def print_mismatch(out: Console, game: AnyPaper, check: str, mismatch: ModelMismatch, run: ModelRun) -> None:
    """Print what the model does wrong, and the game and command that show it.

    Args:
        out: Where to.
        game: The game.
        check: The name of the check.
        mismatch: What is wrong.
        run: The run.
    """
    out.print(heading(check, "".join(f" · {word}" for word in (f"seed {run.seed}", mismatch.found) if word)))
    _print_field(out, "because", printable(str(mismatch), 300))
    if (record := mismatch.record) is not None:
        _print_field(out, "game", str(record) or "(no turn yet)")
        _print_field(out, "rules", record.rules_text or "the usual ones")
        if len(record):
            _print_board(out, game, record)
            _print_field(out, "show", shlex.join(_show(game, record)))
            _print_field(out, "saved", str(save(game, record, check, run.out)))
    _print_field(out, "again", run.command)


def _show(game: AnyPaper, record: ModelRecord) -> list[str]:
    """Return the command that draws the game."""
    rules = ["--rules", record.rules_text] if record.rules_text else []
    return ["loopline", "show", "--game", game.name, *rules, str(record)]


def _print_field(out: Console, name: str, text: str) -> None:
    out.print(f"  {name:<8} {text}")


def _print_board(out: Console, game: AnyPaper, record: ModelRecord) -> None:
    """Print the board. A broken model may be unable to play or draw the game; the report is printed all the same."""
    plain = ascii_only(out)
    try:
        replayed = _replayed(game, record)
        picture = replayed.picture(out.width - 4, ascii_only=plain)
        words = [replayed.caption, replayed.legend(ascii_only=plain)]
    except Exception as error:
        _print_field(out, "board", f"the model cannot play this to its end: {printable(str(error), 300)}")
        return
    out.print()
    for line in picture.split("\n"):
        out.print("   ", line)
    for word in filter(None, words):
        out.print(f"    {word}")
    out.print()


def _replayed(game: AnyPaper, record: ModelRecord) -> ReplayedGame:
    """Replay a game. Raise ValueError, or whatever a broken model raises."""
    text = io.BytesIO(str(record).encode())
    replayed = next(game.read(text, game.rules.of(record.rules_text), game.notations[0]))
    if replayed.problem:
        raise ValueError(replayed.problem.why)
    return replayed


def save(game: AnyPaper, record: ModelRecord, check: str, out: Path) -> Path:
    """Write the minimal game as a file that `loopline show` and `loopline check` read.

    Args:
        game: The game.
        record: The turns.
        check: The name of the check.
        out: The folder of the reports.

    Returns:
        The file.
    """
    folder = "-".join("".join(char if char.isalnum() else " " for char in check.lower()).split())
    path = out / folder / f"minimal{game.suffix}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"# {check}; rules: {record.rules_text or 'the usual ones'}\n{record}\n", encoding="utf-8")
    return path


def counts(results: Sequence[CheckResult]) -> Counts:
    """Return how many checks agreed, failed and did not run."""
    return Counts.of(result.state for result in results)


def exit_code(results: Sequence[CheckResult]) -> int:
    """Return 0 if all checks agree, 1 for a mismatch, 130 if it was interrupted, 2 if a check had nothing to run."""
    states = {result.state for result in results}
    if "mismatch" in states:
        return 1
    if "interrupted" in states:
        return interrupted()
    return 2 if "nothing ran" in states else 0


def summary(results: Sequence[CheckResult]) -> str:
    """Return the last line: the verdicts, the number of examples and the time."""
    examples, turns = (sum(getattr(result.tally, name) for result in results) for name in ("examples", "turns"))
    seconds = sum(result.seconds for result in results)
    amount = f"{plural(examples, 'example')}, {plural(turns, 'turn')}, {seconds:.1f} s"
    text = f"{counts(results).text('checks')}: {amount}"
    return f"PARTIAL, interrupted: {text}" if _is_partial(results) else text


def _is_partial(results: Sequence[CheckResult]) -> bool:
    return any(result.state in ("interrupted", "not run") for result in results)


class CheckEntry(Table):
    """A property or a reference figure of a golden model."""

    model: str
    check: str
    result: Literal["agrees", "mismatch", "nothing ran", "interrupted", "not run"]
    examples: int
    turns: int
    seconds: float
    mismatch: str | None
    """What is wrong."""
    game: str | None
    """The smallest game that shows it."""
    rules: str | None
    """The rules of that game."""


class ModelDocument(Document):
    """`verify-model.json`."""

    format: Literal["loopline verify-model 1"] = "loopline verify-model 1"
    command: str
    """Repeats the run."""
    seed: int
    versions: dict[str, str]
    partial: bool
    """The run was interrupted."""
    counts: Counts
    agrees: bool
    """All checks were played, and agree."""
    checks: list[CheckEntry]


def write_json(path: Path, results: Results, run: ModelRun) -> None:
    """Write all results as JSON.

    Args:
        path: The file.
        results: What came of the checks.
        run: The run.
    """
    document = ModelDocument(
        command=run.command,
        seed=run.seed,
        versions=run.versions,
        partial=_is_partial([result for _, result in results]),
        counts=counts([result for _, result in results]),
        agrees=all(result.state == "agrees" for _, result in results),
        checks=[_check(game, result) for game, result in results],
    )
    document.write(path)


def _check(game: AnyPaper, result: CheckResult) -> CheckEntry:
    mismatch = result.mismatch
    record = mismatch.record if mismatch else None
    return CheckEntry(
        model=game.name,
        check=result.check,
        result=result.state,
        examples=result.tally.examples,
        turns=result.tally.turns,
        seconds=round(result.seconds, 3),
        mismatch=mismatch and str(mismatch),
        game=None if record is None else str(record),
        rules=None if record is None else record.rules_text,
    )


def write_junit(path: Path, results: Results, run: ModelRun) -> None:
    """Write all results as one JUnit suite, a case for each check.

    Args:
        path: The file.
        results: What came of the checks.
        run: The run.
    """
    documents.write_junit(
        path, [documents.junit_suite("loopline verify-model", [_case(game, result, run) for game, result in results])]
    )


def _case(game: AnyPaper, result: CheckResult, run: ModelRun) -> documents.JunitCase:
    case = documents.JunitCase(f"loopline.verify-model.{game.name}", result.check, result.seconds)
    if result.mismatch:
        text = f"{result.mismatch.record or 'no game'}\n{run.command}"
        return case._replace(kind="failure", message=str(result.mismatch), text=text)
    if result.state == "agrees":
        return case
    return case._replace(kind="error" if result.state == "nothing ran" else "skipped", message=result.state)
