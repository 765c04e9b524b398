"""What the hosts of Trax players say."""

from collections.abc import Iterator
from itertools import chain
from random import Random

from loopline.games.serial.deck import late_fouls, sweeps
from loopline.games.serial.script import LONG, Script, Step, line
from loopline.games.serial.strategies import Words, properties
from loopline.games.trax.player.script import TALL, TRAP, TRAPS, WIDE
from loopline.games.trax.strategies.texts import texts

HEARD = Words(
    moves=("@0/", "@0+", "A1/", "B2\\"),
    unreadable=texts(lines=2),
    demanding=(LONG, WIDE, TALL, TRAPS),
    about="games that nobody wins, with much to choose from, past column Z and row 31, or with traps among it",
)

PROPERTIES = properties(HEARD)

#: Against the golden policy the host can make a trap in these: side, and the seed of the numbers of its replies.
_TRAPPED = (("-W", 40), ("-B", 24), ("-W", 49), ("-B", 32))


def trapped(side: str, seed: int) -> Script:
    """A game in which the first illegal move is a trap, as soon as one can be made."""
    numbers = Random(seed)
    turns = ((Step(TRAP), Step(TRAPS, number=numbers.randrange(256))) for _ in range(_TURNS))
    return Script((line(side), *chain.from_iterable(turns)))


#: Most traps are possible after so many.
_TURNS = 12


#: Against the golden policy these come to a turn of 32 tiles, and past column Z, column AZ and row 31: side, how many
#: replies, and the seed of their numbers.
LARGE = (("-W", 17, 150), ("-W", 72, 52))

#: Games that fill a small board: replies, and seeds.
_FILLING, _SEEDS = 14, range(6)


def deck() -> Iterator[Script]:
    """What every player is tried with first."""
    yield from sweeps(HEARD.moves, HEARD.demanding)
    yield from (trapped(side, seed) for side, seed in _TRAPPED)
    yield from (_long(side, WIDE, count, seed) for side, count, seed in LARGE)


def deck_of_small_boards() -> Iterator[Script]:
    """Only what depends on the size of the board."""
    yield from late_fouls(HEARD.demanding)
    yield from (_long(side, LONG, _FILLING, seed) for seed in _SEEDS for side in ("-W", "-B"))


def _long(side: str, kind: str, count: int, seed: int) -> Script:
    numbers = Random(seed)
    return Script((line(side), *(Step(kind, number=numbers.randrange(256)) for _ in range(count))))
