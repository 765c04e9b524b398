"""Limits of tiles and cells: the last tile and one more, the edge of a field, games without a winner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

from goldenrules.trax import CLASSIC, LOOP_TRAX, SYMBOLS, Cell, Move, Position, RuleSet, neighbour
from goldenrules.trax.errors import Trap
from goldenrules.trax.position import FIRST_TILES
from goldenrules.trax.tiles import SIDES, Side
from hypothesis import strategies as st

import loopline.games.trax.strategies.library as library
from loopline.games.strategy import Digits, choices
from loopline.games.trax.reference_engine import connexion as by_connexion
from loopline.games.trax.requests import Script
from loopline.games.trax.strategies.building_blocks import grow, length, place, set_up
from loopline.games.trax.strategies.extremes import LARGEST
from loopline.games.trax.strategies.rare import over_a_field
from loopline.games.trax.strategies.rule_sets import begin_any, go_on_by_any_rules
from loopline.games.trax.strategies.session import Session, undecided
from loopline.games.trax.strategies.shapes import trap_depth
from loopline.games.trax.symmetry import keeping


@st.composite
def supply(draw: st.DrawFn, size: int = 64, turns: int = 60) -> Script:
    """Play a turn that takes the last tile, or needs more than there are.

    A turn that takes all the tiles that are left, or needs more: one, a few, or all but the chosen one. It may force
    many, up to 180, complete a path, or be a trap all the same.

    Shrinks to a turn of one tile, which is the last.
    """
    chosen = draw(choices(turns))
    digits = chosen.digits
    before, after = chosen.split()
    session = Session(size, place(digits, size))
    kind = digits(5)
    found = library.entries(("cascade", "cascade", "win", "trap", "cascade")[kind])
    which = digits(len(found) + 1)
    lines = (8, None, None if which else 4)[digits(3)]
    rules = replace(CLASSIC, fouls_lose=digits(2) == 1, lines=lines, draws=digits(4) < 3)
    session.new(rules)
    if kind == _FIELD:
        columns, rows = (min(most, session.capacity - less) for most, less in ((12, 4), (14, 1)))
        last = set_up(session, over_a_field(2 + digits(columns - 1), 3 + digits(rows - 2), digits))
    elif which:
        last = set_up(session, found[which - 1].image(digits(8)))
    else:
        for choice in before:
            session.play_any(choice, undecided)
        move = session.find(digits(256), undecided)
        if move is None:  # a game by a rule that lets it end early
            session.new(rules)
            move = session.find(digits(256), undecided)
        assert move is not None
        session.position.take_back()
        last = move
    present, needed = len(session.position.tiles), _needed(session.position, last)
    lacking = (0, 1, 1, 2, needed - 1, digits(needed))[digits(6)]
    tiles = max(present + needed - lacking, present, 1)
    if digits(8) > 4:
        _many_more(session, replace(rules, tiles=tiles + (session.size**2 >> digits(3))), last)
    session.have_had(replace(rules, tiles=tiles))
    session.play(*last)
    if not session.over and lacking == 0 and (again := session.position.candidates()):  # and it is not drawn: one more
        session.play(*again[digits(len(again))])
    for choice in after:
        go_on_by_any_rules(session, choice)
    return session.script()


def _many_more(session: Session, rules: RuleSet, last: Move) -> None:
    """Play the same game before, with enough tiles that many are left, unless the high bit of their number is lost."""
    game = [turn.move for turn in session.position.turns]
    session.have_had(rules)
    session.play(*last)
    session.new(rules)
    for move in game:
        session.play(*move)


#: The kind of turn that forces a whole field.
_FIELD = 4


def _needed(position: Position, move: Move) -> int:
    """Return how many tiles a turn takes; for a trap, at least how many."""
    try:
        turn = position.play(*move)
    except Trap:
        return trap_depth(position, move) + 1
    position.take_back()
    return turn.tiles_after - turn.tiles_before


@st.composite
def field_edge(draw: st.DrawFn, size: int = 64, turns: int = 60) -> Script:
    """Play a tile beyond the field, at each of its sides.

    A field, a game that comes to one of its sides, and a tile beyond that, which is refused without being a foul.

    Shrinks to the field of two by two cells; on the largest board to the largest field.
    """
    chosen = draw(choices(turns))
    digits = chosen.digits
    before, after = chosen.split()
    session = Session(size, place(digits, size))
    sizes = [side_length for side_length in (2, 3, 4, 5, 8, 13, 21, size - 2) if side_length <= size - 2]
    if size == LARGEST:
        sizes.reverse()
    field = sizes[digits(len(sizes))]
    tiles = (None, 128, field * field)[digits(3)]
    draws = field > _SMALL and digits(4) < 3  # a small field would be full first
    session.new(replace(LOOP_TRAX, fouls_lose=digits(2) == 1, field=field, tiles=tiles, draws=draws))
    session.play_any(digits(2) * 128)
    side = SIDES[digits(4)]
    for number in range(2 * size):
        box = session.position.box
        if (beyond := _beyond(session, side)) or session.over:
            break
        grow(session, side, before[number % len(before)] if before else 0)
        if session.position.box == box and length(box, side) < field:
            session.play_any(digits(256), undecided)
    for cell in beyond[:3] if beyond else ():
        session.play(cell, SYMBOLS[digits(3)])
    for choice in after:
        go_on_by_any_rules(session, choice)
    return session.script()


_SMALL = 3


def _beyond(session: Session, side: Side) -> list[Cell]:
    """Return the cells beside tiles that are outside the field there."""
    position = session.position
    field = position.field
    outside = (neighbour(placed.cell, side) for placed in position.placed)
    return [cell for cell in dict.fromkeys(outside) if field is not None and cell not in field]


@st.composite
def draws(draw: st.DrawFn, size: int = 64, turns: int = 60) -> Script:
    """Play games without a winner, to their end.

    Small limits of the box, the field and the tiles hold at once, until the board is full, no tile is left, or no turn
    is legal; and what may follow. Shrinks to the board of one cell.
    """
    chosen = draw(choices(turns))
    session = Session(size, place(chosen.digits, size))
    for digits in chosen.rounds():
        after = AFTER[digits(len(AFTER))]
        if digits(_KINDS) == _KINDS - 1:
            limit, text = STALEMATES[digits(len(STALEMATES))]
            _stalemate(session, int(limit), text, digits)
        else:
            session.new(_small(digits, session.capacity))
            _to_the_end(session, digits(2) == 1, digits(1 << 16))
        if not session.position.drawn:  # the mover wins, so this was the last tile
            if session.position.winner or not session.position.tiles:
                session.begin_again()
                session.play_any(digits(256))
            session.have_had(replace(session.position.rules, tiles=len(session.position.tiles), draws=True))
        after(session, digits)
    return session.script()


#: One game in this many ends in a known position without a legal turn.
_KINDS = 6


def _small(digits: Digits, most: int) -> RuleSet:
    """Return rules with small limits of the box, the field and the tiles, of which the smallest one decides."""
    length = 1 + digits(4)
    larger = min(length + (0, 1, 64)[digits(3)], most)
    box, field, is_connexion = (
        (length, None, False),
        (length, larger, False),
        (None, length, False),
        (larger, length, False),
        (None, None, False),
        (None, min(larger, length + 1), True),
    )[digits(6)]
    cells = min(length for length in (box, field, _FEW) if length) ** 2
    tiles = (None, 1 + digits(cells), cells - 1, cells, cells + 1)[digits(5)] or None
    lines = (None, CLASSIC.lines, max(2, length), length + 1)[digits(4)]  # one tile is not a line
    lose = digits(3) == 2
    if is_connexion:
        return by_connexion(field or length, lines=lines and 1, fouls_lose=lose, tiles=tiles)
    tiles = tiles if box or field else tiles or cells
    return RuleSet("small", fouls_lose=lose, lines=lines, box_limit=box, field=field, tiles=tiles)


#: The side of a square that bounds the tiles of a game without limits of its own.
_FEW = 3


def _to_the_end(session: Session, starves: bool, seed: int) -> None:
    """Play turns that do not win, as long as there are any.

    Args:
        session: Where they are written down.
        starves: Stop where each turn needs two tiles or more, and leave one tile less than that.
        seed: Chooses the turns.
    """
    choices = Random(seed).randbytes(_LONGEST) if seed else bytes(_LONGEST)
    for choice in choices:
        position = session.position
        if starves and not session.over and (least := _least_needed(position)) > 1:
            session.have_had(replace(position.rules, tiles=len(position.tiles) + least - 1))
            return
        if not session.play_any(choice, undecided):
            return


#: As many turns as a small game can have.
_LONGEST = 40


def _least_needed(position: Position) -> int:
    """Return how many tiles a legal turn takes at least."""
    return min((_needed(position, move) for move in position.candidates() if position.is_legal(*move)), default=1)


def _stalemate(session: Session, limit: int, text: str, digits: Digits) -> None:
    """Play to a position in which every turn would be a trap, and perhaps needs more tiles than are left, too.

    Random play in a small box comes to that about once in 20,000 games.
    """
    field = 2 * limit - 1 if digits(2) and 2 * limit - 1 <= session.capacity else None
    session.new(replace(LOOP_TRAX, fouls_lose=digits(3) == 2, box_limit=limit, field=field))
    moves = _moves(limit, text)
    images = keeping(FIRST_TILES[moves[0].symbol])
    for move in map(images[digits(len(images))].move, moves):
        session.play(*move)
    if more := digits(4):
        session.have_had(replace(session.position.rules, tiles=len(session.position.tiles) + more))


@cache
def _moves(limit: int, text: str) -> tuple[Move, ...]:
    position = Position.from_moves(text.split(), replace(LOOP_TRAX, box_limit=limit))
    return tuple(turn.move for turn in position.turns)


#: The box limit, and a game at whose end every turn is illegal.
STALEMATES = tuple(
    line.split(maxsplit=1)
    for line in r"""
5 @0+ A2\ @1\ B3/ B4+ B5\ @1/ B5+ D1+ D3+ A5\ @5\ A1+ A2/ A3+ A4/
5 @0/ A0\ A0+ A4+ @1+ B5+ A4/ C1+ @1\ @1+ B4/ A4+ E5\ A5+ E3\
5 @0+ A0/ B1+ @1+ C3\ C4/ @1+ B0\ @2/ A1\ A3\ D5/ A4\ A5\ E1+
6 @0/ A0+ @1\ A3\ A0\ B5+ A0\ @1/ D4/ @1+ @1+ A2+ A3+ F1+ A4\ D6+ C5\ A5/ A6/ B5\
6 @0+ B1/ B2\ A2/ A0/ A0\ B1+ @3\ A1\ D2/ C5\ A5/ C6\ E2/ F2/ D5/ E6+ F5\
""".strip().splitlines()
)


def _asked_again(session: Session, digits: Digits) -> None:
    """Ask for one more turn: somebody plays on all the same."""
    open_cells = [*session.position.entries, session.position.placed[-1].cell]
    session.refused(open_cells[digits(len(open_cells))], SYMBOLS[digits(3)], foul=False)


def _taken_back(session: Session, digits: Digits) -> None:
    """Play another turn in place of the last one; or take all back."""
    session.take_back((1, 1, 2, len(session.position.turns))[digits(4)] if session.played > 1 else 1)
    session.play_any(digits(256))


def _looked_at(session: Session, digits: Digits) -> None:
    session.read(session.position.placed[digits(len(session.position.placed))].cell)


def _next_game(session: Session, digits: Digits) -> None:
    begin_any(session, digits(256))


AFTER: tuple[Callable[[Session, Digits], None], ...] = (_asked_again, _taken_back, _looked_at, _next_game)
