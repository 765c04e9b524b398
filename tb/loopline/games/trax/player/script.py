"""Scripts of Trax players as text. Besides the replies of any game there are seven kinds:

=17                     a legal reply that makes the board wider, or at least the game longer
|17                     one that makes it taller
^17                     a legal one after which a trap is likelier
>17                     a legal one that ends the game by a line, or else brings a line nearer; even: white, odd: red
]17                     a legal one that ends the game by forced tiles alone, or else one that does not win
[17                     one by which both players complete something, or else one that makes the game longer
<17                     one that is illegal because it makes a trap, if there is one
"""

from __future__ import annotations

from loopline.games.serial.script import MARKS, Words

WIDE, TALL, TRAPS, TRAP = "wide", "tall", "traps", "trap"
LINES, FORCED, BOTH = "lines", "forced", "both"

WORDS = Words(
    r"[@A-Z]+[0-9]+[+/\\]",
    {**MARKS, WIDE: "=", TALL: "|", TRAPS: "^", TRAP: "<", LINES: ">", FORCED: "]", BOTH: "["},
)
