"""The parts of Trax for the strategies of any engine: turns by place in the frontier, games by any rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial, wraps
from random import Random

from goldenrules.trax import CLASSIC, CONTEST, LOOP_TRAX, ORIGIN, Cell, column_of, row_of
from goldenrules.trax.tiles import FITTING
from hypothesis import strategies as st

import loopline.games.trax.strategies.library as library
from loopline.games.general import GENERAL, Toolkit
from loopline.games.general.means import Strategy
from loopline.games.strategy import Choices, Session, choices
from loopline.games.trax.model import Engine
from loopline.games.trax.protocol import SYMBOL_CODE, Op, Request, streams
from loopline.games.trax.reference_engine import connexion, new_game, rules_of
from loopline.games.trax.requests import Script, script_of


def move(model: Engine, choice: int) -> Request | None:
    """Return a tile on an open cell; 0 is the cell that has been open longest.

    It fits, but may make a trap or need too many tiles; for some bytes it lies outside the rules' limits.
    """
    engine, position = model.reference, model.position
    if engine.over:
        return None
    if not position.tiles:
        firsts = position.candidates()
        cell, symbol = firsts[choice % len(firsts)]
        x, y = engine.address(cell) if cell != ORIGIN else (choice * 37 % engine.size, choice * 101 % engine.size)
        return Request(Op.PLAY, x, y, SYMBOL_CODE[symbol])
    index, rest = divmod(choice * len(position.entries), 256)
    cells = list(position.entries)
    cells = cells[index:] + cells[:index]
    if choice & 15 == 15:
        cells.sort(key=lambda cell: _has_room(model, cell))
    for cell in cells:
        fitting = [candidate for candidate in position.rules.symbols if FITTING[candidate][position.entries[cell]]]
        if fitting and (choice & 15 == 15 or _has_room(model, cell)):
            return Request(Op.PLAY, *engine.address(cell), SYMBOL_CODE[fitting[rest * len(fitting) >> 8]])
    return None


def _has_room(model: Engine, cell: Cell) -> bool:
    position = model.position
    box, limit = position.box.including(cell), position.rules.box_limit or model.reference.capacity
    return max(box.columns, box.rows) <= limit and (position.field is None or cell in position.field)


@cache
def begin(size: int, variants: bool, number: int) -> Request:
    """Return a game by any rules; limits are mostly small.

    Args:
        size: The size of the torus.
        variants: Whether the engine plays the variants of the rules.
        number: Chooses the rules; 0 means the contest's.
    """
    if number == 0:
        return new_game(CONTEST, size)
    random = Random(number)
    lose = random.random() < 0.5

    def limit(most: int, seldom: float) -> int | None:
        """Return a small limit, any, or one of which a single bit is set; or None."""
        if random.random() < seldom:
            return None
        return min(
            most,
            random.choice((random.randint(1, 6), random.randint(1, most), 1 << random.randrange(most.bit_length()))),
        )

    if variants and random.random() < 0.15:
        fixed, tiles = limit(size - 2, 0) or 1, limit(size**2, 0.5)
        lines = random.choice((1, 1, None, limit(size - 1, 0)))
        return new_game(connexion(fixed, lines=lines, fouls_lose=lose, tiles=tiles), size)
    lines = random.choice((8, None))
    box = limit(size - 1, 0.4)
    if not variants:
        return new_game(replace(CLASSIC, fouls_lose=lose, lines=lines, box_limit=box, draws=False), size)
    if random.random() < 0.2:  # soon it is asked after every turn whether there is a legal one
        few = replace(LOOP_TRAX, fouls_lose=lose, box_limit=random.randint(1, 3), tiles=limit(9, 0.5))
        return new_game(few, size)
    field, tiles = limit(size - 2, 0.6), limit(2 * size**2 - 1, 0.6)
    lines = random.choice((lines, limit(size - 1, 0)))
    if field and random.random() < 0.5:  # both end at the same cells
        box = field // 2 + 1
    rules = replace(CLASSIC, fouls_lose=lose, lines=lines, box_limit=box, field=field, tiles=tiles)
    return new_game(replace(rules, draws=random.random() < 0.5), size)


def ruled(size: int, request: Request) -> Request:
    """Return the new game by the nearest rules that there are. Connexion needs a field."""
    field = min(request.field or request.connexion, size - 2)
    return new_game(rules_of(request._replace(field=field)), size)


@cache
def rare(size: int) -> list[list[Request]]:
    """Return the library's shorter traps and wins."""
    games = [entry.game for kind in ("trap", "win") for entry in library.entries(kind) if len(entry.game) <= _SHORT]
    return [
        [Request(Op.PLAY, column_of(cell) % size, row_of(cell) % size, SYMBOL_CODE[symbol]) for cell, symbol in game]
        for game in games
    ]


#: The number of moves up to which a game of the library is short.
_SHORT = 10


@cache
def means(size: int, variants: bool) -> Toolkit[Request, Engine]:
    """Return what the general strategies can do with an engine of this size."""

    def reads(model: Engine) -> list[Request]:
        cells = [placed.cell for placed in model.position.placed[-1:]] + list(model.position.entries)[-2:]
        return [Request(Op.READ, *model.reference.address(cell)) for cell in cells or [ORIGIN]]

    return Toolkit(
        streams(size, variants).request,
        lambda op, *fields: Request(Op(op), *fields),
        move,
        lambda number: begin(size, variants, number),
        Request(Op.TAKE_BACK),
        reads,
        lambda model: len(model.position.tiles),
        ruled=partial(ruled, size),
        rare=rare(size),
    )


def of_trax(strategy: Strategy) -> Callable[..., st.SearchStrategy[Script]]:
    """Return a general strategy as one of Trax.

    It takes the engine's size and whether it plays variants of the rules.
    """

    @wraps(strategy)
    def scripts(size: int = 64, variants: bool = False) -> st.SearchStrategy[Script]:
        def script(chosen: Choices) -> Script:
            session: Session[Request, Engine] = Session(Engine(size, streams(size, variants)))
            strategy(means(size, variants), session, chosen)
            return script_of(session.steps)

        return choices(GENERAL[strategy]).map(script)

    return scripts
