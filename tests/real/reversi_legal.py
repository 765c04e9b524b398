"""The legal moves of Reversi, as bits: a1 is bit 0, b1 bit 1, a2 bit 8."""

from loopline.games.block import Block, operation

DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def is_legal(own: int, other: int, x: int, y: int) -> bool:
    """Whether a stone there takes at least one of the other side between itself and one of its own."""
    for dx, dy in DIRECTIONS:
        taken, column, row = 0, x + dx, y + dy
        while 0 <= column < 8 and 0 <= row < 8:
            if taken and own >> 8 * row + column & 1:
                return True
            if not other >> 8 * row + column & 1:
                break
            taken, column, row = taken + 1, column + dx, row + dy
    return False


class Legal(Block[None]):
    fields = {"black": 64, "white": 64, "side": 1, "legal": 64}
    answers = ("legal",)

    def initial(self) -> None:
        """Nothing is remembered."""

    @operation()
    def moves_of(self, now: None, black: int, white: int, side: int) -> dict[str, int]:
        own, other = (white, black) if side else (black, white)
        free = [square for square in range(64) if not (black | white) >> square & 1]
        return {"legal": sum(1 << square for square in free if is_legal(own, other, square % 8, square // 8))}


GAME = Legal.game("reversi-legal")
