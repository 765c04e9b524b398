"""JSON and JUnit of a run of several campaigns: of a design on several boards, or of several designs.

They are written again after each of them, so that what is known is there whatever comes of the rest.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from xml.etree.ElementTree import Element

from loopline.campaign import Campaign
from loopline.campaign.run import Run
from loopline.campaign.workplace import worst
from loopline.errors import BadInput
from loopline.report import documents, github, page
from loopline.report.documents import RefusedEntry
from loopline.report.findings import document, suite
from loopline.report.unfinished import NOT_FINISHED
from loopline.tables import Document

NAME = "verify.json"


class VerifiedCampaign:
    """A campaign, and the command that does it again. The reports say how it was when it ended."""

    def __init__(self, campaign: Campaign, command: list[str]) -> None:
        self.campaign, self.command, self.exit_code = campaign, command, campaign.exit_code
        self.document, self.suite = document(campaign, command), suite(campaign, command)


def refused(design: str, board: str, problem: BadInput) -> RefusedEntry:
    """Return what could not be verified, and why.

    Args:
        design: The name of the design.
        board: Its board in words.
        problem: Why it could not be verified.
    """
    return RefusedEntry(design=design, board=board, exit_code=problem.exit_code, error=str(problem))


def _suite(part: VerifiedCampaign | RefusedEntry) -> Element:
    """Return the run as a JUnit suite, or a suite with the set-up error as its only case."""
    if isinstance(part, VerifiedCampaign):
        return part.suite
    name = ", ".join(filter(None, (part.design, part.board)))
    case = documents.JunitCase("loopline", "set-up", kind="error", message=part.error)
    return documents.junit_suite(f"loopline {name}", [case])


#: A design: on its own board first.
Boards = Sequence[VerifiedCampaign | RefusedEntry]


def parts_of(run: Run) -> list[VerifiedCampaign | RefusedEntry]:
    """Return what came of each board of a run."""
    done = [VerifiedCampaign(board.campaign, board.command) for board in run.boards]
    return [*done, *(refused(board.design.name, board.text, board.why) for board in run.refused)]


def write_run(run: Run, out: Path) -> list[Path]:
    """Write a design on all of its boards. Return the files."""
    return write_boards(parts_of(run), out)


def write_boards(boards: Boards, out: Path) -> list[Path]:
    """Write a design on all of its boards. Return the files."""
    of_all = _of_boards(boards)
    played = isinstance(of_all, documents.VerifiedDesign)
    kind = documents.VerifyDocument if played else documents.RefusedDocument
    return _write(kind(**dict(of_all)), boards, out, finished=True)


def write_designs(designs: Sequence[Boards], command: Sequence[str], out: Path, *, finished: bool) -> None:
    """Write all designs, or those that are known until now, into one JSON and one JUnit file.

    Args:
        designs: What came of each design.
        command: The command.
        out: The folder.
        finished: Whether these are all designs.
    """
    results = [part for boards in designs for part in boards]
    parts = [_of_boards(boards) for boards in designs]
    whole = documents.AllDocument(
        command=shlex.join(command),
        partial=any(part.partial for part in parts),
        exit_code=worst(part.exit_code for part in results),
        designs=parts,
    )
    _write(whole, results, out, finished=finished)


def _of_boards(boards: Boards) -> documents.VerifiedDesign | documents.RefusedDesign:
    """Return the document of the first board, with those of the others in it."""
    mine, *theirs = (part.document if isinstance(part, VerifiedCampaign) else part for part in boards)
    of_all = {
        "exit_code": worst(part.exit_code for part in boards),
        "partial": any(isinstance(part, documents.BoardEntry) and part.partial for part in (mine, *theirs)),
        "boards": theirs,
    }
    kind = documents.VerifiedDesign if isinstance(mine, documents.BoardEntry) else documents.RefusedDesign
    return kind(**dict(mine) | of_all)


def _write(whole: Document, parts: Boards, out: Path, *, finished: bool) -> list[Path]:
    out.mkdir(parents=True, exist_ok=True)
    suites = [*map(_suite, parts)]
    if not finished:  # if the process is killed now, this is what stays
        case = documents.JunitCase("loopline", "run", kind="error", message="the run has not finished")
        suites.append(documents.junit_suite("loopline verify", [case]))
        code = worst(part.exit_code for part in parts) or NOT_FINISHED
        whole = whole.model_copy(update={"partial": True, "exit_code": code})
    whole.write(out / NAME)
    documents.write_junit(xml := out / "verify.xml", suites)
    played = [page.PlayedCampaign(part.campaign, part.command) for part in parts if isinstance(part, VerifiedCampaign)]
    sarif = github.write_sarif([part.campaign for part in played], out)
    return [out / NAME, xml, page.write(played, out), sarif]
