"""Limits of tiles and cells: the last tile and one more, the edge of a field, games without a winner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from goldenrules.trax import CLASSIC, LOOP_TRAX, SYMBOLS, Cell, Move, Position, RuleSet, neighbour
from goldenrules.trax.errors import Trap
from goldenrules.trax.position import FIRST_TILES
from goldenrules.trax.tiles import SIDES, Side
from hypothesis import strategies as st

import loopline.games.trax.strategies.library as library
from loopline.games.strategy import Digits, choices
from loopline.games.trax.requests import Script, read_rules
from loopline.games.trax.strategies.building_blocks import grow, length, place, set_up
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

    Shrinks to the field of two by two cells.
    """
    chosen = draw(choices(turns))
    digits = chosen.digits
    before, after = chosen.split()
    session = Session(size, place(digits, size))
    sizes = [side_length for side_length in (2, 3, 4, 5, 8, 13, 21, size - 2) if side_length <= size - 2]
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

    The board is full, no tile is left, no turn is legal; and what may follow. Shrinks to the board of one cell.
    """
    chosen = draw(choices(turns))
    digits = chosen.digits
    before, after = chosen.split()
    session = Session(size, place(digits, size))
    which, more = divmod(digits((len(_LIMITED) + len(STALEMATES)) * len(_MORE)), len(_MORE))
    if which < len(_LIMITED):
        session.new(_with_both(_LIMITED[which], _MORE[more], session.capacity))
        _to_the_end(session, before, digits)
    else:
        limit, text = STALEMATES[which - len(_LIMITED)]
        _stalemate(session, int(limit), text, digits)
    if not session.position.drawn:  # the mover wins, so this was the last tile
        if session.position.winner or not session.position.tiles:
            session.begin_again()
            session.play_any(digits(256))
        session.have_had(replace(session.position.rules, tiles=len(session.position.tiles), draws=True))
    AFTER[digits(len(AFTER))](session, digits)
    for choice in after:
        go_on_by_any_rules(session, choice)
    return session.script()


def _stalemate(session: Session, limit: int, text: str, digits: Digits) -> None:
    """Play to a position in which every turn would be a trap.

    Random play in a small box comes to that about once in 20,000 games.
    """
    field = 2 * limit - 1 if digits(2) and 2 * limit - 1 <= session.capacity else None
    session.new(replace(LOOP_TRAX, fouls_lose=digits(3) == 2, box_limit=limit, field=field))
    moves = _moves(limit, text)
    images = keeping(FIRST_TILES[moves[0].symbol])
    for move in map(images[digits(len(images))].move, moves):
        session.play(*move)


@cache
def _moves(limit: int, text: str) -> tuple[Move, ...]:
    position = Position.from_moves(text.split(), replace(LOOP_TRAX, box_limit=limit))
    return tuple(turn.move for turn in position.turns)


#: The box limit, and a game at whose end there is no legal turn.
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


def _to_the_end(session: Session, choices: bytes, digits: Digits) -> None:
    """Make turns that win nothing, until there are no more."""
    moves = iter(choices)
    while not session.over and session.play_any(next(moves, digits(256)), undecided):
        pass


_SOON_OVER = """
classic,limit=1 classic,loops,limit=3 classic,lines=3,limit=3 classic,loops,limit=4 classic,loops,field=3
loops,field=4 classic,loops,field=3,tiles=9 classic,loops,field=3,tiles=7 classic,loops,limit=3,tiles=8
classic,loops,tiles=6 classic,loops,field=2
classic,connexion=1 classic,connexion=2 classic,connexion=3 classic,connexion=4 classic,connexion=5
"""
_LIMITED = tuple(read_rules(f"{rules},draws") for rules in _SOON_OVER.split())


#: The difference by which the field is larger than a limit of the box, or the limit than a field. None: only one of
#: them applies.
_MORE = (None, None, None, 0, 1, 64)


def _with_both(rules: RuleSet, more: int | None, most: int) -> RuleSet:
    """Return rules with a box limit and a field, of which the smaller one decides."""
    if more is None or rules.first_cell_free:
        return rules
    if rules.field:
        return replace(rules, box_limit=min(rules.field + more, most))
    return replace(rules, field=min(rules.box_limit + more, most)) if rules.box_limit else rules


def _asked_again(session: Session, digits: Digits) -> None:
    """Somebody plays on all the same."""
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
