"""The table of `make generators`: the figures of each strategy, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from goldenrules.trax import WHITE

from loopline.games import measure
from loopline.games.measure import parts
from loopline.games.trax.board import Torus
from loopline.games.trax.protocol import Reason
from loopline.games.trax.strategies import REGISTRY
from loopline.games.trax.strategies.facts import Facts, facts_of
from loopline.games.trax.strategies.shapes import TrapShape, WinShape

Measured = measure.Measured[Facts]
Figure = Callable[[Measured], str]

#: Columns and rows from here on have names of two letters and numbers of three digits.
PAST_Z, PAST_99 = 27, 100


def lines(found: Sequence[Measured]) -> Iterator[list[str]]:
    """A label, and the figure of each strategy. Only the line of times differs from run to run."""
    usual = next((_traps_per_turn(one) for one in found if one.name == "random_games"), 0.0)

    def against_random_games(one: Measured) -> str:
        return f"×{_traps_per_turn(one) / usual:.0f}" if usual else "-"

    for label, figure in (*_GENERAL, *_CASCADES, *_TRAPS, ("trap share : random games'", against_random_games), *_REST):
        yield [label, *map(figure, found)]


def measured(board: Torus, examples: int, seed: int) -> Iterator[Measured]:
    """Each strategy without variants, measured over `examples` scripts."""
    size = board.size
    strategies = {name: generator.scripts(size) for name, generator in REGISTRY.items()}
    return measure.measure(strategies, partial(facts_of, size=size), examples, seed)


def _turns(one: Measured) -> int:
    return one.total(lambda facts: facts.turns)


def _traps(one: Measured) -> list[TrapShape]:
    return [trap for facts in one.facts for trap in facts.traps]


def _wins(one: Measured) -> list[WinShape]:
    return [win for facts in one.facts for win in facts.wins]


def _mean(count: Callable[[Facts], int]) -> Figure:
    return lambda one: one.mean(count)


def _most(count: Callable[[Facts], int]) -> Figure:
    return lambda one: one.most(count)


def _share(holds: Callable[[Facts], bool]) -> Figure:
    return lambda one: one.share(holds)


def _traps_per_turn(one: Measured) -> float:
    return len(_traps(one)) / max(_turns(one), 1)


def _count_wins(holds: Callable[[WinShape], bool]) -> Figure:
    return lambda one: str(sum(map(holds, _wins(one))))


def _trap_cells(one: Measured) -> str:
    return parts(_traps(one), *(lambda trap, cell=cell: trap.cell == cell for cell in ("three", "four", "all four")))


def _trap_depths(one: Measured) -> str:
    return parts(_traps(one), *(lambda trap, depth=depth: min(trap.depth, 6) == depth for depth in range(1, 7)))


def _reasons(one: Measured) -> set[Reason]:
    return {reason for facts in one.facts for reason in facts.reasons} - {Reason.DONE}


_GENERAL: list[tuple[str, Figure]] = [
    ("examples", lambda one: str(len(one.facts))),
    ("… that are what it is for", lambda one: _share(REGISTRY[one.name].hits)(one)),
    ("µs a turn, of one core", lambda one: f"{1e6 * one.seconds / max(_turns(one), 1):.0f}"),
    ("games, mean", _mean(lambda facts: facts.games)),
    ("turns, mean", _mean(lambda facts: facts.turns)),
    ("tiles, mean", _mean(lambda facts: facts.tiles)),
    ("tiles on the board, most", _most(lambda facts: facts.most_tiles)),
    ("turns taken back, mean", _mean(lambda facts: facts.taken_back)),
    ("… in a row, most", _most(lambda facts: facts.most_taken_back)),
    ("cells read, mean", _mean(lambda facts: facts.reads)),
    ("resets, mean", _mean(lambda facts: facts.resets)),
]
_CASCADES: list[tuple[str, Figure]] = [
    ("forced tiles a turn", lambda one: f"{one.total(lambda facts: facts.forced) / max(_turns(one), 1):.2f}"),
    ("longest cascade", _most(lambda facts: facts.longest_cascade)),
    ("examples with 12 forced tiles", _share(lambda facts: facts.longest_cascade >= 12)),
]
_TRAPS: list[tuple[str, Figure]] = [
    ("examples with a trap", _share(lambda facts: bool(facts.traps))),
    ("three/four/all-four cells, %", _trap_cells),
    (
        "white/red, %",
        lambda one: parts(_traps(one), lambda trap: trap.colour == WHITE, lambda trap: trap.colour != WHITE),
    ),
    ("depth 1/2/3/4/5/6+, %", _trap_depths),
    ("deepest", lambda one: str(max((trap.depth for trap in _traps(one)), default=0))),
    ("distinct shapes", lambda one: str(len(set(_traps(one))))),
    ("traps in 1,000 turns", lambda one: f"{1000 * _traps_per_turn(one):.1f}"),
]
_REST: list[tuple[str, Figure]] = [
    ("wins", lambda one: str(len(_wins(one)))),
    ("… by loops", _count_wins(lambda win: "loop" in win.kinds)),
    ("… by lines across", _count_wins(lambda win: "across" in win.kinds)),
    ("… by lines down", _count_wins(lambda win: "down" in win.kinds)),
    ("… white", _count_wins(lambda win: win.winner == WHITE)),
    ("… both colours at once", _count_wins(lambda win: win.by == "both")),
    ("… the opponent's", _count_wins(lambda win: win.by == "opponent")),
    ("… without the chosen tile", _count_wins(lambda win: not win.through_chosen)),
    ("… longest loop", lambda one: str(max((win.length for win in _wins(one) if win.kinds == "loop"), default=0))),
    ("reasons of refusal", lambda one: f"{len(_reasons(one))} of {len(Reason) - 1}"),
    ("columns, most", _most(lambda facts: facts.columns)),
    ("rows, most", _most(lambda facts: facts.rows)),
    ("examples past column Z", _share(lambda facts: facts.columns >= PAST_Z)),
    ("examples past row 99", _share(lambda facts: facts.rows >= PAST_99)),
    ("across the seam: columns", _share(lambda facts: facts.seam_across)),
    ("across the seam: rows", _share(lambda facts: facts.seam_down)),
]
