"""Reference figures (RULES 5.8), as two or more independent programs have computed them. The model never sees this
module."""

from __future__ import annotations

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
