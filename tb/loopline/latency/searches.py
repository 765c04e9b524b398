"""A run in pieces, each for any one simulation: searches, and tries to make the worst of each worse.

A search makes games up. When it has ended, the game with its slowest answer of each kind is gone on with, in several
ways: in rounds of some tries, which all begin with the same game, so that many may do them at the same time. The next
round begins with the worst of all these. Which pieces there are, and in what order, depends on nothing but answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from loopline.latency.answer import Played
from loopline.latency.job import NAME, LatencyJob
from loopline.latency.measured import Measured, One
from loopline.simulation.job import Job, Outcome
from loopline.workers.batches import seed_of
from loopline.workers.property_run import PropertyRun

#: Games that one search makes up: it learns from the first half of them, so they are not for several workers.
GAMES = 24

#: Tries in a round. More would use more workers, but climb in fewer steps.
ROUND = 2


class Piece(NamedTuple):
    """Pieces are handed out in this order."""

    #: From 1 on; 0: a search.
    round: int
    search: int
    kind: str = ""
    number: int = 0


#: What came of each piece, and what was measured.
Results = Mapping[Piece, tuple[Outcome, list[Played]]]

#: A piece, and what there is to do.
_Do = tuple[Piece, dict[str, object]]


@dataclass
class _Climb:
    """Of one kind of answer of a search: the slowest, and the round that begins with it."""

    search: int
    kind: str
    worst: One
    round: Sequence[Piece] = ()


class Searches(PropertyRun):
    def __init__(
        self,
        idle: LatencyJob,
        games: Sequence[str],
        tries: int,
        results: Results,
    ) -> None:
        """`idle`: with the seed and the number of games of all searches together. `games`: those that are known. They
        are a search of their own, and nobody goes on with them. `results`:
        whoever hears of a piece finds it there."""
        super().__init__(idle, NAME, parts=())
        self._idle, self._games, self._tries, self._results = idle, games, tries, results
        self._starts = range(0, idle.examples, GAMES)
        self._searches = range(len(self._starts) + bool(games))
        self._every = self._in_order()
        #: Those that have been handed out.
        self.pieces: list[Piece] = []

    def next_batch(self) -> tuple[int, Job] | None:
        if not self._has_more:
            return None
        do = next(self._every, None)
        if do is None:  # it has to wait for others, or there are no more
            self._has_more = bool(self._under_way)
            return None
        piece, fields = do
        number = self.handed_out
        self._note(number)
        self.pieces.append(piece)
        return number, self._idle.model_copy(update={"examples": 0, **fields, "number": number})

    def _in_order(self) -> Iterator[_Do | None]:
        """None: it has to wait for others."""
        for search in self._searches:
            yield Piece(0, search), self._search(search)
        climbs = list[_Climb]()
        for search in self._searches if self._tries else ():
            while Piece(0, search) not in self._results:
                yield None
            new = list(self._climbs(search))
            for climb in new:
                yield from self._round(climb, 0)
            climbs += new
        for first in range(ROUND, self._tries, ROUND):
            for climb in climbs:
                yield from self._round(climb, first)

    def _search(self, search: int) -> dict[str, object]:
        if search == len(self._starts):
            return {"scripts": [("", text, "") for text in self._games]}
        examples = min(GAMES, self._idle.examples - self._starts[search])
        return {"examples": examples, "seed": seed_of(self._idle.seed, NAME, search)}

    def _climbs(self, search: int) -> Iterator[_Climb]:
        """For each kind of answer, unless all of the kind take the same time."""
        if search < len(self._starts):
            measured = self._measured([Piece(0, search)])
            for kind in measured.varying:
                yield _Climb(search, kind, measured.worst(kind))

    def _round(self, climb: _Climb, first: int) -> Iterator[_Do | None]:
        while not all(piece in self._results for piece in climb.round):
            yield None
        climb.worst = max([climb.worst, *self._measured(climb.round).of(climb.kind)], key=lambda one: one[1].begins)
        numbers = range(first, min(first + ROUND, self._tries))
        climb.round = [Piece(1 + first // ROUND, climb.search, climb.kind, number) for number in numbers]
        script, answer = climb.worst
        for piece in climb.round:
            yield piece, {"go_on": (script, answer.request, piece.number)}

    def _measured(self, pieces: Sequence[Piece]) -> Measured:
        return Measured(self._idle.dut, (one for piece in pieces for one in self._results[piece][1]))
