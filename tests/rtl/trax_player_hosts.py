"""Hosts for the player: what they send when it is their turn, and what they throw in while it thinks."""

from __future__ import annotations

import random
from collections.abc import Iterator

from goldenrules.trax import Move, Player, Position, choose, label, write_move
from goldenrules.trax.notation import labelled
from goldenrules.trax.policy import winning_turn
from goldenrules.trax.scan import column_name

#: Lines that are none, whatever the board.
RUBBISH = ("A", "@", "A01/", "a1/", "A1", "-X", "-TT", "A1//", " A1/", "-", "+", "A1/\0", "B2/ ", "A" * 30)

#: Columns and rows that with fewer bits would be near: where a board of some size begins again, and all ones.
FAR_AWAY = (8, 9, 10, 16, 17, 18, 64, 65, 66, 127, 128, 10**9)

#: A line, and how many cycles the host waits before it.
Sent = tuple[int, str]


def careful(position: Position, rng: random.Random) -> Move | None:
    """A random turn after which the other cannot win at once, if a few attempts find one: the way to long games."""
    turns = (move for move in _shuffled(position, rng) if position.is_legal(*move))
    attempts = [move for move, _ in zip(turns, range(8), strict=False)]
    return next((move for move in attempts if _harmless(position, move)), attempts[0] if attempts else None)


def careless(position: Position, rng: random.Random) -> Move | None:
    return next((move for move in _shuffled(position, rng) if position.is_legal(*move)), None)


def greedy(position: Position, rng: random.Random) -> Move | None:
    return choose(position)


HOSTS = (careful, careful, careless, greedy)


def _shuffled(position: Position, rng: random.Random) -> list[Move]:
    moves = position.candidates()
    rng.shuffle(moves)
    return moves


def _harmless(position: Position, move: Move) -> bool:
    position.play(*move)
    harmless = position.winner is None and not winning_turn(position)
    position.take_back()
    return harmless


def fouls(position: Position, rng: random.Random) -> Iterator[str]:
    """Moves that are none here: of each kind of foul one or a few, if this position offers it."""
    labels = labelled(position)
    column, row = column_name(rng.randrange(labels.columns)), rng.randrange(labels.rows)
    symbol = rng.choice("+/\\")
    yield f"{column_name(labels.columns)}{row}{symbol}"
    yield f"{column}{labels.rows}{symbol}"
    yield f"{column_name(rng.choice([n for n in FAR_AWAY if n > labels.columns]))}{row}{symbol}"
    yield f"{column}{rng.choice([n for n in FAR_AWAY if n > labels.rows])}{symbol}"
    if not position.tiles:
        yield "@0\\"
        return
    candidates = position.candidates()
    beside = rng.sample(sorted(position.entries), len(position.entries))
    yield label(position, rng.choice(list(position.tiles))) + symbol
    unconnected = [cell for cell in labels.cells() if cell not in position.tiles and cell not in position.entries]
    yield label(position, rng.choice(unconnected)) + symbol
    misfits = [move for cell in beside for s in "+/\\" if (move := Move(cell, s)) not in candidates]
    yield from (write_move(position, move) for move in misfits[:2])  # mismatches, and beyond the capacity
    traps = [move for move in candidates if not position.is_legal(*move)]
    yield from (write_move(position, move) for move in traps[:3])


class Host:
    """Bursts of lines for a player in the state of `player`, which owes no move."""

    def __init__(self, player: Player, rng: random.Random, spiteful: bool) -> None:
        self.player = player
        self.rng = rng
        self.spiteful = spiteful
        self.play = careful

    def new_game(self) -> list[Sent]:
        self.play = self.rng.choice(HOSTS)
        return [(0, line) for line in (*["-T"] * self.rng.randrange(2), self.rng.choice(("-W", "-B")))]

    def turn(self) -> list[Sent]:
        """A move, and what a spiteful host sends around it. Nothing if there is no legal move."""
        rng = self.rng
        move = self.play(self.player.position, rng)
        if not move:
            return []
        before, after = (rng.choice((0, 1, 2, 4)), rng.choice((0, 0, 1, 3))) if self.spiteful else (0, 0)
        return [
            *((rng.choice((0, 1, 5)), rng.choice(self._mistakes())) for _ in range(before)),
            (rng.choice((0, 0, 3, 40)), write_move(self.player.position, move)),
            *(
                (rng.choice((0, 1, rng.randrange(400), rng.randrange(4000))), self._interruption())
                for _ in range(after)
            ),
        ]

    def _mistakes(self) -> list[str]:
        return [*fouls(self.player.position, self.rng), self.rng.choice(RUBBISH), "-T"]

    def _interruption(self) -> str:
        """While it thinks or right after, then perhaps a legal move."""
        move = self.player.position.candidates()[0]
        sent = ("-T", "-W", "-B", self.rng.choice(RUBBISH), write_move(self.player.position, move))
        return self.rng.choices(sent, (5, 1, 1, 2, 4))[0]
