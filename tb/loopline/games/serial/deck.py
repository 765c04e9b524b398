"""A deck for every player: scripts that are always the same, and try each moment, each bit and each alias in turn.

Random scripts have to be lucky.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest

from loopline.games.serial.script import (
    ALIAS,
    CHOICE,
    FLOOD,
    GIVING,
    GLITCH,
    LONG,
    PART,
    RESET,
    WRONG,
    Script,
    Step,
    far,
    line,
)
from loopline.games.serial.sweeps import COMMANDS, burst, swept
from loopline.games.serial.waves import PAUSES

_UNREADABLE = line("?")


def sweeps(moves: Sequence[str], demanding: Sequence[str]) -> Iterator[Script]:
    """Yield a script of each kind in turn, the shortest kinds first: the first few are a quick sample.

    The first of `moves` can begin a game. `demanding`: kinds of replies that make a game so.
    """
    kinds = (
        _given_wins(),
        _parts_of_moves(),
        _between_games(moves),
        _damaged_lines(moves),
        _resets_in_bytes(),
        _typed(),
        _almost_first_moves(),
        late_fouls(demanding),
        _around_answers(),
        after_lines(),
        _behind_fast_names(),
        _behind_names(),
        _spikes(),
        _behind_pulses(),
    )
    yield from filter(None, chain.from_iterable(zip_longest(*kinds)))


#: Games that end with a line that is answered: soon, after a search, or by a move that wins.
_ANSWERED = (
    [line("-W")],
    [line("-B"), Step(CHOICE, number=3)],
    [line("-W"), Step(GIVING, number=6), Step(GIVING, number=3)],
)

#: Cycles from the beginning of an answer: the last of the search before it, and the first of the answer itself.
_AROUND = range(-24, 9)


def _around_answers() -> Iterator[Script]:
    for game in _ANSWERED:
        for command in COMMANDS:
            yield Script((*swept(game, [command], _AROUND), *_another_game()))
    yield Script((*swept(_LONGER, [_UNREADABLE], _AROUND), *_another_game()))


#: A game whose last search takes longer than a short line, so that the line may end with it.
_LONGER = [line("-W"), Step(CHOICE, number=5)]


def _behind_names() -> Iterator[Script]:
    """Yield a command at each byte while a first move, found at once, waits behind names and while it is said.

    First, a question comes in each cycle around the end of a name, as the next name is passed on.
    """
    yield Script((*burst(1), *swept(burst(_FEW - 1), [line("-T")], _PASSED_ON, _END_OF_A_NAME), *_another_game()))
    game = burst(_FEW, side="-W")
    for command in (*COMMANDS, _UNREADABLE):
        if command != line("-W"):  # whose answer would look the same
            yield _at_each_byte(game, command, range(3 * _FEW + 4))


def _behind_fast_names() -> Iterator[Script]:
    """Yield names asked for a little faster than they can be said, until a reply waits behind some of them.

    Then comes a new game, which may have found its first move before all of it is said. That move differs.
    """
    for behind in range(_FEW):
        words = [*[line("-T")] * _MANY, Step(LONG, number=1), *[line("-T")] * behind, line("-W")]
        fast = (word._replace(baud=2, after=1) for word in words)
        yield Script((*burst(1), line("-B"), Step(LONG), line("-T"), *fast, line("-T"), *_another_game()))


def behind_many_names() -> Script:
    """Return a script with a line while a reply waits behind many names: the line must be taken at once.

    The names take as long as a large board takes to be cleared.
    """
    game = burst(_ASKED, move=Step(CHOICE))
    lines = (*COMMANDS[1:4], _UNREADABLE)
    tries = (swept(game, lines, [0], byte)[len(game) :] for byte in (9, 21))
    return Script((*burst(1), *game, *chain.from_iterable(tries), *_another_game()))


def just_full(queue: int) -> Script:
    """Return a script with the number of bytes that can wait behind a name, one less and one more.

    Then with none, until there is room again.
    """
    tries = ((*burst(1), Step(FLOOD, number=number, after=1)) for number in range(queue - 1, queue + 2))
    return Script((*burst(1), *chain.from_iterable(tries), *_another_game()))


def _at_each_byte(game: Sequence[Step], command: Step, answered: Iterable[int]) -> Script:
    """Return a script with the command at each byte of the answers, and in the middle of it."""
    tries = (swept(game, [command], [cycle], byte)[len(game) :] for byte in answered for cycle in (0, 80))
    return Script((*burst(1), *game, *chain.from_iterable(tries), *_another_game()))


#: Cycles from the beginning of the last byte of a name.
_PASSED_ON, _END_OF_A_NAME = range(-12, 13), 2

#: Short names until the line is two of them behind, and those that can wait with a move.
_FEW, _MANY, _ASKED = 4, 110, 14


def after_lines() -> Iterator[Script]:
    """Yield a reset in each cycle after a line, of every kind.

    The line's last stop bit is as short as a byte allows, so a line that is taken before that bit is over is taken in
    one of these cycles.
    """
    games = [[line("-B"), Step(kind, number=1)] for kind in (CHOICE, WRONG)]
    for *before, last in (*([item] for item in (line("-T"), line("-W"), line("-B"), _UNREADABLE)), *games):
        game = (*before, last._replace(cut=-1))
        tries = ((*game, Step(RESET, after=cycle), line("-T")._replace(now=True)) for cycle in range(1, 41))
        yield Script((*chain.from_iterable(tries), *_another_game()))


def _between_games(moves: Sequence[str]) -> Iterator[Script]:
    """Yield moves without a game under way: after a reset in either's turn, before any game, and after a game."""
    for before in ([], [line("-B")], [line("-W")], [line("-B"), Step(CHOICE)], [line("-W"), Step(CHOICE)]):
        resets = [Step(RESET, number=9), Step(RESET, after=_LATER)]
        tries = ((*before, reset, line(move), line("-T")) for reset in resets for move in moves)
        yield Script((*chain.from_iterable(tries), *_another_game()))


#: Cycles after which a player has taken a line, as a rule, and may still be thinking.
_LATER = 400

#: The bits of a question with its line end.
_QUESTION = 30


def _spikes() -> Iterator[Script]:
    """Yield a spike on each sixteenth of a bit, at the rates that must be understood."""
    for baud, step in ((0, 1), (-2, 5), (2, 5)):  # five and sixteen share no divisor
        places = range(0, 16 * _QUESTION, step)
        yield Script(tuple(line("-T")._replace(baud=baud, spike=place) for place in places))


def _behind_pulses() -> Iterator[Script]:
    """Yield pulses on the idle line that are too short for a start bit.

    A line follows each, before a byte that began with it would be over, or soon after; and spikes, which a line follows
    as closely as a byte may follow a stop bit.
    """
    pulses = (Step(GLITCH, number=5 + 4 * number % 45) for number in range(_PULSES))
    lines = (line("-T")._replace(after=1 + 2 * number) for number in range(_PULSES))
    closely = ((Step(GLITCH, number=width, length=1), line("-T")._replace(after=1)) for width in _SPIKES)
    yield Script(tuple(chain.from_iterable((*zip(pulses, lines, strict=True), *closely))))


#: The number of pulses, with more and more cycles behind them; and spikes, in hundredths of a bit.
_PULSES, _SPIKES = 64, (6, 12)


def _resets_in_bytes() -> Iterator[Script]:
    """Yield a reset in each sixteenth of a bit of a byte, after which the next line must be read.

    As its last bit is read, the byte is handed on.
    """
    for bit in range(10):
        resets = (Step(RESET, number=bit, length=part) for part in range(16))
        yield Script(tuple(step for reset in resets for step in (reset, line("-T"))))


def _typed() -> Iterator[Script]:
    """Yield lines of a host that takes its time over each byte of a command, or of a move: they count all the same."""
    lines = line("-T"), line("-B")._replace(end="crlf"), Step(CHOICE), Step(CHOICE, number=1)._replace(end="cr")
    yield Script(
        tuple(command._replace(paused=at) for command in lines for at in range(len(command.data or "B2/") + 1))
    )
    yield pauses()


def pauses() -> Script:
    """Yield pauses of every length in a question, in turn before its second byte and before its last."""
    steps = (line("-T")._replace(paused=1 + at % 2, idle=cycles) for at, cycles in enumerate(PAUSES))
    return Script((*steps, *_another_game()))


def _damaged_lines(moves: Sequence[str]) -> Iterator[Script]:
    """Yield a break before each byte of a line, and each byte without a stop bit, low for longer and longer.

    The next line must be read.
    """
    for whole in map(line, ("-T", moves[0])):
        places = range(len(whole.data) + 1)
        torn = [whole._replace(torn=place) for place in places]
        broken = [whole._replace(broken=place, held=bits) for place in places for bits in range(0, 11, 2)]
        tries = (
            (line("-B"), damaged._replace(now=True), line("-T")._replace(now=True)) for damaged in (*torn, *broken)
        )
        yield Script(tuple(chain.from_iterable(tries)))


def _almost_first_moves() -> Iterator[Script]:
    """Yield what a careless reader takes for a first move, or for a command.

    Each is in a game of its own, as a lamp that stays on shows only the first.
    """
    numbers = [*range(1, 4 * _MOVES, 4), *range(0, 4 * _COMMANDS, 4)]
    for start in range(0, len(numbers), _AT_ONCE):
        aliases = (Step(ALIAS, number=number, now=True) for number in numbers[start : start + _AT_ONCE])
        foul = Step(WRONG, number=2, now=True)  # with another lamp: it would be alone if the line was ignored
        tries = ((line("-B")._replace(now=True), alias, foul) for alias in aliases)
        yield Script(tuple(chain.from_iterable(tries)))


def _parts_of_moves() -> Iterator[Script]:
    """Yield second moves without their column, row or symbol, each in a game of its own, too.

    What a reader has kept from the line before must not make the move whole.
    """
    for start in range(0, _PARTS, _FEW_PARTS):
        parts = (Step(PART, number=number) for number in range(start, start + _FEW_PARTS))
        tries = ((line("-B"), Step(CHOICE), part, Step(WRONG, number=2, now=True)) for part in parts)
        yield Script(tuple(chain.from_iterable(tries)))


#: More than there are after two moves; the number in a script.
_PARTS, _FEW_PARTS = 40, 10

#: The aliases of two moves, and those of three commands; the number in a script. Of four numbers one is an alias
#: of any move, and one of a command.
_MOVES, _COMMANDS, _AT_ONCE = 2 * 240, 3 * 75, 50


def late_fouls(demanding: Sequence[str]) -> Iterator[Script]:
    """Yield games in which each kind of illegal move in turn comes first, and late.

    One kind needs a small board that is full.
    """
    for kind in demanding:
        game = [line("-W"), *(Step(kind, number=17 * number) for number in range(8))]
        yield Script(tuple(chain.from_iterable((*game, Step(WRONG, number=number)) for number in range(5))))


def broken_off(demanding: Sequence[str]) -> Iterator[Script]:
    """Yield games that another game interrupts in a long search, after a mistake.

    What the lamps show of the mistake does not outlive its game.
    """
    foul, white, red = Step(WRONG, number=2), line("-W"), line("-B")
    ends = (_UNREADABLE, white), (foul, red), (_UNREADABLE, foul, white)
    for kind in demanding:
        game = [red, *(Step(kind, number=17 * number) for number in range(12))]
        tries = ((*game, *(step._replace(now=True) for step in end), line("-T")) for end in ends)
        yield Script((*chain.from_iterable(tries), *_another_game()))


def larger_numbers(kind: str) -> Script:
    """Return a game with, late in it, the move farthest to the right with each number a short counter takes for it."""
    game = [line("-W"), *(Step(kind, number=17 * number) for number in range(8))]
    return Script((*game, *map(far, range(_LARGER))))


#: More than one move has.
_LARGER = 110


def _given_wins() -> Iterator[Script]:
    """Yield games in which the host lets the player win, in several ways if it can."""
    for count in (2, 4):
        for first in range(8):
            replies = (Step(CHOICE, number=7 * first + number) for number in range(count))
            given = (Step(GIVING, number=first + number) for number in range(6))
            yield Script((line("-B"), *replies, *given))


def _another_game() -> list[Step]:
    """Return the beginning of a game that must go right."""
    return [line("-B"), Step(CHOICE), Step(CHOICE, number=1)]
