"""Strategies of the hosts of Trax players."""

from collections.abc import Iterator
from itertools import chain, product
from random import Random

from loopline.games.serial.deck import (
    after_lines,
    behind_many_names,
    broken_off,
    just_full,
    larger_numbers,
    late_fouls,
    sweeps,
)
from loopline.games.serial.script import ENDING, LONG, RESET, Script, Step, line
from loopline.games.serial.strategies import Words, properties
from loopline.games.serial.sweeps import swept
from loopline.games.trax.player.replies import BOTH, FORCED, LINES, TALL, TRAP, TRAPS, WIDE
from loopline.games.trax.strategies.texts import texts

HEARD = Words(
    moves=("@0/", "@0+", "A1/", "B2\\"),
    unreadable=texts(lines=2),
    decisive=(ENDING, LINES, FORCED, BOTH),
    demanding=(LONG, WIDE, TALL, TRAPS),
    about="games without a winner, with much to choose from, past column Z and row 31, or with traps among it",
)

PROPERTIES = properties(HEARD)

#: Games with a possible trap against the golden policy: side, and the seed of the numbers of the host's replies.
_TRAPPED = (("-W", 40), ("-B", 24), ("-W", 49), ("-B", 32))


def trapped(side: str, seed: int) -> Script:
    """Return a game in which the first illegal move is a trap, as soon as one can be made."""
    numbers = Random(seed)
    turns = ((Step(TRAP), Step(TRAPS, number=numbers.randrange(256))) for _ in range(_TURNS))
    return Script((line(side), *chain.from_iterable(turns)))


#: The turns after which most traps are possible.
_TURNS = 12


#: A game against the golden policy with a turn of 32 tiles: side, the number of replies, and the seed of their numbers.
LARGE = "-W", 17, 150

#: More names than can wait behind it; if a bit takes 16 cycles, 42 can be asked for in that search.
_MORE = 8

#: Replies to a White that follows the golden policy, by which the board grows past column Z and column AZ in few turns
#: with few choices. Then it wins in column AZ, the last one whose name begins with A, by the last of three lines: those
#: before it are a legal move with a digit more, and this one with a letter more, and out of range.
_WIDEST = r"""
    @1+ A3/ D2/ @2/ G2+ H3\ I3+ C0/ @5+ @4+ L5/ M4+ N5\ H0/ O6\ B5\ P6\ Q5\ M8+ R4\ N2+ O1+ R1/ @6+ W3\ X3\ Y3\ Z4+
    @6+ @6/ S10\ AC5+ AD5/ @6+ E8/ Y10/ AF5+ @6/ AH5\ X12\ AI6+ AJ6+ @6+ @6+ AM6\ E3/ AD12/ @6/ @5/ @4/ @4+ AI14+
    @3\ @3+ AP8\ @3\ @2\ AV7+ AW7/ @3+ @3+ S0/ @5+
"""
_GIVEN_IN_AZ = "AS171+", "BAB9\\", "BA9\\"

#: Replies to any other player that lead as far to the right, and the seed of their numbers.
_FAR_RIGHT = 72, 52

#: Against the golden policy these games end with a line across 17 columns, and with lines down 17 rows and 26.
_LONG_LINES = r"""
    -B @0/ @2/ A4/ C5/ D6/ E2\ C7\ H2+ @6\ J2\ @6\ @5/ D12+ @12+ O6/ @8/ Q10\ I15\
    -W A2\ B3/ C4/ D5/ E6/ F7/ B0+ B0\ H0\ I0\ I0/ I0/ F14\ F15+ F16+ F17/ H2+
    -W A2\ B3/ C4/ D5/ E6/ E7\ E8+ E10\ C0/ F12\ C0/ D0/ F15/ I0\ F17+ J0\ M0\ N12/ M20/ M0/ M22\ M23+ M24+ M25+ N24+
       M26+ S17/ S19+ J2\
"""

#: Against the golden policy these games leave a hole of four cells. In the next search one of them waits to be filled
#: as the fourth edge enters it.
_HOLES = r"-B @0+ A0/ @3+ @3+ B1/ A1\ -W A0+ B0+ C0+ B5\ E4/ E5\ "

#: Against the golden policy both players complete something with the last of these replies. The host makes a loop and
#: gives a line, as White and as Red; a line and a loop; two loops; two lines. Side, number of replies, and the seed of
#: their numbers.
_BOTH = (("-B", 9, 17), ("-W", 8, 161), ("-B", 8, 199), ("-W", 7, 197), ("-W", 10, 317), ("-B", 8, 27))

#: Games that fill a small board: replies, and seeds.
_FILLING, _SEEDS = 14, range(6)

#: Against the golden policy the board of 8 × 8 is full after these: side, number of replies, and the seed of their
#: numbers.
_FULL = "-W", 7, 1

#: Cycles around the end of a search. A line waits for the next answer of the engine, which takes longer than this step.
_THE_END = range(-24, 9, 4)

#: Replies to a White that follows the golden policy, by which a board of 128 × 128 grows to 100 rows; and the replies
#: that let it win in row 86 and in row 100, with the number of replies before them.
_TALLEST = r"""
    A2/ B0+ B4\ B6\ B7+ A7/ B8/ B9+ B10/ B12+ B13/ A2\ B15/ B17+ B18\ B20+ B21+ B23+ B24+ B26+ B27\ B29/ B30/ B32+
    B33\ B35+ B36+ B38/ B39+ B41/ B42+ B44+ B45/ B47+ B48\ B50+ B51\ B53\ B54\ B56\ B57+ B59\ B60+ B62/ B63+ B65+ B66\
    B68\ B69+ B71+ B72+ B74/ B75\ B77+ B78+ B80+ B81+ B83\ B84+ B86/ B87/ B89/ B90+ B92/ B93\ B95+ B96\ B98\ B99+
"""
_WON_FAR_DOWN = ((60, "B87\\"), (69, "B101/"))

#: On a board of 64 × 64 it wins in row 34, more than five bits count, after this number of replies.
WON_IN_ROW_34 = 25, "B35/"


def deck(golden: bool, names: int | None) -> Iterator[Script]:
    """Yield what every player is tried with first.

    `golden`: it follows the golden policy. `names`: the number that can wait with it, if that is known.
    """
    yield from sweeps(HEARD.moves, HEARD.demanding)
    yield in_a_long_search()
    yield larger_numbers(TALL)
    yield from (trapped(side, seed) for side, seed in _TRAPPED)
    yield from large_boards(golden, names)
    if golden:
        yield down_to(*WON_IN_ROW_34)
    yield in_a_long_name()
    yield long_lines()
    if golden:
        yield holes()
    yield from completed_by_both()
    yield from broken_off(HEARD.demanding)


def large_boards(golden: bool, names: int | None) -> Iterator[Script]:
    """Yield many tiles in a turn, and columns far to the right.

    If the number of names that can wait is known, more names come in the search after the turn: it takes long enough to
    say them all.
    """
    side, count, seed = LARGE
    asked = [line("-T")._replace(now=True)] * (names + _MORE if golden and names else 0)
    yield Script((*_long(side, WIDE, count, seed).steps, *asked))
    known = Script(tuple(map(line, ["-W", *_WIDEST.split(), *_GIVEN_IN_AZ])))
    yield known if golden else _long("-W", WIDE, *_FAR_RIGHT)


def in_a_long_search() -> Script:
    """Return what comes while the player thinks for long.

    Another game with its first move, which wait together if lines are not taken in a search; and a character 0, the
    last one for as long as the search takes.
    """
    game = [line("-W"), *(Step(LONG, number=3 + 17 * number) for number in range(_GROWING))]
    another = (line("-B"), line("@0+"), line("-T"))
    zero = line("\0")._replace(paused=1, idle=_IN_SEARCH)
    return Script(
        (
            *game,
            *(interruption._replace(now=True) for interruption in another),
            *game,
            zero._replace(now=True),
            line("-T"),
        )
    )


#: Replies after which a search takes longer than two lines. And cycles for which nothing follows a character: the
#: search of the bundled player is over then.
_GROWING, _IN_SEARCH = 8, 4000


def in_a_long_name() -> Script:
    """Return resets while a move in row 10 is said: what is left of its name must not come before the next move."""
    side, count, seed = _ROW_10
    game, reset = _long(side, LONG, count, seed).steps, Step(RESET)
    moments = product(range(len("D10\\\n")), (0, 80))
    tries = ((*game, reset._replace(now=True, meet=cycle, byte=byte)) for byte, cycle in moments)
    return Script((reset, *game, reset, *chain.from_iterable(tries), *game))


#: The player answers D10\, by the golden policy, after these: side, number of replies, and the seed of their numbers.
_ROW_10 = "-W", 7, 57


def long_lines() -> Script:
    """Draw known games against the golden policy with long lines on the board."""
    return Script(tuple(map(line, _LONG_LINES.split())))


def holes() -> Script:
    """Draw known games against the golden policy with a hole in which cascades meet."""
    return Script(tuple(map(line, _HOLES.split())))


def completed_by_both() -> Iterator[Script]:
    """Draw games in which a turn completes something for both players."""
    yield from (_long(side, BOTH, count, seed) for side, count, seed in _BOTH)


def deck_of_small_boards() -> Iterator[Script]:
    """Yield only what depends on the size of the board, and what few games show.

    Lines in a long search, resets as a line is taken, and traps.
    """
    yield in_a_long_search()
    yield larger_numbers(TALL)
    yield from after_lines()
    yield from (trapped(side, seed) for side, seed in _TRAPPED)
    yield from late_fouls(HEARD.demanding)
    yield from (_long(side, LONG, _FILLING, seed) for seed in _SEEDS for side in ("-W", "-B"))
    yield as_no_turn_is_left()


def deck_of_deep_players() -> Iterator[Script]:
    """Yield games after a search that was broken off, by either new game or by a reset.

    What is left of it shows in later searches. All else would take minutes.
    """
    game = [line("-W"), *(Step(LONG, number=3 + 17 * number) for number in range(_BEFORE_THE_END))]
    replies = [Step(LONG, number=17 * number) for number in range(_AFTER_IT)]
    white, red = (line(side)._replace(now=True) for side in ("-W", "-B"))
    for end in ([white], [red], [Step(RESET, after=_LATER), white]):
        yield Script((*game, *end, *replies))


#: Replies up to a search that takes longer than a line, and than so many cycles; and those by which turns are to be
#: found that a look at one turn alone would not choose.
_BEFORE_THE_END, _LATER, _AFTER_IT = 2, 400, 6


def as_no_turn_is_left() -> Script:
    """Return a question in the cycles in which the player's search finds no turn."""
    side, count, seed = _FULL
    return Script(tuple(swept(_long(side, LONG, count, seed).steps, [line("-T")], _THE_END)))


def deck_of_large_boards(queue: int | None) -> Iterator[Script]:
    """Yield only what takes a large board.

    Lines that have to wait while it is cleared, of `queue` bytes, if that is known; and moves that are said in rows
    that smaller boards do not have.
    """
    yield behind_many_names()
    if queue:
        yield just_full(queue)
    yield from (down_to(count, last) for count, last in _WON_FAR_DOWN)


def down_to(count: int, last: str) -> Script:
    """Return a script that grows the board down and lets a player of the golden policy win far down.

    `count`: the replies by which the board grows, of those that lead to 100 rows. `last`: the reply that lets it win.
    """
    return Script(tuple(map(line, ["-W", *_TALLEST.split()[:count], last])))


def _long(side: str, kind: str, count: int, seed: int) -> Script:
    numbers = Random(seed)
    return Script((line(side), *(Step(kind, number=numbers.randrange(256)) for _ in range(count))))
