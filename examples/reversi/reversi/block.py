"""Reversi behind ports: what is asked, answered and shown, each said once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from loopline.design.board import Board
from loopline.games.block import Answer, Block, Event, Field, Request, operation
from pydantic import Field as Key
from rich.text import Text

from reversi.rules import BLACK, WHITE, Position, Reason, Refused, Turn, cell_of, label


class Square(Board):
    """The [board] table: so many cells each way, and the design's parameter that says so."""

    size: Annotated[int, Key(ge=4, le=16, multiple_of=2)] = 8
    size_parameter: str | None = None

    def __str__(self) -> str:
        return f"{self.size} × {self.size}"


_DISC = Field(2, shows=lambda value: f"{value}, {['none', 'black', 'white', 'which means nothing'][value]}")
_ONE, _COUNT = Field(1), Field(9)
_STATUS = {"black": _COUNT, "white": _COUNT, "to_move": _DISC, "must_pass": _ONE, "over": _ONE, "winner": _DISC}
_COUNTED, _CELL = {BLACK: "black", WHITE: "white"}, ("x", "y")


class Reversi(Block[Position]):
    board_type = Square
    board: Square
    reasons, refused = Reason, Refused
    status = _STATUS
    fields = {"x": 5, "y": 5, "disc": _DISC, "flipped": 7, "fsm": 4, **_STATUS}
    answers = "disc", "flipped"
    private = ("fsm",)
    events = {
        "new": (),
        "placed": (*_CELL, "disc"),
        "flipped": (*_CELL, "disc"),
        "removed": (*_CELL, "disc"),
        "end_of_turn": _CELL,
        "refused": _CELL,
        "taken_back": _CELL,
    }

    @property
    def patience(self) -> int:
        """Enough for two scans for moves: eight directions, and a step a cycle in each."""
        return 64 * self.board.size

    @property
    def longest(self) -> int:
        """Two games."""
        return 2 * self.board.size**2

    def initial(self) -> Position:
        return Position(self.board.size)

    def status_of(self, now: Position) -> Mapping[str, int]:
        counts = {"black": now.count(BLACK), "white": now.count(WHITE)}
        return counts | {name: getattr(now, name) for name in _STATUS if name not in counts}

    @operation(begins=True)
    def new(self, now: Position) -> Answer:
        yield Event("new")

    @operation(bare=True, turn=True, moves=Position.moves, tries=lambda now: now.cells)
    def play(self, now: Position, x: int, y: int) -> Answer:
        turn = now.play((x, y))
        mover = 3 - now.to_move
        yield [self._disc("placed", (x, y), mover), *self._flips(turn, mover)]
        yield Event("end_of_turn", x=x, y=y)
        return {"flipped": len(turn.flipped)}

    @operation(name="pass", turn=True, moves=lambda now: [()] * now.must_pass, tries=lambda now: [()])
    def decline(self, now: Position) -> Answer:
        now.play(None)
        yield Event("end_of_turn", x=0, y=0)

    @operation(takes_back=True)
    def undo(self, now: Position) -> Answer:
        turn = now.take_back()
        if turn.cell:
            yield [self._disc("removed", turn.cell, now.to_move), *self._flips(turn, 3 - now.to_move)]
        x, y = turn.cell or (0, 0)
        yield Event("taken_back", x=x, y=y)
        return {"flipped": len(turn.flipped)}

    @operation(reads="disc", moves=lambda now: now.cells)
    def read(self, now: Position, x: int, y: int) -> Mapping[str, int]:
        return {"disc": now.disc((x, y))}

    def _disc(self, kind: str, cell: tuple[int, int], disc: int) -> Event:
        return Event(kind, {_COUNTED[disc]: 1 if kind == "placed" else -1}, x=cell[0], y=cell[1], disc=disc)

    def _flips(self, turn: Turn, to: int) -> list[Event]:
        adds = {_COUNTED[to]: 1, _COUNTED[3 - to]: -1}
        return [Event("flipped", adds, x=x, y=y, disc=to) for x, y in turn.flipped]

    # --- as players write and see it ----------------------------------------------------------------------------------

    def label(self, values: Sequence[int]) -> str:
        return label((values[0], values[1]))

    def values_of(self, label: str) -> Sequence[int]:
        return cell_of(label)

    def images(self, values: Mapping[str, int]) -> Sequence[Mapping[str, int]]:
        """Turned by half a turn, and mirrored at a diagonal: the first four discs stay. Beyond the board remains so."""
        x, y = values["x"], values["y"]
        left, up = (self.board.size - 1 - at & 31 for at in (x, y))
        return [{"x": left, "y": up}, {"x": y, "y": x}, {"x": up, "y": left}]

    def event_in_words(self, kind: str, values: Mapping[str, int]) -> str:
        disc = ["", " black", " white", " 3"][values.get("disc", 0)]
        reason = " ".join(["", *(str(one) for one in Reason if one == values.get("reason"))])
        return f"{kind.replace('_', ' ')}{disc}{reason} at {label((values['x'], values['y']))}" if values else ""

    def picture(self, read: Mapping[Request, int], wrong: Request | None, ascii_only: bool) -> Text:
        signs = {0: ".", BLACK: "X", WHITE: "O"} if ascii_only else {0: "·", BLACK: "●", WHITE: "○"}
        discs = {(x, y): disc for (_, x, y, _), disc in read.items()}
        text = Text("  " + "".join(f" {label((x, 0))[0]}" for x in range(self.board.size)), "dim")
        for (x, y), disc in discs.items():
            if x == 0:
                text.append(f"\n{y + 1:2}", "dim")
            marked = wrong and wrong[1:3]
            left = "[" if marked == (x, y) else "]" if x and marked == (x - 1, y) else " "
            text.append(left).append(signs.get(disc, "?"))
        return text
