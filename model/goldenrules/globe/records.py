"""Records of games (RULES 5.6): playing what a text says, and writing what was played.

    # a comment, to the end of the line
    capture=P history=64
    W1-W4 W3-W2 W4-C2 North wins on time

    capture=G board=n.n.n.............sss side=s C5-C1

In a file a blank line separates two games, and `goldenrules.lines.read_paragraphs` finds them. Options come first, then
moves, then, if you like, the result: `goldenrules.endings` says how. A mistake in a game costs that game only.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from typing import ClassVar

from goldenrules import lines
from goldenrules.endings import CALLED, DRAW, Endings, PartialRecord, StatedEnd
from goldenrules.globe.errors import Reason
from goldenrules.globe.notation import read_side, write_side
from goldenrules.globe.position import START, Position
from goldenrules.globe.rules import Capture, Rules
from goldenrules.globe.sides import LETTERS, NORTH, SIDE_NAMES
from goldenrules.lines import Word

#: The most digits of a history.
_DIGITS = 6


def words_of(text: str, line: int = 1) -> list[Word]:
    """Return the words of a game that begins in this line, a result as one word, before any of them is read."""
    return lines.words_of(text, line, _Record.word)


def replay(text: str, line: int = 1, rules: Rules | None = None) -> Position:
    """Play the game of a text.

    Args:
        text: The game.
        line: The number of its first line, for messages.
        rules: Rules that the text does not name.

    Raises:
        IllegalGame: A word is wrong; the first one is named.
    """
    return _Record(rules or Rules()).read(text, line)


class _Record(PartialRecord[Position]):
    endings = Endings(*SIDE_NAMES.values())
    word = re.compile(rf"{endings.win}|\S+")
    options: ClassVar = {
        "capture": f"one of {', '.join(Capture)}",
        "history": f"a number from 1 to {10**_DIGITS - 1:,}",
        "board": "n, s or . for each of the 21 points",
        "side": "n or s, the side to move",
    }
    sides: ClassVar = {name: side for side, name in SIDE_NAMES.items()}
    reasons = Reason

    def begin(self, options: Mapping[str, str]) -> Position:
        history = options.get("history", str(self.rules.history))
        if not (history.isascii() and history.isdigit() and len(history) <= _DIGITS):
            raise ValueError(history)
        rules = Rules(Capture(options.get("capture", self.rules.capture)), int(history))
        return Position(rules, options.get("board", START), read_side(options.get("side", LETTERS[NORTH])))

    def end_on_board(self) -> str:
        return result_text(self.position)

    def due(self) -> str:
        return SIDE_NAMES[self.position.to_move]


def result_text(position: Position) -> str:
    """Return `North wins`, `North wins on time`, `draw`; "" while the game goes on."""
    if position.winner is None:
        return DRAW if position.over else ""
    return str(StatedEnd(SIDE_NAMES[position.winner], position.end if position.end in CALLED else ""))


def write_game(position: Position, width: int = 100) -> str:
    """Return the game as text: its rules, what it began with unless that is the start, its moves, its result.

    `replay` reads it.
    """
    board, side = position.start
    words = [f"capture={position.rules.capture}", f"history={position.rules.history}"]
    if (board, side) != (START, NORTH):
        words += [f"board={board}", f"side={write_side(side)}"]
    words += map(str, position.turns)
    words.append(result_text(position).replace(" ", "\0"))
    text = textwrap.fill(" ".join(words), width, subsequent_indent="  ", break_on_hyphens=False)
    return text.replace("\0", " ") + "\n"
