"""Scripts of Trax players as text. Besides the replies of any game there are four kinds:

=17                     a legal reply that makes the board wider, or at least the game longer
|17                     one that makes it taller
^17                     a legal one after which a trap is likelier
<17                     one that is illegal because it makes a trap, if there is one
"""

from __future__ import annotations

from loopline.games.serial.script import MARKS, Words

WIDE, TALL, TRAPS, TRAP = "wide", "tall", "traps", "trap"

WORDS = Words(r"[@A-Z]+[0-9]+[+/\\]", {**MARKS, WIDE: "=", TALL: "|", TRAPS: "^", TRAP: "<"})
