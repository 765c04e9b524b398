"""A player of Reversi on a line, as its protocol.md says: it plays the lowest legal square."""

from collections.abc import Mapping

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


def illegal(now: list["Game"], request: Mapping[str, int]) -> bool:
    """Whether it is an illegal move: a known bug."""
    return request["op"] == 4 and (request["column"], request["row"]) not in now[0].answers()


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

    def waits(self) -> bool:
        """Whether only the player can move."""
        return not self.answers() and bool(self.legal(self.side))

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


#: The arguments of a request that is worth trying, and is no move.
NO_MOVE, AT_ALL = (lambda now: []), (lambda now: [()])


class Line(Block[list[Game]]):
    fields = {"column": 3, "row": 3, "garbage": 4, "length": 8, "said": Field(8 * ROOM, shows=shown)}
    answers = ("length", "said")

    def initial(self) -> list[Game]:
        return [Game(-1)]

    @operation(moves=NO_MOVE, tries=AT_ALL)
    def ping(self, now: list[Game]) -> dict[str, int]:
        return text("PO\r\n")

    @operation(moves=NO_MOVE, tries=AT_ALL)
    def version(self, now: list[Game]) -> dict[str, int]:
        return text("VE01SW-FPGA-pico2-reversi-01\r\n")

    @operation(begins=True)
    def black(self, now: list[Game]) -> dict[str, int]:
        now[0] = Game(0)
        return text(now[0].reply())

    @operation(moves=NO_MOVE, tries=AT_ALL)
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

    @operation(moves=lambda now: [()] * now[0].waits(), tries=AT_ALL)
    def passes(self, now: list[Game]) -> dict[str, int]:
        return text(now[0].reply())

    @operation(moves=NO_MOVE, tries=AT_ALL)
    def over(self, now: list[Game]) -> dict[str, int]:
        return text("")

    @operation(moves=NO_MOVE, tries=lambda now: range(16))
    def other(self, now: list[Game], garbage: int) -> dict[str, int]:
        return text("ER02 unknown\r\n")


GAME = Line.game("reversi-line")
