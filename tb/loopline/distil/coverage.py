"""The situations of a game that one script meets."""

from __future__ import annotations

from loopline.contract.coverage import Coverage, hits
from loopline.contract.game import AnyScript
from loopline.simulation.session import timings_of

#: A group of the coverage model, and one of its bins.
Bin = tuple[str, str]


def bins_of(coverage: Coverage[AnyScript], script: AnyScript, delays: bytes) -> frozenset[Bin]:
    collector = coverage.collector()
    collector.add(script, timings_of(delays))
    found = hits(coverage.model, collector.counts)
    return frozenset((group, name) for group, bins in found.items() for name, times in bins.items() if times)
