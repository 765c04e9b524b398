"""Ranks the statements of a design: what has run in games that fail, and not in others, is suspect."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from loopline.campaign.finding import Suspect
from loopline.errors import as_named
from loopline.why.job import Tried
from loopline.why.spectra import Point, Spectra
from loopline.why.statements import Design, Place, Statement, within

#: How many are named.
MOST = 5

#: With each assignment between a statement and the first wrong signal, it is so much less suspect.
_FARTHER = 0.7


class Evidence(NamedTuple):
    """For a statement: the share of failing games in which it ran, against all in which it did (Ochiai)."""

    score: float
    failing: int
    passing: int
    point: Point | None


class Ranked(NamedTuple):
    """A statement of the cone that has run, what is known of it, and how near it is to the first wrong signal."""

    statement: Statement
    evidence: Evidence
    distance: int

    @property
    def weight(self) -> float:
        """The evidence, less the farther the statement is from the wrong signal."""
        return self.evidence.score * _FARTHER**self.distance


def rank(design: Design, spectra: Spectra, signal: str) -> list[Ranked]:
    """All statements of the signal's cone that have run before it was wrong, the most suspect ones first."""
    evidence, by_line = _evidence(spectra), _by_line(spectra.points)
    found = []
    for one, distance in within(design.statements, design.cone(signal)):
        numbers = set(_of(one, by_line))
        best = max((evidence[number] for number in numbers), default=_always(spectra), key=lambda it: it.score)
        if best.score:
            found.append(Ranked(one, best, distance))
    return sorted(found, key=lambda it: (-it.weight, str(it.statement.place.file), it.statement.place.start))


def suspects(design: Design, ranked: Sequence[Ranked], spectra: Spectra, tried: Mapping[Place, Tried]) -> list[Suspect]:
    """The most suspect lines. First those of statements of which a change makes the failing game agree, and with it the
    most of the others; then those that have run in games that fail, and not in others."""
    failed = sum(one.failed for one in spectra.games)
    passed = len(spectra.games) - failed

    def share(one: Ranked) -> float:
        known = tried.get(one.statement.place)
        return known.share if known else -1.0

    found: dict[tuple[Path, int], Suspect] = {}
    for one in sorted(ranked, key=share, reverse=True):
        place, known = one.statement.place, tried.get(one.statement.place)
        text = f"in {one.evidence.failing} of {failed} failing and {one.evidence.passing} of {passed} passing games"
        way = one.evidence.point.condition.rpartition(" => ")[0] if one.evidence.point else ""
        text = f"{way}: {text}" if way else f"run {text}"
        if known:
            text += f"; with a change here the failing game agrees, and {known.agreed} of {known.games} others"
        shown = Suspect(as_named(place.file), place.first, design.line(place), text)
        found.setdefault((place.file, place.first), shown)
    return list(found.values())[:MOST]


def _evidence(spectra: Spectra) -> list[Evidence]:
    failing, passing = ([game.ran for game in spectra.games if game.failed is wanted] for wanted in (True, False))
    found = []
    for number, point in enumerate(spectra.points):
        with_, without = (sum(number in ran for ran in some) for some in (failing, passing))
        score = with_ / math.sqrt(len(failing) * (with_ + without)) if with_ and failing else 0.0
        found.append(Evidence(score if not failing or number in failing[0] else 0.0, with_, without, point))
    return found


def _always(spectra: Spectra) -> Evidence:
    """The evidence against a statement without a counter: it runs all the time."""
    failed = sum(one.failed for one in spectra.games)
    return Evidence(math.sqrt(failed / len(spectra.games)), failed, len(spectra.games) - failed, None)


def _by_line(points: Sequence[Point]) -> Mapping[tuple[Path, int], set[int]]:
    """Numbers of the points that say something of a line."""
    found: dict[tuple[Path, int], set[int]] = defaultdict(set)
    for number, point in enumerate(points):
        file = Path(point.file).resolve()
        for line in point.lines or (point.line,):
            found[file, line].add(number)
    return found


def _of(one: Statement, by_line: Mapping[tuple[Path, int], set[int]]) -> Iterable[int]:
    place = one.place
    for line in range(place.first, place.last + 1):
        yield from by_line.get((place.file.resolve(), line), ())
