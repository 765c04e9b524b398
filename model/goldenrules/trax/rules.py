"""Rule sets (RULES 1.6): the variants of Trax as data of one type."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from goldenrules.trax.tiles import SYMBOLS, Symbol


@dataclass(frozen=True)
class RuleSet:
    name: str
    #: A refused turn loses the game (contest); otherwise it is taken back and the player moves again.
    fouls_lose: bool = False
    #: A line wins once the box is this many cells long; None: only loops win.
    lines: int | None = 8
    #: Once the box is this wide (tall) no chosen tile may widen (heighten) it.
    box_limit: int | None = None
    #: The board is this many cells square and does not move.
    field: int | None = None
    #: The first tile may lie on any cell of the field, and labels count from the field's corner, not from the box's.
    first_cell_free: bool = False
    #: The number of tiles; a turn that needs more is refused.
    tiles: int | None = None
    symbols: tuple[Symbol, ...] = SYMBOLS
    forced_play: bool = True
    #: Without a legal turn the game is drawn. (Otherwise it stands still: an engine may leave that to its host.)
    draws: bool = True

    @cached_property
    def can_draw(self) -> bool:
        """Only a limit can leave a game without a legal turn."""
        return self.draws and not (self.box_limit is None and self.field is None and self.tiles is None)


CONTEST = RuleSet("contest", fouls_lose=True)
CLASSIC = RuleSet("classic")
LOOP_TRAX = RuleSet("Loop Trax", lines=None)
LIMITED_TILES = RuleSet("Limited Tiles 8×8", box_limit=8)
MINI_TRAX = RuleSet("Mini Trax 3×3", box_limit=3, lines=None)
MINI_TRAX_LINES = replace(MINI_TRAX, name="Mini Trax 3×3, lines of 3", lines=3)
ZILLIONS = RuleSet("Zillions 21×21", field=21, tiles=128)
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
