"""Scripts that try to break an engine. They are built, never filtered: a choice, a byte, picks from what there is."""

from __future__ import annotations

from loopline.games.choices import Choices
from loopline.games.session import Session
from loopline.games.tsolitaire.model import Engine
from loopline.games.tsolitaire.protocol import Op, Request

Games = Session[Request, Engine]


def games(session: Games, chosen: Choices) -> None:
    """games until nothing fits, one after the other"""
    for choice in chosen.turns:
        session.pick(session.model.moves() or [Request(Op.NEW)], choice)


STRATEGIES = (games,)
