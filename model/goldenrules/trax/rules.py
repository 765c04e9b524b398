"""Rule sets (RULES 1.6): the variants of Trax as data of one type."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TypeVar

from goldenrules.trax.tiles import SYMBOLS, Symbol

_Value = TypeVar("_Value")


def _option(default: _Value, means: str) -> _Value:
    return field(default=default, metadata={"means": means})


@dataclass(frozen=True)
class RuleSet:
    """The options of the rules. Raises ValueError for a limit less than 1."""

    name: str
    fouls_lose: bool = _option(
        False,
        "a refused turn loses the game; else the player moves again. A request after the end of the game is refused, "
        "nothing more",
    )
    lines: int | None = _option(8, "the length from which a line wins; `null`: no line wins")
    box_limit: int | None = _option(
        None, "no chosen tile may make the box wider or taller than this; `null`: there is no limit"
    )
    field: int | None = _option(
        None, "the board has this many columns and rows and does not move; `null`: it has no end"
    )
    first_cell_free: bool = _option(
        False, "the first tile may lie on any cell of the field, and labels count from the field's corner"
    )
    tiles: int | None = _option(None, "how many tiles there are; a turn that needs more is refused; `null`: enough")
    symbols: tuple[Symbol, ...] = _option(SYMBOLS, "the symbols that may be played")
    forced_play: bool = _option(True, "whether tiles are forced")
    draws: bool = _option(True, "without a legal turn the game is drawn; else it stands still")

    def __post_init__(self) -> None:
        for name in LIMITS:
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"{name} is {value!r}; it must be 1 or more, or None")

    @cached_property
    def can_draw(self) -> bool:
        """Only a limit can leave a game without a legal turn."""
        return self.draws and not (self.box_limit is None and self.field is None and self.tiles is None)


#: The meaning of each option, in the order of `RuleSet`; `null` is None.
OPTIONS: dict[str, str] = {option.name: option.metadata["means"] for option in fields(RuleSet) if option.metadata}
#: The options that are numbers, 1 or more, or None; and those that are true or false.
LIMITS = tuple(option.name for option in fields(RuleSet) if option.type == "int | None")
FLAGS = tuple(option.name for option in fields(RuleSet) if option.type == "bool")

#: Today's Trax. A trap loses the game.
CONTEST = RuleSet("contest", fouls_lose=True)
#: Today's Trax. A trap is taken back.
CLASSIC = RuleSet("classic")
#: Only loops win.
LOOP_TRAX = RuleSet("Loop Trax", lines=None)
#: The box has at most 8 columns and rows.
LIMITED_TILES = RuleSet("Limited Tiles 8×8", box_limit=8)
#: The box has at most 3 columns and rows; only loops win.
MINI_TRAX = RuleSet("Mini Trax 3×3", box_limit=3, lines=None)
#: The same, and lines of 3 win, too.
MINI_TRAX_LINES = replace(MINI_TRAX, name="Mini Trax 3×3, lines of 3", lines=3)
#: A field of 21 columns and rows, and 128 tiles.
ZILLIONS = RuleSet("Zillions 21×21", field=21, tiles=128)
#: A field of 5 columns and rows, curves only, no forced play.
CONNEXION = RuleSet("Connexion", field=5, lines=5, first_cell_free=True, symbols=("/", "\\"), forced_play=False)

#: By the name a user types.
RULE_SETS: dict[str, RuleSet] = {
    "contest": CONTEST,
    "classic": CLASSIC,
    "loop": LOOP_TRAX,
    "limited": LIMITED_TILES,
    "mini": MINI_TRAX,
    "mini-lines": MINI_TRAX_LINES,
    "zillions": ZILLIONS,
    "connexion": CONNEXION,
}
