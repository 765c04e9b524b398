"""Reports of a run without results: they replace those of an earlier run, which would be taken for this one's.

A command that measures something begins by writing such reports. Its results take their place at the end; if it fails
before that, the error does. If the process is killed, "not finished" is what stays.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple

from loopline.campaign.plan import failed_in
from loopline.report import overview
from loopline.report.documents import JunitCase, junit_suite, write_junit
from loopline.tables import Document

#: The version in the format of each command that leaves a report.
VERSIONS = {
    "coverage": 1,
    "fuzz": 2,
    "latency": 1,
    "match": 1,
    "mutate": 1,
    "replay": 1,
    "verify": 1,
    "verify-model": 1,
}
_WITH_JUNIT = {"fuzz", "mutate", "replay", "verify", "verify-model"}

#: The exit code of a run that could not test: what a report has until the run ends.
NOT_FINISHED = 3


class UnfinishedDocument(Document):
    """The file of a run that has not finished, or that has ended without results."""

    status: Literal["not finished", "error"]
    command: str
    exit_code: int
    """That of the command; 3 while it runs."""
    error: str
    """Why results are missing."""
    failed: list[str]
    """Of `verify`: the properties that failed in the run before, which `--lf` verifies."""


class _Reports(NamedTuple):
    command: str
    folder: Path
    line: str
    failed: list[str]

    @property
    def json(self) -> Path:
        return self.folder / f"{self.command}.json"

    @property
    def page(self) -> Path:
        return (self.folder / "coverage" if self.command == "coverage" else self.folder) / overview.NAME

    def write(self, status: Literal["not finished", "error"], exit_code: int, error: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.json.with_suffix(".sarif").unlink(missing_ok=True)  # it cannot say that a run has not finished
        if self.command in _WITH_JUNIT:
            case = JunitCase("loopline", "run", kind="error", message=error, text=self.line)
            write_junit(self.json.with_suffix(".xml"), [junit_suite(f"loopline {self.command}", [case])])
        UnfinishedDocument(
            format=f"loopline {self.command} {VERSIONS[self.command]}",
            status=status,
            command=self.line,
            exit_code=exit_code,
            error=error,
            failed=self.failed,
        ).write(self.json)
        if self.page.exists():
            says = "This run has not finished." if status == "not finished" else f"This run has no results: {error}"
            overview.write(self.page.parent, f"loopline {self.command}", says, [self.line], [])


_begun: list[_Reports] = []


def begin(command: str, folder: Path, line: str, failed: Iterable[str] = ()) -> None:
    """Replace the reports of an earlier run in this folder by "not finished".

    Args:
        command: The name of the command, such as `verify`.
        folder: Where its reports are.
        line: The command that repeats the run.
        failed: The properties that failed in the run before.

    Raises:
        OSError: The folder cannot be written to.
    """
    reports = _Reports(command, folder, line, sorted(failed))
    _begun.append(reports)
    reports.write("not finished", NOT_FINISHED, "the run has not finished")


def fail(exit_code: int, error: str, command: str = "", folder: Path | None = None, line: str = "") -> None:
    """Write an error into all reports without results.

    Args:
        exit_code: That of the command.
        error: Why results are missing.
        command: The command and its folder, for one that has failed before it has begun its reports.
        folder: See `command`.
        line: The command line.
    """
    waiting = [reports for reports in _begun if _is_unfinished(reports.json)]
    if not _begun and command in VERSIONS and folder:
        folders = _folders_of_the_same_design(folder, line) if command == "latency" else [folder]
        failed = sorted(failed_in(folder) if command == "verify" else ())
        waiting = [_Reports(command, place, line, failed) for place in folders]
    for reports in waiting:
        with suppress(OSError):  # perhaps that is the error
            reports.write("error", exit_code, error)


def _folders_of_the_same_design(out: Path, line: str) -> list[Path]:
    """Return the folders in which `latency` has left reports of the design that this command line names.

    The name of the folder is that of the design, which may be what cannot be read.
    """
    named = {_resolved(word) for word in shlex.split(line)[2:]}
    files = sorted((out / "latency").glob("*/latency.json"))
    return [file.parent for file in files if not named.isdisjoint(map(_resolved, _commanded(file)))]


def _commanded(file: Path) -> list[str]:
    """Return the description in the command of a report, or nothing."""
    command = _read(file).get("command")
    return shlex.split(command)[2:3] if isinstance(command, str) else []


def _resolved(word: str) -> Path:
    return Path(word).resolve()


def _is_unfinished(file: Path) -> bool:
    read = _read(file)
    return not read or read.get("status") == "not finished"


def _read(file: Path) -> dict[str, Any]:
    """Return a report; empty if it cannot be read."""
    try:
        read = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return read if isinstance(read, dict) else {}
