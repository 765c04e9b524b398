"""What `loopline verify-model` prints: one table, a picture of each mismatch, and the same for programs."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from goldenrules.trax import Position
from goldenrules.trax.captions import size
from goldenrules.trax.drawing import legend
from rich.console import Console

from loopline.games.trax.drawing import draw
from loopline.games.trax.record import Record, name_of
from loopline.model_checks import Mismatch, Result
from loopline.report.console import ascii_only, printable
from loopline.report.table import table
from loopline.wording import plural

_STYLES = {
    "agrees": "green",
    "MISMATCH": "bold red",
    "interrupted": "yellow",
    "not run": "yellow",
    "nothing ran": "red",
}


@dataclass(frozen=True)
class Run:
    """What is needed to repeat the run."""

    command: str
    seed: int
    versions: dict[str, str]
    out: Path


def print_head(out: Console, run: Run) -> None:
    versions = [f"{name} {version}" for name, version in run.versions.items()]
    out.print(" · ".join(versions))
    out.print(f"seed {run.seed} · {run.command}\n", style="bold")


def print_results(out: Console, results: Sequence[Result]) -> None:
    rows = []
    for result in results:
        shown = "MISMATCH" if result.state == "mismatch" else result.state
        rows.append((result.check, f"{result.tally.examples:,}", f"{result.tally.turns:,}", shown))
    out.print(table(("check", "examples", "turns", "result"), rows, left={0, 3}, styles=_STYLES))


def print_mismatch(out: Console, check: str, mismatch: Mismatch, run: Run) -> None:
    out.print(f"\n✗ {check}", style="bold red", end="")
    out.print("".join(f" · {word}" for word in (f"seed {run.seed}", mismatch.found) if word))
    _print_field(out, "because", printable(str(mismatch), 300))
    if isinstance(record := mismatch.record, Record):
        _print_field(out, "game", str(record) or "(no turn yet)")
        _print_field(out, "rules", name_of(record.rules))
        if record.moves:
            _print_board(out, record)
            _print_field(out, "show", f"loopline show {_rules(record)}{shlex.quote(str(record))}")
            _print_field(out, "saved", str(save(record, check, run.out)))
    _print_field(out, "again", run.command)


def _print_field(out: Console, name: str, text: str) -> None:
    out.print(f"  {name:<8} {text}")


def _rules(record: Record) -> str:
    name = name_of(record.rules)
    return "" if name == "contest" else f"--rules {name} "


def _print_board(out: Console, record: Record) -> None:
    """A broken model may be unable to play or draw the game; the report is printed all the same."""
    position = Position(record.rules)
    try:
        for move in record.moves:
            position.play(*move)
        picture, words = draw(position, out.width - 4, ascii_only=ascii_only(out)), size(position)
    except Exception as error:
        _print_field(out, "board", f"the model cannot play this to its end: {error}")
        return
    out.print()
    for line in picture.split("\n"):
        out.print("   ", line)
    out.print(f"    {words}", f"    {legend(position, ascii_only=ascii_only(out))}\n", sep="\n")


def save(record: Record, check: str, out: Path) -> Path:
    """The minimal game as a file that `loopline show` and `loopline check` read."""
    path = out / "-".join("".join(char if char.isalnum() else " " for char in check.lower()).split()) / "minimal.trx"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"# {check}; rules: {name_of(record.rules)}\n{record}\n", encoding="utf-8")
    return path


def summary(results: Sequence[Result]) -> str:
    examples, turns = (sum(getattr(result.tally, name) for result in results) for name in ("examples", "turns"))
    agree = sum(result.state == "agrees" for result in results)
    seconds = sum(result.seconds for result in results)
    counts = f"{plural(examples, 'example')}, {plural(turns, 'turn')}"
    text = f"{agree} of {len(results)} checks agree: {counts}, {seconds:.1f} s"
    return f"PARTIAL, interrupted: {text}" if is_partial(results) else text


def is_partial(results: Sequence[Result]) -> bool:
    return any(result.state in ("interrupted", "not run") for result in results)


def write_json(path: Path, results: Sequence[Result], run: Run) -> None:
    document = {
        "command": run.command,
        "seed": run.seed,
        "versions": run.versions,
        "partial": is_partial(results),
        "agrees": all(result.state == "agrees" for result in results),
        "checks": [_as_json(result) for result in results],
    }
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def _as_json(result: Result) -> dict[str, Any]:
    mismatch = result.mismatch
    record = mismatch and mismatch.record
    return {
        "check": result.check,
        "result": result.state,
        "examples": result.tally.examples,
        "turns": result.tally.turns,
        "seconds": round(result.seconds, 3),
        "mismatch": mismatch and str(mismatch),
        "game": None if record is None else str(record),
        "rules": name_of(record.rules) if isinstance(record, Record) else None,
    }


def write_junit(path: Path, results: Sequence[Result], run: Run) -> None:
    suite = Element("testsuite", name="loopline verify-model", tests=str(len(results)))
    suite.set("failures", str(sum(result.state == "mismatch" for result in results)))
    suite.set("errors", str(sum(result.state == "nothing ran" for result in results)))
    suite.set("skipped", str(sum(result.state in ("interrupted", "not run") for result in results)))
    suite.set("time", f"{sum(result.seconds for result in results):.3f}")
    for result in results:
        case = SubElement(
            suite, "testcase", classname="loopline.verify-model", name=result.check, time=f"{result.seconds:.3f}"
        )
        if result.mismatch:
            failure = SubElement(case, "failure", message=printable(str(result.mismatch), 1000))
            failure.text = f"{result.mismatch.record or 'no game'}\n{run.command}"
        elif result.state == "nothing ran":
            SubElement(case, "error", message=result.state)
        elif result.state != "agrees":
            SubElement(case, "skipped", message=result.state)
    root = Element("testsuites")
    root.append(suite)
    ElementTree.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)
