"""Requests that are refused, for each reason, and positions of which some may not be loaded."""

from __future__ import annotations

from goldenrules.globe import ALL, BESIDE, EMPTY, FEWEST, MOST, POINTS, other, points_of

from loopline.games.globe.protocol import CaptureCode, Op, Reason, Request
from loopline.games.globe.requests import PASSES, TAKE_BACK
from loopline.games.globe.strategies.building_blocks import (
    DISTANCES,
    Games,
    along_lines,
    begin,
    besiege,
    block,
    closing,
    load,
    of_six_pieces,
    repeat,
    spread,
    turn,
)
from loopline.games.strategy import Choices, Digits


def loads(session: Games, chosen: Choices) -> None:
    """Load positions of every material, some against the rules, and with pieces that could have been captured."""
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
    """Return a board with these numbers of pieces; in one of eight, a point has pieces of both sides."""
    to_move, both, first = digits(2), digits(8) == 7, digits(len(POINTS))
    request = spread(north, south, to_move, first, digits(len(DISTANCES)))
    return request._replace(board=request.board | (1 << len(POINTS) | 1) << first) if both else request


def refusals(session: Games, chosen: Choices) -> None:
    """Ask for what is refused, for every reason, with others behind it."""
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
