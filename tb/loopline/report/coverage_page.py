"""The figures as one self-contained HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from loopline.contract.coverage import Bin, Group
from loopline.coverage.record import Total


class _Counted(NamedTuple):
    group: Group
    #: Those that can be filled, with their hits; and those that cannot.
    bins: list[tuple[Bin, int]]
    unreachable: list[Bin]

    @property
    def hit(self) -> int:
        return sum(hits > 0 for _, hits in self.bins)

    @property
    def empty(self) -> list[Bin]:
        return [one for one, hits in self.bins if not hits]


def write_page(total: Total, path: Path) -> None:
    from jinja2 import Environment, PackageLoader  # most runs write no page

    counted = []
    for group in total.model:
        counts = total.of(group)
        bins = [(one, counts[one.name]) for one in group.bins.values() if not one.unreachable]
        counted.append(_Counted(group, bins, [one for one in group.bins.values() if one.unreachable]))
    template = Environment(
        loader=PackageLoader("loopline.report", "."), autoescape=True, trim_blocks=True, lstrip_blocks=True
    ).get_template("coverage_page.html")
    path.write_text(template.render(total=total, groups=counted), encoding="utf-8")
