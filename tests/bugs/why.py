"""How often does `verify` name the right line, and show a change that mends it? Of these bugs the true lines are known.

    PYTHONPATH=tests python tests/bugs/why.py [--bugs N] [--why SECONDS] [ZOO…]

Each bug is put into a copy of the design, found, made small and looked at as `loopline verify` does it. Prints a line
for each bug, and for each zoo how many were found, with a true line first, among five, with a mend at a true line, and
the median of the seconds that this took. docs/why.md has the figures.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bugs.zoo import BLIND, Bug, Zoo
from loopline.campaign import Campaign
from loopline.campaign.failures import Finding
from loopline.campaign.plan import Plan
from loopline.campaign.saved import deck_of
from loopline.design import simulators
from loopline.why.look import look

#: One round of each design: written by somebody who did not know what is tried on it.
ZOOS = ("blind-engine-third", "blind-player-tenth", "blind-globe", "blind-evening", "blind-tsolitaire")


class Told(NamedTuple):
    """Of a bug that was found: the place of the first true line among the suspects, from 1, and whether a mend is at
    one; 0: none is."""

    place: int
    mended: bool
    seconds: float


def with_bug(zoo: Zoo, bug: Bug, folder: Path) -> None:
    """Write a copy of the design with that bug."""
    shutil.copytree(zoo.rtl, folder, ignore=shutil.ignore_patterns("out"))
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
    lines = set()
    for edit in bug.edits:
        [file] = zoo.rtl.rglob(edit.file)
        text = file.read_text()
        start, end = edit.span(text)
        lines |= {(edit.file, n) for n in range(text.count("\n", 0, start) + 1, text.count("\n", 0, end) + 2)}
    return lines


def told(zoo: Zoo, bug: Bug, seconds: float) -> tuple[Told | None, str]:
    """What is told of that bug, and of what signal. None: it is not found, or nothing is told."""
    with TemporaryDirectory(prefix="why-") as name:
        with_bug(zoo, bug, Path(name) / "rtl")
        deck, folder = deck_of(zoo.design()), Path(name)
        plan = Plan(zoo.design(folder / "rtl"), folder / "out", 1, zoo.examples, shrink=10, deck=deck)
        campaign = Campaign(plan, stop_at_failure=True)
        campaign.verify(simulators.find("verilator"), plan.properties(), lambda *_: None)
        failed = [one for one in campaign.findings if one.outcome.state == "mismatch"]
        if not failed:
            return None, "not found"
        return _judged(zoo, bug, campaign, failed[0], seconds)


def _judged(zoo: Zoo, bug: Bug, campaign: Campaign, finding: Finding, seconds: float) -> tuple[Told | None, str]:
    look(campaign, finding, seconds)
    why = finding.why
    if not why or why.not_known:
        return None, why.not_known if why else "interrupted"
    true = true_lines(zoo, bug)
    places = [(Path(one.file).name, one.line) in true for one in why.suspects]
    mended = any((Path(one.file).name, one.line) in true for one in why.mends)
    place = places.index(True) + 1 if True in places else 0
    return Told(place, mended, why.seconds), finding.outcome.signal


def rows(zoo: Zoo, bugs: int, seconds: float) -> Iterator[Told | None]:
    shown = zoo.shown("verilator")
    for bug in shown[:: max(1, len(shown) // bugs)][:bugs]:
        one, signal = told(zoo, bug, seconds)
        row = (one.place, "mend" if one.mended else "-", f"{one.seconds:.1f} s") if one else ("-",)
        print("   ", bug.name, signal, *row, sep=" | ", flush=True)
        yield one


def total(name: str, every: list[Told | None]) -> None:
    found = [one for one in every if one]
    first, five, mends = (
        sum(one.place == 1 for one in found),
        sum(one.place > 0 for one in found),
        sum(one.mended for one in found),
    )
    seconds = f"{median(one.seconds for one in found):.1f} s" if found else "-"
    print(name, len(every), len(found), first, five, mends, seconds, sep=" | ", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("zoos", nargs="*", default=ZOOS)
    parser.add_argument("--bugs", type=int, default=12, help="of each zoo")
    parser.add_argument("--why", type=float, default=10.0, help="seconds for each")
    options = parser.parse_args()
    every: list[Told | None] = []
    for zoo in (one for one in BLIND if one.name in options.zoos):
        own = list(rows(zoo, options.bugs, options.why))
        total(zoo.name, own)
        every += own
    total("all", every)


if __name__ == "__main__":
    main()
