"""A report beside an earlier one of the same command: what is better, what is worse, what is new, and what is gone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from rich.console import Console

from loopline.campaign.workplace import worst
from loopline.errors import BadInput
from loopline.report.console import printable
from loopline.system import replace_file

Command = Literal["verify", "coverage", "latency", "mutate"]


class Mark(NamedTuple):
    """What a report says of one thing."""

    #: The higher, the better.
    good: float
    shown: str


#: A change: what it is of, and in words.
Change = tuple[str, str]

#: How many changes are printed of those that are not worse.
_FEW = 12


class EarlierReport:
    """The report of an earlier run, with which that of a new one is compared."""

    def __init__(self, file: Path, strict: bool, command: Command) -> None:
        """Read the report. Raise BadInput if the file is of something other than this command."""
        self._file, self._strict, self._command = file, strict, command
        self._report = _read(file, command)
        self._marks = _marks(self._report, file, command)

    def tell(self, screen: Console, report: Path, code: int) -> int:
        """Print how this report differs.

        Args:
            screen: Where to print it.
            report: The new report.
            code: The exit code of the run without the comparison.

        Returns:
            The exit code with it, which the report is given, too. If it is to be strict, 1 if anything is worse, and 2
            if the two share nothing.
        """
        new_report = _read(report, self._command)
        new = _marks(new_report, report, self._command)
        old, both = self._marks, self._marks.keys() & new.keys()
        changed = {name: f"{old[name].shown} → {new[name].shown}" for name in new if name in both}
        better = [(name, words) for name, words in changed.items() if new[name].good > old[name].good]
        worsened = [(name, words) for name, words in changed.items() if new[name].good < old[name].good]
        others = [(name, mark.shown) for name, mark in new.items() if name not in both]
        gone = [(name, mark.shown) for name, mark in old.items() if name not in both]
        same = len(both) - len(better) - len(worsened)
        screen.print(
            f"\nCompared with {self._file}: {len(better):,} better, {len(worsened):,} worse, {len(others):,} new, "
            f"{len(gone):,} gone, {same:,} the same",
            style="bold",
        )
        if (seed := self._report.get("seed")) != new_report.get("seed") and self._command in ("latency", "mutate"):
            screen.print(f"  the earlier run had seed {seed}: with --seed {seed} the same is measured again")
        _print(screen, "worse", worsened, len(worsened), "bold red")
        for kind, changes, style in (("better", better, "green"), ("new", others, ""), ("gone", gone, "yellow")):
            _print(screen, kind, changes, _FEW, style)
        if not both:
            screen.print("  ✗ nothing is in both: is it the report of another design?", style="bold red")
        if not self._strict:
            return code
        with_comparison = worst((code, 1 if worsened else 0 if both else BadInput.exit_code))
        if with_comparison != code and "exit_code" in new_report:
            new_report["exit_code"] = with_comparison
            replace_file(report, json.dumps(new_report, indent=2, ensure_ascii=False) + "\n")
        return with_comparison


def earlier(file: Path | None, strict: bool, command: Command) -> EarlierReport | None:
    """Return the report that `--compare` names, if it is given.

    Args:
        file: The file.
        strict: Whether anything worse is an error.
        command: The command.

    Raises:
        BadInput: The file is not a report of this command, or `--strict` is given without one.
    """
    if strict and not file:
        raise BadInput("--strict says what is to come of --compare OLD.json: give that, too")
    return EarlierReport(file, strict, command) if file else None


def _print(screen: Console, kind: str, changes: Sequence[Change], most: int, style: str) -> None:
    for name, words in changes[:most]:
        screen.print(f"  {kind:<9} {printable(name, 200)}: {printable(words, 200)}", style=style)
    if more := len(changes[most:]):
        screen.print(f"  {kind:<9} and {more:,} more", style=style)


def _read(file: Path, command: Command) -> dict[str, Any]:
    try:
        report = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"--compare {file}: cannot be read: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"--compare {file}: is not JSON") from None
    means = report.get("format") if isinstance(report, dict) else None
    if means != _FORMATS[command]:
        is_ = f"is {means!r}" if isinstance(means, str) else "does not say what it is"
        raise BadInput(f"--compare {file}: {is_}; a report of `loopline {command}` is {_FORMATS[command]!r}")
    assert isinstance(report, dict)
    return report


def _marks(report: dict[str, Any], file: Path, command: Command) -> dict[str, Mark]:
    """Return what the report says, by name. If a name is there already, a number tells the two apart."""
    marks = dict[str, Mark]()
    try:
        for name, mark in _READERS[command](report):
            number, own = 1, name
            while own in marks:
                number, own = number + 1, f"{name} ({number + 1})"
            marks[own] = mark
    except (LookupError, TypeError, ValueError, AttributeError):
        raise BadInput(f"--compare {file}: is not a whole report of `loopline {command}`") from None
    return marks


def _verified(report: dict[str, Any]) -> Iterator[tuple[str, Mark]]:
    """Yield whether each property agrees. What was not played is neither good nor bad."""
    for design in report.get("designs", [report]):
        for run in (design, *design["boards"]):
            where = ", ".join(filter(None, (run["design"], run["board"])))
            if "error" in run:
                yield where, Mark(0, "not verified")
            for finding in run.get("findings", ()):
                if (state := finding["state"]) != "not run":
                    simulator = finding["simulator"].split()[0]
                    yield f"{where}: {finding['name']} ({simulator})", Mark(state == "agrees", state)


def _covered(report: dict[str, Any]) -> Iterator[tuple[str, Mark]]:
    """Yield whether each bin that can be filled is."""
    for group in report["groups"]:
        for entry in group["bins"]:
            if not entry["unreachable"]:
                yield f"{group['name']}: {entry['name']}", Mark(entry["hits"] > 0, f"{entry['hits']:,} hits")


def _measured(report: dict[str, Any]) -> Iterator[tuple[str, Mark]]:
    """Yield the cycles of each kind of answer."""
    for kind, measured in report["kinds"].items():
        for key, name in {"median": "median", "p90": "90 %", "p99": "99 %", "most": "most"}.items():
            cycles = measured["cycles"][key]
            yield f"{kind}, {name}", Mark(-cycles, f"{cycles:,} cycles")


def _mutated(report: dict[str, Any]) -> Iterator[tuple[str, Mark]]:
    """Yield whether each mutant that was tried is known not to be a gap, and the score of all."""
    yield "score", Mark(report["score"], f"{report['score']:g} %")
    for mutant in report["mutants"]:
        if (state := mutant["state"]) != "open":
            good = state not in ("survived", "unjudged")
            yield f"{mutant['file']}:{mutant['line']}: {mutant['what']}", Mark(good, state)


_READERS: dict[Command, Callable[[dict[str, Any]], Iterator[tuple[str, Mark]]]] = {
    "verify": _verified,
    "coverage": _covered,
    "latency": _measured,
    "mutate": _mutated,
}
_FORMATS: dict[Command, str] = {
    "verify": "loopline verify 1",
    "coverage": "loopline coverage report 1",
    "latency": "loopline latency 1",
    "mutate": "loopline mutate 1",
}
