"""Building blocks of strategies: positions as requests, sieges, quiet turns, positions that come again.

A smaller byte means something simpler.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, reduce
from itertools import product
from operator import and_, or_
from typing import NamedTuple, TypeVar

from goldenrules.globe import ALL, BESIDE, FEWEST, MOST, POINTS, Mask, Point, Position, Step, Turn, mask_of, points_of
from goldenrules.globe.sets import enclosures

from loopline.games.globe.model import Engine
from loopline.games.globe.protocol import CAPTURES, CaptureCode, Op, Request, SideCode
from loopline.games.globe.requests import NEW, TAKE_BACK, moves
from loopline.games.strategy import Digits, Session

# --- sieges: positions in which one step makes a certain capture, such as two groups or six pieces --------------------

# Random play hardly ever gets there. Groups are built, and around them a wall: the points beside them. If six pieces
# are enough for the wall, all its points but one are occupied, and a piece stands ready to step onto that one.


class Siege(NamedTuple):
    groups: tuple[Mask, ...]
    #: The mover's pieces, except the one that steps.
    wall: Mask
    origin: Point
    target: Point

    @property
    def captured(self) -> Mask:
        return sum(self.groups)

    def filled(self, choose: Callable[[int], int], spare: int = 0) -> tuple[Mask, Mask]:
        """Return the mover's pieces and the enemy's, with more of both where these do not matter.

        `spare` is the least number of them; there are always enough that a game may begin so.
        """
        own, enemy = self.wall | 1 << self.origin, self.captured
        free = [*points_of(ALL & ~(own | enemy | 1 << self.target))]

        def more(mask: Mask) -> Mask:
            missing = max(FEWEST - mask.bit_count(), spare)
            number = missing + choose(MOST + 1 - missing - mask.bit_count())
            return mask | sum(1 << free.pop(choose(len(free))) for _ in range(number))

        return more(own), more(enemy)


@cache
def enclosed() -> dict[Mask, Mask]:
    """Return the sets of up to six connected points that have at most six points beside them, each with these."""
    return {group: wall for group, wall in enclosures(MOST) if wall.bit_count() <= MOST}


def _steps(*groups: Mask) -> Iterator[Siege]:
    """Yield ways to close the wall: around two groups at once; or around one of three, two being shut in before."""
    walls = [enclosed()[group] for group in groups]
    captured, wall = sum(groups), reduce(or_, walls)
    for target in points_of(wall if len(groups) > 2 else reduce(and_, walls)):
        for origin in points_of(BESIDE[target] & ~wall & ~captured):
            yield Siege(groups, wall & ~(1 << target), origin, target)


@cache
def of_one_group(pieces: int) -> Sequence[Siege]:
    return [siege for group in enclosed() if group.bit_count() == pieces for siege in _steps(group)]


@cache
def of_groups(number: int) -> Sequence[Siege]:
    """Return sieges of groups that do not touch; those with few pieces come first.

    Neither pieces nor points of the wall are more than a side has pieces.
    """
    found = [siege for groups in _apart(number) for siege in _steps(*groups)]
    return sorted(found, key=lambda siege: siege.captured.bit_count())


@cache
def _apart(number: int) -> Sequence[tuple[Mask, ...]]:
    if number == 1:
        return [(group,) for group in enclosed()]
    return [
        (*groups, group)
        for groups in _apart(number - 1)
        for group, wall in enclosed().items()
        if group > groups[-1]
        and not (group | wall) & sum(groups)
        and (group | sum(groups)).bit_count() <= MOST
        and reduce(or_, map(enclosed().__getitem__, groups), wall).bit_count() <= MOST
    ]


@cache
def of_six_pieces() -> Sequence[Siege]:
    return [*of_one_group(MOST), *(siege for siege in of_groups(2) if siege.captured.bit_count() == MOST)]


@cache
def blocked() -> Sequence[tuple[Mask, Mask]]:
    """Return pieces none of which can move, and the wall around them, with a piece to spare.

    Each of the pieces has one of its own side beside it.
    """
    return [
        (group, wall) for group, wall in enclosed().items() if group.bit_count() >= FEWEST and wall.bit_count() < MOST
    ]


def closing(siege: Siege) -> Request:
    """Return the move with which the siege captures."""
    return Request(Op.MOVE, origin=siege.origin, target=siege.target)


def besieged(siege: Siege, to_move: int, choose: Callable[[int], int], spare: int = 0) -> Request:
    """Load a siege before its last move; `spare` more pieces of the enemy stand elsewhere."""
    return load(*siege.filled(choose, spare), to_move)


def load(mover: Mask, waiting: Mask, to_move: int) -> Request:
    """Load a board with these pieces of the player to move and of the other.

    Args:
        mover: The pieces of the player to move.
        waiting: The pieces of the other player.
        to_move: The player to move.
    """
    north, south = (mover, waiting) if to_move == SideCode.NORTH else (waiting, mover)
    return Request(Op.LOAD, to_move=to_move, board=north << len(POINTS) | south)


#: Steps through all points, one by one.
DISTANCES = (1, 2, 4, 5, 8, 10)


def spread(north: int, south: int, to_move: int, first: int, distance: int) -> Request:
    """Return a board with pieces at equal distances.

    Args:
        north: The number of North's pieces.
        south: The number of South's pieces.
        to_move: The player to move.
        first: The point of the first piece.
        distance: Which of the distances there are between pieces.
    """
    points = [POINTS[(first + DISTANCES[distance] * number) % len(POINTS)] for number in range(north + south)]
    return load(mask_of(points[:north]), mask_of(points[north:]), 0)._replace(to_move=to_move)


def beginning(number: int) -> Request:
    """Return a game by each option, or from a position that is loaded: by a number below 65,536."""
    kind, number = divmod(number, 1 << 14)
    return NEW[CaptureCode(kind)] if kind < 3 else _spread_out()[number * len(_spread_out()) >> 14]


@cache
def _spread_out() -> Sequence[Request]:
    material, places = range(FEWEST, MOST + 1), product(range(len(POINTS)), range(len(DISTANCES)))
    return [spread(*pieces, *place) for place in places for pieces in product(material, material, SideCode)]


Games = Session[Request, Engine]
#: Tells whether a move leaves alone what should stay.
Keeps = Callable[[Position, Request], bool]
Look = TypeVar("Look")


def begin(session: Games, option: int) -> None:
    """Begin a game by this option, unless the present one is by it."""
    if session.model.position.rules.capture != CAPTURES[option]:
        session.ask(NEW[CaptureCode(option)])


def turn(session: Games, choice: int) -> None:
    """Make a legal move, or begin another game."""
    session.pick(moves(session.model.position) or [NEW[CaptureCode(choice % 3)]], choice)


def besiege(session: Games, sieges: Sequence[Siege], digits: Digits) -> Siege:
    """Load one of the sieges before its last move, and return it."""
    siege = sieges[digits(len(sieges))]
    session.ask(besieged(siege, digits(2), digits))
    return siege


def captures_by(option: int, digits: Digits) -> Sequence[Siege]:
    """Return sieges that capture something by this option: single pieces, two or three as well, or a group."""
    if option == CaptureCode.PIECE:
        number = 1 + digits(3)
        return [siege for siege in of_groups(number) if siege.captured.bit_count() == number]
    return of_one_group(1 + digits(MOST))


# --- quiet turns ------------------------------------------------------------------------------------------------------


def wander(session: Games, digits: Digits, keeps: Keeps = lambda *_: True) -> None:
    """Make a turn that captures nothing and leads to a new position, if there is one.

    Above all it keeps what should stay as it is.
    """
    position = session.model.position
    if found := turned(moves(position), digits):
        session.ask(min(found, key=lambda move: (not keeps(position, move), *noise(position, move))))


def turned(found: Sequence[Request], digits: Digits) -> Sequence[Request]:
    """Return the requests in their order, from any of them on."""
    start = digits(len(found)) if found else 0
    return [*found[start:], *found[:start]]


def noise(position: Position, move: Request) -> tuple[bool, int]:
    """Return whether the move captures, and how often the position after it has occurred; the least is quietest."""
    return after(position, move, lambda turn: (bool(turn.captured), turn.occurrence))


def after(position: Position, move: Request, look: Callable[[Turn], Look]) -> Look:
    """Return what `look` sees after a move, which is taken back."""
    seen = look(do(position, move))
    position.take_back()
    return seen


def do(position: Position, move: Request) -> Turn:
    """Play a move or a pass on the position."""
    return position.play(None) if move.op == Op.PASS else position.play(*_step_of(move))


def _step_of(move: Request) -> Step:
    """Return the origin and target of a move request."""
    return Step(POINTS[move.origin], POINTS[move.target])


def shuttle(session: Games, digits: Digits, keeps: Keeps = lambda *_: True) -> bool:
    """Step to and fro with both sides: the position comes again after four turns. Return whether that is possible."""
    position, board = session.model.position, session.model.board
    for move in sorted(turned(moves(position), digits), key=lambda move: not keeps(position, move)):
        for way in _to_and_fro(position, move, digits(7)):
            if _ends_at(position, way, board):
                for step in way:
                    session.ask(step)
                return True
    return False


def _to_and_fro(position: Position, move: Request, start: int) -> list[list[Request]]:
    """Return the move, each answer, and both reversed."""
    answers = after(position, move, lambda _: moves(position))
    return [[move, answer, back(move), back(answer)] for answer in answers[start:] + answers[:start]]


def back(move: Request) -> Request:
    """Return the move in the other direction."""
    return move._replace(origin=move.target, target=move.origin)


def _ends_at(position: Position, way: Sequence[Request], board: int) -> bool:
    """Return whether all moves are legal, the game goes on until the last, and the board is this one then."""
    played = 0
    for move in way:
        if move not in moves(position):
            break
        do(position, move)
        played += 1
    _, north, south = position.pieces
    arrived = played == len(way) and north << len(POINTS) | south == board
    for _ in range(played):
        position.take_back()
    return arrived


def block(session: Games, digits: Digits, to_move: bool) -> None:
    """Leave one side without a move: the one to move, or the other."""
    group, wall = blocked()[digits(len(blocked()))]
    free = [*points_of(ALL & ~(group | wall))]
    wall |= 1 << free[digits(len(free))]
    session.ask(load(group, wall, digits(2)) if to_move else load(wall, group, digits(2)))


def away_and_back(session: Games, digits: Digits, turns: int, keeps: Keeps = lambda *_: True) -> None:
    """Walk away with both sides and come back the same way."""
    way = away(session, digits, turns, keeps)
    for number in reversed(range(0, len(way) - 1, 2)):
        retrace(session, way[number : number + 2])


def retrace(session: Games, steps: Iterable[Request]) -> None:
    """Take each of these steps back, if that is possible."""
    for step in map(back, steps):
        if step in moves(session.model.position):
            session.ask(step)


def away(session: Games, digits: Digits, turns: int, keeps: Keeps) -> Sequence[Request]:
    """Walk away with both sides. Neither steps where the other has been, so the way back is free.

    Args:
        session: The session.
        digits: Choose the steps.
        turns: The turns of each side.
        keeps: Tells whether a move leaves alone what should stay.
    """
    way: list[Request] = []
    paths: tuple[set[int], set[int]] = set(), set()
    for number in range(2 * turns):
        step = _fresh_step(session.model.position, paths[1 - number % 2], digits, keeps)
        if step is None:
            break
        way.append(step)
        if step.op == Op.MOVE:
            paths[number % 2].update((step.origin, step.target))
        session.ask(step)
    return way


def _fresh_step(position: Position, taboo: Collection[int], digits: Digits, keeps: Keeps) -> Request | None:
    """Return a step, or a pass, that captures nothing, leads to a new position, and avoids the taboo points."""
    found = [move for move in moves(position) if move.op == Op.PASS or move.target not in taboo]
    fresh = (move for move in turned(found, digits) if noise(position, move) == (False, 1))
    return next((move for move in fresh if keeps(position, move)), None)


def repeat(session: Games, digits: Digits, keeps: Keeps = lambda *_: True) -> None:
    """Repeat until the game is drawn, also after a turn taken back.

    Going to and fro twice takes eight turns; with a shorter history the game is drawn by its length first.
    """
    while not session.model.position.over:
        if not shuttle(session, digits, keeps):
            wander(session, digits, keeps)
        elif digits(4) == 3:
            session.ask(TAKE_BACK)
            turn(session, digits(256))


def to_the_end(session: Games, digits: Digits, before: int = 0, keeps: Keeps = lambda *_: True) -> None:
    """Make quiet turns, as long as there are any, until this many are left before the length is reached."""
    while not session.model.position.over and session.model.position.quiet < session.model.history - before:
        wander(session, digits, keeps)


def still_blocked(position: Position, move: Request) -> bool:
    """Return whether the opponent has to pass after this move."""
    return after(position, move, lambda _: position.must_pass)


def along_lines(position: Position) -> list[Request]:
    """Return moves along lines, to be asked for whether the way is free or not."""
    return [
        Request(Op.MOVE, origin=origin, target=target)
        for origin in points_of(position.pieces[position.to_move])
        for target in points_of(BESIDE[origin])
    ]
