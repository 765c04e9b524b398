"""What comes after: requests after the end of a game, and a game that goes on when all of it has been taken back."""

from __future__ import annotations

from loopline.contract.game import Request
from loopline.games.choices import Choices
from loopline.games.general.means import Means
from loopline.games.model import Model
from loopline.games.session import Session

#: The most moves of a game that is played to its end, and of one that goes on.
_LONGEST, _SOME = 100, 16

#: The most requests that are made in vain, at once.
_IN_VAIN = 32


def ends(means: Means[Request, Model], session: Session[Request, Model], chosen: Choices) -> None:
    """games played to their end, there asked what was legal before, taken back to the beginning, and played on"""
    digits = chosen.digits
    means.begins(session, digits)
    turns = chosen.turns or b"\0"
    legal = _play(means, session, turns, _LONGEST)
    for way in (digits(4), 1):
        _in_vain(means, session, legal, digits(256))
        if way == 0 and (begun := means.begin(digits(1 << 16))) is not None:
            session.ask(begun)
        else:  # a few turns, or all and one more
            for number in range(1 + digits(4) if way < 2 else len(legal) // 2 + 1):
                means.takes_back(session, turns[number % len(turns)])
        legal = _play(means, session, turns[::-1], digits(_SOME)) + legal


def _play(means: Means[Request, Model], session: Session[Request, Model], choices: bytes, moves: int) -> list[Request]:
    """Moves, repeating the same bytes, until the game is over or this many are made. Returns those that were made,
    and as many that could have been."""
    legal: list[Request] = []
    for number in range(moves):
        choice = choices[number % len(choices)]
        move, other = means.move(session.model, choice), means.move(session.model, 255 - choice)
        if move is None or other is None:
            break
        session.ask(move)
        legal += move, other
    return legal


def _in_vain(means: Means[Request, Model], session: Session[Request, Model], legal: list[Request], which: int) -> None:
    """What was legal, and whatever may be tried; of one of them each bit flipped, those of the operation last: that may
    take the end of the game back."""
    tries = [*dict.fromkeys([*legal, *(means.tries(session.model) if means.tries else ())])]
    if not tries:
        return
    every = -(-len(tries) // _IN_VAIN)
    flipped = [*means.flipped(tries[which * len(tries) >> 8])]
    for number, request in enumerate([*tries[which % every :: every], *reversed(flipped)]):
        means.tried(session, request, which + number)
