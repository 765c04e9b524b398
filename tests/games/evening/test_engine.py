"""The bundled Evening engine agrees with the golden model, in every cycle; and what reports say of it can be read."""

from itertools import product

import pytest
from cli.running import run
from cosim.engines import needs
from games.evening.engines import ENGINE
from loopline.games.evening.board import Hexagon
from loopline.games.evening.drawing import drawn
from loopline.games.evening.engine import Engine
from loopline.games.evening.game import EveningEngine
from loopline.games.evening.protocol import Op, Request
from loopline.games.evening.strategies import STRATEGIES


@pytest.mark.parametrize(
    ("simulator", "side", "examples"),
    [
        ("icarus", 2, 5),
        ("icarus", 5, 2),
        *(pytest.param("verilator", side, 20, marks=pytest.mark.gate) for side in (3, 5)),
        *(pytest.param("icarus", side, 5, marks=pytest.mark.gate) for side in (4, 6)),
    ],
)
def test_it_agrees(simulator, side, examples, tmp_path):
    needs(simulator)
    options = ["--sim", simulator, "--seed", 7, "--board", f"side={side}", "--examples", examples, "--jobs", 1]
    code, out, error = run("verify", ENGINE, *options, "--out", tmp_path)
    assert (code, error) == (0, "")
    assert f"{len(STRATEGIES)} of {len(STRATEGIES)} agree" in out


def test_whatever_hardware_tells_has_words():
    events = product(range(16), (0, 7, 15), (0, 60, 63), range(4), (0, 61))
    assert all(Engine(5).told(event).isprintable() and Engine(5).told(event) for event in events)


@pytest.mark.parametrize(
    ("word", "asked"),
    [
        ("new:odd-even,free", Request(Op.NEW, rule=1, protocol=1)),
        ("Wa1", Request(Op.PLACE, 0, 0)),
        ("Bi5", Request(Op.PLACE, 1, 60)),
        ("B63", Request(Op.PLACE, 1, 63)),
        ("B-", Request(Op.DECLINE, 1)),
        ("load:Be9", Request(Op.LOAD, 1, 34)),
        ("undo", Request(Op.TAKE_BACK)),
        ("read:e5", Request(Op.READ, cell=30)),
        ("lists:12", Request(Op.LISTS, cell=12)),
        ("cells", Request(Op.CELLS)),
    ],
)
def test_requests_are_written_as_moves_are(word, asked):
    game = EveningEngine(Hexagon(side=5))
    assert game.step(word) == asked
    assert game.word(asked) == word


@pytest.mark.parametrize(
    "word", ["", "W", "Wz1", "Wa9", "W64", "W-1", "new:base", "load:W-", "lists:64", "read:", "b3"]
)
def test_what_is_no_request(word):
    with pytest.raises(ValueError, match="is no"):
        EveningEngine(Hexagon(side=5)).step(word)


def test_a_board_is_drawn_with_what_is_wrong():
    game = EveningEngine(Hexagon(side=2))
    board = drawn(game.board, {cell: cell % 3 for cell in game.board.cells}, game.board.cells[3], ascii_only=True)
    assert str(board).split("\n") == ["a   . W", "b  B[.]W", "c   B ."]
