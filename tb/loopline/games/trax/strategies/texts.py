"""Lines as they come over a serial link: moves, malformed moves, and garbage."""

from __future__ import annotations

from collections.abc import Callable

from goldenrules.trax import CLASSIC, write_move
from goldenrules.trax.scan import LONGEST, column_name
from hypothesis import strategies as st

from loopline.games.strategy import choices
from loopline.games.trax.strategies import library
from loopline.games.trax.strategies.session import Session, undecided

#: Changes the column, the row and the symbol of a legal move; a number decides the details.
Mutation = Callable[[str, str, str, int], str]

#: How lines end, in this text or in that.
ENDINGS = ((b"\n",), (b"\r\n",), (b"\r",), (b"\n", b"\r\n", b"\r", b"\n\n", b"\n\r", b""))

#: Numbers at which a counter may overflow.
COLUMNS = (26, 27, 28, 51, 52, 53, 63, 64, 99, 127, 128, 255, 256, 702, 703, 18278, 18279)
ROWS = (9, 10, 63, 64, 99, 100, 127, 128, 255, 256, 999, 1000, 65535, 65536, 2**31, 2**32, 10**17)


@st.composite
def texts(draw: st.DrawFn, lines: int = 12) -> bytes:
    """Draw a legal game as text, in which every other line is something else than its move.

    A line is two bytes: what becomes of a move, and which move that is. Shrinks to one move.
    """
    digits, data = draw(choices(2 * lines))
    endings = ENDINGS[digits(len(ENDINGS))]
    session = Session(1 << 16)
    session.new(CLASSIC)
    text = bytearray()
    for what, which in zip(data[::2], data[1::2], strict=False):
        text += _line(session, what, which) + endings[which % len(endings)]
    return bytes(text)


def _line(session: Session, what: int, which: int) -> bytes:
    position = session.position
    move = session.find(which, undecided)
    if move is None:
        return b""
    position.take_back()
    text = write_move(position, move)
    if what < 128:
        position.play(*move)
        return text.encode()
    symbol = text[-1]
    column = text.rstrip("0123456789+/\\")
    row = text[len(column) : -1]
    return MUTATIONS[(what - 128) % len(MUTATIONS)](column, row, symbol, which).encode("latin-1")


def _won_game(_c: str, _r: str, _s: str, number: int) -> str:
    """Return a whole game and its result, or another."""
    found = library.entries("win")
    return f"{found[number % len(found)].text} {('White wins', 'Red wins', '1-0', '0-1', '*')[number % 5]}"


MUTATIONS: tuple[Mutation, ...] = (
    lambda c, r, s, n: "",
    lambda c, r, s, n: f"{column_name(n % 26 + 1).lower()}{r}{s}",
    lambda c, r, s, n: f"{c}a{r}{s}",
    lambda c, r, s, n: f"{r}{s}",
    lambda c, r, s, n: f"{c}{s}",
    lambda c, r, s, n: f"{c}0{r}{s}",
    lambda c, r, s, n: f"{c}{r}",
    lambda c, r, s, n: f"{c}{r}{'xX-|0~?'[n % 7]}",
    lambda c, r, s, n: f"{c}{r}{s}{'x/0 .+'[n % 6]}",
    lambda c, r, s, n: f"{r}{c}{s}",
    lambda c, r, s, n: f"{s}{c}{r}",
    lambda c, r, s, n: f"@@{r}{s}",
    # Out of range: barely, by far, and where a counter may wrap round to a cell that is in range.
    lambda c, r, s, n: f"{column_name(COLUMNS[n % len(COLUMNS)])}{r}{s}",
    lambda c, r, s, n: f"{c}{ROWS[n % len(ROWS)]}{s}",
    lambda c, r, s, n: f"{column_name(26 * 26 + 26 + n)}{256 + n}{s}",
    # As long as may be, and longer.
    lambda c, r, s, n: f"{'A' * (n % LONGEST)}{r}{s}",
    lambda c, r, s, n: f"{c}{'1' * (n % LONGEST)}{s}",
    lambda c, r, s, n: f"{c}{r}{s}" * (1 + n),
    # Blanks, and characters that do not occur in text.
    lambda c, r, s, n: f" {c}{r}{s}",
    lambda c, r, s, n: f"{c} {r} {s}",
    lambda c, r, s, n: f"{c}{r}{s}\t",
    lambda c, r, s, n: f"{c}{chr(n)}{r}{s}",
    lambda c, r, s, n: f"{chr(n)}{c}{r}{s}",
    lambda c, r, s, n: f"{c}{r}{s}{chr(n)}",
    lambda c, r, s, n: chr(n) * (n % 7),
    lambda c, r, s, n: "".join(chr(number * n % 256) for number in range(n % 40)),
    # What belongs elsewhere: a host's commands, moves as before 1998, game texts.
    lambda c, r, s, n: ("-T", "-W", "-B", "-", "-t", "-WB")[n % 6],
    lambda c, r, s, n: f"{'A' if c == '@' else c}{max(1, int(r))}{'SCUDLR'[n % 6]}",
    lambda c, r, s, n: f"1{c}{'SC'[n % 2]}",
    lambda c, r, s, n: f"{n}. {c}{r}{s}",
    lambda c, r, s, n: f"{c}{r}{s} {{{'}' * (n % 2)}",
    lambda c, r, s, n: ("White wins", "Red resigns", "1-0", "draw", "*")[n % 5],
    _won_game,
)
