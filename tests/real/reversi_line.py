"""A player of Reversi on a line, as its protocol.md says: it plays the lowest legal square."""

from collections.abc import Mapping, Sequence

from loopline.games.block import Block, Field, operation
from reversi_legal import DIRECTIONS, is_legal

ROOM = 80
START = {27: 1, 28: 0, 35: 0, 36: 1}


def text(line: str) -> dict[str, int]:
    """The answer with these bytes."""
    return {"length": len(line), "said": int.from_bytes(line.encode().ljust(ROOM, b"\0"), "big")}


def shown(said: int) -> str:
    """The bytes of an answer, for reports."""
    return repr(said.to_bytes(ROOM, "big").rstrip(b"\0").decode("latin-1"))


def illegal(requests: Sequence[Mapping[str, int]]) -> bool:
    """Whether the last request is an illegal move, or White's beginning: known bugs."""
    now = [Game(-1)]
    for request in requests:
        legal = (request["column"], request["row"]) in now[0].answers()
        if request["op"] in (2, 3):
            now[0] = Game(request["op"] - 2)
            if request["op"] == 2:
                now[0].reply()
        elif request["op"] == 4 and legal:
            now[0].place(8 * request["row"] + request["column"], 1 - now[0].side)
            now[0].reply()
        elif request["op"] == 5:
            now[0].reply()
    return requests[-1]["op"] == 4 and not legal


class Game:
    """A board, by square 0 (black) or 1 (white), and the side of the player."""

    def __init__(self, side: int = 0) -> None:
        self.board, self.side = (dict(START) if side >= 0 else {}), max(side, 0)

    def bits(self, side: int) -> int:
        return sum(1 << square for square, colour in self.board.items() if colour == side)

    def legal(self, side: int) -> list[int]:
        own, other = self.bits(side), self.bits(1 - side)
        free = [square for square in range(64) if square not in self.board]
        return [square for square in free if is_legal(own, other, square % 8, square // 8)]

    def answers(self) -> list[tuple[int, int]]:
        """The legal moves of the other side."""
        return [(square % 8, square // 8) for square in self.legal(1 - self.side)]

    def place(self, square: int, side: int) -> None:
        self.board[square] = side
        for dx, dy in DIRECTIONS:
            line, x, y = [], square % 8 + dx, square // 8 + dy
            while 0 <= x < 8 and 0 <= y < 8 and self.board.get(y * 8 + x, side) != side:
                line.append(y * 8 + x)
                x, y = x + dx, y + dy
            if 0 <= x < 8 and 0 <= y < 8 and self.board.get(y * 8 + x) == side:
                self.board.update(dict.fromkeys(line, side))

    def reply(self) -> str:
        """Play the lowest legal square, or pass."""
        legal = self.legal(self.side)
        if not legal:
            return "PA\r\n"
        self.place(legal[0], self.side)
        cells = "".join("0" if square not in self.board else "12"[self.board[square]] for square in range(64))
        return f"MO{'abcdefgh'[legal[0] % 8]}{legal[0] // 8 + 1}\r\nBS{cells}\r\n"


class Line(Block[list[Game]]):
    fields = {"column": 3, "row": 3, "garbage": 4, "length": 8, "said": Field(8 * ROOM, shows=shown)}
    answers = ("length", "said")

    def initial(self) -> list[Game]:
        return [Game(-1)]

    @operation()
    def ping(self, now: list[Game]) -> dict[str, int]:
        return text("PO\r\n")

    @operation()
    def version(self, now: list[Game]) -> dict[str, int]:
        return text("VE01SW-FPGA-pico2-reversi-01\r\n")

    @operation()
    def black(self, now: list[Game]) -> dict[str, int]:
        now[0] = Game(0)
        return text(now[0].reply())

    @operation()
    def white(self, now: list[Game]) -> dict[str, int]:
        now[0] = Game(1)
        return text("")

    @operation(turn=True, moves=lambda now: now[0].answers())
    def move(self, now: list[Game], column: int, row: int) -> dict[str, int]:
        game, square = now[0], 8 * row + column
        if square not in game.legal(1 - game.side):
            return text("RS\r\n")
        game.place(square, 1 - game.side)
        return text(game.reply())

    @operation()
    def passes(self, now: list[Game]) -> dict[str, int]:
        return text(now[0].reply())

    @operation()
    def over(self, now: list[Game]) -> dict[str, int]:
        return text("")

    @operation()
    def other(self, now: list[Game], garbage: int) -> dict[str, int]:
        return text("ER02 unknown\r\n")


GAME = Line.game("reversi-line")
