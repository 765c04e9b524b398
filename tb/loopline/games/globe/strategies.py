"""Scripts that go where bugs are: built, never filtered. Every byte means something, a smaller one something simpler.

What a strategy is for it does once at least, by its first choices; the bytes that follow add to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from goldenrules.globe import ALL, BESIDE, EMPTY, FEWEST, MOST, POINTS, End, Position, Step, mask_of, other, points_of

from loopline.games.choices import Choices, Digits
from loopline.games.globe.engine import Engine
from loopline.games.globe.protocol import CAPTURES, CaptureCode, Op, Reason, Request
from loopline.games.globe.requests import NEW, PASSES, TAKE_BACK, moves
from loopline.games.globe.sieges import Siege, blocked, load, of_groups, of_one_group, of_six_pieces
from loopline.games.session import Session

Games = Session[Request, Engine]
Strategy = Callable[[Games, Choices], None]

#: The number of bytes for one round of what a strategy is for.
_ROUND = 12


def rounds(chosen: Choices) -> Iterator[Digits]:
    """At least one round, from the first choices."""
    yield chosen.digits
    for at in range(0, len(chosen.turns) - _ROUND + 1, _ROUND):
        yield Digits(chosen.turns[at : at + _ROUND])


def begin(session: Games, option: int) -> None:
    """A game by this option; the present one goes on if it is."""
    if session.model.position.rules.capture != CAPTURES[option]:
        session.ask(NEW[CaptureCode(option)])


def turn(session: Games, choice: int) -> None:
    """A legal move, or another game."""
    session.pick(moves(session.model.position) or [NEW[CaptureCode(choice % 3)]], choice)


def besiege(session: Games, sieges: Sequence[Siege], digits: Digits) -> Siege:
    siege = sieges[digits(len(sieges))]
    session.ask(siege.load(digits(2), digits))
    return siege


def of_a_group(option: int, digits: Digits) -> Sequence[Siege]:
    """Sieges that capture something by this option: single pieces, two or three as well, or a group."""
    if option == CaptureCode.PIECE:
        number = 1 + digits(3)
        return [siege for siege in of_groups(number) if siege.captured.bit_count() == number]
    return of_one_group(1 + digits(MOST))


# --- quiet turns ------------------------------------------------------------------------------------------------------


def wander(session: Games, digits: Digits) -> None:
    """A turn that captures nothing and leads to a new position, if there is one."""
    position = session.model.position
    found = moves(position)
    start = digits(len(found)) if found else 0
    if found:
        session.ask(min(found[start:] + found[:start], key=lambda move: _noise(position, move)))


def _noise(position: Position, move: Request) -> tuple[bool, int]:
    turn = position.play_pass() if move.op == Op.PASS else position.play(*_points(move))
    position.take_back()
    return bool(turn.captured), turn.occurrence


def _points(move: Request) -> Step:
    return Step(POINTS[move.origin], POINTS[move.target])


def shuttle(session: Games, digits: Digits) -> bool:
    """Both sides step to and fro: after four turns the position is there again. Returns whether that is possible."""
    position, here = session.model.position, session.model.board
    found = moves(position)
    start = digits(len(found)) if found else 0
    for move in found[start:] + found[:start]:
        for way in _to_and_fro(position, move, digits(7)):
            if _ends_at(position, way, here):
                for one in way:
                    session.ask(one)
                return True
    return False


def _to_and_fro(position: Position, move: Request, start: int) -> list[list[Request]]:
    """The move, each answer, and both reversed."""
    _do(position, move)
    answers = moves(position)
    position.take_back()
    return [[move, one, _back(move), _back(one)] for one in answers[start:] + answers[:start]]


def _back(move: Request) -> Request:
    return move._replace(origin=move.target, target=move.origin)


def _do(position: Position, move: Request) -> None:
    if move.op == Op.PASS:
        position.play_pass()
    else:
        position.play(*_points(move))


def _ends_at(position: Position, way: Sequence[Request], board: int) -> bool:
    """Are all of these legal, is the game not over before the last, and is the board this one then?"""
    played = 0
    for move in way:
        if move not in moves(position):
            break
        _do(position, move)
        played += 1
    _, north, south = position.pieces
    there = played == len(way) and north << len(POINTS) | south == board
    for _ in range(played):
        position.take_back()
    return there


# --- the strategies ---------------------------------------------------------------------------------------------------


def games(session: Games, chosen: Choices) -> None:
    """legal games by all three options, to the end, one after the other"""
    if option := chosen.digits(4):
        session.ask(NEW[CaptureCode(option - 1)])
    for choice in chosen.turns:
        turn(session, choice)
    turn(session, 0)


def captures(session: Games, chosen: Choices) -> None:
    """one group captured, of every size, by each option; then the game goes on"""
    for digits in rounds(chosen):
        begin(session, option := digits(3))
        session.ask(besiege(session, of_a_group(option, digits), digits).step)
        for _ in range(digits(4)):
            turn(session, digits(256))


def several_groups(session: Games, chosen: Choices) -> None:
    """two groups captured by one step; or three, of which two were caught before"""
    _by_one_step(session, chosen, lambda digits: of_groups(2 + digits(4) // 3))


def six_pieces(session: Games, chosen: Choices) -> None:
    """six pieces captured by one step"""
    _by_one_step(session, chosen, lambda _: of_six_pieces())


def _by_one_step(session: Games, chosen: Choices, sieges: Callable[[Digits], Sequence[Siege]]) -> None:
    for digits in rounds(chosen):
        begin(session, CaptureCode.GROUP)
        siege = besiege(session, sieges(digits), digits)
        session.ask(siege.step)
        if digits(2):
            session.ask(TAKE_BACK)
            turn(session, digits(256))


def passes(session: Games, chosen: Choices) -> None:
    """positions without a move, what may be tried instead of passing, and draws by passing"""
    for digits in rounds(chosen):
        option = (CaptureCode.PIECE, CaptureCode.TRAPPED, CaptureCode.GROUP)[digits(3)]
        begin(session, option)
        _block(session, digits, True)
        if digits(2):
            session.pick(_along_lines(session.model.position), digits(256))
        session.ask(PASSES)
        if digits(2):
            session.ask(PASSES)
        if digits(2):
            session.ask(TAKE_BACK)
            session.ask(PASSES)
        if option != CaptureCode.GROUP and digits(2):
            _pass_on(session)


def _block(session: Games, digits: Digits, to_move: bool) -> None:
    """One side has no move: the one to move, or the other."""
    group, wall = blocked()[digits(len(blocked()))]
    free = [*points_of(ALL & ~(group | wall))]
    wall |= 1 << free[digits(len(free))]
    session.ask(load(group, wall, digits(2)) if to_move else load(wall, group, digits(2)))


def _along_lines(position: Position) -> list[Request]:
    """Asked whether the way is free or not."""
    return [
        Request(Op.MOVE, origin=origin, target=target)
        for origin in points_of(position.pieces[position.to_move])
        for target in points_of(BESIDE[origin])
    ]


def _pass_on(session: Games) -> None:
    """The other side steps to and fro, as long as it may."""
    position = session.model.position
    steps = [move for move in moves(position) if move.op == Op.MOVE]
    quiet = [move for move in steps if _leaves_them_blocked(position, move)]
    for move in [*quiet[:1], *(map(_back, quiet[:1]))] * 4:
        if move in moves(position):
            session.ask(move)
        if position.must_pass:
            session.ask(PASSES)


def _leaves_them_blocked(position: Position, move: Request) -> bool:
    _do(position, move)
    blocked = position.must_pass
    position.take_back()
    return blocked


def repetitions(session: Games, chosen: Choices) -> None:
    """a position for the third time: as soon as can be, later, after captures and after taking back"""
    for digits in rounds(chosen):
        begin(session, digits(3))
        way = digits(4)
        if way & 2:
            session.ask(besiege(session, of_one_group(1 + digits(3)), digits).step)
            if session.model.position.over:
                session.ask(TAKE_BACK)
        if way & 1:
            for _ in range(1 + digits(2)):
                away_and_back(session, digits, digits(min(24, 1 + session.model.position.rules.history // 16)))
        repeat(session, digits)


def away_and_back(session: Games, digits: Digits, turns: int) -> None:
    """Both sides walk away and come back the same way. Neither steps where the other has been, so the way back is
    free."""
    way: list[Request] = []
    paths: tuple[set[int], set[int]] = set(), set()
    for number in range(2 * turns):
        step = _fresh_step(session.model.position, paths[1 - number % 2], digits)
        if step is None:
            break
        way.append(step)
        paths[number % 2].update((step.origin, step.target))
        session.ask(step)
    for number in reversed(range(0, len(way) - 1, 2)):
        for step in map(_back, way[number : number + 2]):
            if step in moves(session.model.position):
                session.ask(step)


def _fresh_step(position: Position, taboo: Collection[int], digits: Digits) -> Request | None:
    """A step that captures nothing, leads to a new position, and not to one of those points."""
    found = [move for move in moves(position) if move.op == Op.MOVE and move.target not in taboo]
    start = digits(len(found)) if found else 0
    return next((move for move in found[start:] + found[:start] if _noise(position, move) == (False, 1)), None)


def repeat(session: Games, digits: Digits) -> None:
    """Repeat until the game is drawn; from the start if there is no way here. Going to and fro twice takes eight turns;
    with a shorter history the game is drawn by its length first."""
    if session.model.history < 8:
        to_the_end(session, digits)
    while not session.model.position.over:
        if not shuttle(session, digits):
            session.ask(NEW[CaptureCode.GROUP])
        elif digits(4) == 3:
            session.ask(TAKE_BACK)
            turn(session, digits(256))


def lengths(session: Games, chosen: Choices) -> None:
    """so many turns without a capture that the game is drawn, and what may be tried then"""
    digits, more = chosen.digits, Digits(chosen.turns)
    begin(session, option := digits(3))
    if digits(2):
        session.ask(besiege(session, of_one_group(1 + digits(3)), digits).step)
        to_the_end(session, more)
        if session.model.position.end == End.WIN:
            session.ask(NEW[CaptureCode(option)])
    if digits(2):
        to_the_end(session, more, 8)
        for _ in range(2):
            shuttle(session, digits)  # at the third occurrence the game has reached its length
    to_the_end(session, more)
    session.ask(PASSES)
    for _ in range(digits(3)):
        session.ask(TAKE_BACK)
        wander(session, more)


def to_the_end(session: Games, digits: Digits, before: int = 0) -> None:
    """Quiet turns, as long as there are any, until this many are left before the length is reached."""
    while not session.model.position.over and session.model.position.quiet < session.model.history - before:
        wander(session, digits)


def quiet(session: Games, chosen: Choices) -> None:
    """a game that fills the history: what takes an engine longest"""
    begin(session, chosen.digits(3))
    for choice in chosen.turns:
        wander(session, Digits(bytes([choice])))


def take_backs(session: Games, chosen: Choices) -> None:
    """turns taken back, across captures too; and what was before a capture counts again"""
    for digits in rounds(chosen):
        begin(session, option := digits(3))
        several = option != CaptureCode.PIECE and digits(2)
        siege = besiege(session, of_groups(2) if several else of_a_group(option, digits), digits)
        came_again = digits(2) and shuttle(session, digits)
        session.ask(siege.step)
        for _ in range(digits(4)):
            wander(session, digits)
        for _ in range(len(session.model.boards) - 4 * came_again + digits(2)):
            session.ask(TAKE_BACK)
        if came_again:
            shuttle(session, digits)
        turn(session, digits(256))
        if digits(8) == 7:
            _capture_often(session, digits)


def _capture_often(session: Games, digits: Digits) -> None:
    """A game with as many captures as can be, each of one piece and after a quiet turn; all of it is taken back."""
    session.ask(NEW[CaptureCode.TRAPPED])
    position = session.model.position
    while not position.over and len(position.turns) < _LONG:
        takes = [move for move in moves(position) if _takes_one(position, move)] if position.quiet else []
        session.ask(takes[digits(len(takes))]) if takes else wander(session, digits)
    for _ in range(len(session.model.boards)):
        session.ask(TAKE_BACK)


#: So many turns at most.
_LONG = 64


def _takes_one(position: Position, move: Request) -> bool:
    _do(position, move)
    turn = position.take_back()
    return sum(map(len, turn.captured)) == 1 and turn.end is None


def loads(session: Games, chosen: Choices) -> None:
    """positions of every material, of which some may not be loaded, and with pieces that could have been captured"""
    for digits in rounds(chosen):
        begin(session, digits(3))
        session.ask(_of_material(FEWEST - 1, FEWEST + digits(MOST - 1), digits))
        session.ask(_of_material(FEWEST + digits(MOST - 1), digits(len(POINTS) - MOST), digits))
        session.ask(_of_material(FEWEST + digits(4), FEWEST + digits(4), digits))
        turn(session, digits(256))
        _block(session, digits, False)
        turn(session, digits(256))


def _of_material(north: int, south: int, digits: Digits) -> Request:
    """A board with this many pieces of each side; in one of eight, a point has pieces of both."""
    to_move, both, first, distance = digits(2), digits(8) == 7, digits(len(POINTS)), _DISTANCES[digits(len(_DISTANCES))]
    pieces = [POINTS[(first + distance * number) % len(POINTS)] for number in range(north + south)]
    board = load(mask_of(pieces[:north]), mask_of(pieces[north:]), 0)._replace(to_move=to_move)
    return board._replace(board=board.board | (1 << len(POINTS) | 1) << pieces[0]) if both else board


#: Steps through all points, one by one.
_DISTANCES = (1, 2, 4, 5, 8, 10)


def refusals(session: Games, chosen: Choices) -> None:
    """requests that are refused, for every reason, with others behind it"""
    for number, digits in enumerate(rounds(chosen)):
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
        session.ask(load(1 | digits(64), 1 | digits(64), 0))
    elif reason == Reason.MATERIAL:
        session.ask(_of_material(MOST + 1, FEWEST + digits(MOST), digits))
    elif reason == Reason.OVER:
        if digits(2):
            begin(session, CaptureCode.GROUP)
            session.ask(besiege(session, of_six_pieces(), digits).step)
        repeat(session, digits)
        last = session.model.position
        session.pick([PASSES, _any_move(digits), *_along_lines(last)], digits(256))
    elif reason == Reason.POINT:
        way, beyond = digits(3), len(POINTS) + digits(32 - len(POINTS))
        on_board = digits(len(POINTS))
        if way == 2:
            session.ask(Request(Op.LIST, origin=beyond))
        else:
            points = (beyond, on_board) if way else (on_board, beyond)
            session.ask(Request(Op.MOVE, origin=points[0], target=points[1]))
    elif reason == Reason.FROM:
        nobody = [*empty, *others][digits(len(empty) + len(others))]
        session.ask(Request(Op.MOVE, origin=nobody, target=digits(len(POINTS))))
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


def _any_move(digits: Digits) -> Request:
    return Request(Op.MOVE, origin=digits(32), target=digits(32))


def looks(session: Games, chosen: Choices) -> None:
    """lists and reads, in between and after the end"""
    for digits in rounds(chosen):
        for _ in range(digits(4)):
            turn(session, digits(256))
        if digits(8) == 7:
            repeat(session, digits)
        plies = len(session.model.boards)
        powers = [1 << bit for bit in range(plies.bit_length())]
        session.ask(Request(Op.READ, back=powers[digits(len(powers))] if powers and digits(2) else digits(1 + plies)))
        session.ask(Request(Op.LIST, origin=digits(len(POINTS))))


def resets(session: Games, chosen: Choices) -> None:
    """resets in the middle of operations of every kind"""
    for digits in rounds(chosen):
        begin(session, digits(3))
        kinds = [NEW[CaptureCode.TRAPPED], TAKE_BACK, PASSES, Request(Op.LIST), Request(Op.READ, back=1)]
        way = digits(4)
        if way == 0:
            kinds = [besiege(session, of_groups(2), digits).step]
        elif way == 1:
            _block(session, digits, True)
            kinds = [PASSES, of_one_group(1)[0].load(0, digits)]
        else:
            for _ in range(digits(6)):
                wander(session, digits)
            kinds += moves(session.model.position)[:1]
        session.ask(kinds[digits(len(kinds))]._replace(cut=1 + digits(24)))
        for _ in range(digits(3)):
            turn(session, digits(256))


#: With a history longer than this, only few games reach its length.
LONGEST = 128


def strategies(history: int) -> tuple[Strategy, ...]:
    return (*STRATEGIES, lengths) if history <= LONGEST else STRATEGIES


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
)
