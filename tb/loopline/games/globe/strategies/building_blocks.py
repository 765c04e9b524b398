"""What the strategies do in a game: positions as requests, sieges, quiet turns, positions that come again.

A smaller byte means something simpler."""

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
        """The mover's pieces and the enemy's, with more where they do not matter: at least these, and enough that a
        game may begin so."""
        own, enemy = self.wall | 1 << self.origin, self.captured
        free = [*points_of(ALL & ~(own | enemy | 1 << self.target))]

        def more(mask: Mask) -> Mask:
            missing = max(FEWEST - mask.bit_count(), spare)
            number = missing + choose(MOST + 1 - missing - mask.bit_count())
            return mask | sum(1 << free.pop(choose(len(free))) for _ in range(number))

        return more(own), more(enemy)


@cache
def enclosed() -> dict[Mask, Mask]:
    """The sets of up to six connected points that have at most six points beside them, each with these."""
    return {one: wall for one, wall in enclosures(MOST) if wall.bit_count() <= MOST}


def _steps(*groups: Mask) -> Iterator[Siege]:
    """The ways to close the wall: around two groups at once; or around one of three, two being shut in before."""
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
    """Groups that do not touch, with at most as many pieces, and points of the wall, as a side has pieces; few pieces
    first."""
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
    """Pieces none of which can move, each with one of its own side beside it, and the wall around them, with a piece to
    spare."""
    return [
        (group, wall) for group, wall in enclosed().items() if group.bit_count() >= FEWEST and wall.bit_count() < MOST
    ]


def closing(siege: Siege) -> Request:
    """The move with which the siege captures."""
    return Request(Op.MOVE, origin=siege.origin, target=siege.target)


def besieged(siege: Siege, to_move: int, choose: Callable[[int], int], spare: int = 0) -> Request:
    """Load a siege before its last move; `spare` more pieces of the enemy stand elsewhere."""
    return load(*siege.filled(choose, spare), to_move)


def load(mover: Mask, other: Mask, to_move: int) -> Request:
    """Load a board with these pieces of the player to move and of the other."""
    north, south = (mover, other) if to_move == SideCode.NORTH else (other, mover)
    return Request(Op.LOAD, to_move=to_move, board=north << len(POINTS) | south)


#: Steps through all points, one by one.
DISTANCES = (1, 2, 4, 5, 8, 10)


def spread(north: int, south: int, to_move: int, first: int, distance: int) -> Request:
    """A board with this many pieces of each side, at equal distances from the first on."""
    points = [POINTS[(first + DISTANCES[distance] * number) % len(POINTS)] for number in range(north + south)]
    return load(mask_of(points[:north]), mask_of(points[north:]), 0)._replace(to_move=to_move)


def beginning(number: int) -> Request:
    """A game by each option, or from a position that is loaded: by a number below 65,536."""
    kind, number = divmod(number, 1 << 14)
    return NEW[CaptureCode(kind)] if kind < 3 else _spread_out()[number * len(_spread_out()) >> 14]


@cache
def _spread_out() -> Sequence[Request]:
    material, places = range(FEWEST, MOST + 1), product(range(len(POINTS)), range(len(DISTANCES)))
    return [spread(*one, *place) for place in places for one in product(material, material, SideCode)]


Games = Session[Request, Engine]
#: Whether a move leaves alone what should stay.
Keeps = Callable[[Position, Request], bool]
Look = TypeVar("Look")


def begin(session: Games, option: int) -> None:
    """A game by this option; the present one goes on if it is."""
    if session.model.position.rules.capture != CAPTURES[option]:
        session.ask(NEW[CaptureCode(option)])


def turn(session: Games, choice: int) -> None:
    """A legal move, or another game."""
    session.pick(moves(session.model.position) or [NEW[CaptureCode(choice % 3)]], choice)


def besiege(session: Games, sieges: Sequence[Siege], digits: Digits) -> Siege:
    """Load one of the sieges before its last move, and return it."""
    siege = sieges[digits(len(sieges))]
    session.ask(besieged(siege, digits(2), digits))
    return siege


def captures_by(option: int, digits: Digits) -> Sequence[Siege]:
    """Sieges that capture something by this option: single pieces, two or three as well, or a group."""
    if option == CaptureCode.PIECE:
        number = 1 + digits(3)
        return [siege for siege in of_groups(number) if siege.captured.bit_count() == number]
    return of_one_group(1 + digits(MOST))


# --- quiet turns ------------------------------------------------------------------------------------------------------


def wander(session: Games, digits: Digits, keeps: Keeps = lambda *_: True) -> None:
    """A turn that captures nothing and leads to a new position, if there is one; above all, one that keeps what should
    stay as it is."""
    position = session.model.position
    if found := turned(moves(position), digits):
        session.ask(min(found, key=lambda move: (not keeps(position, move), *noise(position, move))))


def turned(found: Sequence[Request], digits: Digits) -> Sequence[Request]:
    """In their order, from any of them on."""
    start = digits(len(found)) if found else 0
    return [*found[start:], *found[:start]]


def noise(position: Position, move: Request) -> tuple[bool, int]:
    """Whether the move captures, and how often the position after it has occurred; the least is the quietest."""
    return after(position, move, lambda turn: (bool(turn.captured), turn.occurrence))


def after(position: Position, move: Request, look: Callable[[Turn], Look]) -> Look:
    """What there is to be seen after a move, which is taken back."""
    seen = look(do(position, move))
    position.take_back()
    return seen


def do(position: Position, move: Request) -> Turn:
    """Play a move or a pass on the position."""
    return position.play(None) if move.op == Op.PASS else position.play(*_step_of(move))


def _step_of(move: Request) -> Step:
    """The origin and target of a move request."""
    return Step(POINTS[move.origin], POINTS[move.target])


def shuttle(session: Games, digits: Digits, keeps: Keeps = lambda *_: True) -> bool:
    """Both sides step to and fro: after four turns the position is there again. Returns whether that is possible."""
    position, here = session.model.position, session.model.board
    for move in sorted(turned(moves(position), digits), key=lambda move: not keeps(position, move)):
        for way in _to_and_fro(position, move, digits(7)):
            if _ends_at(position, way, here):
                for one in way:
                    session.ask(one)
                return True
    return False


def _to_and_fro(position: Position, move: Request, start: int) -> list[list[Request]]:
    """The move, each answer, and both reversed."""
    answers = after(position, move, lambda _: moves(position))
    return [[move, one, back(move), back(one)] for one in answers[start:] + answers[:start]]


def back(move: Request) -> Request:
    """The move in the other direction."""
    return move._replace(origin=move.target, target=move.origin)


def _ends_at(position: Position, way: Sequence[Request], board: int) -> bool:
    """Are all of these legal, is the game not over before the last, and is the board this one then?"""
    played = 0
    for move in way:
        if move not in moves(position):
            break
        do(position, move)
        played += 1
    _, north, south = position.pieces
    there = played == len(way) and north << len(POINTS) | south == board
    for _ in range(played):
        position.take_back()
    return there


def block(session: Games, digits: Digits, to_move: bool) -> None:
    """One side has no move: the one to move, or the other."""
    group, wall = blocked()[digits(len(blocked()))]
    free = [*points_of(ALL & ~(group | wall))]
    wall |= 1 << free[digits(len(free))]
    session.ask(load(group, wall, digits(2)) if to_move else load(wall, group, digits(2)))


def away_and_back(session: Games, digits: Digits, turns: int, keeps: Keeps = lambda *_: True) -> None:
    """Both sides walk away and come back the same way."""
    way = away(session, digits, turns, keeps)
    for number in reversed(range(0, len(way) - 1, 2)):
        retrace(session, way[number : number + 2])


def retrace(session: Games, steps: Iterable[Request]) -> None:
    """Each of these steps back, if that is possible."""
    for step in map(back, steps):
        if step in moves(session.model.position):
            session.ask(step)


def away(session: Games, digits: Digits, turns: int, keeps: Keeps) -> Sequence[Request]:
    """Both sides walk away. Neither steps where the other has been, so the way back is free."""
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
    """A step, or a pass, that captures nothing, leads to a new position, and not to one of those points."""
    found = [move for move in moves(position) if move.op == Op.PASS or move.target not in taboo]
    fresh = (move for move in turned(found, digits) if noise(position, move) == (False, 1))
    return next((move for move in fresh if keeps(position, move)), None)


def repeat(session: Games, digits: Digits, keeps: Keeps = lambda *_: True) -> None:
    """Repeat until the game is drawn, also after a turn taken back. Going to and fro twice takes eight turns; with a
    shorter history the game is drawn by its length first."""
    while not session.model.position.over:
        if not shuttle(session, digits, keeps):
            wander(session, digits, keeps)
        elif digits(4) == 3:
            session.ask(TAKE_BACK)
            turn(session, digits(256))


def to_the_end(session: Games, digits: Digits, before: int = 0, keeps: Keeps = lambda *_: True) -> None:
    """Quiet turns, as long as there are any, until this many are left before the length is reached."""
    while not session.model.position.over and session.model.position.quiet < session.model.history - before:
        wander(session, digits, keeps)


def still_blocked(position: Position, move: Request) -> bool:
    """Whether the opponent has to pass after this move."""
    return after(position, move, lambda _: position.must_pass)


def along_lines(position: Position) -> list[Request]:
    """Asked whether the way is free or not."""
    return [
        Request(Op.MOVE, origin=origin, target=target)
        for origin in points_of(position.pieces[position.to_move])
        for target in points_of(BESIDE[origin])
    ]
