"""What `verify` and `replay` write as JSON, a class for each file and for its parts.

Results are also written as JUnit XML, which CI systems read.

The other commands' are beside what writes them. `ci/results.py` makes `docs/reference/results.md` and
`docs/reference/results.schema.json` of these classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from loopline.campaign.findings import Fix, Suspect
from loopline.errors import plural
from loopline.report.console import printable
from loopline.simulation.job import Result
from loopline.system import replace_file
from loopline.tables import Document, Table


class Counts(Table):
    """How many properties, or checks, ended in which way."""

    played: int
    """How many were played, with or without a verdict."""
    agree: int
    disagree: int
    untested: int
    """Played, without a verdict: the simulator died, or nothing was asked."""
    not_played: int
    met_known: int = 0
    """Failed with a known bug that the description sets aside."""
    known_bugs: int = 0
    """The known bugs that it sets aside."""

    @classmethod
    def of(cls, states: Iterable[str], known_bugs: int = 0) -> Counts:
        """Count the states of outcomes or of checks."""
        all_ = list(states)
        agree, disagree = all_.count("agrees"), all_.count("mismatch")
        not_played = all_.count("not run") + all_.count("interrupted")
        played = len(all_) - not_played
        met = all_.count("known")
        untested = played - agree - disagree - met
        return cls(
            played=played,
            agree=agree,
            disagree=disagree,
            untested=untested,
            not_played=not_played,
            met_known=met,
            known_bugs=known_bugs,
        )

    @property
    def total(self) -> int:
        """All that were planned."""
        return self.played + self.not_played

    def text(self, what: str = "") -> str:
        """Return `12 of 12 agree`, or `3 of 12 played (2 agree, 1 disagrees)`.

        `what` they are, if that has to be said.
        """
        of = f"of {self.total} {what}".rstrip()
        agree = "agrees" if self.agree == 1 else "agree"
        others = [f"{self.disagree} disagree{'s' * (self.disagree == 1)}"] if self.disagree else []
        others += [f"{self.untested} could not be tested"] if self.untested else []
        others += [f"{self.met_known} failed with a known bug"] if self.met_known else []
        aside = f" but for {plural(self.known_bugs, 'known bug')}" if self.known_bugs else ""
        if self.not_played:
            return f"{self.played} {of} played ({', '.join([f'{self.agree} {agree}{aside}', *others])})"
        return ", ".join([f"{self.agree} {of} agree{aside}", *others])


class FindingEntry(Result):
    """A property on one simulator, and what was kept of it."""

    model_config = Table.model_config

    simulator: str
    """Its name and version."""
    game_file: str | None
    """The smallest game, as `loopline replay` reads it."""
    wave_file: str | None
    not_tried: list[str]
    """What the property is for, and none of its examples has come to."""
    like: str
    """The first failure found in which the same signal is wrong in the same game, or in an image of it, such as the
    mirrored one. Its property, simulator and, if it is another, board; empty for the first of its kind."""
    suspects: list[Suspect]
    """The lines that a failure may come from, the most suspect first."""
    mends: list[Fix]
    """Fixes: changes of the source with which all games pass that failed in the run, and all others that were
    played."""
    no_mends: str
    """If there are suspects and no mends: why."""
    no_suspects: str
    """Why suspects are missing; empty if they are given."""


class KnownBug(Table):
    """A known bug that the description sets aside."""

    reason: str
    game: str
    """The saved game that fails because of it, and the signal that is wrong first; empty if none is named."""
    signal: str
    not_asked: str
    """What is not asked because of it; empty if all is."""
    met: list[str]
    """The properties and saved games that failed with it."""


class RefusedEntry(Table):
    """A design, or a board, that could not be verified."""

    design: str
    board: str
    exit_code: int
    error: str


class AnswerTimes(Table):
    """How long answers of one kind took, in cycles.

    Of an engine until an answer is valid, of a player until its first start bit. Some of the examples are timed, a
    sample that is the same for the same seed.
    """

    kind: str
    timed: int
    """The number of these answers."""
    median: int
    largest: int
    limit: int
    """What the description allows, `limit`, in cycles."""


class BoardEntry(Table):
    """A design on one board."""

    command: str
    """Repeats the run."""
    seed: int
    design: str
    dut: str
    """The file that describes the design."""
    board: str
    partial: bool
    """The run was interrupted."""
    workers: int
    seconds: float
    seconds_building: float
    exit_code: int
    counts: Counts
    known: list[KnownBug]
    findings: list[FindingEntry]
    latency: list[AnswerTimes]


class VerifiedDesign(BoardEntry):
    """A design on its own board, with its other boards."""

    boards: Sequence[BoardEntry | RefusedEntry] = ()
    """`exit_code` and `partial` are of all of them."""


class RefusedDesign(RefusedEntry):
    """A design whose own board could not be verified."""

    partial: bool
    boards: list[BoardEntry | RefusedEntry]


class VerifyDocument(VerifiedDesign, Document):
    """`verify.json` of one design."""

    format: Literal["loopline verify 1"] = "loopline verify 1"


class RefusedDocument(RefusedDesign, Document):
    """`verify.json` of a design whose own board could not be verified."""

    format: Literal["loopline verify 1"] = "loopline verify 1"


class AllDocument(Document):
    """`verify.json` of `verify --all`."""

    format: Literal["loopline verify 1"] = "loopline verify 1"
    command: str
    partial: bool
    exit_code: int
    designs: list[VerifiedDesign | RefusedDesign]


class ReplayDocument(BoardEntry, Document):
    """`replay.json`."""

    format: Literal["loopline replay 1"] = "loopline replay 1"


#: The attribute of a suite that counts the cases of each kind.
_COUNTS = {"failure": "failures", "error": "errors", "skipped": "skipped"}


class JunitCase(NamedTuple):
    """One result."""

    classname: str
    name: str
    #: None: it took no time of its own.
    seconds: float | None = None
    #: `failure`, `error` or `skipped`; empty if it has passed.
    kind: str = ""
    #: Why it has not passed: in a line, and at length.
    message: str = ""
    text: str = ""
    #: What is said of it besides.
    output: str = ""


def junit_suite(name: str, cases: Sequence[JunitCase]) -> Element:
    """Return the test suite of these cases."""
    kinds = Counter(case.kind for case in cases)
    counts = {attribute: str(kinds[kind]) for kind, attribute in _COUNTS.items()}
    element = Element("testsuite", {"name": name, "tests": str(len(cases)), **counts})
    for result in cases:
        case = SubElement(element, "testcase", classname=result.classname, name=result.name)
        if result.seconds is not None:
            case.set("time", f"{result.seconds:.3f}")
        if result.kind:
            SubElement(case, result.kind, message=printable(result.message, 1000)).text = result.text or None
        if result.output:
            SubElement(case, "system-out").text = result.output
    return element


def write_junit(file: Path, suites: Iterable[Element]) -> None:
    """Write these suites into one file."""
    root = Element("testsuites")
    root.extend(suites)
    replace_file(file, ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n")
