"""Games that go far: ends that meet in one turn, and games with many captures; taken back and played again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import cycle, islice

from goldenrules.globe import MOST, Position

from loopline.games.globe.protocol import CaptureCode, Op, Request
from loopline.games.globe.requests import NEW, PASSES, TAKE_BACK, moves, request_of
from loopline.games.globe.strategies.building_blocks import (
    Games,
    Siege,
    after,
    along_lines,
    away,
    away_and_back,
    begin,
    besiege,
    besieged,
    block,
    captures_by,
    closing,
    noise,
    of_groups,
    of_one_group,
    repeat,
    retrace,
    shuttle,
    still_blocked,
    to_the_end,
    turned,
    wander,
)
from loopline.games.strategy import Choices, Digits

#: With a history longer than the first, one game in `_SELDOM` reaches its length. A script has at most `_ROUNDS` ends.
LONGEST, _SELDOM, _ROUNDS = 128, 20, 3


def endings(session: Games, chosen: Choices) -> None:
    """Reach two ends in one turn (a third time, the length, a pass, a capture); take back and reach them again."""
    more = Digits(chosen.turns)
    for digits in islice(chosen.rounds(), _ROUNDS):
        ends: Sequence[_End] = _ENDS
        if session.model.history > LONGEST:
            ends = _FAR if digits(_SELDOM) == _SELDOM - 1 else _NEAR
        ends[digits(len(ends))](session, digits, more)
        again(session, 1 + digits(4))
        session.pick([PASSES, *along_lines(session.model.position)], digits(256))
        if digits(4) == 3:
            again(session, len(session.model.boards))
        for _ in range(digits(3)):
            session.ask(TAKE_BACK)
            wander(session, more)


def again(session: Games, turns: int) -> None:
    """Take back this many turns, or all, and play the same ones again."""
    game = session.model.position.turns
    played = [request_of(turn.move) for turn in game[max(len(game) - turns, 0) :]]
    for request in [*[TAKE_BACK] * len(played), *played]:
        session.ask(request)


# --- the ends ---------------------------------------------------------------------------------------------------------


def _passing(session: Games, digits: Digits, more: Digits) -> None:
    """Reach a third time by a pass: the side that is blocked moves second."""
    _blocked(session, digits, moves_first=False)
    repeat(session, more, still_blocked)


def _moving(session: Games, digits: Digits, more: Digits) -> None:
    """Reach a third time by a move, the other side passing; or after a capture."""
    if digits(2):
        _after_a_capture(session, digits)
    else:
        _blocked(session, digits, moves_first=True)
    repeat(session, more)


def _full(session: Games, digits: Digits, more: Digits) -> None:
    """Fill a history, after captures; in half of the games the position is there for the third time, too."""
    _after_a_capture(session, digits)
    if digits(2):
        to_the_end(session, more, 8)
        for _ in range(2):
            shuttle(session, more)
    to_the_end(session, more)


def _full_while_one_side_passes(session: Games, digits: Digits, more: Digits) -> None:
    """Fill a history with passes of one side, whose pass comes last, or does not.

    A position that is there for the third time after a pass, but not after the move before, is the one that the game
    began with: the other side walks away from it and comes back, twice.
    """
    way, history = digits(3), session.model.history
    _blocked(session, digits, moves_first=bool((way + history) % 2))
    if way == 2:
        shuttle(session, more, still_blocked)
        away_and_back(session, more, (history - 4) // 4, still_blocked)
    to_the_end(session, more, 0, still_blocked)


def _capture_in_the_last_turn(session: Games, digits: Digits, more: Digits) -> None:
    """Empty the history, or win, by the turn that would have filled it."""
    begin(session, option := digits(3))
    sieges = _with_room(option)
    siege = sieges[digits(len(sieges))]
    load = besieged(siege, digits(2), digits, spare=1)
    session.ask(load._replace(to_move=load.to_move ^ (session.model.history - 1) % 2))
    to_the_end(session, more, 1, lambda _, move: _lets_it_be(siege, move))
    session.ask(closing(siege))


@cache
def _with_room(option: int) -> Sequence[Siege]:
    """Return the sieges in which either side has a piece to spare, one that can move."""
    sizes = range(1, 2 if option == CaptureCode.PIECE else MOST)
    return [siege for size in sizes for siege in of_one_group(size) if siege.wall.bit_count() + 1 < MOST]


def _lets_it_be(siege: Siege, move: Request) -> bool:
    pieces = siege.wall | siege.captured | 1 << siege.origin
    return move.op == Op.PASS or not (pieces >> move.origin & 1 or move.target == siege.target)


def _blocked(session: Games, digits: Digits, moves_first: bool) -> None:
    begin(session, (CaptureCode.PIECE, CaptureCode.TRAPPED)[digits(2)])
    block(session, digits, moves_first)


def _after_a_capture(session: Games, digits: Digits) -> None:
    """Begin a game that goes on after a capture, or from the start."""
    begin(session, option := digits(3))
    if digits(4):
        session.ask(closing(besiege(session, captures_by(option, digits), digits)))
        if session.model.position.over:
            session.ask(NEW[CaptureCode(option)])


def come_back_without_a_piece(session: Games, option: int, digits: Digits) -> None:
    """Go away, capture a piece, and come back the same way: what comes was there before, but for that piece."""
    sieges = [siege for siege in _with_room(option) if siege.captured.bit_count() == 1]
    siege, turns = sieges[digits(len(sieges))], min(16, session.model.history // 4) - digits(4)
    session.ask(besieged(siege, digits(2), digits, spare=1))
    way = away(session, digits, turns, lambda _, move: _lets_it_be(siege, move))
    if closing(siege) not in moves(session.model.position):
        return
    session.ask(closing(siege))
    mine, theirs = [*way[::2], closing(siege)], way[1::2]
    for steps in zip(reversed(theirs), reversed(mine), strict=False):
        retrace(session, steps)


_End = Callable[[Games, Digits, Digits], None]
#: Ends after a few turns, and ends after a full history.
_NEAR = (_passing, _moving)
_FAR = (_full, _capture_in_the_last_turn)
_ENDS = (*_NEAR, _full, _full_while_one_side_passes, *_FAR)


# --- whole games ------------------------------------------------------------------------------------------------------


def whole_games(session: Games, chosen: Choices) -> None:
    """Capture as often as possible in a game; take all of it back, read, and play it again."""
    digits = chosen.digits
    session.ask(NEW[CaptureCode.TRAPPED])
    history = session.model.history
    one_in = _SELDOM if history > LONGEST else _OFTEN
    if history > _SHORT and digits(one_in) == one_in - 1:
        long_game(session, digits)
    else:
        capture_often(session, chosen.turns, digits)
    plies = len(session.model.boards)
    again(session, plies)
    session.ask(Request(Op.READ, back=digits(1 + plies)))
    for _ in range(digits(1 + plies)):
        session.ask(TAKE_BACK)
    begin(session, CaptureCode.GROUP)  # two groups at once, where several segments have been before
    session.ask(closing(besiege(session, of_groups(2), digits)))
    session.ask(TAKE_BACK)


def capture_often(session: Games, choices: bytes, spells: Digits) -> None:
    """Make many captures of one piece, with few quiet turns between them or nearly a full history.

    Before the history is full, some turns are taken back and others played.
    """
    position, history = session.model.position, session.model.history
    spell, retries = _spell(history, spells), 0
    for choice in islice(cycle(choices or b"\0"), _LONG):
        takes = [move for move in moves(position) if _takes_one(position, move)] if position.quiet >= spell else []
        if takes:
            session.ask(takes[choice * len(takes) >> 8])
            spell = _spell(history, spells)
        elif position.quiet == history - 1 and retries < _RETRIES:
            retries, spell = retries + 1, 1
            for _ in range(1 + (choice + retries) % position.quiet):
                session.ask(TAKE_BACK)
        else:
            wander(session, Digits(bytes([(choice + 85 * retries) & 255])))


def long_game(session: Games, digits: Digits) -> None:
    """Play nearly the most quiet turns that there may be between any two captures.

    After 2^n - 1 turns the board of 2^m turns before is read: a number with one bit less.
    """
    position, history, start = session.model.position, session.model.history, digits(256)
    for number in range(_SPELLS * history):
        if number & (number + 1) == 0:
            for bit in range(number.bit_length()):
                session.ask(Request(Op.READ, back=1 << bit))
        found, seen = turned(moves(position), Digits(bytes([start + 85 * number & 255]))), []
        if position.quiet >= history - max(history >> 3, _LEFT):
            seen = [move for move in found if _takes_one(position, move)]
        fresh = (move for move in found if noise(position, move) == (False, 1))
        step = seen[0] if seen else next(fresh, None)
        if step is None:
            return
        session.ask(step)


#: The most spells of quiet turns. In the last eighth of each, and at least in `_LEFT` turns, a capture is sought.
_SPELLS, _LEFT = 5, 16

#: With a history longer than this, captures that come often do not fill the memory; if it is not long, one game in
#: `_OFTEN` does.
_SHORT, _OFTEN = 16, 4

#: The most turns, including those taken back, and how often some are taken back.
_LONG, _RETRIES = 96, 16


def _spell(history: int, spells: Digits) -> int:
    return 1 + (spells(2) and spells(max(min(history, 32) - 2, 1)))


def _takes_one(position: Position, move: Request) -> bool:
    return after(position, move, lambda turn: sum(map(len, turn.captured)) == 1 and turn.end is None)
