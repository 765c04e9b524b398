"""Records of games (RULES 4.6): options, moves, and who has won. Reading one plays it.

    side=3 rule=odd-even protocol=loser-moves
    1. Wc3 2. Bc4 3. Wb4 White wins

All but the moves may be left out. `goldenrules.endings` says what may stand at the end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from goldenrules.endings import Endings, PartialRecord, StatedEnd
from goldenrules.errors import NotationError
from goldenrules.evening.cells import SIDES
from goldenrules.evening.colours import COLOUR_NAMES, LETTERS
from goldenrules.evening.errors import Reason
from goldenrules.evening.notation import write_move
from goldenrules.evening.position import Position
from goldenrules.evening.rules import STANDARD, Protocol, Rule, RuleSet
from goldenrules.lines import wrapped


def replay(text: str, line: int = 1, rules: RuleSet = STANDARD) -> Position:
    """Play the game of a text.

    Args:
        text: The game.
        line: The number of its first line, for messages.
        rules: Rules that the text does not name.

    Raises:
        IllegalGame: A word is wrong.
    """
    return _Record(rules).read(text, line)


class _Record(PartialRecord[Position]):
    endings = Endings(*COLOUR_NAMES.values())
    word = re.compile(rf"{endings.win}|[0-9]{{1,9}}\.|\S+")
    number = re.compile(r"[0-9]{1,9}\.")
    options: ClassVar = {
        "side": f"a whole number from {SIDES[0]} to {SIDES[-1]}, the side of the board",
        "rule": " or ".join(rule.value for rule in Rule),
        "protocol": " or ".join(protocol.value for protocol in Protocol),
        "board": "its rows with a / between them, of W, B and ., one for each cell",
    }
    sides: ClassVar = {name: colour for colour, name in COLOUR_NAMES.items()}
    reasons = Reason

    def begin(self, options: Mapping[str, str]) -> Position:
        rows = options["board"].split("/") if "board" in options else []
        side = options.get("side", str(len(rows[0]) if rows else self.rules.side))
        if not (len(side) == 1 and side.isascii() and side.isdecimal()):
            raise ValueError(side)
        rule = Rule(options.get("rule", self.rules.rule))
        rules = RuleSet(int(side), rule, Protocol(options.get("protocol", self.rules.protocol)))
        return Position.from_rows(rows, rules) if rows else Position(rules)

    def check_number(self, text: str) -> None:
        due = f"{len(self.position.turns) + 1}."
        if text != due:
            raise NotationError(Reason.WRONG_NUMBER, text, 0, text, due)

    def end_on_board(self) -> str:
        return result_text(self.position)

    def due(self) -> str:
        return " or ".join(COLOUR_NAMES[player] for player in self.position.players)


def board_text(position: Position) -> str:
    """Return the stones row by row, as `board=` reads them: `W./.B./..`."""
    stones = position.stones
    return "/".join("".join(LETTERS[stones[cell]] for cell in row) for row in position.hexagon.rows)


def options_text(rules: RuleSet) -> str:
    """Return the options: `side=3 rule=base protocol=loser-moves`."""
    return f"side={rules.side} rule={rules.rule.value} protocol={rules.protocol.value}"


def result_text(position: Position) -> str:
    """Return `White wins`, `White wins on time`; "" while the game goes on."""
    how = position.called[1] if position.called else ""
    return str(StatedEnd(COLOUR_NAMES[position.winner], how)) if position.winner else ""


def write_game(position: Position, width: int = 80) -> str:
    """Return a text that reads as the same game, in lines of `width`.

    Options stand in the first line, with the board if the game began on another than the empty one.
    """
    start = position.copy()
    while start.turns:
        start.take_back()
    options = options_text(position.rules) + ("" if start.empty else f" board={board_text(start)}")
    words = [f"{number}.\0{write_move(position, turn.move)}" for number, turn in enumerate(position.turns, 1)]
    words.append(result_text(position).replace(" ", "\0"))
    return f"{options}\n" + wrapped(words, width).lstrip("\n")
