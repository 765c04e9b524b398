"""Checks of `loopline verify-model`: reference figures, then properties of random games.

The figures (RULES 5.8) are as two or more independent programs have computed them.
"""

from __future__ import annotations

from math import comb

from goldenrules.globe import FEWEST, MOST, POINTS, Capture, Rules, perft, solved, symmetries
from goldenrules.globe.sets import enclosures

from loopline.contract.checks import Check, Tally
from loopline.games.checks import expect, perft_check, property_checks
from loopline.games.globe.properties import PROPERTIES

_G_AND_P = (
    (5, 0, 0, 0),
    (21, 0, 0, 0),
    (147, 0, 0, 0),
    (1_028, 0, 0, 0),
    (8_369, 0, 0, 0),
    (66_497, 0, 0, 0),
    (601_838, 68, 0, 0),
    (5_345_633, 804, 0, 441),
)
#: By the rule of capture, ply by ply: sequences; those whose last move captures; won; ended by repetition.
PERFT: dict[str, tuple[tuple[int, int, int, int], ...]] = {
    "G": _G_AND_P,
    "P": _G_AND_P,
    "T": (
        (5, 0, 0, 0),
        (21, 0, 0, 0),
        (147, 4, 0, 0),
        (1_036, 24, 0, 0),
        (8_477, 315, 0, 0),
        (68_138, 2_430, 0, 0),
        (623_126, 26_590, 18, 0),
        (5_617_620, 208_237, 238, 441),
    ),
}

#: Ways to place three to six pieces of each side.
PLACEMENTS = 1_004_236_716
#: The least number of neighbours of a connected set of at most six points.
NEIGHBOURS = 3
#: The number of symmetries of the board.
SYMMETRIES = 8

#: Pieces of the player to move and of the other → positions, and of these won, drawn and lost; the longest win.
WORTH: dict[tuple[int, int], tuple[int, int, int, int, int]] = {
    (3, 3): (1_081_632, 40_388, 1_033_808, 7_436, 9),
    (4, 3): (4_031_586, 4_007_194, 24_336, 56, 59),
}


PLIES = 5
_COLUMNS = ("sequences", "last move captures", "won", "ended by repetition")


def all_checks(examples: int, number: int) -> list[Check]:
    """Return all checks.

    `examples` for each property; `number` is the seed.
    """
    return [
        *(_perft(capture) for capture in PERFT),
        Check("the board", _board, 1),
        Check("three against three, solved", _solved, 1),
        *property_checks(PROPERTIES, examples, number),
    ]


def _perft(capture: str) -> Check:
    name = f"perft to ply {PLIES}, capture {capture}"
    return perft_check(name, _COLUMNS, lambda: perft(PLIES, Rules(Capture(capture))), PERFT[capture][:PLIES])


def _board(tally: Tally) -> None:
    placements = sum(
        comb(len(POINTS), north) * comb(len(POINTS) - north, south)
        for north in range(FEWEST, MOST + 1)
        for south in range(FEWEST, MOST + 1)
    )
    expect("ways to place the pieces", placements, PLACEMENTS)
    expect("ways to lay the board onto itself", len(symmetries()), SYMMETRIES)
    fewest = min(wall.bit_count() for _, wall in enclosures(MOST))
    expect("fewest neighbours of a connected set", fewest, NEIGHBOURS)
    tally.add(len(POINTS))


def _solved(tally: Tally) -> None:
    half = solved(3, 3)
    found = half.positions, *half.count()
    for name, figure, expected in zip(_WORTH, found, WORTH[3, 3], strict=True):
        expect(f"three against three: {name}", f"{figure:,}", f"{expected:,}")
    tally.add(half.positions)


_WORTH = ("positions", "won", "drawn", "lost", "plies of the longest win")
