"""A run on GitHub: an annotation at a line of the source for each bug, and the summary of a step.

The same is written as SARIF, for code scanning and editors.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from rich.console import Console
from rich.text import Text

from loopline.campaign import Campaign
from loopline.errors import plural
from loopline.report import findings
from loopline.report.failure import Bug, bugs, place_of
from loopline.report.findings import replay_command, sentence_of
from loopline.system import replace_file

NAME = "verify.sarif"

#: Columns of a board in the summary.
_WIDTH = 100


class Place(NamedTuple):
    """A line of a file of the repository; no line: the file as a whole."""

    file: str
    line: int | None = None


def annotate(screen: Console, campaigns: Sequence[Campaign]) -> None:
    """Print an annotation for each bug whose line is known. Nothing outside of GitHub's actions."""
    if not os.environ.get("GITHUB_ACTIONS"):
        return
    for bug in bugs(campaigns):
        if place := _place(bug):
            about = f"file={_escaped(place.file)},line={place.line},title={_escaped(sentence_of(bug.finding.outcome))}"
            screen.print(f"::error {about}::{_data(_about(bug))}", soft_wrap=True)


def _place(bug: Bug) -> Place | None:
    """Return the likeliest line, or the one that the simulator has named."""
    file, _, line = place_of(bug.campaign, bug.finding).rpartition(":")
    return Place(name, int(line)) if file and (name := _in_repository(Path(file))) else None


def _in_repository(file: Path) -> str:
    """Return the path below the folder that has `.git`, or else below this one; empty if it is in neither."""
    file = file.resolve()
    root = next((folder for folder in file.parents if (folder / ".git").exists()), Path.cwd())
    return file.relative_to(root).as_posix() if file.is_relative_to(root) else ""


def _about(bug: Bug) -> str:
    """Return which properties show it, in which cycle, and how to play it again."""
    outcome = bug.finding.outcome
    others = {finding.outcome.name for _, finding in bug.others} - {outcome.name}
    words = [f"Found by {outcome.name}" + (f" and {plural(len(others), 'other')}" if others else "")]
    words += [f"first wrong: {outcome.signal} in cycle {outcome.cycle:,}"] if outcome.state == "mismatch" else []
    replay = replay_command(bug.finding, bug.campaign) if bug.finding.game else ""
    return ". ".join([", ".join(words), *([replay] if replay else [])])


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped(text: str) -> str:
    """Return a property of an annotation, in which two more characters mean something."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def write_step_summary(campaign: Campaign, command: Sequence[str]) -> None:
    """Add each bug and the table to the summary of a step of GitHub's actions, if this is one."""
    if step_summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(step_summary).open("a", encoding="utf-8") as file:
            file.write("\n".join([*_markdown(campaign, command), ""]))


def _markdown(campaign: Campaign, command: Sequence[str]) -> Iterator[str]:
    yield f"### loopline: {campaign.plan.dut.name}"
    for bug in bugs([campaign]):
        outcome, place = bug.finding.outcome, _place(bug)
        says = sentence_of(outcome).replace("`", "'")
        yield from ["", f"**{outcome.name}** ({bug.finding.simulator.name}): `{says}`", "", f"{_about(bug)}"]
        if place:
            yield from ["", f"Likeliest line: `{place.file}:{place.line}`"]
        yield from ["", "```text", *_board(bug), findings.game_of(outcome, 2000), "```"]
    yield from ["", _cells(findings.HEAD), _cells(("---",) * len(findings.HEAD))]
    yield from map(_cells, findings.rows(campaign))
    yield from ["", f"`{shlex.join(command)}`"]


def _cells(row: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"


def _board(bug: Bug) -> list[str]:
    """Return what the game draws; nothing, if it cannot."""
    drawn = Text("\n").join(findings.explained(bug.campaign, bug.finding.outcome, _WIDTH).picture).plain.rstrip()
    return [line for line in drawn.split("\n") if "```" not in line] + [""] if drawn else []


def write_sarif(campaigns: Sequence[Campaign], out: Path) -> Path:
    """Write OUT/verify.sarif, SARIF 2.1.0. Return its path."""
    found = bugs(campaigns)
    rules = dict.fromkeys(_rule(bug) for bug in found)
    driver: dict[str, Any] = {"name": "loopline", "version": version("loopline")}
    driver["rules"] = [{"id": rule, "shortDescription": {"text": _RULES[rule]}} for rule in rules]
    log = {
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": [*map(_result, found)]}],
    }
    path = out / NAME
    replace_file(path, json.dumps(log, indent=1, ensure_ascii=False) + "\n")
    return path


#: What a result may be.
_RULES = {
    "mismatch": "The design and its model differ",
    "untested": "The design could not be tested: the simulator died or hung",
}


def _rule(bug: Bug) -> str:
    return "mismatch" if bug.finding.outcome.state in ("mismatch", "shrinking") else "untested"


def _result(bug: Bug) -> dict[str, Any]:
    """Return a bug at its line; where that is not known, at the description of the design."""
    name = _in_repository(Path(bug.campaign.plan.dut.path))
    place = _place(bug) or (Place(name) if name else None)
    result: dict[str, Any] = {
        "ruleId": _rule(bug),
        "level": "error",
        "message": {"text": f"{sentence_of(bug.finding.outcome)}. {_about(bug)}"},
        "properties": {"game": findings.game_of(bug.finding.outcome, 2000)},
    }
    if place:
        location: dict[str, Any] = {"artifactLocation": {"uri": quote(place.file)}}
        if place.line:
            location["region"] = {"startLine": place.line}
        result["locations"] = [{"physicalLocation": location}]
    return result
