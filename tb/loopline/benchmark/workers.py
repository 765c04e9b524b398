"""Measures what a second worker gains, in wall-clock time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from loopline.campaign import Campaign
from loopline.contract.benchmark import Figure
from loopline.design.dut import Dut
from loopline.design.simulators import Simulator
from loopline.workers.pool import LocalPool

#: Examples of each property. A worker takes about a second to start, which should hardly count.
EXAMPLES = 200


def measure(simulator: Simulator, dut: Dut, out: Path) -> Iterator[Figure]:
    alone, both = (_turns_a_second(simulator, dut, out, jobs) for jobs in (1, 2))
    yield Figure("two workers against one", both / alone, "times the turns/s", "≥ 1.8")
    yield Figure("verified by one worker, its start included", alone, "turns/s")
    yield Figure("verified by two", both, "turns/s")


def _turns_a_second(simulator: Simulator, dut: Dut, out: Path, jobs: int) -> float:
    campaign = Campaign(dut, out, seed=1, examples=EXAMPLES, pool=LocalPool(jobs))
    campaign.build(simulator)
    started = time.monotonic()
    campaign.verify(simulator, campaign.properties(), lambda *_: None)
    if campaign.interrupted:
        raise KeyboardInterrupt
    return sum(finding.outcome.turns for finding in campaign.findings) / (time.monotonic() - started)
