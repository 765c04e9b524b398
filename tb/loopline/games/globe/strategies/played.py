"""Games as they are played, with captures, passes, repetitions, looks, and resets."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goldenrules.globe import POINTS

from loopline.games.globe.protocol import CaptureCode, Op, Request, index
from loopline.games.globe.requests import NEW, PASSES, TAKE_BACK, moves
from loopline.games.globe.strategies.building_blocks import (
    Games,
    Siege,
    along_lines,
    away_and_back,
    begin,
    besiege,
    besieged,
    block,
    captures_by,
    closing,
    of_groups,
    of_one_group,
    of_six_pieces,
    repeat,
    shuttle,
    turn,
    wander,
)
from loopline.games.globe.strategies.endings import come_back_without_a_piece
from loopline.games.strategy import Choices, Digits
from loopline.resets import mostly_in


def games(session: Games, chosen: Choices) -> None:
    """Play legal games, one after the other: the first by the option after a reset, or by any of the three."""
    if option := chosen.digits(4):
        session.ask(NEW[CaptureCode(option - 1)])
    for choice in chosen.turns:
        turn(session, choice)
    turn(session, 0)


def captures(session: Games, chosen: Choices) -> None:
    """Capture one group, of every size, by each option; then go on."""
    for digits in chosen.rounds():
        begin(session, option := digits(3))
        session.ask(closing(besiege(session, captures_by(option, digits), digits)))
        for _ in range(digits(4)):
            turn(session, digits(256))


def several_groups(session: Games, chosen: Choices) -> None:
    """Capture two groups by one step; or three, of which two were caught before."""
    _by_one_step(session, chosen, lambda digits: of_groups(2 + digits(4) // 3))


def six_pieces(session: Games, chosen: Choices) -> None:
    """Capture six pieces by one step."""
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
    """Load positions without a move, and try what may be tried instead of passing."""
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
    """Reach a position for the third time: as soon as possible, later, after captures and after taking back."""
    for digits in chosen.rounds():
        begin(session, option := digits(3))
        # 0, 4: at once; 1, 3: walk away and come back before; 2, 3: after a capture; from 5 on: across a capture.
        way = digits(8)
        if way > 4:
            come_back_without_a_piece(session, option, digits)
        elif way & 2:
            session.ask(closing(besiege(session, of_one_group(1 + digits(3)), digits)))
        if session.model.position.over:
            session.ask(TAKE_BACK)
        if way in (1, 3):
            for _ in range(1 + digits(2)):
                away_and_back(session, digits, digits(min(24, 1 + session.model.position.rules.history // 16)))
        repeat(session, digits)


def quiet(session: Games, chosen: Choices) -> None:
    """Fill the history, which takes an engine longest."""
    begin(session, chosen.digits(3))
    for choice in chosen.turns:
        wander(session, Digits(bytes([choice])))


def take_backs(session: Games, chosen: Choices) -> None:
    """Take turns back, across captures too; what was before a capture counts again."""
    for digits in chosen.rounds():
        begin(session, option := digits(3))
        several = option != CaptureCode.PIECE and digits(2)
        siege = besiege(session, of_groups(2) if several else captures_by(option, digits), digits)
        came_again = digits(2) and shuttle(session, digits)
        session.ask(closing(siege))
        for _ in range(digits(4)):
            wander(session, digits)
        # The four turns of the shuttle stay on the board.
        for _ in range(len(session.model.boards) - 4 * came_again + digits(2)):
            session.ask(TAKE_BACK)
        if came_again:
            shuttle(session, digits)
        turn(session, digits(256))


def looks(session: Games, chosen: Choices) -> None:
    """List and read, in between and after the end; read back to the most turns that can be asked for."""
    for digits in chosen.rounds():
        for _ in range(digits(4)):
            turn(session, digits(256))
        if digits(8) == 7:
            repeat(session, digits)
        session.ask(Request(Op.READ, back=_far(session, digits)))
        session.ask(Request(Op.LIST, origin=digits(len(POINTS))))
        session.ask(Request(Op.READ, back=digits(1 + len(session.model.boards))))


def _far(session: Games, digits: Digits) -> int:
    """Return a number of turns to look back.

    A power of two, one more or less; all that there are, or one more; the most that fits.
    """
    plies, most = len(session.model.boards), (1 << index(session.model.history)) - 1
    powers = [1 << bit for bit in range(most.bit_length())]
    numbers = [plies, plies + 1, most, *(power + more for power in powers for more in (0, 1, -1))]
    return min(numbers[digits(len(numbers))], most)


def resets(session: Games, chosen: Choices) -> None:
    """Reset in the middle of operations of every kind, or at any other moment; then look for remains."""
    for digits in chosen.rounds():
        begin(session, option := digits(3))
        # First, as the bytes may be used up then.
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
        for reset in mostly_in(1 + cut, len(session.steps)):
            session.ask(kinds[which * len(kinds) >> 8]._replace(cut=reset.cut))
        if then == 1:  # shows what is left of the game before, without a new game
            block(session, digits, True)
            session.ask(PASSES)
        elif then == 2:
            session.ask(Request(Op.READ, back=_far(session, digits)))
            session.ask(TAKE_BACK)
        for _ in range(turns):
            turn(session, digits(256))
