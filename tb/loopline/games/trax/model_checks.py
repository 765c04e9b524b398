"""Checks of `loopline verify-model`: reference figures, then properties of random games.

The figures (RULES 1.5 and 1.6) are as two or more independent programs have computed them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldenrules.trax import (
    EMPTY,
    RULE_SETS,
    TILES,
    WHITE,
    Position,
    Refused,
    RuleSet,
    Tile,
    Trap,
    label,
    perft,
    read_move,
)
from goldenrules.trax.cells import ORIGIN
from goldenrules.trax.tiles import EAST, NORTH, SIDES, SOUTH, WEST

from loopline.contract.checks import Check, Tally
from loopline.games.checks import expect, perft_check, property_checks
from loopline.games.trax.properties import PROPERTIES
from loopline.games.trax.record import Record
from loopline.games.trax.symmetry import COLOURS_SWAPPED, Symmetry

#: From ply 1: sequences of legal turns, those won, those with a forced last tile, candidates lost to a trap.
PERFT: tuple[tuple[int, int, int, int], ...] = (
    (2, 0, 0, 0),
    (24, 0, 0, 0),
    (432, 8, 136, 0),
    (9_568, 276, 3_716, 0),
    (246_888, 8_564, 106_348, 0),
    (7_209_480, 282_716, 3_352_340, 0),
    (233_696_112, 10_130_200, 115_250_196, 0),
)

#: The same of variants: sequences and, where that is known, those won. From ply 1.
VARIANTS: dict[str, tuple[tuple[int, ...], ...]] = {
    "mini": ((2,), (24,), (432,), (8_704,), (146_016,), (1_072_220,), (3_713_908,), (5_480_668,), (2_722_472,)),
    "mini-lines": ((2,), (24,), (432,), (8_560,), (135_320,), (911_628,), (2_778_008,), (3_574_348,), (1_630_128,)),
    "connexion": ((25, 0), (160, 0), (1_504, 0), (16_128, 128), (191_488, 2_688), (2_478_016, 45_568)),
}

#: Bailey, white, against Siegenthaler; ends in a resignation.
GAME_1994 = (
    r"@0+ @1\ B2\ A2+ B0/ C3\ D3+ A4+ @2+ C0/ F2+ G2\ C0+ D7\ E7\ E1+ F7\ F8\ E0/ E0/ H5+ G2+ F0/ G1+ I6\ H3\ H7+ J7+ "
    "C12/ B10+ H12\\"
)
#: Turns, tiles, columns and rows of the box, where the first tile ends, the winner.
GAME_1994_END = (31, 78, 10, 12, "C7", None)

#: The shortest games after which a trap can be made, and the two turns that make it.
FIRST_TRAP = "@0/ A0+ A0+ A0+ @1+ @1+ B4\\ A4\\"
FIRST_TRAPS = ("A2/", "A3\\")

#: Mini Trax, solved: rule set, first move, and what it is worth to White: 1 wins, 0 draws, -1 loses.
MINI_TRAX: tuple[tuple[str, str, int], ...] = (
    ("mini", "@0/", 0),
    ("mini", "@0+", 0),
    ("mini-lines", "@0/", 0),
    ("mini-lines", "@0+", -1),
)


PLIES = 4
_PERFT_COLUMNS = ("sequences", "won", "with a forced tile in the last turn", "lost to a trap")


def all_checks(examples: int, number: int) -> list[Check]:
    """Return all checks.

    `examples` for each property; `number` is the seed.
    """
    return [
        perft_check(f"perft to ply {PLIES}", _PERFT_COLUMNS, lambda: perft(PLIES), PERFT[:PLIES]),
        *(_variant(name, figures) for name, figures in VARIANTS.items()),
        Check("the 1994 game", _game_1994, 1),
        Check("the first traps", _first_traps, len(FIRST_TRAPS)),
        Check("Mini Trax, solved", _mini_trax, len(MINI_TRAX)),
        *property_checks(PROPERTIES, examples, number),
    ]


def _variant(name: str, figures: Sequence[Sequence[int]]) -> Check:
    columns = _PERFT_COLUMNS[: len(figures[0])]

    def rows() -> Iterator[Sequence[int]]:
        return (row[: 1 + len(columns)] for row in perft(PLIES, RULE_SETS[name]))

    return perft_check(f"{RULE_SETS[name].name}, to ply {PLIES}", columns, rows, figures[:PLIES])


def _read(text: str) -> tuple[Position, Record]:
    position = Position()
    for word in text.split():
        position.play(*read_move(position, word))
    return position, Record(tuple(turn.move for turn in position.turns))


def _game_1994(tally: Tally) -> None:
    position, record = _read(GAME_1994)
    box = position.box
    found = len(position.turns), len(position.tiles), box.columns, box.rows, label(position, ORIGIN), position.winner
    names = ("turns", "tiles", "columns", "rows", "cell of the first tile", "winner")
    for name, figure, expected in zip(names, found, GAME_1994_END, strict=True):
        expect(name, figure, expected, record)
    tally.add(len(position.turns))


def _first_traps(tally: Tally) -> None:
    position, record = _read(FIRST_TRAP)
    traps = []
    for move in position.candidates():
        try:
            position.play(*move)
            position.take_back()
        except Trap:
            traps.append(move)
    expected = [read_move(position, text) for text in FIRST_TRAPS]
    expect("turns that make a trap", sorted(traps), sorted(expected), record)
    for _ in traps:
        tally.add(len(record) + 1)


def _mini_trax(tally: Tally) -> None:
    words = {1: "White wins", 0: "draw", -1: "Red wins"}
    for name, first_move, value in MINI_TRAX:
        found, positions = _mini_trax_solved(RULE_SETS[name], first_move)
        expect(f"{RULE_SETS[name].name}, {first_move}", words[found], words[value])
        tally.add(positions)


Rows = tuple[tuple[int, ...], ...]


def _mini_trax_solved(rules: RuleSet, first_move: str) -> tuple[int, int]:
    """Return the value of the first move for White (1 wins, 0 draws, -1 loses), and the positions looked at."""
    position = Position(rules)
    position.play(*read_move(position, first_move))
    known: dict[Rows, int] = {}
    return -_value_of_mini_trax(position, known), len(known)


def _value_of_mini_trax(position: Position, known: dict[Rows, int]) -> int:
    """Return the value of the position for the player to move."""
    key = _key(position)
    if key not in known:
        known[key] = _best_of_mini_trax(position, known)
    return known[key]


def _best_of_mini_trax(position: Position, known: dict[Rows, int]) -> int:
    mover, values, undecided = position.to_move, [], []
    for move in position.candidates():
        try:
            position.play(*move)
        except Refused:
            continue
        winner = position.winner
        position.take_back()
        if winner == mover:
            return 1
        if winner is None:
            undecided.append(move)
        else:
            values.append(-1)
    for move in undecided:
        position.play(*move)
        values.append(-_value_of_mini_trax(position, known))
        position.take_back()
        if values[-1] == 1:
            return 1
    return max(values, default=0)


def _table(symmetry: Symmetry) -> list[Tile]:
    """Return the image of each tile."""
    return [symmetry.tile(tile) if tile in TILES else EMPTY for tile in map(Tile, range(16))]


_TURNED = _table(Symmetry((EAST, SOUTH, WEST, NORTH), swap=False))
_MIRRORED = _table(Symmetry((NORTH, WEST, SOUTH, EAST), swap=False))
_SWAPPED = _table(COLOURS_SWAPPED)


def _key(position: Position) -> Rows:
    """Return a key that is equal for positions that differ only by a rotation, a reflection or swapped colours."""
    rows = [tuple(row) for row in position.rows()]
    if position.to_move != WHITE:
        rows = [tuple(_SWAPPED[tile] for tile in row) for row in rows]
    images = []
    for _ in SIDES:
        rows = [tuple(_TURNED[tile] for tile in column) for column in zip(*reversed(rows), strict=True)]
        images.append(tuple(rows))
        images.append(tuple(tuple(_MIRRORED[tile] for tile in reversed(row)) for row in rows))
    return min(images)
