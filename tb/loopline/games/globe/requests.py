"""Requests to a Globe engine: those of a position, and how they are written.

`new:G`, `load:nnnnn.s.ssssn.s......:n`, `N3-C1`, `pass`, `undo`, `list:N3`, `read:2`. Values that the rules have no
word for are written too: an invalid point by its number, a point with pieces of both sides as `2`, an invalid option as
`?`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from goldenrules.globe import LETTERS, NAMES, PASS, POINT, POINTS, START, Position, Step

from loopline.games.globe.protocol import CAPTURES, CaptureCode, Op, Request, SideCode, board_in_words, point_in_words

NEW = {option: Request(Op.NEW, option) for option in CAPTURES}
PASSES, TAKE_BACK = Request(Op.PASS), Request(Op.TAKE_BACK)

_WORDS = {PASS: PASSES, "undo": TAKE_BACK}
_OPTIONS = {**{str(capture): code for code, capture in CAPTURES.items()}, "?": CaptureCode.NONE}
_BOARD = re.compile(rf"([{LETTERS}2]{{{len(POINTS)}}}):([ns])")


def moves(position: Position) -> list[Request]:
    """Return the legal moves; none, if the game is over."""
    return [request_of(step) for step in position.legal_moves()]


def request_of(step: Step | None) -> Request:
    """Return the request for a step, or for a pass."""
    return Request(Op.MOVE, origin=step.origin, target=step.target) if step else PASSES


def word(request: Request) -> str:
    """Return the request as one word of a script, which `step` reads."""
    op = request.op
    if op == Op.MOVE:
        return f"{_point(request.origin)}-{_point(request.target)}"
    if op == Op.NEW:
        return "new:" + next(name for name, code in _OPTIONS.items() if code == request.option)
    if op == Op.LOAD:
        return f"load:{board_in_words(request.board)}:{'s' if request.to_move else 'n'}"
    if op == Op.LIST:
        return f"list:{_point(request.origin)}"
    return f"read:{request.back}" if op == Op.READ else next(word for word, named in _WORDS.items() if named.op == op)


def _point(point: int) -> str:
    return point_in_words(point).partition(",")[0]


def step(word: str) -> Request:
    """Return the request that a word means. Raise ValueError if it means none."""
    if word in _WORDS:
        return _WORDS[word]
    op, colon, rest = word.partition(":")
    if op == "new" and rest in _OPTIONS:
        return Request(Op.NEW, _OPTIONS[rest])
    if op == "load" and (match := _BOARD.fullmatch(rest)):
        return Request(Op.LOAD, to_move=SideCode.SOUTH if match[2] == "s" else SideCode.NORTH, board=_board(match[1]))
    if op == "list":
        return Request(Op.LIST, origin=_number(rest, word))
    if op == "read" and re.fullmatch("[0-9]{1,5}", rest):
        return Request(Op.READ, back=int(rest))
    origin, dash, target = word.partition("-")
    if colon or not dash:
        raise ValueError(
            f"{word!r} is not a request; requests look like N3-C1, pass, undo, new:G, load:BOARD:n, list:N3, read:2"
        )
    return Request(Op.MOVE, origin=_number(origin, word), target=_number(target, word))


def opening(options: Mapping[str, str], history: int) -> Iterator[Request]:
    """Yield the options of a game file as requests to an engine with such a history.

    Raise ValueError for unknown options, or another history.
    """
    if unknown := options.keys() - {"capture", "history", "board", "side"}:
        raise ValueError(
            f"{min(unknown)!r} is not an option; a game begins with capture=, history=, board=, side=, or none"
        )
    if options.get("history", str(history)) != str(history):
        raise ValueError(
            f"its history is {options['history']}, the design's {history}: --board history=… builds another"
        )
    if "capture" in options:
        yield step(f"new:{options['capture']}")
    if "board" in options or "side" in options:
        yield step(f"load:{options.get('board', START)}:{options.get('side', 'n')}")


def _number(name: str, word: str) -> int:
    """Return the number of a point; invalid ones are written as 21 to 31."""
    if name in POINT:
        return POINT[name]
    if re.fullmatch("2[1-9]|3[01]", name):
        return int(name)
    raise ValueError(f"{name!r} in {word!r} is not a point; points are {' '.join(NAMES)}")


def _board(letters: str) -> int:
    board = 0
    for point, letter in enumerate(letters):
        board |= (letter in "n2") << len(POINTS) + point | (letter in "s2") << point
    return board
