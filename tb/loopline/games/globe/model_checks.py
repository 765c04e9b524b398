"""What `loopline verify-model` checks: reference figures, then properties of random games."""

from __future__ import annotations

from math import comb

from goldenrules.globe import FEWEST, MOST, POINTS, Capture, Rules, perft, solved, symmetries
from goldenrules.globe.sieges import walled

from loopline.contract.checks import Check, Tally
from loopline.games.checks import expect, perft_check, property_checks
from loopline.games.globe import reference
from loopline.games.globe.model_properties import PROPERTIES

PLIES = 5
_COLUMNS = ("sequences", "last move captures", "won", "ended by repetition")


def all_checks(examples: int, number: int) -> list[Check]:
    """`examples` for each property; `number` is the seed."""
    return [
        *(_perft(capture) for capture in reference.PERFT),
        Check("the board", _board, 1),
        Check("three against three, solved", _solved, 1),
        *property_checks(PROPERTIES, examples, number),
    ]


def _perft(capture: str) -> Check:
    name = f"perft to ply {PLIES}, capture {capture}"
    return perft_check(name, _COLUMNS, lambda: perft(PLIES, Rules(Capture(capture))), reference.PERFT[capture][:PLIES])


def _board(tally: Tally) -> None:
    placements = sum(
        comb(len(POINTS), north) * comb(len(POINTS) - north, south)
        for north in range(FEWEST, MOST + 1)
        for south in range(FEWEST, MOST + 1)
    )
    expect("ways to place the pieces", placements, reference.PLACEMENTS)
    expect("ways to lay the board onto itself", len(symmetries()), reference.SYMMETRIES)
    fewest = min(wall.bit_count() for wall in walled().values())
    expect("fewest neighbours of a connected set", fewest, reference.NEIGHBOURS)
    tally.add(len(POINTS))


def _solved(tally: Tally) -> None:
    half = solved(3, 3)
    found = half.positions, *half.count()
    for name, figure, expected in zip(_WORTH, found, reference.WORTH[3, 3], strict=True):
        expect(f"three against three: {name}", f"{figure:,}", f"{expected:,}")
    tally.add(half.positions)


_WORTH = ("positions", "won", "drawn", "lost", "plies of the longest win")
