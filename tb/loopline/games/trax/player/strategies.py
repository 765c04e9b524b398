"""What the hosts of Trax players say."""

from loopline.games.serial.script import LONG
from loopline.games.serial.strategies import Words, properties
from loopline.games.trax.player.script import TALL, TRAPS, WIDE
from loopline.games.trax.strategies.texts import texts

#: Against the golden policy it goes past column AZ and past row 31.
LARGE = (("-W", WIDE, 72, 52),)

PROPERTIES = properties(
    Words(
        moves=("@0/", "@0+", "A1/", "B2\\"),
        unreadable=texts(lines=2),
        demanding=(LONG, WIDE, TALL, TRAPS),
        large=LARGE,
        about="games that nobody wins, with much to choose from, past column Z and row 31, or with traps among it",
    )
)
