"""Games ended, begun and taken back in every way: state that survives where it should not, or does not come back."""

from __future__ import annotations

from collections.abc import Sequence

from loopline.contract.game import Request
from loopline.games.general.means import Toolkit
from loopline.games.model import Model
from loopline.games.strategy import Choices, Session


def histories(means: Toolkit[Request, Model], session: Session[Request, Model], chosen: Choices) -> None:
    """Play many short games, ended, begun and gone on with in every way, with refusals in between."""
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
    means: Toolkit[Request, Model], session: Session[Request, Model], choice: int, which: int, following: int
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
    elif way == 14 and (move := move or means.in_vain(session, following)) is not None:
        means.resets(session, move, (which ^ choice >> 4) << 8 | following)
    elif means.other is not None:
        session.ask(means.other(session.model, following))
    elif move is not None:
        session.ask(move)


def branches(means: Toolkit[Request, Model], session: Session[Request, Model], chosen: Choices) -> None:
    """Play, from one position, all sequences of a few requests, each taken back before the next."""
    for digits in chosen.rounds():
        means.begins(session, digits)
        depth, choices = 2 + digits(2), [digits(256) | number % 2 for number in range(3 + digits(2))]
        for _ in range(digits(6)):
            means.moves_on(session, digits(256))
        if means.move(session.model, 0) is None:  # the game is over
            means.takes_back(session, 0)
        _play_all(means, session, choices, depth)


def _play_all(
    means: Toolkit[Request, Model], session: Session[Request, Model], choices: Sequence[int], left: int
) -> None:
    """Play what the choices mean in this position, one after the other; after each that changes it, the same again.

    An odd choice means a request other than a move, if there are such requests.
    """
    model, asked = session.model, set()
    for choice in choices:
        besides_moves = means.other if choice & 1 else None
        request = besides_moves(model, choice >> 1) if besides_moves else means.move(model, choice)
        if request is None or request in asked:
            continue
        asked.add(request)
        if session.changes(request):
            if left > 1:
                _play_all(means, session, choices, left - 1)
            means.takes_back(session, choice)


#: The most moves of a game that is played to its end, and of one that goes on.
_LONGEST, _SOME_MOVES = 100, 16

#: To make a game last, a move is looked for at every eighth byte.
_APART = 8

#: The most requests that are made to be refused, at once.
_IN_VAIN = 32


def ends(means: Toolkit[Request, Model], session: Session[Request, Model], chosen: Choices) -> None:
    """Play games to their end, ask what was legal before, take them back to the beginning, and play on."""
    digits = chosen.digits
    means.begins(session, digits)
    turns = chosen.turns or b"\0"
    legal = _play(means, session, turns, _LONGEST, lasting=means.after is not None and digits(2) == 1)
    for way in (digits(4), 1):
        _in_vain(means, session, legal, digits(256))
        if way == 0 and (begun := means.begin(digits(1 << 16))) is not None:
            session.ask(begun)
        else:  # a few turns, or all and one more
            for number in range(1 + digits(4) if way < 2 else len(legal) // 2 + 1):
                means.takes_back(session, turns[number % len(turns)])
        legal = _play(means, session, turns[::-1], digits(_SOME_MOVES)) + legal


def _play(
    means: Toolkit[Request, Model],
    session: Session[Request, Model],
    choices: bytes,
    moves: int,
    *,
    lasting: bool = False,
) -> list[Request]:
    """Make moves, repeating the same bytes, until the game is over or this many are made.

    With `lasting`, a move that ends the game is made only if all others would, too.

    Returns:
        The moves made, and after each another that could have been made.
    """
    legal: list[Request] = []
    for number in range(moves):
        choice = choices[number % len(choices)]
        move, alternative = means.move(session.model, choice), means.move(session.model, 255 - choice)
        if move is None or alternative is None:
            session.ended = True
            break
        session.ask(move)
        if lasting:
            move = _another(means, session, move, choice)
        legal += move, alternative
    return legal


def _another(means: Toolkit[Request, Model], session: Session[Request, Model], move: Request, choice: int) -> Request:
    """Return the move that was just made; or, if that ended the game, a move made instead after which it goes on."""
    if means.after is None or means.move(session.model, choice) is not None:
        return move
    session.forget(means.after)
    for alternative in dict.fromkeys(means.move(session.model, byte) for byte in range(0, 256, _APART)):
        if alternative not in (None, move):
            session.ask(alternative)
            if means.move(session.model, choice) is not None:
                return alternative
            session.forget(means.after)
    session.ask(move)
    return move


def _in_vain(
    means: Toolkit[Request, Model], session: Session[Request, Model], legal: list[Request], which: int
) -> None:
    """Ask for what was legal, and for all that may be tried; of one request each bit flipped.

    Flipped bits of the operation come last: they may take the end of the game back.
    """
    tries = [*dict.fromkeys([*legal, *(means.tries(session.model) if means.tries else ())])]
    if not tries:
        return
    stride = -(-len(tries) // _IN_VAIN)
    flipped = [*means.flipped(tries[which * len(tries) >> 8])]
    for number, request in enumerate([*tries[which % stride :: stride], *reversed(flipped)]):
        means.tried(session, request, which + number)
