"""Strategies for engines of any game.

They know the fields of its requests, how a game is begun and taken back, and what may be asked; they do not know its
rules.

May import: what games share and below; no game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from loopline.games.general.counters import long_sessions, powers_of_two
from loopline.games.general.histories import branches, ends, histories
from loopline.games.general.means import Strategy, Toolkit
from loopline.games.general.options import rule_options
from loopline.games.general.sweeps import aliases, reset_sweeps
from loopline.simulation.recording import RESET_IN_OPERATION

__all__ = ["AIMS", "ENDED", "GENERAL", "TAKEN_BACK", "Toolkit", "branches", "long_sessions", "rule_options"]

#: The strategies, and the most choices that each gets. `branches` is for a game that can be taken back,
#: `rule_options` for one whose rules have options.
GENERAL: Mapping[Strategy, int] = {
    aliases: 40,
    reset_sweeps: 24,
    histories: 90,
    ends: 40,
    powers_of_two: 60,
    branches: 24,
    rule_options: 180,
    long_sessions: 24,
}

#: What strategies aim at, and may never reach: a block need not have an end, or an operation that takes back. The last
#: aim is counted where the script is played.
ENDED, TAKEN_BACK = "a position without moves", "a turn taken back"
AIMS: Mapping[Strategy, Sequence[str]] = {
    reset_sweeps: (RESET_IN_OPERATION,),
    ends: (ENDED, TAKEN_BACK),
    branches: (TAKEN_BACK,),
}
