"""Reference figures (RULES 1.5 and 1.6), as two or more independent programs have computed them. The model never sees
this module."""

from __future__ import annotations

#: Sequences of legal turns; of which won; with a forced tile in the last turn; candidates lost to a trap. From ply 1.
PERFT: tuple[tuple[int, int, int, int], ...] = (
    (2, 0, 0, 0),
    (24, 0, 0, 0),
    (432, 8, 136, 0),
    (9_568, 276, 3_716, 0),
    (246_888, 8_564, 106_348, 0),
    (7_209_480, 282_716, 3_352_340, 0),
    (233_696_112, 10_130_200, 115_250_196, 0),
)

#: The same of variants: sequences and of which won, where that is known. From ply 1.
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
