"""Properties of every game of the Globe.

Each property is one function, which raises if it does not hold. They implement the rules a second time, in the slow and
obvious way: by looking at the whole board, a text of 21 letters here, by counting the whole game again, or by playing
on a turned board.
"""

from __future__ import annotations

from collections.abc import Iterator

from goldenrules.globe import (
    FEWEST,
    LETTERS,
    NAMES,
    NEIGHBOURS,
    PASS,
    POINTS,
    REPETITION,
    Capture,
    End,
    Point,
    Position,
    Refused,
    Side,
    Step,
    Turn,
    other,
    read_board,
    read_move,
    replay,
    write_board,
    write_game,
    write_move,
)

from loopline.games.checks import Disagreement, Property, leaves_nothing_behind
from loopline.games.globe.record import Record, games, symmetry, texts


def take_back(record: Record) -> None:
    """Check that a turn taken back, or a move refused, leaves nothing behind."""
    leaves_nothing_behind(record, _tried, lambda _, move: move)


def _tried(position: Position) -> Iterator[str]:
    for move in (PASS, *_EVERY_STEP):
        _reason(position, move)
    yield "some move"


def written_and_read(record: Record) -> None:
    """Check that moves, boards and whole games are read as they were written."""
    for position in record.play():
        if write_board(*read_board(position.board)) != position.board:
            raise Disagreement(f"the board {position.board} changes when it is written and read")
        move = position.turns[-1].move
        if read_move(position, write_move(position, move)) != move:
            raise Disagreement(f"{write_move(position, move)} is read as another move")
    position = record.position()
    again = replay(write_game(position))
    if again != position or again.turns != position.turns:
        raise Disagreement("the game changes when it is written and read")


def legal_moves(record: Record) -> None:
    """Check that a step along a line from an own piece to an empty point is legal; a pass if the side cannot move."""
    for position in record.positions():
        board, mover = position.board, LETTERS[position.to_move]
        steps = {
            f"{NAMES[origin]}-{NAMES[target]}"
            for origin in POINTS
            for target in NEIGHBOURS[origin]
            if board[origin] == mover and board[target] == "."
        }
        expected = set() if position.over else steps or {PASS}
        found = texts(position)
        if set(found) != expected:
            raise Disagreement(f"legal are {sorted(expected)}, the model says {found}")
        if (_reason(position, PASS) is None) != (expected == {PASS}):
            raise Disagreement("a pass is legal and should not be, or the other way round")
    position = record.position()
    for origin in POINTS:
        for target in POINTS:
            move = write_move(position, Step(origin, target))
            if _reason(position, move) != _expected_reason(position, origin, target):
                raise Disagreement(f"{move} is refused for another reason: {_reason(position, move) or 'none'}")


_EVERY_STEP = [str(Step(origin, target)) for origin in POINTS for target in POINTS]


def _reason(position: Position, move: str) -> str | None:
    """Return why a move is refused; a legal one is played and taken back."""
    try:
        position.play(move)
    except Refused as refused:
        return refused.reason
    position.take_back()
    return None


def _expected_reason(position: Position, origin: Point, target: Point) -> str | None:
    """Return the reason by RULES 5.7, in this order."""
    board = position.board
    reasons = {
        "over": position.over,
        "from": board[origin] != LETTERS[position.to_move],
        "line": target not in NEIGHBOURS[origin],
        "occupied": board[target] != ".",
    }
    return next((reason for reason, applies in reasons.items() if applies), None)


def captures(record: Record) -> None:
    """Check that captures are those found by looking at every enemy piece, and that nothing else leaves the board."""
    board = record.board
    for position in record.play():
        turn = position.turns[-1]
        after = _stepped(board, turn)
        expected = _captured(record.rules.capture, board, after, other(turn.mover)) if turn.move else set()
        found = [point for part in turn.captured for point in part]
        if sorted(found) != sorted(expected):
            raise Disagreement(f"{turn} captures {_names(expected)}, the model says {_names(found)}")
        if position.board != "".join("." if point in expected else after[point] for point in POINTS):
            raise Disagreement(f"{turn} leaves another board than it should: {position.board}")
        if any(set(part) != _group(after, part[0]) for part in turn.captured if record.rules.capture == Capture.GROUP):
            raise Disagreement(f"{turn}: what is captured is not named group by group")
        board = position.board


def _stepped(board: str, turn: Turn) -> str:
    letters = list(board)
    if turn.move:
        letters[turn.move.target], letters[turn.move.origin] = letters[turn.move.origin], "."
    return "".join(letters)


def _captured(rule: Capture, before: str, after: str, enemy: Side) -> set[Point]:
    """Return what is captured by RULES 5.3."""
    pieces = [point for point in POINTS if after[point] == LETTERS[enemy]]
    if rule == Capture.GROUP:
        return {piece for piece in pieces if not any(_is_free(after, friend) for friend in _group(after, piece))}
    if rule == Capture.PIECE:
        mover = LETTERS[other(enemy)]
        return {piece for piece in pieces if all(after[point] == mover for point in NEIGHBOURS[piece])}
    return {piece for piece in pieces if _is_free(before, piece) and not _is_free(after, piece)}


def _is_free(board: str, point: Point) -> bool:
    return any(board[beside] == "." for beside in NEIGHBOURS[point])


def _group(board: str, point: Point) -> set[Point]:
    found = [point]
    for member in found:
        found += [beside for beside in NEIGHBOURS[member] if board[beside] == board[point] and beside not in found]
    return set(found)


def _names(points: set[Point] | list[Point]) -> str:
    return " ".join(NAMES[point] for point in sorted(points)) or "nothing"


def ends(record: Record) -> None:
    """Check wins and draws by counting again from the last capture (RULES 5.5)."""
    seen = [(record.board, record.to_move)]
    for position in record.play():
        turn = position.turns[-1]
        if turn.captured:
            seen = []
        seen.append((position.board, position.to_move))
        occurrence, end = seen.count(seen[-1]), None
        if position.board.count(LETTERS[position.to_move]) < FEWEST:
            occurrence, end = 0, End.WIN
        elif occurrence == REPETITION:
            end = End.REPETITION
        elif len(seen) > record.rules.history:
            end = End.LENGTH
        if (turn.occurrence, turn.end, position.end) != (occurrence, end, end):
            raise Disagreement(f"{turn}: occurrence {occurrence}, {end}; the model: {turn.occurrence}, {turn.end}")
        if position.winner != (turn.mover if end == End.WIN else None):
            raise Disagreement(f"{turn}: the model's winner is {position.winner}")


def turned_board(record: Record, symmetry: tuple[Point, ...]) -> None:
    """Check that the same game on a board that is turned or mirrored is the same game."""

    def image(move: str) -> str:
        step = read_move(None, move)
        return write_move(None, Step(symmetry[step.origin], symmetry[step.target]) if step else None)

    board = "".join(record.board[symmetry.index(point)] for point in POINTS)
    twin = Record(tuple(map(image, record.moves)), record.rules, board, record.to_move)
    for position, mirrored in zip(record.positions(), twin.positions(), strict=True):
        if position.key(symmetric=True) != mirrored.key(symmetric=True):
            raise Disagreement("on the turned board the key differs")
        if {*map(image, texts(position))} != {*texts(mirrored)}:
            raise Disagreement("on the turned board other moves are legal")
        if _result_of(position) != _result_of(mirrored):
            raise Disagreement(f"on the turned board the game goes on differently: {_result_of(mirrored)}")


def sides_swapped(record: Record) -> None:
    """Check that the same game with the sides' pieces swapped is the same game."""
    board = record.board.translate(str.maketrans("ns", "sn"))
    twin = Record(record.moves, record.rules, board, other(record.to_move))
    for position, swapped in zip(record.positions(), twin.positions(), strict=True):
        if position.legal_moves() != swapped.legal_moves():
            raise Disagreement("with the sides swapped other moves are legal")
        if _result_of(position) != _result_of(swapped) or (position.winner == swapped.winner) != (
            position.winner is None
        ):
            raise Disagreement(f"with the sides swapped the game goes on differently: {_result_of(swapped)}")


def _result_of(position: Position) -> tuple[object, ...]:
    """Return the result of a turn, independent of side and board orientation."""
    last = position.turns[-1:]
    return tuple((sorted(map(len, turn.captured)), turn.occurrence, turn.end) for turn in last)


_GAMES = games()

PROPERTIES = (
    Property("take-back leaves nothing behind", take_back, {"record": _GAMES}),
    Property("what is written is read", written_and_read, {"record": _GAMES}),
    Property("legal moves, from scratch", legal_moves, {"record": _GAMES}),
    Property("captures, from scratch", captures, {"record": _GAMES}),
    Property("ends, from scratch", ends, {"record": _GAMES}),
    Property("turned and mirrored boards", turned_board, {"record": _GAMES, "symmetry": symmetry}),
    Property("sides swapped", sides_swapped, {"record": _GAMES}),
)
