"""Strategies for engines of any game. They know the fields of its requests, how a game is begun and taken back, and
what may be asked; nothing of its rules.

May import: what games share and below; no game."""

from __future__ import annotations

from typing import NamedTuple

from loopline.games.general.counters import long_sessions, powers_of_two
from loopline.games.general.histories import ends, histories
from loopline.games.general.means import Means, Strategy
from loopline.games.general.options import rule_options
from loopline.games.general.sweeps import aliases, reset_sweeps

__all__ = ["GENERAL", "OPTIONS", "SESSIONS", "General", "Means"]


class General(NamedTuple):
    """A strategy, and the most choices that it gets."""

    strategy: Strategy
    longest: int

    @property
    def name(self) -> str:
        """The strategy's name with blanks: its property is called so."""
        return self.strategy.__name__.replace("_", " ")

    @property
    def about(self) -> str:
        """The first line of the strategy's documentation."""
        return (self.strategy.__doc__ or "").partition("\n")[0]


GENERAL = (
    General(aliases, 40),
    General(reset_sweeps, 24),
    General(histories, 90),
    General(ends, 40),
    General(powers_of_two, 60),
)

#: For a game whose rules have options.
OPTIONS = General(rule_options, 180)

#: For a game that has no shorter way to as many events.
SESSIONS = General(long_sessions, 24)
