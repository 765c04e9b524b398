"""JSON and JUnit of a run of several campaigns: of a design on several boards, or of several designs. Written again
after each of them, so that what is known is there whatever comes of the rest."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from loopline.campaign import Campaign
from loopline.errors import BadInput
from loopline.report import junit, page
from loopline.report.findings import document, exit_code, suite


class Verified:
    """A campaign, and the command that does it again. The reports say how it was when it ended."""

    def __init__(self, campaign: Campaign, command: list[str]) -> None:
        self.campaign, self.command, self.exit_code = campaign, command, exit_code(campaign)
        self._document, self._suite = document(campaign, command), suite(campaign, command)

    def document(self) -> dict[str, Any]:
        """The run as JSON has it."""
        return self._document

    def suite(self) -> Element:
        """The run as a JUnit suite."""
        return self._suite


class Refused(NamedTuple):
    """What could not be verified, and why."""

    design: str
    board: str
    problem: str
    exit_code: int = BadInput.exit_code

    def document(self) -> dict[str, Any]:
        """The design with its set-up error, as JSON has it."""
        return {"design": self.design, "board": self.board, "exit_code": self.exit_code, "error": self.problem}

    def suite(self) -> Element:
        """Return a JUnit suite with the set-up error as its only case."""
        name = ", ".join(filter(None, (self.design, self.board)))
        return junit.suite(f"loopline {name}", [junit.Case("loopline", "set-up", kind="error", message=self.problem)])


#: A design: on its own board first.
Boards = Sequence[Verified | Refused]


def worst(codes: Iterable[int]) -> int:
    """Of the exit codes of several campaigns."""
    found = set(codes)
    return next((code for code in (1, 3, 2, 130) if code in found), 0)


def write_boards(boards: Boards, out: Path) -> None:
    """A design on all of its boards."""
    _write(_of_boards(boards), boards, out)


def write_designs(designs: Sequence[Boards], command: Sequence[str], out: Path) -> None:
    """Write all designs into one JSON and one JUnit file."""
    every = [one for boards in designs for one in boards]
    documents = [_of_boards(boards) for boards in designs]
    whole = {
        "command": shlex.join(command),
        "partial": any(one.get("partial", False) for one in documents),
        "exit_code": worst(one.exit_code for one in every),
        "designs": documents,
    }
    _write(whole, every, out)


def _of_boards(boards: Boards) -> dict[str, Any]:
    """The document of the first, with those of the others in it."""
    mine, *theirs = (one.document() for one in boards)
    return {
        **mine,
        "exit_code": worst(one.exit_code for one in boards),
        "partial": any(one.get("partial", False) for one in (mine, *theirs)),
        "boards": theirs,
    }


def _write(whole: dict[str, Any], every: Boards, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    (out / "verify.json").write_text(json.dumps(whole, indent=2) + "\n")
    page.write([page.Played(one.campaign, one.command) for one in every if isinstance(one, Verified)], out)
    junit.write(out / "verify.xml", [one.suite() for one in every])
