"""The coverage model of the rules of Trax: every situation, its name, and the strategy that should bring it about.

A key is what the collector counts. A bin that cannot be filled says why;
tests/games/trax/coverage/test_unreachable.py proves it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from itertools import product

from goldenrules.trax import COLOUR_NAMES, RED, SYMBOL, TILES, WHITE, Colour, Tile
from goldenrules.trax.position import FIRST_TILES
from goldenrules.trax.tiles import (
    FITTING,
    SIDE_NAMES,
    SIDES,
    SYMBOLS,
    VALID_ENTRIES,
    Entries,
    entered,
    entry,
    fits,
)

from loopline.contract.coverage import Bin, Group
from loopline.games.coverage import Answers, Classes
from loopline.games.trax.coverage.variants import of_variants, two_reasons
from loopline.games.trax.protocol import EVERYWHERE, Reason, streams
from loopline.games.trax.strategies.extremes import longest_arm
from loopline.games.trax.strategies.shapes import DEEPEST

_KINDS = ("loop", "line across", "line down")
_COLOURS = (WHITE, RED)
_AXES = ("columns", "rows")

CASCADES = Classes(0, 1, 2, 3, 4, 5, 6, 8, 12, 16, 32)
#: Of tiles; their number is even.
LOOPS = Classes(4, 6, 8, 10, 12, 16, 20, 24, step=2)
LINES = Classes(8, 9, 10, 12)
ROWS = Classes(1, 2, 5, 16)
#: Of the box. From 8 on lines win; the engine's capacity is a class by itself.
_LENGTHS = Classes(2, 3, 8, 9)
#: Of forced cells that wait.
_WAITING = (0, 1, 2, 3, 4, 5, 8, 16, 32, 64, 128)

_Bins = dict[Hashable, Bin]

# --- why not ----------------------------------------------------------------------------------------------------------

_SETTLED = "after a finished turn no open cell has two edges of one colour"
_FIRST = "the first tile has red on its right and is / or +"
_CHOSEN_TRAPS = "a chosen tile brings one edge into a cell, which has at most one of its colour by then"
_CROSSING = "two lines of one colour, across and down, would meet on a tile, which has one path of a colour"
_WHITE_BEGINS = "the board is empty, so it is White's turn"


#: By the field of an answer, the strategy that gives it its rarer values.
_SAID_IN = {"placed": "cascades", "draw": "draws"}


@cache
def answers(size: int, variants: bool = False) -> Answers:
    """Return the bins for what the fields of an answer say, of the same engines as `model`, and their count."""
    return Answers(streams(size, variants).response, _SAID_IN, "games")


@cache
def model(size: int, variants: bool = False) -> tuple[Group, ...]:
    """Return the bins for an engine of this size: its capacity limits the box.

    `variants`: it also plays the variants of the rules.
    """
    capacity = size - 2
    return (
        *(of_variants() if variants else ()),
        Group("moves", "each symbol, played by either colour", _moves()),
        Group("chosen tiles", "each placement against each neighbourhood that it fits", _chosen()),
        Group("forced tiles", "each placement against each neighbourhood that forces it", _forced()),
        Group("mismatches", "each symbol where it does not fit", _mismatches()),
        Group("cascade length", "tiles that a turn forces", _numbers(CASCADES, _cascader)),
        Group("cascade depth", "rounds of forced play", _numbers(CASCADES, _cascader)),
        Group("branching", "cells that one tile forces", _branching()),
        Group("cells waiting", "the most forced cells open at a time", _waiting(size)),
        Group("traps", "what becomes of the trapped cell, the colour, the depth", _traps()),
        Group("traps at once", "where the two cells lie that one tile traps, and the colour", _traps_at_once()),
        Group("undone with", "a loop that a turn had completed before it came to a trap", _undone_with()),
        Group("trapped cells", "colour, the side without it, whether something else enters there", _trapped_cells()),
        Group("wins", "kind, winner, and whose formations there are", _wins(capacity)),
        Group("won through", "is the chosen tile on the winning path?", _won_through(capacity)),
        Group("won at once", "kinds of formations that a turn gives the winner", _won_at_once(capacity)),
        Group("both colours", "what each has completed in one turn", _both_colours(capacity)),
        Group("loop size", "tiles of a loop", LOOPS.bins("wins")),
        Group("line length", "columns or rows that a line has crossed", _line_lengths(capacity)),
        Group("refusals", "each reason, whose turn it is, and whether it loses the game", _refusals()),
        Group("two reasons", "what is named, and what else is against the turn", _two_reasons()),
        Group("game over", "how the game has ended, and what is asked for all the same", _game_over(capacity)),
        answers(size, variants).group,
        Group("no room", "a limit at each side of the box", _no_room()),
        Group("growth", "at which side the box grows, and to what length", _growth(capacity)),
        Group("seam", "across the seam between the last and the first column, or row", _seam(capacity)),
        Group("taken back", "what is undone", _taken_back(capacity)),
        Group("take-backs in a row", "turns taken back one after the other", _in_a_row()),
        Group("next", "the request after a trap, or after a turn was taken back", _next()),
        Group("new games", "what is on the board when another game begins", _new_games()),
        Group("rules", "what the game is played by", _rules()),
        Group("reads", "what lies in the cell that is read", _reads()),
        Group("stalls", "a request that comes late, an answer that has to wait, in each kind of operation", _stalls()),
        Group("resets", "a reset in the middle of each kind of operation", _resets()),
    )


def _numbers(classes: Classes, strategy: Callable[[int], str]) -> _Bins:
    return {first: Bin(name, strategy(first)) for first, name in classes.names.items()}


def _cascader(number: int) -> str:
    return "games" if number < 6 else "cascades"


# --- tiles and neighbourhoods -----------------------------------------------------------------------------------------


def placement(tile: Tile) -> str:
    """Return a tile's symbol and colouring; the right edge tells the two colourings apart: "/ red right"."""
    if SYMBOL[tile] == "+":
        across = RED if tile >> 1 & 1 else WHITE
        return f"+ {COLOUR_NAMES[across].lower()} across"
    return f"{SYMBOL[tile]} {'red' if tile >> 1 & 1 else 'white'} right"


def neighbourhood(entries: Entries) -> str:
    """Return what the tiles around a cell bring to it: "white from the north, red from the east"."""
    words = [
        f"{COLOUR_NAMES[Colour(entry(entries, side))].lower()} from the {SIDE_NAMES[side]}"
        for side in SIDES
        if entry(entries, side)
    ]
    return ", ".join(words) or "nothing beside it"


def _fitting() -> Iterator[tuple[Tile, Entries, list[int]]]:
    """Yield placements, neighbourhoods that they fit, and how many edges of each colour enter."""
    for tile, entries in product(TILES, VALID_ENTRIES):
        if fits(tile, entries):
            yield tile, entries, [len(entered(entries, colour)) for colour in _COLOURS]


def _moves() -> _Bins:
    return {
        (symbol, colour): Bin(f"{symbol} by {COLOUR_NAMES[colour]}", "games")
        for symbol, colour in product(SYMBOLS, _COLOURS)
    }


def _chosen() -> _Bins:
    bins: _Bins = {}
    for tile, entries, counts in _fitting():
        why = _SETTLED if max(counts) > 1 else ""
        if not entries and tile not in FIRST_TILES.values():
            why = _FIRST
        bins[tile, entries] = Bin(f"{placement(tile)}: {neighbourhood(entries)}", _CHOOSER[_between(entries)], why)
    return bins


#: Two neighbours on opposite sides are rare, unless a strategy builds them.
_CHOOSER = {False: "games", True: "illegal_moves"}


def _between(entries: Entries) -> bool:
    """Return whether the neighbours are on two opposite sides, and nowhere else."""
    return [side for side in SIDES if entry(entries, side)] in ([0, 2], [1, 3])


def _forced() -> _Bins:
    return {
        (tile, entries): Bin(f"{placement(tile)}: {neighbourhood(entries)}", "cascades")
        for tile, entries, counts in _fitting()
        if max(counts) == 2
    }


def _mismatches() -> _Bins:
    """Yield neighbourhoods in which nothing is forced: with at most one edge of either colour."""
    return {
        (symbol, entries): Bin(f"{symbol}: {neighbourhood(entries)}", "illegal_moves")
        for symbol, entries in product(SYMBOLS, VALID_ENTRIES)
        if entries and not FITTING[symbol][entries] and max(len(entered(entries, colour)) for colour in _COLOURS) == 1
    }


# --- cascades and traps -----------------------------------------------------------------------------------------------


def _branching() -> _Bins:
    """Return bins for cells that a tile forces: a chosen tile has a neighbour, a forced one two."""
    most = {"chosen": 3, "forced": 2}
    return {
        (kind, forced): Bin(f"a {kind} tile forces {forced or 'none'}", "cascades")
        for kind in most
        for forced in range(most[kind] + 1)
    }


def waiting(size: int) -> Classes:
    """Return the classes of cells that wait.

    The widest front that is known, of four fields at once, is as long as three arms, or nearly so.
    """
    return Classes(*(first for first in _WAITING if first <= max(5, 3 * longest_arm(size - 2) - 1)))


def _waiting(size: int) -> _Bins:
    return _numbers(
        waiting(size), lambda number: "games" if number < 3 else "cascades" if number <= size // 2 else "extremes"
    )


def _traps() -> _Bins:
    bins: _Bins = {}
    for cell, colour, depth in product(("three", "four", "all four"), _COLOURS, range(DEEPEST + 1)):
        edges = {"three": "three edges", "four": "three edges and one of the other", "all four": "four edges"}[cell]
        deep = f"depth {depth}{' and more' if depth == DEEPEST else ''}"
        why = "" if depth else _CHOSEN_TRAPS
        bins[cell, colour, depth] = Bin(f"{COLOUR_NAMES[colour]}, {edges}, {deep}", "traps", why)
    return bins


def _trapped_cells() -> _Bins:
    return {
        (colour, side, full): Bin(
            f"{COLOUR_NAMES[colour]} but from the {SIDE_NAMES[side]}, {'the other' if full else 'nothing'} from there",
            "traps",
        )
        for colour, side, full in product(_COLOURS, SIDES, (False, True))
    }


def _traps_at_once() -> _Bins:
    return {
        (opposite, colour): Bin(
            f"{COLOUR_NAMES[colour]}, on {'opposite' if opposite else 'adjacent'} sides of it", "traps"
        )
        for opposite, colour in product((True, False), _COLOURS)
    }


def _undone_with() -> _Bins:
    return {colour: Bin(f"{COLOUR_NAMES[colour]}'s", "traps") for colour in _COLOURS}


# --- wins -------------------------------------------------------------------------------------------------------------


def _too_small(kinds: Iterable[str], capacity: int) -> str:
    """Return why the engine is too small for a line, which takes eight columns or rows; empty if it is not."""
    return (
        f"the engine has room for {capacity} columns and rows"
        if capacity < 8 and any("line" in k for k in kinds)
        else ""
    )


def _wins(capacity: int) -> _Bins:
    words = {"mover": "the mover's", "opponent": "the opponent's", "both": "both colours, the mover's counts"}
    return {
        (kind, colour, by): Bin(f"{kind} of {COLOUR_NAMES[colour]}, {words[by]}", "wins", _too_small([kind], capacity))
        for kind, colour, by in product(_KINDS, _COLOURS, words)
    }


def _won_through(capacity: int) -> _Bins:
    words = {"chosen": "through the chosen tile", "forced": "through forced tiles alone"}
    return {
        (kind, tile): Bin(f"{kind} {words[tile]}", "wins", _too_small([kind], capacity))
        for kind, tile in product(_KINDS, words)
    }


def _won_at_once(capacity: int) -> _Bins:
    bins: _Bins = {}
    for wanted in product((False, True), repeat=3):
        kinds = [kind for kind, want in zip(_KINDS, wanted, strict=True) if want]
        if kinds:
            why = _CROSSING if {*_KINDS[1:]} <= {*kinds} else _too_small(kinds, capacity)
            bins[frozenset(kinds)] = Bin(" and ".join(kinds), "wins", why)
    return bins


def _both_colours(capacity: int) -> _Bins:
    return {
        (white, red): Bin(f"White a {white}, Red a {red}", "wins", _too_small((white, red), capacity))
        for white, red in product(_KINDS, repeat=2)
    }


def _line_lengths(capacity: int) -> _Bins:
    return {
        (kind, first): Bin(f"{kind}, {name}", "wins", _too_small([kind], capacity))
        for kind in _KINDS[1:]
        for first, name in LINES.names.items()
    }


# --- refusals ---------------------------------------------------------------------------------------------------------


def _refusals() -> _Bins:
    bins: _Bins = {}
    for reason, colour, lose in product(EVERYWHERE, _COLOURS, (True, False)):
        needs_white = reason in (Reason.FIRST_MOVE, Reason.NOTHING_TO_TAKE_BACK)
        why = _WHITE_BEGINS if needs_white and colour == RED else ""
        rules = "contest" if lose else "classic"
        bins[reason, colour, lose] = Bin(f"{reason}, {COLOUR_NAMES[colour]} to move, {rules}", "illegal_moves", why)
    return bins


def _two_reasons() -> _Bins:
    """Return bins for pairs of reasons that apply at once.

    A tile that makes the box longer has one neighbour, so it fits; and all that it forces lies beside it in one row or
    column outside the old box, so it makes no trap.
    """
    limits = (Reason.BOX_LIMIT, Reason.CAPACITY)
    anywhere = (Reason.OCCUPIED, Reason.UNCONNECTED, *limits)
    return two_reasons(
        {
            Reason.GAME_OVER: (Reason.BAD_SYMBOL, Reason.FIRST_MOVE, *anywhere, Reason.MISMATCH, Reason.TRAP),
            Reason.BAD_SYMBOL: anywhere,
            Reason.UNCONNECTED: limits,
            Reason.BOX_LIMIT: [Reason.CAPACITY],
        }
    )


def _game_over(capacity: int) -> _Bins:
    asked = {
        "open": "a cell beside a tile",
        "occupied": "a cell with a tile",
        "unconnected": "a cell beside none",
        "bad symbol": "an unknown symbol",
    }
    return {
        (ended, what): Bin(f"after a {ended}: {asked[what]}", "illegal_moves", _too_small([ended], capacity))
        for ended, what in product(("loop", "line", "foul"), asked)
    }


def _no_room() -> _Bins:
    return {
        (reason, side): Bin(f"{reason}, {SIDE_NAMES[side]}", "illegal_moves")
        for reason, side in product((Reason.BOX_LIMIT, Reason.CAPACITY), SIDES)
    }


# --- the box and the torus --------------------------------------------------------------------------------------------


def length(cells: int, capacity: int) -> int:
    """Return the class of a box side of this many cells; the board's capacity is a class by itself."""
    return capacity if cells == capacity else _LENGTHS.of(cells)


def _growth(capacity: int) -> _Bins:
    lengths = {first: name for first, name in _LENGTHS.names.items() if first < capacity}
    lengths[capacity] = f"{capacity}, all there is room for"
    return {
        (side, first): Bin(f"{SIDE_NAMES[side]}, to {name}", "drifting")
        for side in SIDES
        for first, name in lengths.items()
    }


def _seam(capacity: int) -> _Bins:
    what = {"chosen": "a chosen tile", "forced": "a forced tile", "trap": "a trap"}
    bins: _Bins = {
        (kind, side): Bin(
            f"{words} with a neighbour {SIDE_NAMES[side]} across it", "traps" if kind == "trap" else "drifting"
        )
        for kind, words in what.items()
        for side in SIDES
    }
    for kind, axis in product(_KINDS, (0, 1)):
        bins[kind, axis] = Bin(f"a {kind} across that of the {_AXES[axis]}", "wins", _too_small([kind], capacity))
    return bins


# --- going back -------------------------------------------------------------------------------------------------------


def _taken_back(capacity: int) -> _Bins:
    bins: _Bins = {"first": Bin("the first tile", "take_backs")}
    for first, name in CASCADES.names.items():
        bins[first] = Bin(f"a turn that forced {name}", "take_backs" if first < 16 else "cascades")
    for side in SIDES:
        bins["grown", side] = Bin(f"a turn that made the box longer, {SIDE_NAMES[side]}", "take_backs")
    for axis, name in enumerate(_AXES):
        bins["seam", axis] = Bin(f"a turn across the seam of the {name}", "take_backs")
    for kind in _KINDS:
        bins["won", kind] = Bin(f"a win by a {kind}", "take_backs", _too_small([kind], capacity))
    for by in ("mover", "opponent", "both"):
        bins["won by", by] = Bin(f"a win, formations of {'both' if by == 'both' else 'the ' + by}", "take_backs")
    for reason in FOULS:
        bins["foul", reason] = Bin(f"a foul: {reason}", "take_backs" if reason == Reason.TRAP else "illegal_moves")
    return bins


#: The reasons that lose a game.
FOULS = (
    Reason.BAD_SYMBOL,
    Reason.OCCUPIED,
    Reason.FIRST_MOVE,
    Reason.UNCONNECTED,
    Reason.BOX_LIMIT,
    Reason.MISMATCH,
    Reason.TRAP,
)


def _in_a_row() -> _Bins:
    bins = ROWS.bins("take_backs")
    bins["all"] = Bin("all, back to the empty board", "take_backs")
    return bins


def _next() -> _Bins:
    what = {
        "same turn": "the same turn again",
        "same cell": "another symbol there",
        "forced cell": "a turn where it forced a tile",
        "beside": "a turn beside one of its cells",
        "elsewhere": "a turn elsewhere",
        "TAKE_BACK": "a take-back",
        "READ": "a read",
        "NEW": "a new game",
    }
    bins: _Bins = {
        (gone, after): Bin(f"after a {gone}: {words}", "traps" if gone == "trap" else "take_backs")
        for gone in ("trap", "take-back")
        for after, words in what.items()
    }
    bins["trap", "same turn"] = bins["trap", "same turn"]._replace(strategy="illegal_moves")
    return bins


# --- all else ---------------------------------------------------------------------------------------------------------


def _new_games() -> _Bins:
    what = {
        "reset": "nothing since the reset",
        "empty": "an empty board",
        "open": "a game under way",
        "full": "a game under way with a tile in one of eight cells or more",
        "won": "a game that was won",
        "foul": "a game that was lost by a foul",
    }
    fillers = {"full": "cascades", "foul": "illegal_moves"}
    return {key: Bin(name, fillers.get(key, "games")) for key, name in what.items()}


def _rules() -> _Bins:
    return {
        (lose, lines, limit): Bin(
            f"{'contest' if lose else 'classic'}, {'lines win' if lines else 'only loops win'}"
            f"{', a box limit' if limit else ''}",
            "games",
        )
        for lose, lines, limit in product((True, False), (True, False), (False, True))
    }


def _reads() -> _Bins:
    bins: _Bins = {("tile", tile): Bin(placement(tile), "games") for tile in TILES}
    for white, red in product((0, 1), repeat=2):
        words = [*(["white"] if white else []), *(["red"] if red else [])]
        bins["entries", (white, red)] = Bin(f"an open cell: {' and '.join(words) or 'nothing'} enters", "games")
    bins["empty board"] = Bin("any cell of an empty board", "games")
    bins["over"] = Bin("any cell after the end of the game", "games")
    return bins


_OPERATIONS = {
    "new": ("a new game", "games"),
    "quiet": ("a turn that forces nothing", "games"),
    "forcing": ("a turn that forces tiles", "games"),
    "refused": ("a turn refused at once", "illegal_moves"),
    "trap": ("a trap", "traps"),
    "taken back": ("a turn taken back", "take_backs"),
    "foul taken back": ("a foul taken back", "take_backs"),
    "nothing to take back": ("nothing to take back", "illegal_moves"),
    "read": ("a read", "games"),
}


def _resets() -> _Bins:
    return {kind: Bin(name, "resets") for kind, (name, _) in _OPERATIONS.items()}


def _stalls() -> _Bins:
    when = {
        (False, False): "at once",
        (True, False): "the request late",
        (False, True): "the answer has to wait",
        (True, True): "both",
    }
    return {
        (kind, *delays): Bin(f"{name}: {words}", strategy)
        for kind, (name, strategy) in _OPERATIONS.items()
        for delays, words in when.items()
    }
