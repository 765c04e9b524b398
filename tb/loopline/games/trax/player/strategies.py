"""What the hosts of Trax players say."""

from loopline.games.serial.script import LONG
from loopline.games.serial.strategies import Words, properties
from loopline.games.trax.player.script import TRAPS, WIDE
from loopline.games.trax.strategies.texts import texts

PROPERTIES = properties(
    Words(
        moves=("@0/", "@0+", "A1/", "B2\\"),
        unreadable=texts(lines=2),
        demanding=(LONG, WIDE, TRAPS),
        about="games that nobody wins, with much to choose from, past column Z, or with traps among it",
    )
)
