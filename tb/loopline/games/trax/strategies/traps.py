"""Turns that are illegal only because of forced play."""

from __future__ import annotations

from functools import cache

from goldenrules.trax import CLASSIC, Move, Position
from hypothesis import strategies as st

from loopline.games.choices import choices
from loopline.games.trax.script import Script
from loopline.games.trax.strategies import library
from loopline.games.trax.strategies.building_blocks import UNLIMITED, add_turns_around, go_on, place, set_up, touched
from loopline.games.trax.strategies.library import Entry
from loopline.games.trax.strategies.session import Session
from loopline.games.trax.strategies.shapes import DEEPEST, trap_depth, traps_at_once

#: This many of the examples are two traps at once.
_ONE_IN = 8

#: One tile traps two cells, on opposite sides of it or on adjacent ones, if forced cells are filled first come, first
#: served. Random play comes to that about once in 9,000 games.
_AT_ONCE = r"""
@0+ @1/ B0\ C1/ A0\ D2/ E2\ E1+ A0\ B2+ E1+ E0\ B1\ B0\ E1\ D2+
@0/ A0\ B1/ @1\ D1/ A0/ @1/ @2\ F1\ F0\ C1+ F0\ A1\ A0+ F1\ C1/ E2+
@0+ A0/ @1+ C1+ @1\ A0/ D1+ @1+ A0\ A0+ E2/ E1/ F4/ F0\ A1/ D2+
@0/ A0\ A3\ B2/ B0/ @3/ @4\ @4\ E0/ @5\ B3/ A2\ E0+ A2\ A1\ D2+
@0+ @1/ @1/ C0\ @1+ E1/ F1+ F0\ E0\ E0+ D1\ @4+ E2+ E0\ A4+ A3\ A2\ A1/ B1+ D3+
@0+ A2+ B1\ C2\ A3\ A4/ A5/ D2\ E2/ D3\ A6/ E4\ E5/ A7+ E6/ E7/ B7/ D5+
@0+ A2/ B2/ A3/ B4\ @4\ C5\ C6\ B7+ @7/ @4\ C0\ B1\ @7\ B1/ @7\ B1\ A6\ A5\ A1/ A2/ C4+
""".strip().splitlines()


@cache
def two_at_once() -> tuple[tuple[Move, ...], ...]:
    """Those games, and their images in which it is still one tile: the order of forced play has no symmetry."""
    images = (Entry(f"traps: {text}").image(number) for text in _AT_ONCE for number in range(8))
    return tuple(game for game in dict.fromkeys(images) if _traps_two(game))


def _traps_two(game: tuple[Move, ...]) -> bool:
    position = Position(CLASSIC)
    for move in game[:-1]:
        position.play(*move)
    return len(traps_at_once(position, game[-1])) > 1


@st.composite
def traps(draw: st.DrawFn, size: int = 64, depth: int | None = None, turns: int = 60) -> Script:
    """A game that ends, or is interrupted, by a trap of this depth (9 is 9 and more), or of any; or by two at once.

    The trap is one of the library, turned or mirrored, with up to half of `turns` more turns on the board.
    The game goes on around the trap: a tile that was not rolled back is in the way then. Shrinks to the shortest trap,
    the last of nine turns.
    """
    found = [entry for entry in library.entries("trap") if depth in (None, int(entry.shape[2]))]
    if not found:
        raise ValueError(f"the library has no trap of depth {depth}: choose from 1 to {DEEPEST}")

    chosen = draw(choices(turns))
    digits = chosen.digits
    before, after = chosen.split()
    double = depth is None and digits(_ONE_IN) == _ONE_IN - 1
    entry, games = found[digits(len(found))], two_at_once()
    session = Session(size, place(digits, size))
    session.new(UNLIMITED[digits(4)])
    image = digits(len(games) if double else 8)
    trap = set_up(session, games[image] if double else entry.image(image))

    def same(position: Position) -> bool:
        if double:
            return len(traps_at_once(position, trap)) > 1
        return min(trap_depth(position, trap), DEEPEST) == int(entry.shape[2])

    add_turns_around(session, before, trap, same)
    near = touched(session.position, trap)
    session.play(*trap)
    go_on(session, after, near)
    return session.script()
