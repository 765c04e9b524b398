"""The same figures in the database of cocotb-coverage, for whatever reads its files.

Its cover points compare every sample with their bins, one after the other: that would take longer than the simulation.
So the sampling is the collector's, a dictionary look-up each, and its sums are put into the cover points at the end.
"""

from __future__ import annotations

import re
from pathlib import Path

from cocotb_coverage.coverage import CoverPoint, coverage_db

from loopline.contract.game import find
from loopline.coverage.record import Total


def write_xml(total: Total, path: Path) -> None:
    """A cover point for each group, without the bins that cannot be filled."""
    coverage_db.clear()  # there is one for the whole process
    for group in total.model:
        counts = total.of(group)
        names = [one.name for one in group.bins.values() if not one.unreachable]
        word = re.sub(r"\W+|^(?=\d)", "_", group.name)  # it becomes the name of an element
        point = CoverPoint(f"{find(total.dut).name}.{word}", bins=names)
        point._hits.update((name, counts[name]) for name in names)
        point._parent._update_coverage(point.coverage)
    coverage_db.export_to_xml(str(path))
