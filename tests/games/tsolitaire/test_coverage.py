"""What answers never say, as the bins of their fields claim, cannot come."""

import pytest
from goldenrules.tsolitaire import TILES, Position
from goldenrules.tsolitaire.cells import STONES
from goldenrules.tsolitaire.tiles import JOINTS, rotations
from loopline.games.tsolitaire.coverage import MODEL
from loopline.games.tsolitaire.strategies.shapes import SIDES, entries, seen_from


def test_unreachable_answers():
    (answers,) = (group for group in MODEL if group.name == "answers")
    assert {key: one.unreachable for key, one in answers.bins.items() if one.unreachable} == {
        ("leaving", 8): "it is 7 at most",
        ("moved", 5): "it is 4 at most",
        ("moved", 8): "it is 4 at most",
    }


@pytest.mark.parametrize("side", range(SIDES))
def test_two_stones_at_the_ends_of_one_path_leave(side):
    """Each runs back along the way on which the other has come. So of five stones or more at a cell some leave, and
    a tile that finds all eight there fits nowhere: the game is over before a placement could be refused for them."""
    met = 0
    for game in entries("crowd"):
        *before, (cell, tile, _) = seen_from(side, game)
        position = Position.from_moves(before)
        for rotation in rotations(tile):
            by_port = {place.port: stone for stone, place in enumerate(position.stones) if place.cell == cell}
            ends = {run.stone: run.end for run in position.runs(cell, tile, rotation)}
            for port, stone in by_port.items():
                if (mate := by_port.get(JOINTS[tile][rotation][port])) is not None:
                    assert ends[stone] is ends[mate] is None
                    met += 1
    assert met > 0


def test_a_tile_joins_each_port_with_another():
    for tile in TILES:
        for rotation in rotations(tile):
            joints = JOINTS[tile][rotation]
            assert all(joints[port] != port and joints[joints[port]] == port for port in range(len(STONES)))
