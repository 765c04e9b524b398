"""Games by all rule sets, one after the other on one engine; and Connexion, with what its rules refuse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from goldenrules.trax import ORIGIN, RULE_SETS, SYMBOLS, Cell, Move, Position, RuleSet, cell_at
from goldenrules.trax.tiles import FITTING
from hypothesis import strategies as st

from loopline.games.strategy import Digits, choices
from loopline.games.trax.reference_engine import connexion as by_connexion
from loopline.games.trax.requests import Script, read_rules
from loopline.games.trax.strategies.building_blocks import READS, RULES, TAKE_BACKS, TURNS, follow, place, scaled
from loopline.games.trax.strategies.session import Session, undecided


@cache
def pool(size: int) -> tuple[RuleSet, ...]:
    """Return rules that an engine of this size can be told to play by: the named ones that fit, and small ones."""
    named = (rules for rules in RULE_SETS.values() if rules.can_draw and (rules.field or 0) <= size - 2)
    small = tuple(map(read_rules, _SMALL.split()))
    undrawn = (replace(rules, draws=False) for rules in (small[0], *small[1::2]) if rules.lines or rules.field)
    return *named, *small, *undrawn


_SMALL = """
classic,lines=2,limit=2,draws loops,limit=4,draws classic,lines=4,limit=5,draws classic,loops,field=3,draws
lines=3,field=4,draws classic,field=5,tiles=9,draws classic,lines=6,limit=5,field=6,draws classic,limit=3,tiles=5,draws
classic,tiles=3,draws lines=5,tiles=12,draws classic,lines=4,draws
classic,connexion=5,tiles=6,draws classic,connexion=2,draws connexion=3,draws classic,connexion=4,draws
classic,connexion=6,draws
"""


@st.composite
def rule_sets(draw: st.DrawFn, size: int = 64, longest: int = 160) -> Script:
    """Play games by all rule sets, one after the other on one engine.

    Each is played to its end, and a little further, or left in the middle.

    Shrinks to one turn of Limited Tiles.
    """
    digits, turns = draw(choices(longest))
    session = Session(size, place(digits, size))
    rules = pool(size)
    session.new(rules[digits(len(rules))])
    for choice in b"\0" + turns:
        go_on_by_any_rules(session, choice)
    return session.script()


def go_on_by_any_rules(session: Session, choice: int) -> None:
    """Go on as in any game, but a new one may be by any rules."""
    if choice >= READS:
        begin_any(session, scaled(choice - READS, 256 - READS))
    elif choice >= TURNS or session.over:
        follow(session, choice) if choice < TAKE_BACKS or choice % 2 else begin_any(session, scaled(choice, 256))
    elif not session.play_any(scaled(choice, TURNS)):
        begin_any(session, scaled(choice, TURNS))


def begin_any(session: Session, choice: int) -> None:
    """Start a game by rules of the pool or by named ones."""
    rules = (*pool(session.size), *RULES)
    session.new(rules[scaled(choice, 256, len(rules))], session.origin)


#: Asks for something that is refused. The bytes are those of the game.
Kind = Callable[[Session, Digits, bytes], None]


@st.composite
def connexion(draw: st.DrawFn, size: int = 64, turns: int = 60) -> Script:
    """Play Connexion, and ask for what its rules refuse.

    Connexion on fields of all sizes, and what its rules refuse: plus, outside, dead cells and all else.

    Shrinks to a plus on the empty board.
    """
    chosen = draw(choices(turns))
    digits = chosen.digits
    before, after = chosen.split()
    session = Session(size, place(digits, size))
    sizes = [side for side in (5, 3, 2, 4, 6, 9, size - 2) if side <= size - 2]
    field, lose = sizes[digits(len(sizes))], digits(3) == 2
    undrawn, wins = divmod(digits(4 * 6), 6)
    lines = (1, 1, 1, None, field + 1, size - 1)[wins]
    session.new(by_connexion(field, lines=lines, fouls_lose=lose, draws=undrawn < 3))
    for choice in before:
        session.play_any(choice, undecided)
    if session.over:
        session.begin_again()
    REFUSED[digits(len(REFUSED))](session, digits, before)
    for choice in after:
        go_on_by_any_rules(session, choice)
    return session.script()


def _plus(session: Session, digits: Digits, _: bytes) -> None:
    cells = [*(session.position.entries or [ORIGIN]), cell_at(-1, 0), *session.position.tiles]
    session.play(cells[digits(len(cells))], "+")


def _outside(session: Session, digits: Digits, _: bytes) -> None:
    """Play outside, at each side, beside a tile or not, before the first tile or after it."""
    size = session.position.rules.field or 0
    across = digits(size)
    cells = (cell_at(size, across), cell_at(across, size), cell_at(-1, across), cell_at(across, -1))
    session.play(cells[digits(4)], SYMBOLS[1 + digits(2)])


def _first(session: Session, digits: Digits, _: bytes) -> None:
    session.begin_again()
    size = session.position.rules.field or 0
    session.play(cell_at(digits(size), digits(size)), "\\")


def _dead(session: Session, digits: Digits, before: bytes) -> None:
    """Play a dead cell of this game, or of a short one made for that."""
    rules = session.position.rules
    if session.over or not _dead_cells(session.position):
        if (rules.field or 0) < _LEAST:
            rules = replace(rules, field=_LEAST, lines=_LEAST)
        session.new(rules)
        for move in _quick(_LEAST):
            session.play(*move)
    cells = _dead_cells(session.position)
    session.play(cells[digits(len(cells))], SYMBOLS[1 + digits(2)])


#: Two tiles with a cell between them, and the tiles that join them.
_LEAST = 3


def _dead_cells(position: Position) -> list[Cell]:
    fitting = [FITTING[symbol] for symbol in position.rules.symbols]
    field = position.field
    entries = position.entries.items()
    return [cell for cell, now in entries if field and cell in field and not any(fits[now] for fits in fitting)]


@cache
def _quick(field: int) -> tuple[Move, ...]:
    """Return the first game that has a dead cell, shortest first."""
    games: list[tuple[Move, ...]] = [()]
    for game in games:
        position = Position.from_moves(game, by_connexion(field))
        if _dead_cells(position) and not position.over:
            return game
        games += ((*game, move) for move in position.candidates() if undecided(position))
    raise AssertionError("no such game")


def _mismatch(session: Session, digits: Digits, before: bytes) -> None:
    """Play the curve that does not fit where the other one does."""
    while True:
        position = session.position
        wrong = [
            (cell, symbol)
            for cell, entries in position.entries.items()
            for symbol, opposite in (("/", "\\"), ("\\", "/"))
            if position.field and cell in position.field and FITTING[opposite][entries] and not FITTING[symbol][entries]
        ]
        if wrong and not session.over:
            session.play(*wrong[digits(len(wrong))])
            return
        if session.over or not session.play_any(digits(256), undecided):
            session.new(by_connexion(max(position.rules.field or 0, _LEAST)))
            for move in _corner(_LEAST):
                session.play(*move)


@cache
def _corner(field: int) -> tuple[Move, ...]:
    """Return three tiles around a cell that they leave one curve for."""
    games: list[tuple[Move, ...]] = [()]
    for game in games:
        position = Position.from_moves(game, by_connexion(field))
        now = [entries for cell, entries in position.entries.items() if position.field and cell in position.field]
        if any(bool(FITTING["/"][around]) != bool(FITTING["\\"][around]) for around in now):
            return game
        games += ((*game, move) for move in position.candidates() if undecided(position))
    raise AssertionError("no such game")


REFUSED: tuple[Kind, ...] = (_plus, _outside, _first, _dead, _mismatch, _dead)
