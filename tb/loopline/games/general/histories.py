"""State that survives where it should not: games ended and begun in every way."""

from __future__ import annotations

from loopline.contract.game import Request
from loopline.games.choices import Choices
from loopline.games.general.means import Means
from loopline.games.model import Model
from loopline.games.session import Session


def histories(means: Means[Request, Model], session: Session[Request, Model], chosen: Choices) -> None:
    """many short games, ended, begun and gone on with in every way, and what is refused in between"""
    means.begins(session, chosen.digits)
    turns = chosen.turns or b"\0"
    for choice, following in zip(turns, turns[1:] + b"\0", strict=True):
        if choice < _MOVES:
            means.moves_on(session, choice * 256 // _MOVES)
        else:
            _something_else(means, session, choice, chosen.digits(256), following)


#: Bytes from here on mean something other than a move.
_MOVES = 112


def _something_else(
    means: Means[Request, Model], session: Session[Request, Model], choice: int, which: int, following: int
) -> None:
    move, reads = means.move(session.model, which ^ choice), means.reads(session.model)
    way = choice % 16
    in_vain = means.in_vain(session, following) if way in (9, 10) else None
    if way < 6 and (begun := means.begin(0 if way == 5 else which << 8 | choice)) is not None:
        session.ask(begun)
        if means.other is not None and choice >> 4 & 3 == 3:  # a position is made before the first move
            for number in range(1 + following % 3):
                session.ask(means.other(session.model, following + 85 * number & 255))
    elif way < 9 and means.take_back is not None:
        for number in range((1, 1, 2, 3, 12)[which % 5]):
            means.takes_back(session, following + number)
    elif way == 9 and in_vain is not None:
        session.ask(in_vain)
    elif way < 13 and (move := in_vain if way == 10 else move) is not None:
        flipped = list(means.flipped(move))
        session.ask(flipped[(which + choice) % len(flipped)])
    elif way == 13 and reads:
        session.ask(reads[which % len(reads)])
    elif way == 14 and move is not None:
        session.ask(means.cut(move, 1 + which % 48))
    elif means.other is not None:
        session.ask(means.other(session.model, following))
    elif move is not None:
        session.ask(move)
