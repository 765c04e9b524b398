"""Connexion: curves on a field that does not move, nothing forced, and cells that die."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from goldenrules.trax import ORIGIN, SYMBOLS, Cell, Move, Position, cell_at
from goldenrules.trax.tiles import FITTING
from hypothesis import strategies as st

from loopline.games.choices import Digits, choices
from loopline.games.trax.reference_engine import connexion
from loopline.games.trax.script import Script
from loopline.games.trax.strategies.building_blocks import place
from loopline.games.trax.strategies.session import Session, undecided
from loopline.games.trax.strategies.variants import go_on_by_any_rules

#: Asks for something that is refused. The bytes are those of the game.
Kind = Callable[[Session, Digits, bytes], None]


@st.composite
def connexion_games(draw: st.DrawFn, size: int = 64, turns: int = 60) -> Script:
    """Connexion on fields of all sizes, and what its rules refuse: plus, outside, dead cells and all else.

    Shrinks to a plus on the empty board."""
    chosen = draw(choices(turns))
    digits = chosen.digits
    before, after = chosen.split()
    session = Session(size, place(digits, size))
    sizes = [one for one in (5, 3, 2, 4, 6, 9, size - 2) if one <= size - 2]
    field, lose = sizes[digits(len(sizes))], digits(3) == 2
    undrawn, wins = divmod(digits(4 * 6), 6)
    lines = (1, 1, 1, None, field + 1, size - 1)[wins]
    session.new(connexion(field, lines=lines, fouls_lose=lose, draws=undrawn < 3))
    for choice in before:
        session.play_any(choice, undecided)
    if session.over:
        session.begin_anew()
    REFUSED[digits(len(REFUSED))](session, digits, before)
    for choice in after:
        go_on_by_any_rules(session, choice)
    return session.script()


def _plus(session: Session, digits: Digits, _: bytes) -> None:
    cells = [*(session.position.entries or [ORIGIN]), cell_at(-1, 0), *session.position.tiles]
    session.play(cells[digits(len(cells))], "+")


def _outside(session: Session, digits: Digits, _: bytes) -> None:
    """At each side, beside a tile or not, before the first tile or after it."""
    size = session.position.rules.field or 0
    across = digits(size)
    cells = (cell_at(size, across), cell_at(across, size), cell_at(-1, across), cell_at(across, -1))
    session.play(cells[digits(4)], SYMBOLS[1 + digits(2)])


def _first(session: Session, digits: Digits, _: bytes) -> None:
    session.begin_anew()
    size = session.position.rules.field or 0
    session.play(cell_at(digits(size), digits(size)), "\\")


def _dead(session: Session, digits: Digits, before: bytes) -> None:
    """A dead cell of this game, or of a short one made for that."""
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
    return [cell for cell, now in entries if field and cell in field and not any(one[now] for one in fitting)]


@cache
def _quick(field: int) -> tuple[Move, ...]:
    """The first game that has a dead cell, shortest first."""
    games: list[tuple[Move, ...]] = [()]
    for game in games:
        position = Position.from_moves(game, connexion(field))
        if _dead_cells(position) and not position.over:
            return game
        games += ((*game, move) for move in position.candidates() if undecided(position))
    raise AssertionError("there is none")


def _mismatch(session: Session, digits: Digits, before: bytes) -> None:
    """The curve that does not fit where the other one does."""
    while True:
        position = session.position
        wrong = [
            (cell, symbol)
            for cell, entries in position.entries.items()
            for symbol, other in (("/", "\\"), ("\\", "/"))
            if position.field and cell in position.field and FITTING[other][entries] and not FITTING[symbol][entries]
        ]
        if wrong and not session.over:
            session.play(*wrong[digits(len(wrong))])
            return
        if session.over or not session.play_any(digits(256), undecided):
            session.new(connexion(max(position.rules.field or 0, _LEAST)))
            for move in _corner(_LEAST):
                session.play(*move)


@cache
def _corner(field: int) -> tuple[Move, ...]:
    """Three tiles around a cell that they leave one curve for."""
    games: list[tuple[Move, ...]] = [()]
    for game in games:
        position = Position.from_moves(game, connexion(field))
        now = [entries for cell, entries in position.entries.items() if position.field and cell in position.field]
        if any(bool(FITTING["/"][one]) != bool(FITTING["\\"][one]) for one in now):
            return game
        games += ((*game, move) for move in position.candidates() if undecided(position))
    raise AssertionError("there is none")


REFUSED: tuple[Kind, ...] = (_plus, _outside, _first, _dead, _mismatch, _dead)
