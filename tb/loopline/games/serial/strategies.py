"""What the host does: games against whatever the player plays, and all that may go wrong on the way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from loopline.contract.game import Property
from loopline.games.serial.script import (
    BREAK,
    CHOICE,
    FAULT,
    FLOOD,
    GLITCH,
    LONG,
    NOISE,
    RESET,
    WRONG,
    Script,
    Step,
    line,
)

_ENDS = st.sampled_from(("lf", "crlf", "cr"))
_REPLIES = st.lists(st.integers(0, 255).map(lambda number: Step(CHOICE, number=number)), max_size=40)
_SIDES = st.sampled_from([line("-W"), line("-B")])


@st.composite
def _game(draw: st.DrawFn) -> list[Step]:
    """A game, with a handshake or without."""
    steps = [line("-T")] if draw(st.booleans()) else []
    steps += [draw(_SIDES), *draw(_REPLIES)]
    end = draw(_ENDS)
    return [step._replace(end=end) for step in steps]


def _with(*others: st.SearchStrategy[Step], least: int = 1, most: int = 4) -> st.SearchStrategy[Script]:
    """Games with something else in between, and one more at the end, which must go right whatever was before."""

    @st.composite
    def script(draw: st.DrawFn) -> Script:
        steps = [step for game in draw(st.lists(_game(), min_size=1, max_size=2)) for step in game]
        together = draw(st.booleans())
        at = draw(st.integers(0, len(steps)))
        for step in draw(st.lists(st.one_of(*others), min_size=least, max_size=most)):
            steps.insert(at, step)
            at = at if together else draw(st.integers(0, len(steps)))
        return Script((*steps, *draw(_game())))

    return script()


def _amount(kind: str, least: int, most: int) -> st.SearchStrategy[Step]:
    return st.integers(least, most).map(lambda number: Step(kind, number=number))


@st.composite
def _at_another_rate(draw: st.DrawFn) -> Script:
    """Games on a line that is a little too fast or too slow, each otherwise."""
    steps: list[Step] = []
    for game in draw(st.lists(_game(), min_size=1, max_size=3)):
        baud = draw(st.sampled_from([-2, 2, -1, 1]))
        steps += [step._replace(baud=baud) for step in game]
    return Script(tuple(steps))


_games = st.lists(_game(), min_size=1, max_size=3).map(lambda games: Script(tuple(chain.from_iterable(games))))


@st.composite
def _long_game(draw: st.DrawFn, kinds: Sequence[str]) -> Script:
    """A game that nobody wins soon; all its replies in one number, as one of them by itself makes nothing simpler. Most
    are not that long: a player thinks ever longer."""
    side, kind, length = draw(_SIDES), draw(st.sampled_from(kinds)), draw(st.sampled_from([4, 8, 16, 32]))
    numbers = Random(draw(st.integers(0, 999)))
    return Script((side, *(Step(kind, number=numbers.randrange(256)) for _ in range(length))))


#: What might be taken for a command.
_nearly = st.sampled_from(
    [b"-", b"-t", b"-w", b"-b", b"--T", b"-TT", b"-T-", b"-T ", b" -T", b"-T\0", b"T", b"+T"]
).map(line)
_interruptions = st.sampled_from([line("-T"), line("-W"), line("-B")]).map(lambda step: step._replace(now=True))


class Words(NamedTuple):
    """What a game's players may hear."""

    #: Moves, of which the first one can begin a game.
    moves: Sequence[str]
    #: Lines, and parts of lines, that nobody can read.
    unreadable: st.SearchStrategy[bytes]
    #: Kinds of replies that make a game demanding, and what such games are.
    demanding: Sequence[str] = (LONG,)
    about: str = "games that nobody wins soon"


def properties(words: Words) -> tuple[Property, ...]:
    """What must hold for every player."""
    strange = words.unreadable.map(lambda data: line(next(filter(None, re.split(rb"[\r\n]+", data)), b"?")))
    opening, *others = map(line, words.moves)
    out_of_turn = st.sampled_from(others).map(lambda step: step._replace(now=True))
    return (
        Property("games", "whole games, several in a row, with -T or without, lines ended by LF, CR LF or CR", _games),
        Property(
            "long games",
            words.about,
            _long_game(words.demanding),
        ),
        Property("interruptions", "-T, -W or -B while the player thinks or speaks", _with(_interruptions)),
        Property(
            "mistakes",
            "illegal moves, moves out of turn, lines that nobody can read",
            _with(_amount(WRONG, 0, 99), _amount(WRONG, 0, 3), strange, _nearly, out_of_turn, most=8),
        ),
        Property("another rate", "a line up to 2 % too fast or too slow", _at_another_rate()),
        Property("glitches", "pulses shorter than half a bit on the idle line", _with(_amount(GLITCH, 5, 40), most=8)),
        Property(
            "abuse",
            "breaks, bytes without a stop bit, noise, lines without end, lines 8 % too fast, resets; then a game",
            _with(
                _amount(BREAK, 10, 40),
                _amount(FAULT, 0, 2),
                st.tuples(st.integers(0, 9999), st.integers(1, 300)).map(lambda noise: Step(NOISE, b"", *noise)),
                _amount(FLOOD, 1, 600),
                _amount(RESET, 0, 9),
                st.sampled_from([line("-W"), line("-B"), opening]).flatmap(
                    lambda step: st.sampled_from([-8, 8]).map(lambda baud: step._replace(baud=baud))
                ),
            ),
        ),
    )
