"""A match without a command around it, and the players of these tests."""

import shlex
import sys
from pathlib import Path

from goldenrules.trax import RULE_SETS
from loopline.games.trax.contest import contest
from loopline.match import Match
from loopline.match.players import player
from loopline.match.referee import Audience, Referee

CONTEST = contest(RULE_SETS["contest"])
SCRIPTED = Path(__file__).with_name("scripted.py")

#: Seconds for an answer, where somebody is to be late; in time, a player is also on a busy machine.
LIMIT = 1.5

#: With the last move White closes a loop of Red, who wins.
LOOP = "@0/ B1\\ A2\\"


def scripted(moves, identity="AB"):
    """The name of a player who plays these moves."""
    return "exec:" + shlex.join([sys.executable, "-SE", str(SCRIPTED), identity, *moves.split()])


def named(name):
    return player(name, CONTEST.golden, lambda path: None)


def play(a, b, games=1, audience=None, **rules):
    """The match, played; a minute is enough for any of them. `a` and `b`: names, or players."""
    players = tuple(named(one) if isinstance(one, str) else one for one in (a, b))
    match = Match(players, Referee(**{"limit": 20.0} | rules), CONTEST, games)
    match.play([audience or Audience()])
    return match


def ending(a, b, **rules):
    """Of a single game."""
    (record,) = play(a, b, **rules).records
    return record.ending
