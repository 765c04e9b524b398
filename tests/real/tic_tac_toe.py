"""The two parts of a serial player of tic-tac-toe that know the rules: what it answers, and how a game has ended.

A board has two bits for each square, the first one highest: 00 empty, 01 O, the other player, 11 X, itself."""

from functools import cache

from loopline.games.block import Block, operation

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
CODES = {" ": 0, "O": 1, "X": 3}


def winner(board: str) -> str:
    """Whose three are in a row; empty if nobody's are."""
    return next((board[a] for a, b, c in LINES if board[a] != " " and board[a] == board[b] == board[c]), "")


@cache
def search(board: str, mover: str, alpha: int, beta: int) -> tuple[int, int]:
    """The value for the mover, and the square, as gen_moves.pl searches."""
    if won := winner(board):
        return (100 if won == mover else -100), 0
    best, square = beta, 0
    for at in [at for at in range(9) if board[at] == " "]:
        other = "X" if mover == "O" else "O"
        value = -search(board[:at] + mover + board[at + 1 :], other, -best - 1, -alpha - 1)[0]
        if value > best:
            best, square = value, at + 1
        if best > alpha:
            break
    return (best, square) if " " in board else (0, 0)


def answers(board: str = " " * 9) -> dict[str, int]:
    """The answer to every board that can come, in games that it does not lose."""
    found: dict[str, int] = {}
    for at in [at for at in range(9) if board[at] == " "]:
        asked = board[:at] + "O" + board[at + 1 :]
        if not winner(asked) and " " in asked:
            square = found[asked] = search(asked, "X", 99, -99)[1]
            found |= answers(asked[: square - 1] + "X" + asked[square:]) if square else {}
    return found


def bits(board: str) -> int:
    return sum(CODES[square] << 2 * (8 - at) for at, square in enumerate(board))


ANSWERS = {bits(board): square for board, square in answers().items()}


class Answer(Block[None]):
    fields = {"board": 18, "square": 4}
    answers = ("square",)

    def initial(self) -> None:
        """Nothing is remembered."""

    @operation(moves=lambda now: ANSWERS)
    def answer(self, now: None, board: int) -> dict[str, int]:
        return {"square": ANSWERS.get(board, 0)}


class Ending(Block[None]):
    """0 the game goes on, 1 X has won, 2 O has, 3 a draw."""

    fields = {"board": 18, "ending": 2}
    answers = ("ending",)

    def initial(self) -> None:
        """Nothing is remembered."""

    @operation(moves=lambda now: ANSWERS)
    def ending(self, now: None, board: int) -> dict[str, int]:
        squares = "".join(" O?X"[board >> 2 * (8 - at) & 3] for at in range(9))
        won = next(
            (squares[a] for a, b, c in LINES if squares[a] in "XO" and squares[a] == squares[b] == squares[c]), ""
        )
        return {"ending": {"X": 1, "O": 2}.get(won, 0 if " " in squares else 3)}


ANSWER, ENDING = Answer.game("tic-tac-toe-answer"), Ending.game("tic-tac-toe-ending")
