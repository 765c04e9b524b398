"""What is known of each line, and which are the most suspect."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from loopline.campaign.findings import Suspect
from loopline.errors import as_named
from loopline.why import ChangeResult
from loopline.why.sites import Site
from loopline.why.statements import Design
from loopline.why.warnings import CompilerWarning

#: How many are named in JSON. Five of them are printed.
MOST = 20


class FlipEvidence(NamedTuple):
    """Tells whether the failing game agrees if a gate is inverted in all cycles, or changed in a single one."""

    always: bool
    once: bool


@dataclass
class Evidence:
    """What is known of a line: how near it is, the best that inversions and a change of it do."""

    file: Path
    line: int
    distance: int
    always: bool = False
    once: bool = False
    best: ChangeResult | None = None
    #: What Verilator warns of there.
    warned: str = ""

    @property
    def is_any(self) -> bool:
        """Whether more is known of it than that it influences the failure.

        A change with which the failing game alone passes tells no more: it may be one that breaks all games; and with
        one that makes a design silent, a game in which nothing is asked passes, too.
        """
        return bool((self.best and self.best.agreed > 1) or self.always or self.once or self.warned)

    @property
    def key(self) -> tuple[object, ...]:
        """Of the most suspect line it is the least."""
        return (
            -(self.best.weight if self.best else -1),
            not self.warned,
            not self.always,
            not self.once,
            self.distance,
            str(self.file),
            self.line,
        )


def evidence(
    design: Design,
    gates: Sequence[Site],
    flipped: Mapping[int, FlipEvidence],
    tried: Sequence[tuple[Path, int, ChangeResult]],
    distance: Mapping[int, int],
    warned: Sequence[CompilerWarning] = (),
) -> list[Evidence]:
    """Return what is known of each line with a gate that changes anything, or with a change that helps.

    The most suspect comes first.

    Args:
        design: The design.
        gates: Its gates.
        flipped: What inversions of gates do, by their numbers.
        tried: The file and the place of each change, and what came of it.
        distance: How far statements are, by their identity.
        warned: What Verilator warns of.
    """
    lines: dict[tuple[Path, int], Evidence] = {}

    def at(file: Path, start: int, far: int) -> Evidence:
        line = design.line_at(file, start)
        return lines.setdefault((file, line), Evidence(file, line, far))

    for gate in gates:
        if inverted := flipped.get(gate.number):
            known = at(gate.file, gate.start, distance[id(gate.statement)])
            known.always, known.once = known.always or inverted.always, known.once or inverted.once
    for file, start, result in tried:
        known = at(file, start, len(distance))
        known.best = max(known.best or result, result, key=lambda one_try: (one_try.weight, one_try.share))
    for warning in warned:
        if line_of := lines.get((warning.file, warning.line)):
            line_of.warned = line_of.warned or f"{warning.code}: {warning.text}"
    return sorted(lines.values(), key=lambda line: line.key)


def suspects(design: Design, found: Sequence[Evidence]) -> list[Suspect]:
    """Return the most suspect lines: those of which more is known than that they influence the failure."""
    return [
        Suspect(
            file=as_named(line.file), line=line.line, text=design.text_of(line.file, line.line), reason=_reason(line)
        )
        for line in found
        if line.is_any
    ][:MOST]


def _reason(line: Evidence) -> str:
    if line.best and line.best.agreed:
        known = f"with a change here the failing game passes, and {line.best.agreed} of {line.best.games} others"
    elif line.always:
        known = "inverting a condition here makes the failing game pass"
    elif line.once:
        known = "forcing another value here for one cycle makes the failing game pass"
    else:
        known = "this line influences the failure"
    return f"{known}; Verilator warns: {line.warned}" if line.warned else known


def without_reset(design: Design, cone: Mapping[str, int], adapters: Container[Path] = ()) -> list[Suspect]:
    """Return the lines that set a register of the cone to which neither a reset nor an initial value gives a value.

    Args:
        design: The design.
        cone: The cone.
        adapters: Files whose lines are left out.
    """
    found: dict[tuple[Path, int], Suspect] = {}
    for name, statement in design.without_reset(cone):
        file, line = statement.place.file, design.line_at(statement.place.file, statement.place.start)
        if file in adapters:
            continue
        register = name.partition(".")[2]
        reason = f"neither a reset nor an initial value gives {register} a value, and the wrong signal depends on it"
        suspect = Suspect(file=as_named(file), line=line, text=design.text_of(file, line), reason=reason)
        found.setdefault((file, line), suspect)
    return list(found.values())[:MOST]
