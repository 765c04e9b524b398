"""How often does `verify` name the right line, and offer a right fix? Of these bugs the true lines are known.

    PYTHONPATH=tests python tests/bugs/why.py [--bugs N] [--why SECONDS] [--half 0|1] [ZOO…]

Each bug is put into a copy of the design, found, made small and looked at as `loopline verify` does it. Prints a line
for each bug, and for each zoo how many were found, looked at, with a true line first, among five, with a fix at a true
line, with one elsewhere, and the median of the seconds that this took. Half of the bugs, by a hash of their names, are
for working on the search; the figures in docs/evidence/bugs.md are of the other half.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bugs.zoo import BLIND, PLAYER, RTL, Bug, Zoo
from loopline.campaign import Campaign
from loopline.campaign.findings import Diagnosis, Mismatch
from loopline.campaign.plan import Plan
from loopline.campaign.saved import deck_of
from loopline.contract.game import Subject
from loopline.design import Change, simulators
from loopline.why.fixes import confirm
from loopline.why.look import look

#: Three kinds of bugs in small designs.
BLOCKS = [
    Zoo.model_validate({**zoo, "rtl": RTL.parent / "examples" / zoo["rtl"]})
    for zoo in tomllib.loads(Path(__file__).with_name("blocks.toml").read_text())["zoo"]
]

#: One round of each design: written by somebody who did not know what is tried on it.
ZOOS = ("blind-engine-third", "blind-player-tenth", "blind-globe", "blind-evening", "blind-tsolitaire")


def half(bug: Bug) -> int:
    """Return 0 or 1, by the name of the bug."""
    return hashlib.sha256(bug.name.encode()).digest()[0] % 2


class Told(NamedTuple):
    """Of a bug that was found: the place of the first true line among the suspects, from 1, or 0 if none is there; and
    the lines of fixes that are true, and that are not."""

    place: int
    fixed: int
    elsewhere: int
    seconds: float


def with_bug(zoo: Zoo, bug: Bug, folder: Path) -> None:
    """Write a copy of the design with that bug."""
    shutil.copytree(zoo.rtl, folder, ignore=shutil.ignore_patterns("out", "*.py"))
    if zoo in BLOCKS:  # two modules of one name cannot be in one process
        description = folder / zoo.dut
        description.write_text(f"game_folder = {json.dumps(str(zoo.rtl))}\n{description.read_text()}")
    for edit in bug.edits:
        [file] = folder.rglob(edit.file)
        text = file.read_text()
        start, end = edit.span(text)
        replace = f"({edit.replace})" if edit.find.startswith("(") else edit.replace  # brackets of a port are in `find`
        text = text[:start] + replace + text[end:]
        if edit.helper:
            text = text.replace("\nendmodule", f"\n    {edit.helper}\nendmodule", 1)
        file.write_text(text)


def true_lines(zoo: Zoo, bug: Bug) -> set[tuple[str, int]]:
    """Return the lines that are wrong; where a statement is missing, also that with which its branch begins."""
    lines = set()
    for edit in bug.edits:
        [file] = zoo.rtl.rglob(edit.file)
        text = file.read_text()
        start, end = edit.span(text)
        if edit.replace == ";" or edit.find.startswith(edit.replace):
            start = max(text.rfind("begin", 0, start), text.rfind("if (", 0, start))
        lines |= {(edit.file, n) for n in range(text.count("\n", 0, start) + 1, text.count("\n", 0, end) + 2)}
        if edit.helper:
            more = edit.replace.count("\n") - edit.find.count("\n")
            lines.add((edit.file, text.count("\n", 0, text.index("\nendmodule")) + 2 + more))
    return lines


def searched(zoo: Zoo, bug: Bug, folder: Path, seconds: float) -> tuple[Campaign, Mismatch, Diagnosis | None] | None:
    """Find a bug as `loopline verify` does it, in a copy of the design below the folder, and look for its lines."""
    with_bug(zoo, bug, folder / "rtl")
    deck = deck_of(Subject.of(zoo.design()))
    plan = Plan(Subject.of(zoo.design(folder / "rtl")), folder / "out", 1, zoo.examples, shrink=10, deck=deck)
    campaign = Campaign(plan, stop_at_failure=True)
    campaign.elsewhere = list(elsewhere(campaign))
    campaign.verify(simulators.find("verilator"), plan.properties(), lambda *_: None)
    if not campaign.mismatches:
        return None
    finding = campaign.mismatches[0]
    why = look(campaign, finding, seconds)
    finding = campaign.put(finding, replace(finding, why=why))
    return campaign, finding, next((fixed.why for fixed in confirm([campaign], seconds)), why)


def elsewhere(first: Campaign) -> Iterator[Campaign]:
    """Yield the campaign of the board that is cleared soonest, with its build, as `verify` has it."""
    if (plan := first.plan).dut.board.sampled:
        change = Change(plan.dut.board.sampled)
        subject = Subject.of(plan.dut.with_board(change))
        small = replace(plan, subject=subject, out=plan.out / "small", board=change, deck=deck_of(subject))
        campaign = Campaign(small, elsewhere=[first])
        campaign.builds.get(simulators.find("verilator"))
        yield campaign


def told(zoo: Zoo, bug: Bug, seconds: float) -> tuple[Told | None, str]:
    """What is told of that bug, and of what signal. None: it is not found, or nothing is told."""
    with TemporaryDirectory(prefix="why-") as name:
        found = searched(zoo, bug, Path(name), seconds)
    return _judged(zoo, bug, found[1], found[2]) if found else (None, "not found")


def _judged(zoo: Zoo, bug: Bug, finding: Mismatch, why: Diagnosis | None) -> tuple[Told | None, str]:
    if not why or why.not_known:
        return None, why.not_known if why else "interrupted"
    true = true_lines(zoo, bug)
    places = [(Path(line.file).name, line.line) in true for line in why.suspects[:5]]
    fixes = [(Path(fix.file).name, fix.line) in true for fix in why.mends]
    place = places.index(True) + 1 if True in places else 0
    return Told(place, fixes.count(True), fixes.count(False), why.seconds), finding.outcome.signal


def rows(zoo: Zoo, bugs: int, seconds: float, which: int | None) -> Iterator[Told | None]:
    shown = [bug for bug in zoo.shown("verilator") if which in (None, half(bug))]
    for bug in shown[:: max(1, len(shown) // bugs)][:bugs]:
        found, signal = told(zoo, bug, seconds)
        row = (
            (found.place, f"{found.fixed} fixes, {found.elsewhere} elsewhere", f"{found.seconds:.1f} s")
            if found
            else ("-",)
        )
        print("   ", bug.name, signal, *row, sep=" | ", flush=True)
        yield found


def total(name: str, every: list[Told | None]) -> None:
    found = [one for one in every if one]
    figures = (
        sum(one.place == 1 for one in found),
        sum(one.place > 0 for one in found),
        sum(one.fixed > 0 for one in found),
        sum(one.elsewhere > 0 for one in found),
    )
    seconds = f"{median(one.seconds for one in found):.1f} s" if found else "-"
    print(name, len(every), len(found), *figures, seconds, sep=" | ", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("zoos", nargs="*", default=ZOOS)
    parser.add_argument("--bugs", type=int, default=12, help="of each zoo")
    parser.add_argument("--half", type=int, choices=(0, 1), help="of the bugs")
    parser.add_argument("--why", type=float, default=10.0, help="seconds for each")
    options = parser.parse_args()
    every: list[Told | None] = []
    for zoo in (zoo for zoo in (PLAYER, *BLIND, *BLOCKS) if zoo.name in options.zoos):
        own = list(rows(zoo, options.bugs, options.why, options.half))
        total(zoo.name, own)
        every += own
    total("all", every)


if __name__ == "__main__":
    main()
