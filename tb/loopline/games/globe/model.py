"""The golden rules behind the streams of an engine, event by event."""

from __future__ import annotations

from collections.abc import Callable

from goldenrules.globe import (
    EMPTY,
    NORTH,
    POINTS,
    SOUTH,
    Point,
    Position,
    Refused,
    Rules,
    Turn,
    beside,
    mask_of,
    write_board,
)

from loopline.games.globe.protocol import (
    CAPTURES,
    CaptureCode,
    Event,
    Op,
    Reason,
    Request,
    Response,
    halves,
    points_in_words,
    result_code,
    side_code,
)
from loopline.games.model import EngineModel

#: An event without its number.
Happening = tuple[int, int, int]
#: plies, quiet, board, to move, option, occurrence, result: the fields of the state beside the control.
Shown = tuple[int, int, int, int, int, int, int]


class Engine(EngineModel[Request]):
    """The golden model of a Globe engine: a position, and what its port has still to show."""

    def __init__(self, history: int) -> None:
        self.history = history
        self.reset()

    def reset(self) -> None:
        """Begin as after a reset: a game by the capture of groups, and nothing due."""
        self._begin_game(CaptureCode.GROUP)
        self._finish([])

    def _begin_game(self, option: int) -> None:
        self._option = option
        self.position = Position(Rules(CAPTURES[option], self.history))
        #: As it was before each turn.
        self.boards: list[int] = []

    @property
    def board(self) -> int:
        """The pieces of both sides as the board field has them: North's bits above South's."""
        _, north, south = self.position.pieces
        return north << len(POINTS) | south

    def _finish(self, events: list[list[Happening]], points: int = 0) -> None:
        """End an operation that may have changed the game: its events come in groups, those of a group in any order."""
        position = self.position
        _, north, south = position.pieces
        self._after: Shown = (
            len(position.turns),
            position.quiet,
            self.board,
            side_code(position.to_move),
            self._option,
            position.turns[-1].occurrence if position.turns else 1,
            result_code(position.end, position.winner),
        )
        self._counts = north.bit_count(), south.bit_count(), int(position.must_pass)
        self._answers(events, points=points)

    def _answers(
        self, events: list[list[Happening]], reason: int = 0, points: int = 0, board: int | None = None
    ) -> None:
        """Answer with how the game stands, after these events. `board`: an earlier one that is read."""
        self._due = events
        if not events:
            self._shown: Shown = self._after
        plies, quiet, now, to_move, option, occurrence, result = self._after
        norths, souths, must_pass = self._counts
        self._answer = Response(
            reason,
            points,
            now if board is None else board,
            norths,
            souths,
            to_move,
            must_pass,
            option,
            occurrence,
            result,
            plies,
            quiet,
        )

    # --- operations ---------------------------------------------------------------------------------------------------

    def begin(self, request: Request) -> None:
        try:
            _OPERATIONS[request.op](self, request)
        except Refused as refused:
            self._refuse(Reason[refused.reason.name])

    def at_once(self, request: Request) -> None:
        self.begin(request)
        self._due, self._shown = [], self._after

    def _refuse(self, reason: Reason) -> None:
        self._answers([[(Event.REFUSED, reason, 0)]], reason)

    def _new(self, request: Request) -> None:
        if request.option == CaptureCode.NONE:
            self._refuse(Reason.OPTION)
            return
        self._begin_game(request.option)
        self._finish([[(Event.NEW, 0, 0)]])

    def _load(self, request: Request) -> None:
        north, south = halves(request.board)
        if north & south:
            self._refuse(Reason.OVERLAP)
            return
        self.position.load(write_board(north, south), SOUTH if request.to_move else NORTH)
        self.boards = []
        self._finish([[(Event.LOAD, 0, 0)]])

    def _move(self, request: Request) -> None:
        before = self.board
        turn = self.position.play(Point(request.origin), Point(request.target))
        self.boards.append(before)
        groups = [(int(Event.CAPTURE), 0, mask_of(group)) for group in turn.captured]
        step = 1 << request.origin | 1 << request.target
        events = [[(int(Event.STEP), 0, step)], groups, [(int(Event.END_OF_TURN), 0, 0)]]
        self._finish([stage for stage in events if stage], _captured(turn))

    def _pass(self, request: Request) -> None:
        self.position.play(None)
        self.boards.append(self.board)
        self._finish([[(Event.PASS, 0, 0)], [(Event.END_OF_TURN, 0, 0)]])

    def _take_back(self, request: Request) -> None:
        if not self.boards:
            self._refuse(Reason.NOTHING)
            return
        turn = self.position.take_back()
        self.boards.pop()
        returned = mask_of(turn.move) | _captured(turn) if turn.move else 0
        self._finish([[(Event.RETURN, 0, returned)], [(Event.TAKEN_BACK, 0, 0)]], _captured(turn))

    def _list(self, request: Request) -> None:
        if request.origin not in POINTS:
            self._refuse(Reason.POINT)
            return
        position, point = self.position, 1 << request.origin
        can = not position.over and position.pieces[position.to_move] & point
        self._answers([], points=beside(point) & position.pieces[EMPTY] if can else 0)

    def _read(self, request: Request) -> None:
        if request.back > len(self.boards):
            self._refuse(Reason.NOTHING)
            return
        self._answers([], board=self.boards[-request.back] if request.back else None)

    # --- events -------------------------------------------------------------------------------------------------------

    def due(self) -> list[Happening]:
        return self._due[0] if self._due else []

    def happen(self, event: tuple[int, ...]) -> None:
        self._due[0] = [due for due in self._due[0] if due != event]
        if not self._due[0]:
            del self._due[0]
        if not self._due:
            self._shown = self._after
            return
        kind, _, points = event
        plies, quiet, board, *rest = self._shown
        if kind in (Event.STEP, Event.PASS):
            side = _NORTH_IS_HIGH if not rest[0] else 0
            self._show(plies + 1, quiet + 1, board ^ points << side, rest)
        elif kind == Event.CAPTURE:
            self._show(plies, 0, board & ~(points << _NORTH_IS_HIGH | points), rest)
        else:
            self._show(*self._after[:3], rest)

    def _show(self, plies: int, quiet: int, board: int, rest: list[int]) -> None:
        to_move, option, occurrence, result = rest
        self._shown = plies, quiet, board, to_move, option, occurrence, result

    def describe(self, event: tuple[int, ...]) -> str:
        kind, reason, points = event
        if kind == Event.REFUSED:
            return f"refused: {Reason(reason)}" if reason in [*Reason] else f"refused for reason {reason}"
        if kind not in [*Event]:
            return f"an event of kind {kind}"
        return f"{Event(kind)} {points_in_words(points)}" if points else str(Event(kind))

    def answer(self) -> Response:
        return self._answer

    def settled(self) -> Shown:
        return self._shown


_NORTH_IS_HIGH = len(POINTS)


def _captured(turn: Turn) -> int:
    return mask_of(point for group in turn.captured for point in group)


_OPERATIONS: dict[int, Callable[[Engine, Request], None]] = {
    Op.NEW: Engine._new,
    Op.LOAD: Engine._load,
    Op.MOVE: Engine._move,
    Op.PASS: Engine._pass,
    Op.TAKE_BACK: Engine._take_back,
    Op.LIST: Engine._list,
    Op.READ: Engine._read,
}
