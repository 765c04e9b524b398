"""Scripts that go where bugs are: built, never filtered. Every byte means something, a smaller one something simpler.

What a strategy is for it does once at least, by its first choices; the bytes that follow add to it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from goldenrules.globe import ALL, BESIDE, EMPTY, FEWEST, MOST, POINTS, other, points_of

from loopline.contract.coverage import Counts
from loopline.games.globe.endings import endings, whole_games, without_one
from loopline.games.globe.loads import DISTANCES, besieged, closing, load, spread
from loopline.games.globe.protocol import CaptureCode, Op, Reason, Request, index
from loopline.games.globe.requests import NEW, PASSES, TAKE_BACK, moves
from loopline.games.globe.sieges import Siege, of_groups, of_one_group, of_six_pieces
from loopline.games.globe.turns import (
    Games,
    Strategy,
    along_lines,
    away_and_back,
    begin,
    besiege,
    block,
    captures_by,
    repeat,
    shuttle,
    turn,
    wander,
)
from loopline.games.strategy import Choices, Digits


def games(session: Games, chosen: Choices) -> None:
    """legal games by all three options, to the end, one after the other"""
    if option := chosen.digits(4):
        session.ask(NEW[CaptureCode(option - 1)])
    for choice in chosen.turns:
        turn(session, choice)
    turn(session, 0)


def captures(session: Games, chosen: Choices) -> None:
    """one group captured, of every size, by each option; then the game goes on"""
    for digits in chosen.rounds():
        begin(session, option := digits(3))
        session.ask(closing(besiege(session, captures_by(option, digits), digits)))
        for _ in range(digits(4)):
            turn(session, digits(256))


def several_groups(session: Games, chosen: Choices) -> None:
    """two groups captured by one step; or three, of which two were caught before"""
    _by_one_step(session, chosen, lambda digits: of_groups(2 + digits(4) // 3))


def six_pieces(session: Games, chosen: Choices) -> None:
    """six pieces captured by one step"""
    _by_one_step(session, chosen, lambda _: of_six_pieces())


def _by_one_step(session: Games, chosen: Choices, sieges: Callable[[Digits], Sequence[Siege]]) -> None:
    for digits in chosen.rounds():
        begin(session, CaptureCode.GROUP)
        siege = besiege(session, sieges(digits), digits)
        session.ask(closing(siege))
        if digits(2):
            session.ask(TAKE_BACK)
            turn(session, digits(256))


def passes(session: Games, chosen: Choices) -> None:
    """positions without a move, and what may be tried instead of passing"""
    for digits in chosen.rounds():
        begin(session, (CaptureCode.PIECE, CaptureCode.TRAPPED, CaptureCode.GROUP)[digits(3)])
        block(session, digits, True)
        if digits(2):
            session.pick(along_lines(session.model.position), digits(256))
        session.ask(PASSES)
        if digits(2):
            session.ask(PASSES)
        if digits(2):
            session.ask(TAKE_BACK)
            session.ask(PASSES)


def repetitions(session: Games, chosen: Choices) -> None:
    """a position for the third time: as soon as can be, later, after captures and after taking back"""
    for digits in chosen.rounds():
        begin(session, option := digits(3))
        way = digits(8)
        if way > 4:
            without_one(session, option, digits)
        elif way & 2:
            session.ask(closing(besiege(session, of_one_group(1 + digits(3)), digits)))
        if session.model.position.over:
            session.ask(TAKE_BACK)
        if way in (1, 3):
            for _ in range(1 + digits(2)):
                away_and_back(session, digits, digits(min(24, 1 + session.model.position.rules.history // 16)))
        repeat(session, digits)


def quiet(session: Games, chosen: Choices) -> None:
    """a game that fills the history: what takes an engine longest"""
    begin(session, chosen.digits(3))
    for choice in chosen.turns:
        wander(session, Digits(bytes([choice])))


def take_backs(session: Games, chosen: Choices) -> None:
    """turns taken back, across captures too; and what was before a capture counts again"""
    for digits in chosen.rounds():
        begin(session, option := digits(3))
        several = option != CaptureCode.PIECE and digits(2)
        siege = besiege(session, of_groups(2) if several else captures_by(option, digits), digits)
        came_again = digits(2) and shuttle(session, digits)
        session.ask(closing(siege))
        for _ in range(digits(4)):
            wander(session, digits)
        for _ in range(len(session.model.boards) - 4 * came_again + digits(2)):
            session.ask(TAKE_BACK)
        if came_again:
            shuttle(session, digits)
        turn(session, digits(256))


def loads(session: Games, chosen: Choices) -> None:
    """positions of every material, of which some may not be loaded, and with pieces that could have been captured"""
    for digits in chosen.rounds():
        begin(session, digits(3))
        session.ask(_of_material(FEWEST - 1, FEWEST + digits(MOST - 1), digits))
        many = digits(len(POINTS))
        few = min(FEWEST + digits(MOST - 1), len(POINTS) - many)
        session.ask(_of_material(*((few, many) if digits(2) else (many, few)), digits))
        session.ask(_of_material(FEWEST + digits(4), FEWEST + digits(4), digits))
        turn(session, digits(256))
        block(session, digits, False)
        turn(session, digits(256))


def _of_material(north: int, south: int, digits: Digits) -> Request:
    """A board with this many pieces of each side; in one of eight, a point has pieces of both."""
    to_move, both, first = digits(2), digits(8) == 7, digits(len(POINTS))
    request = spread(north, south, to_move, first, digits(len(DISTANCES)))
    return request._replace(board=request.board | (1 << len(POINTS) | 1) << first) if both else request


def refusals(session: Games, chosen: Choices) -> None:
    """requests that are refused, for every reason, with others behind it"""
    for number, digits in enumerate(chosen.rounds()):
        for _ in range(digits(3)):
            turn(session, digits(256))
        refused(session, Reason(1 + (number + digits(len(Reason) - 1)) % (len(Reason) - 1)), digits)


def refused(session: Games, reason: Reason, digits: Digits) -> None:
    """Ask for something that is refused for this reason, if the position offers it; otherwise for something else."""
    position = session.model.position
    own = [*points_of(position.pieces[position.to_move])]
    empty = [*points_of(position.pieces[EMPTY])]
    others = [*points_of(position.pieces[other(position.to_move)])]
    if reason == Reason.OPTION:
        session.ask(Request(Op.NEW, CaptureCode.NONE))
    elif reason == Reason.OVERLAP:
        north = digits(64)
        south = digits(64) & ~north
        for point in POINTS:  # the only one with pieces of both sides
            session.ask(load(north | 1 << point, south | 1 << point, 0))
    elif reason == Reason.MATERIAL:
        session.ask(_of_material(MOST + 1, FEWEST + digits(MOST), digits))
    elif reason == Reason.OVER:
        if digits(2):
            begin(session, CaptureCode.GROUP)
            session.ask(closing(besiege(session, of_six_pieces(), digits)))
        repeat(session, digits)
        last = session.model.position
        session.pick([PASSES, Request(Op.MOVE, origin=digits(32), target=digits(32)), *along_lines(last)], digits(256))
    elif reason == Reason.POINT:
        on_board = digits(len(POINTS))
        for beyond in (len(POINTS), len(POINTS) + digits(32 - len(POINTS))):  # the first one, and any
            session.ask(Request(Op.LIST, origin=beyond))
            session.ask(Request(Op.MOVE, origin=beyond, target=on_board))
            session.ask(Request(Op.MOVE, origin=on_board, target=beyond))
    elif reason == Reason.FROM:
        absent = [*empty, *others][digits(len(empty) + len(others))]
        session.ask(Request(Op.MOVE, origin=absent, target=digits(len(POINTS))))
    elif reason in (Reason.LINE, Reason.OCCUPIED):
        origin = own[digits(len(own))] if own else POINTS[0]
        wanted = BESIDE[origin] & ~position.pieces[EMPTY] if reason == Reason.OCCUPIED else ALL & ~BESIDE[origin]
        targets = [*points_of(wanted)] or [origin]
        session.ask(Request(Op.MOVE, origin=origin, target=targets[digits(len(targets))]))
    elif reason == Reason.PASS and not position.must_pass:
        session.ask(PASSES)
    else:
        plies = len(session.model.boards)
        session.ask(Request(Op.READ, back=plies + 1 + digits(3)))
        for _ in range(plies + 1 if digits(2) else 0):
            session.ask(TAKE_BACK)


def looks(session: Games, chosen: Choices) -> None:
    """lists and reads, in between and after the end; reads of as many turns ago as can be asked for"""
    for digits in chosen.rounds():
        for _ in range(digits(4)):
            turn(session, digits(256))
        if digits(8) == 7:
            repeat(session, digits)
        session.ask(Request(Op.READ, back=_far(session, digits)))
        session.ask(Request(Op.LIST, origin=digits(len(POINTS))))
        session.ask(Request(Op.READ, back=digits(1 + len(session.model.boards))))


def _far(session: Games, digits: Digits) -> int:
    """How many turns ago: a power of two, one more or less; all that there are, or one more; the most that fits."""
    plies, most = len(session.model.boards), (1 << index(session.model.history)) - 1
    powers = [1 << bit for bit in range(most.bit_length())]
    numbers = [plies, plies + 1, most, *(power + more for power in powers for more in (0, 1, -1))]
    return min(numbers[digits(len(numbers))], most)


def resets(session: Games, chosen: Choices) -> None:
    """resets in the middle of operations of every kind, and right after; then what shows whether anything is left"""
    for digits in chosen.rounds():
        begin(session, option := digits(3))
        # First, as there may be no more bytes then.
        way, which, cut, then, turns = digits(5), digits(256), digits(24), digits(3), digits(3)
        kinds = [NEW[CaptureCode.TRAPPED], TAKE_BACK, PASSES, Request(Op.LIST), Request(Op.READ, back=1)]
        if way == 0:
            kinds, cut = [closing(besiege(session, captures_by(option, digits), digits))], cut // 2
        elif way == 1:
            block(session, digits, True)
            kinds = [PASSES, besieged(of_one_group(1)[0], digits(2), digits)]
        elif way == 2:
            session.ask(closing(besiege(session, captures_by(option, digits), digits)))
            kinds = [TAKE_BACK, besieged(of_one_group(1)[0], 1, digits)]
        else:
            for _ in range(digits(6)):
                wander(session, digits)
            kinds += moves(session.model.position)[:1]
        session.ask(kinds[which * len(kinds) >> 8]._replace(cut=1 + cut))
        if then == 1:  # what would show what is left of before, without a new game
            block(session, digits, True)
            session.ask(PASSES)
        elif then == 2:
            session.ask(Request(Op.READ, back=_far(session, digits)))
            session.ask(TAKE_BACK)
        for _ in range(turns):
            turn(session, digits(256))


STRATEGIES: tuple[Strategy, ...] = (
    games,
    captures,
    several_groups,
    six_pieces,
    passes,
    repetitions,
    take_backs,
    loads,
    refusals,
    looks,
    resets,
    endings,
    whole_games,
)


def _has(group: str, *words: str) -> Callable[[Counts], bool]:
    """A situation of that group whose name has one of these words; without words, any."""
    return lambda counts: any(not words or {*words} & {*map(str, _parts(key))} for key in counts.get(group, ()))


def _parts(key: Hashable) -> tuple[Hashable, ...]:
    return key if isinstance(key, tuple) else (key,)


PURPOSES: Mapping[str, Callable[[Counts], bool]] = {
    "games": _has("steps"),
    "captures": _has("captured"),
    "several groups": _has("groups", "2", "3"),
    "six pieces": _has("captured", "6"),
    "passes": _has("passes"),
    "repetitions": _has("draws", "repetition"),
    "take backs": _has("taken back", "capture", "win"),
    "loads": _has("loads"),
    "refusals": _has("refusals"),
    "looks": _has("looks"),
    "resets": _has("resets"),
    "endings": _has("taken back", "length", "repetition", "capture", "win"),
    "whole games": lambda counts: counts["taken back"]["capture"] > 1,
}
