"""What campaigns have to play on a simulator, of one or several at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from loopline.campaign.finding import Finding
from loopline.design.simulators import Simulator
from loopline.workers.scheduler import Part, Scheduler

if TYPE_CHECKING:
    from loopline.campaign.campaign import Campaign


@dataclass(eq=False)
class Share(Part):
    """What a campaign has to play on one simulator."""

    campaign: Campaign = field(kw_only=True)
    simulator: Simulator = field(kw_only=True)
    findings: list[Finding] = field(default_factory=list, kw_only=True)


def play(shares: Sequence[Share]) -> None:
    """Have the pool do the shares of one or several campaigns, all of the same pool: a few examples of each property of
    each come before many of any. Raises BadInput."""
    first = shares[0].campaign
    scheduler = Scheduler(first.pool, shares, first.stop_at_failure)
    for share, outcome in scheduler.run():
        assert isinstance(share, Share)
        share.findings.append(share.campaign.keep(share.simulator, outcome))
    for share in shares:
        share.campaign.take_share(share, scheduler.interrupted)
