"""What the host does: games against any player, and everything that can go wrong meanwhile."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import chain
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from loopline.contract.game import Property
from loopline.games.serial.script import (
    ALIAS,
    BREAK,
    CHOICE,
    ENDING,
    ENDS,
    FLOOD,
    GIVING,
    GLITCH,
    KINDS_OF_ALIASES,
    LINE,
    LONG,
    NOISE,
    RESET,
    WRONG,
    Script,
    Step,
    far,
    line,
)
from loopline.games.serial.sweeps import any_reset, coincidences, first_words, full, owed, resets
from loopline.games.serial.waves import PAUSES
from loopline.simulation.line import RESETS_OF_A_LINE

_ENDS = st.sampled_from(("lf", "crlf", "cr"))
_REPLIES = st.lists(st.integers(0, 255).map(lambda number: Step(CHOICE, number=number)), max_size=40)
_SIDES = st.sampled_from([line("-W"), line("-B")])
_PAUSES = st.sampled_from([cycles for cycles in PAUSES if cycles <= 4097])  # those that are soon over

#: One number chooses everything, as failures are shrunk step by step anyway.
_seeds = st.integers(0, 2**32 - 1)
_interruptions = st.sampled_from([line("-T"), line("-W"), line("-B")]).map(lambda step: step._replace(now=True))


@st.composite
def _game(draw: st.DrawFn) -> list[Step]:
    """Draw a game, with or without a handshake."""
    steps = [line("-T")] if draw(st.booleans()) else []
    steps += [draw(_SIDES), *draw(_REPLIES)]
    end = draw(_ENDS)
    return [step._replace(end=end) for step in steps]


def _with(*others: st.SearchStrategy[Step], least: int = 1, most: int = 4) -> st.SearchStrategy[Script]:
    """Draw games with steps of these strategies in between, and one more at the end, which must go right."""

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
    """Draw games on a line that is a little too fast or too slow, each by a different rate.

    Or with a short stop bit or a pause in each line.
    """
    steps: list[Step] = []
    for game in draw(st.lists(_game(), min_size=1, max_size=3)):
        baud, cut = draw(st.sampled_from([(-2, None), (2, None), (-1, None), (1, None), (0, 0), (0, 1), (0, 2)]))
        paused = draw(st.none() | st.integers(0, 3)) if cut is None else None
        idle = None if paused is None else draw(_PAUSES)
        steps += [step._replace(baud=baud, cut=cut, paused=paused, idle=idle) for step in game]
    return Script(tuple(steps))


def _spiked(seed: int) -> Script:
    """Return a game with a spike somewhere in each line, which may be too fast or too slow.

    Where it is counts from the beginning again if the line is shorter.
    """
    random = Random(seed)
    baud = random.choice([0, 0, -2, 2])
    replies = [Step(CHOICE, number=random.randrange(256)) for _ in range(random.randint(1, 20))]
    game = [line("-T"), line(random.choice(["-W", "-B"])), *replies]
    end = random.choice(list(ENDS))
    return Script(tuple(step._replace(spike=random.randrange(10_000), baud=baud, end=end) for step in game))


@st.composite
def _short_game(draw: st.DrawFn) -> list[Step]:
    """Draw a few moves, then nothing, or something that ends the game.

    It ends by a win, a mistake, a reset, or the next game at once.
    """
    side, numbers = draw(_SIDES), draw(st.lists(st.integers(0, 255), max_size=5))
    steps = [side, *(Step(CHOICE, number=number) for number in numbers)]
    if draw(st.booleans()):
        steps.insert(draw(st.integers(0, len(steps))), line("-T"))
    end = draw(st.sampled_from(["nothing", ENDING, GIVING, WRONG, ALIAS, RESET, "moves after it", "at once"]))
    number = draw(st.integers(0, 255))
    if end in (ENDING, GIVING, "moves after it"):
        steps += [Step(GIVING if end == GIVING else ENDING, number=number + more) for more in range(12)]
    if end == "moves after it":
        steps += [line("A0+"), line("-T"), line("@1/")]
    elif end == RESET:
        steps += resets(Random(draw(_seeds)))
    elif end in (WRONG, ALIAS):
        steps.append(Step(end, number=number))
    elif end == "at once":
        steps += [line("-W"), line("-B")._replace(now=True)]
    return steps


@st.composite
def _many_games(draw: st.DrawFn) -> Script:
    games = draw(st.lists(_short_game(), min_size=1, max_size=6))
    return Script((*chain.from_iterable(games), *draw(_game())))


_games = st.lists(_game(), min_size=1, max_size=3).map(lambda games: Script(tuple(chain.from_iterable(games))))

RANDOM_GAMES = Property("random games", "whole games of random moves, and nothing else", _games)


@st.composite
def _long_game(draw: st.DrawFn, words: Words) -> Script:
    """Draw a long game without a winner, with mistakes during the longest search of it and after it.

    One number holds all its replies, because shrinking a single one makes nothing simpler. Most are not long, because a
    player thinks ever longer.
    """
    side, kind, length = (
        draw(_SIDES),
        draw(st.sampled_from(words.demanding)),
        draw(st.sampled_from([4, 8, 16, _LONGEST])),
    )
    seed = draw(st.integers(0, 999))
    numbers = Random(seed)
    replies = [Step(kind, number=numbers.randrange(256)) for _ in range(length)]
    during, after = (Step(ALIAS, number=numbers.randrange(1_000_000), now=now) for now in (True, False))
    first = numbers.randrange(_FAR)
    beyond = map(far, range(first, first + _FAR) if length == _LONGEST else ())
    return Script((side, *replies, during, Step(WRONG, number=numbers.randrange(1000)), after, *beyond))


def _won(words: Words, seed: int) -> Script:
    """Return games in which the host works towards a win of any kind, for itself or for the player.

    What comes after a win must not be answered as if the game went on.
    """
    numbers = Random(seed)
    steps: list[Step] = []
    for _ in range(numbers.randint(1, 3)):
        kind, parity = numbers.choice(words.decisive), numbers.randrange(2)
        replies = [Step(kind, number=2 * numbers.randrange(128) + parity) for _ in range(_TO_WIN)]
        steps += [line(numbers.choice(["-W", "-B"])), *replies, line("-T")]
    return Script(tuple(steps))


#: Replies of such a game; those that are left when it is won are not sent.
_TO_WIN = 24

#: Columns and rows beyond the last that are tried one after the other, at the end of a game of this many replies.
_FAR, _LONGEST = 60, 32


def _aliases(seed: int) -> Script:
    """Return games in which a move comes after lines that look almost like one, or lack a stop bit somewhere.

    What a mistake does to the lamps is seen only of the first of its kind in a game, so these are short.
    """
    random = Random(seed)
    steps: list[Step] = []
    for _ in range(_GAMES):
        begun = len(steps)
        steps.append(line(random.choice(["-W", "-B"])))
        steps += [Step(CHOICE, number=random.randrange(256)) for _ in range(random.randrange(_BEFORE))]
        near = [KINDS_OF_ALIASES * random.randrange(250_000) + random.randrange(_NEAR) for _ in range(_EACH)]
        steps += [Step(ALIAS, number=number, now=n > 0) for n, number in enumerate(near)]
        reply = Step(CHOICE, number=random.randrange(256), now=True)
        held = random.choice([None, None, 0, random.randrange(1, 12)])
        steps += [
            random.choice(
                [reply._replace(broken=random.randrange(4), held=held), reply._replace(torn=random.randrange(5))]
            ),
            reply,
        ]
        end = random.choice(["lf", *ENDS])
        steps[begun:] = [step._replace(end=end) for step in steps[begun:]]
    return Script(tuple(steps))


#: All kinds of aliases but the last, which is far away.
_NEAR = KINDS_OF_ALIASES - 1

#: The number of such games, the limit of moves before the first alias, and the aliases of a game.
_GAMES, _BEFORE, _EACH = 10, 4, 7


def _first_fouls(seed: int) -> Script:
    """Return the same game again and again, with two illegal moves: the first of each kind in turn.

    A lamp that stays on shows only the first; the second must be as illegal as before.
    """
    random = Random(seed)
    kind, count = random.choice([*[(CHOICE, random.randrange(5))] * 3, (LONG, random.randint(6, 10))])
    before = [Step(kind, number=random.randrange(256)) for _ in range(count)]
    game, number = [line(random.choice(["-W", "-B"])), *before], random.randrange(1000)
    games = [[line("-B")]] * _OPENINGS + [game] * (_KINDS if kind == CHOICE else _KINDS // 2)
    seconds = (Step(WRONG, number=random.randrange(1000)) for _ in games)
    fouls = (
        [*begun, Step(WRONG, number=number + turn), second, Step(CHOICE)]
        for turn, (begun, second) in enumerate(zip(games, seconds, strict=True))
    )
    return Script(tuple(chain.from_iterable(fouls)))


#: The most kinds of illegal moves in any game; and the games of which they are the first moves.
_KINDS, _OPENINGS = 8, 10


#: Illegal moves while it may think.
_too_soon = _amount(WRONG, 0, 99).map(lambda step: step._replace(now=True))

#: Lines that might be taken for a command.
_nearly = st.sampled_from(
    [b"-", b"-t", b"-w", b"-b", b"--T", b"-TT", b"-T-", b"-T ", b" -T", b"-T\0", b"T", b"+T"]
).map(line)


class Words(NamedTuple):
    """The words that players of a game may hear."""

    #: Moves. The first one can begin a game.
    moves: Sequence[str]
    #: Lines, and parts of lines, that are not readable.
    unreadable: st.SearchStrategy[bytes]
    #: Kinds of replies that make a game demanding, and what such games are.
    demanding: Sequence[str] = (LONG,)
    about: str = "games without an early winner"
    #: Kinds of replies that work towards a win, by which formation or for which player their parity may tell.
    decisive: Sequence[str] = (ENDING,)


def properties(words: Words) -> tuple[Property, ...]:
    """Return what must hold for every player."""
    strange = words.unreadable.map(lambda data: line(next(filter(None, re.split(rb"[\r\n]+", data)), b"?")))
    opening, *others = map(line, words.moves)
    out_of_turn = st.sampled_from(others).map(lambda step: step._replace(now=True))
    mistakes = _with(_amount(WRONG, 0, 99), _too_soon, strange, _nearly, out_of_turn, most=8)
    return (
        Property("games", "whole games, several in a row, with -T or without, lines ended by LF, CR LF or CR", _games),
        Property(
            "long games",
            words.about,
            _long_game(words),
        ),
        Property(
            "won games",
            "games that are won in every way, by either player, with a turn of its own or of the other",
            _seeds.map(partial(_won, words)),
        ),
        Property("interruptions", "-T, -W or -B while the player thinks or speaks", _with(_interruptions)),
        Property(
            "mistakes",
            "illegal moves, the first of a game each kind in turn, moves out of turn, lines that cannot be read",
            st.one_of(mistakes, mistakes, mistakes, _seeds.map(_first_fouls)),
        ),
        Property(
            "aliases",
            "what a reader who loses a bit, a digit, a character or a stop bit takes for a legal move",
            _seeds.map(_aliases),
        ),
        Property(
            "new games",
            "many short games, each left, won, lost, spoilt or reset in another way",
            _many_games(),
        ),
        Property(
            "coincidences",
            "commands and resets in each cycle around an answer, while it is said, and in the search before it",
            _seeds.map(coincidences),
        ),
        Property(
            "owed answers",
            "commands and resets while names are still to be said; as many of them as can wait",
            _seeds.map(owed),
        ),
        Property(
            "full queues",
            "bytes and names up to what can wait, and more; then a game",
            _seeds.map(full),
        ),
        Property(
            "first words",
            "a game that begins right after a reset at any moment, or after a line that was low for any time",
            _seeds.map(first_words),
            aims=dict.fromkeys(RESETS_OF_A_LINE, 0),  # the moments of a reset, each counted when a script comes to it
        ),
        Property(
            "spikes",
            "spikes of a sixteenth of a bit, anywhere in a line, or on each part of a bit in turn",
            _seeds.map(_spiked),
        ),
        Property(
            "another rate",
            "a line up to 2 % too fast or too slow, with pauses between its bytes, or with stop bits cut short",
            _at_another_rate(),
        ),
        Property("glitches", "pulses shorter than half a bit on the idle line", _with(_amount(GLITCH, 5, 49), most=8)),
        Property(
            "abuse",
            "breaks, bytes without a stop bit, noise, lines without end, lines 8 % too fast, resets; then a game",
            _with(
                _amount(BREAK, 10, 40),
                _amount(LINE, 0, 2).map(lambda step: step._replace(data=b"-T", number=0, broken=step.number)),
                st.tuples(st.integers(0, 9999), st.integers(1, 300)).map(lambda noise: Step(NOISE, b"", *noise)),
                _amount(FLOOD, 1, 600),
                _seeds.map(lambda seed: any_reset(Random(seed))),
                st.sampled_from([line("-W"), line("-B"), opening]).flatmap(
                    lambda step: st.sampled_from([-8, 8]).map(lambda baud: step._replace(baud=baud))
                ),
            ),
        ),
    )
