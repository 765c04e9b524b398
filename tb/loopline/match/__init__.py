"""A match: games between two players, who take turns in beginning.

A player is a program, a socket, a board, a person, a model or simulated hardware.

May import: contract, workers and below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from loopline.contract.contest import Contest
from loopline.errors import BadInput
from loopline.match.referee import COMMUNICATION, Audience, Endpoint, MatchRecord, Referee


@dataclass
class Match:
    """A match of several games between two players, who take turns at beginning."""

    players: tuple[Endpoint, Endpoint]
    referee: Referee
    contest: Contest
    games: int
    records: list[MatchRecord] = field(default_factory=list)
    interrupted: bool = False
    #: The reason why some games have not been played, apart from an interruption.
    stopped: str = ""

    def play(self, audiences: Sequence[Audience]) -> None:
        """Play the games.

        End early by Ctrl-C, or when a player that was lost cannot be reached again. Raise BadInput if one never could.
        """
        lost = {0, 1}
        try:
            for number in range(1, self.games + 1):
                self._open(lost, audiences)
                lost = self._game(number, audiences)
        except KeyboardInterrupt:
            self.interrupted = True
        except BadInput as problem:
            if not self.records:
                raise
            self.stopped = str(problem)
        finally:
            for player in self.players:
                player.close()

    @property
    def partial(self) -> bool:
        """Whether games are left to play."""
        return sum(record.ending is not None for record in self.records) < self.games

    def _open(self, lost: set[int], audiences: Sequence[Audience]) -> None:
        for audience in audiences:
            for index in lost:
                audience.waiting(self.players[index])
        for index in sorted(lost):
            self.players[index].open()

    def _game(self, number: int, audiences: Sequence[Audience]) -> set[int]:
        """Play one game. Returns which players were lost in it."""
        seats = (0, 1) if number % 2 else (1, 0)
        record = MatchRecord(number, self.contest.new_game(), self.contest.sides, seats, audiences)
        self.records.append(record)
        for audience in audiences:
            audience.begins(record)
        try:
            players = [self.players[index] for index in record.seats]
            record.ending = self.referee.play(record, players)
        finally:
            for audience in audiences:
                audience.ends(record)
        if record.ending.how != COMMUNICATION or record.fault is None:
            return set()
        self.players[record.fault].close()
        return {record.fault}
