"""What `loopline verify-model` checks: reference figures, then properties of random games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldenrules.trax import (
    RULE_SETS,
    Position,
    Trap,
    label,
    perft,
    read_move,
)
from goldenrules.trax.cells import ORIGIN

from loopline.contract.checks import Check, Tally
from loopline.games.checks import expect, perft_check, property_checks
from loopline.games.trax import reference
from loopline.games.trax.mini_trax import solve
from loopline.games.trax.properties import PROPERTIES
from loopline.games.trax.record import Record

PLIES = 4
_PERFT_COLUMNS = ("sequences", "won", "with a forced tile in the last turn", "lost to a trap")


def all_checks(examples: int, number: int) -> list[Check]:
    """`examples` for each property; `number` is the seed."""
    return [
        perft_check(f"perft to ply {PLIES}", _PERFT_COLUMNS, lambda: perft(PLIES), reference.PERFT[:PLIES]),
        *(_variant(name, figures) for name, figures in reference.VARIANTS.items()),
        Check("the 1994 game", _game_1994, 1),
        Check("the first traps", _first_traps, len(reference.FIRST_TRAPS)),
        Check("Mini Trax, solved", _mini_trax, len(reference.MINI_TRAX)),
        *property_checks(PROPERTIES, examples, number),
    ]


def _variant(name: str, figures: Sequence[Sequence[int]]) -> Check:
    columns = _PERFT_COLUMNS[: len(figures[0])]

    def rows() -> Iterator[Sequence[int]]:
        return (row[: 1 + len(columns)] for row in perft(PLIES, RULE_SETS[name]))

    return perft_check(f"{RULE_SETS[name].name}, to ply {PLIES}", columns, rows, figures[:PLIES])


def _read(text: str) -> tuple[Position, Record]:
    position = Position()
    for word in text.split():
        position.play(*read_move(position, word))
    return position, Record(tuple(turn.move for turn in position.turns))


def _game_1994(tally: Tally) -> None:
    position, record = _read(reference.GAME_1994)
    box = position.box
    found = len(position.turns), len(position.tiles), box.columns, box.rows, label(position, ORIGIN), position.winner
    names = ("turns", "tiles", "columns", "rows", "cell of the first tile", "winner")
    for name, figure, expected in zip(names, found, reference.GAME_1994_END, strict=True):
        expect(name, figure, expected, record)
    tally.add(len(position.turns))


def _first_traps(tally: Tally) -> None:
    position, record = _read(reference.FIRST_TRAP)
    traps = []
    for move in position.candidates():
        try:
            position.play(*move)
            position.take_back()
        except Trap:
            traps.append(move)
    expected = [read_move(position, text) for text in reference.FIRST_TRAPS]
    expect("turns that make a trap", sorted(traps), sorted(expected), record)
    for _ in traps:
        tally.add(len(record) + 1)


def _mini_trax(tally: Tally) -> None:
    words = {1: "White wins", 0: "draw", -1: "Red wins"}
    for name, first_move, value in reference.MINI_TRAX:
        found, positions = solve(RULE_SETS[name], first_move)
        expect(f"{RULE_SETS[name].name}, {first_move}", words[found], words[value])
        tally.add(positions)
