"""The exit codes of runs."""

from __future__ import annotations

from collections.abc import Iterable

from loopline.campaign import Campaign
from loopline.simulation.job import UNDER_WAY
from loopline.system import interrupted


def exit_code(campaign: Campaign) -> int:
    """0 agrees, 1 a mismatch, 2 nothing was run, 3 the simulator died or hung or a result is not final, 130 interrupted
    with nothing wrong."""
    states = {finding.outcome.state for finding in campaign.findings}
    if "mismatch" in states:
        return 1
    if any(finding.outcome.state == "error" and finding.outcome.set_up for finding in campaign.findings):
        return 2
    if states & {"died", "hung", "error", *UNDER_WAY}:
        return 3
    if campaign.interrupted:
        return interrupted()
    return 0 if "agrees" in states and states <= {"agrees", "known"} else 2


def worst(codes: Iterable[int]) -> int:
    """Return the worst of the exit codes of several campaigns."""
    found = set(codes)
    return next((code for code in (1, 3, 2) if code in found), max(found, default=0))
