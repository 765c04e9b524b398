"""Requests that look like another one to an engine that loses a bit of a field."""

from __future__ import annotations

from loopline.contract.game import Request
from loopline.games.choices import Choices
from loopline.games.general.means import Means
from loopline.games.model import Model
from loopline.games.session import Session

#: One move in this many, or something in vain, is tried with each of its bits flipped; the first move always is.
_SELDOM = 8


def aliases(means: Means[Request, Model], session: Session[Request, Model], chosen: Choices) -> None:
    """moves that are worth making, and some that are not, each bit of each field flipped"""
    means.begins(session, chosen.digits)
    for number, choice in enumerate(chosen.turns or b"\0"):
        move = means.move(session.model, choice)
        if number == 0 or choice % _SELDOM == 0:
            if move is None or (number and choice % (2 * _SELDOM)):
                move = means.in_vain(session, choice)
            for bit, alias in enumerate(means.flipped(move) if move is not None else ()):
                means.tried(session, alias, choice + bit)
        means.moves_on(session, choice)
