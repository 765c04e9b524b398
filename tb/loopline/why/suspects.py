"""Ranks the lines of a design: where a change makes the failing game agree, the reason may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from loopline.campaign.finding import Suspect
from loopline.errors import as_named
from loopline.why.job import Tried
from loopline.why.sites import Site
from loopline.why.statements import Design

#: How many are named.
MOST = 5


class Flipped(NamedTuple):
    """What comes of it if a gate is inverted: `always`: the failing game agrees; `once`: in so many single cycles it
    does."""

    always: int
    once: int


@dataclass
class Evidence:
    """What is known of a line: how near it is, the best that inversions and a change of it do."""

    file: Path
    line: int
    distance: int
    always: bool = False
    once: bool = False
    best: Tried | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """Of the most suspect line it is the least."""
        share = self.best.share if self.best else -1.0
        return -share, not self.always, not self.once, self.distance, str(self.file), self.line


def evidence(
    design: Design,
    gates: Sequence[Site],
    flipped: Mapping[int, Flipped],
    tried: Sequence[tuple[Path, int, Tried]],
    distance: Mapping[int, int],
) -> list[Evidence]:
    """What is known of each line with a gate that changes anything, or with a change that helps; the most suspect
    comes first. `tried` has the file and the place of each change; `distance` knows statements by their identity."""
    lines: dict[tuple[Path, int], Evidence] = {}

    def at(file: Path, start: int, far: int) -> Evidence:
        line = design.line_at(file, start)
        return lines.setdefault((file, line), Evidence(file, line, far))

    for gate in gates:
        if its := flipped.get(gate.number):
            one = at(gate.file, gate.start, distance[id(gate.statement)])
            one.always, one.once = one.always or its.always > 0, one.once or its.once > 0
    for file, start, result in tried:
        one = at(file, start, len(distance))
        one.best = max(one.best or result, result, key=lambda it: it.share)
    return sorted(lines.values(), key=lambda one: one.key)


def suspects(design: Design, found: Sequence[Evidence]) -> list[Suspect]:
    """The most suspect lines."""
    return [
        Suspect(file=as_named(one.file), line=one.line, text=design.text_of(one.file, one.line), reason=_reason(one))
        for one in found[:MOST]
    ]


def _reason(one: Evidence) -> str:
    if one.best:
        return f"with a change here the failing game agrees, and {one.best.agreed} of {one.best.games} others"
    if one.always or one.once:
        when = "in all cycles" if one.always else "in a single cycle"
        return f"if a condition here is inverted {when}, the failing game agrees"
    return "what is computed here changes what the failing game shows"
