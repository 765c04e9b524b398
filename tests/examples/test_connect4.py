"""Connect Four, the smallest complete game: its rules, its description, and what the general properties find in it."""

import re
import shutil
import sys

import pytest
from cli.running import run
from cosim.engines import ROOT, needs, replaced

HERE = ROOT / "examples" / "connect4"
sys.path.insert(0, str(HERE))

from connect4 import COLUMNS, GAME, ROWS, Position, Reason, Refused  # noqa: E402

#: As long as a minimal game may be, and what is said of it beside its rules.
LINES, DESCRIPTION = 220, 40


def test_connect4_is_short():
    text = (HERE / "connect4.py").read_text()
    assert len(text.splitlines()) <= LINES
    assert len(text[text.index("class ConnectFour") :].splitlines()) <= DESCRIPTION


@pytest.mark.parametrize("moves", ["0 1 0 1 0 1 0", "0 0 1 1 2 2 3", "0 1 1 2 2 3 2 3 3 6 3", "6 5 5 4 4 3 4 3 3 0 3"])
def test_four_in_a_row_win(moves):
    position, columns = Position(), [*map(int, moves.split())]
    for x in columns:
        assert not position.over
        position.play(x)
    assert (position.winner, position.moves()) == (1, [])
    with pytest.raises(Refused) as refused:
        position.play(4)
    assert refused.value.reason is Reason.OVER
    position.take_back()
    assert (position.winner, position.over) == (0, False)


def test_a_full_board_is_drawn():
    position = Position()
    for x in map(int, "000000111111222222433333344444555555666666"):
        position.play(x)
        if position.columns[x][ROWS - 1 :] and not position.over:
            with pytest.raises(Refused) as refused:
                position.play(x)
            assert refused.value.reason is Reason.FULL
    assert (position.count, position.winner, position.over) == (ROWS * COLUMNS, 0, True)


def test_the_engine_is_right(tmp_path):
    """In both simulators, of which Icarus plays a sample."""
    needs("verilator")
    code, out, _ = run("verify", HERE / "connect4.toml", "--examples", 4, "--seed", 1, "--out", tmp_path)
    assert (code, len(re.findall(r"^.*\b(\d+) of \1 agree", out, re.M)) > 0, "✗" in out) == (0, True, False), out


def test_the_last_disc_of_a_full_board_is_reached(tmp_path):
    """A random game is hardly ever drawn. Here the engine does not notice that there is no room left."""
    for name in ("connect4.py", "connect4.toml"):
        shutil.copy(HERE / name, tmp_path)
    broken = replaced((HERE / "connect4.v").read_text(), "|| count_q == 6'd42", "")
    (tmp_path / "connect4.v").write_text(broken)
    options = ("--sim", "icarus", "--only", "ends", "--examples", 20, "--shrink", 0, "--seed", 1)
    code, out, _ = run("verify", tmp_path / "connect4.toml", *options, "--out", tmp_path / "out")
    assert (code, "over" in out) == (1, True)


def test_an_operation_may_be_called_as_the_harness_calls_its_own(tmp_path):
    """`read` and `undo` are words of other games, too."""
    game = tmp_path / "game.connect4"
    game.write_text("play:3 play:3 read:3,0 undo play:2!reset=1 read:2,0 new play:7\n")
    code, out, _ = run("replay", game, "--dut", HERE / "connect4.toml", "--sim", "icarus", "--out", tmp_path / "out")
    assert (code, "1 of 1 agree" in out) == (0, True)
    assert GAME.name == "connect4"
