"""A contest player, line by line (RULES 2): it answers as the one in hardware does, and can play in a match.

>>> player = Player()
>>> [player.receive(line) for line in ("-T", "-W", "@1/")]
[['LL'], ['@0+'], ['A0/']]
"""

from __future__ import annotations

from dataclasses import replace

from goldenrules.errors import GameError
from goldenrules.trax.contest_line import ContestLine, Kind, read_line
from goldenrules.trax.notation import Move, read_move, write_move
from goldenrules.trax.policy import choose
from goldenrules.trax.position import Position
from goldenrules.trax.rules import CONTEST
from goldenrules.trax.tiles import RED, WHITE, Colour


class Player:
    """A player that takes lines from the host with `receive`.

    To do something else while it thinks, call `hear` instead, and then `answer`.
    """

    def __init__(self, identity: str = "LL", depth: int = 1, capacity: int | None = None) -> None:
        """Begin a player.

        `capacity`: how many columns and rows its board has room for, None for a board without end.
        """
        self.identity = identity
        self.depth = depth
        # For a player without room for a turn, it is as impossible as if the rules forbade it.
        self.rules = replace(CONTEST, box_limit=capacity)
        self.position = Position(self.rules)
        #: None until the host has said which.
        self.colour: Colour | None = None
        #: Whether it owes the host a move.
        self.thinking = False
        #: Since the game began: the opponent has broken the rules; the host has sent an unreadable line.
        self.foul = False
        self.unreadable = False
        #: Whether a player has won, or this one cannot move.
        self.over = False

    @property
    def won(self) -> bool:
        """The player has."""
        return self.over and self.position.winner == self.colour

    def receive(self, line: str | bytes) -> list[str]:
        """Return what the player answers to a line; without line ends."""
        return self.hear(line) + self.answer()

    def hear(self, line: str | bytes) -> list[str]:
        """Return what it answers at once, thinking or not."""
        read = read_line(line)
        if read is None:
            return []
        if read.kind == Kind.IDENTIFY:
            return [self.identity]
        if read.kind == Kind.UNREADABLE:
            self.unreadable = True
        elif read.kind == Kind.MOVE:
            self._opponent_plays(read)
        else:
            self._begin(WHITE if read.kind == Kind.WHITE else RED)
        return []

    def answer(self) -> list[str]:
        """Return its move, if it owes one."""
        if not self.thinking:
            return []
        self.thinking = False
        move = self._choose()
        if move is None:
            self.over = True
            return []
        text = write_move(self.position, move)
        self.position.play(*move)
        self.over = self.position.winner is not None
        return [text]

    def _choose(self) -> Move | None:
        return choose(self.position, self.depth)

    def _begin(self, colour: Colour) -> None:
        self.position = Position(self.rules)
        self.colour = colour
        self.foul = self.unreadable = self.over = False
        self.thinking = colour == WHITE

    def _opponent_plays(self, line: ContestLine) -> None:
        if self.colour is None or self.thinking:
            self.foul = True
            return
        try:
            self.position.play(*read_move(self.position, line.text))
        except GameError:
            self.foul = True
            return
        self.over = self.position.winner is not None
        self.thinking = not self.over
