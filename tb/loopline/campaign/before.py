"""A failure that takes other games before it, of which a reset leaves something behind: which games?

A simulation does not forget what it has played, so each attempt takes a new one. As starting it takes longest, many
games are tried in the same: the failing game is played again after each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, takewhile

from loopline.contract.game import AnyScripts
from loopline.simulation.job import Outcome

#: Plays games, each with its delays, in a new simulation.
Play = Callable[[Sequence[tuple[str, str]]], Sequence[Outcome]]


class Before:
    """Looks for the games to be played before one that agrees when it is played by itself."""

    def __init__(
        self, game: AnyScripts, failing: tuple[str, str], play: Play, goes_on: Callable[[], bool], at_once: int
    ) -> None:
        """`failing`: the game and its delays. `goes_on`: whether there is time for more attempts. `at_once`: so many
        games are tried in one simulation."""
        self._game, self._failing, self._play, self._goes_on = game, failing, play, goes_on
        self._at_once = at_once

    def find(self, earlier: Sequence[str]) -> list[str]:
        """Of these games, the newest last, and the failing one itself: those after which it fails, and no more of them
        than it takes. None, if it never fails."""
        played = next(self._tried(iter([self._failing[0], *reversed(earlier)])), [])
        counts = [*takewhile(lambda count: count < len(played), (1 << n for n in range(len(played)))), len(played)]
        return next((some for count in counts if self._fails_after(some := played[-count:])), [])

    def smaller(self, first: str) -> str:
        """The same with less in the game before it, as long as there is time."""
        found = first
        while found:
            first = found
            shorter = map(self._game.write, self._game.shorter(self._game.read(first.split())))
            found = next((last for *_, last in self._tried(shorter) if self._fails_after([last])), "")
        return first

    def _tried(self, games: Iterator[str]) -> Iterator[list[str]]:
        """What was played until it failed, in each simulation in which it has, after some more of these games."""
        while some := list(islice(games, self._at_once)):
            if played := self._until_it_fails(some):
                yield played
            if not self._goes_on():
                return

    def _until_it_fails(self, games: Iterable[str]) -> list[str]:
        """What is played before it fails for the first time, if it is played after each of these."""
        every = [one for text in dict.fromkeys(games) if text for one in ((text, ""), self._failing)]
        outcomes = self._play(every)
        fails = (n for n, one in enumerate(outcomes) if n % 2 and one.state == "mismatch")
        return [text for text, _ in every[: next(fails, 0)]]

    def _fails_after(self, games: Sequence[str]) -> bool:
        if not games:
            return False
        outcomes = self._play([*((text, "") for text in games), self._failing])
        return len(outcomes) == len(games) + 1 and outcomes[-1].state == "mismatch"
