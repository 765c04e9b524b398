"""A type checker tells cells, tiles, rotations, ports and stones apart; when the program runs, they are numbers."""

from goldenrules.tsolitaire import CELLS, STONES, TILES, Position
from mypy import api

CODE = """
from goldenrules.tsolitaire import *
position = Position(shuffled(1))
placement: Placement = position.legal_placements()[0]
turn: Turn = position.play(placement.cell, placement.tile, placement.rotation)
stone: Stone = turn.moved[0]
cell, port = position.stones[stone]
position.play("6B16B"), position.place(cell, ROTATIONS[2]), JOINTS[TILES[3]][ROTATIONS[1]][port], cell_name(cell)
"""
WRONG = {
    "numbers are no cell, tile and rotation": "position.play(3, 4, 5)",
    "a tile is no cell": "cell_name(TILES[0])",
    "a cell is no tile": "position.offer(CELLS[0])",
    "a port is no rotation": "position.place(cell, PORTS[0])",
    "a placement is no text": "read_move(placement)",
    "a stone is no cell": "row_of(STONES[0])",
}


def test_what_is_right_is_accepted_and_what_is_mixed_up_is_found():
    code = CODE + "\n".join(WRONG.values())
    options = ["--config-file=", "--strict", "--no-error-summary", "--cache-dir", "out/cache/mypy-snippets", "-c", code]
    out, err, _ = api.run(options)
    complaints = {int(line.split(":")[1]) for line in (out + err).splitlines() if "error:" in line}
    first = len(CODE.splitlines()) + 1
    assert complaints == set(range(first, first + len(WRONG)))


def test_when_it_runs_they_are_numbers():
    kinds = {type(one) for one in [*CELLS, *TILES, *STONES, *Position().faced()]}
    assert kinds == {int}
