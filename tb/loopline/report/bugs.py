"""Which failures are one bug, as far as that is known: the page and the terminal show each bug once."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple

from loopline.campaign import Campaign
from loopline.campaign.findings import Failed, Mismatch, Untested
from loopline.report.findings import sentence_of
from loopline.simulation.job import FAILURES


class Bug(NamedTuple):
    """The first failure that shows a bug, and the others that do, each with its campaign."""

    campaign: Campaign
    finding: Failed
    others: list[tuple[Campaign, Failed]]

    @property
    def outcomes(self) -> set[int]:
        """Which outcomes show it; findings are replaced when more is known of them, outcomes are not."""
        return {id(finding.outcome) for _, finding in [(self.campaign, self.finding), *self.others]}


def bugs(campaigns: Sequence[Campaign]) -> list[Bug]:
    """Return the bugs in campaigns of one design, on whatever board, in the order in which they were found."""
    found, names = dict[int, Bug](), dict[tuple[int, str], Bug]()
    failures = [
        (campaign, finding)
        for campaign in campaigns
        for finding in campaign.findings
        if isinstance(finding, Failed) and finding.outcome.state in FAILURES
    ]
    for campaign, finding in sorted(failures, key=lambda pair: (bool(pair[1].outcome.same_as), bool(pair[1].like))):
        first = id((finding.like.finding if finding.like else finding).outcome)
        bug = names.get((id(campaign), finding.outcome.same_as)) or found.get(first)
        bug = bug or next((known for known in found.values() if _is_the_same(known.finding, finding)), None)
        if bug:
            bug.others.append((campaign, finding))
        else:
            bug = found[first] = Bug(campaign, finding, [])
        names.setdefault((id(campaign), finding.outcome.name), bug)
    return [_smallest(bug) for bug in found.values()]


def _is_the_same(first: Failed, second: Failed) -> bool:
    """Return whether the same signal is wrong in both, and the same line is the likeliest; where that is not known, the
    same is said of both. Of what could not be tested the same is said."""
    if isinstance(first, Untested) and isinstance(second, Untested):
        return sentence_of(first.outcome) == sentence_of(second.outcome)
    if not first.outcome.signal or first.outcome.signal != second.outcome.signal:
        return False
    places = [_place(finding) for finding in (first, second)]
    return places[0] == places[1] if all(places) else first.outcome.says == second.outcome.says


def _smallest(bug: Bug) -> Bug:
    """Return the bug with the shortest script first, if the simulator died: only one of these was made small."""
    if not isinstance(bug.finding, Untested):
        return bug
    every = [(bug.campaign, bug.finding), *bug.others]
    campaign, finding = min(every, key=lambda pair: len(pair[1].outcome.script) or sys.maxsize)
    return Bug(campaign, finding, [pair for pair in every if pair[1] is not finding])


def _place(finding: Failed) -> str:
    suspects = finding.why.suspects if isinstance(finding, Mismatch) and finding.why else ()
    return "".join(f"{line.file}:{line.line}" for line in suspects[:1])
