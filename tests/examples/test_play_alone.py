"""Connect Four without a new game, an undo or reads: only a reset begins one. And one in which something is always
possible."""

import re
import shutil
import sys

import pytest
from cli.running import run
from copies import ROOT, change
from loopline.design.board import Board
from loopline.drawing import examples_of
from loopline.games.block import Block, operation

HERE = ROOT / "examples" / "connect4"
sys.path.insert(0, str(HERE))

from connect4 import Position, Reason, Refused  # noqa: E402

OTHER_OPERATIONS = re.compile(r"    @operation\((?:begins|takes_back|reads).*?\n\n", re.S)
PORTS = re.compile(r"(input|output) +wire +(\[[^]]*\] *)?(\w+)")


def with_play_alone(folder):
    """Its description: the bundled engine in a module that leaves out what no other operation needs."""
    verilog = (HERE / "connect4.v").read_text()
    ports = {name: f"{way} wire {bits}{name}" for way, bits, name in PORTS.findall(verilog)} | {
        "req_op": "input wire req_op"
    }
    given = {name: name for name in ports} | {"req_op": "{1'b0, !req_op}", "req_y": "3'd0"}
    del ports["req_y"]
    inner = ", ".join(f".{name}({value})" for name, value in given.items())
    (folder / "alone.v").write_text(
        f"module alone({', '.join(ports.values())});\nconnect4 inner({inner});\nendmodule\n"
    )
    (folder / "alone.py").write_text(OTHER_OPERATIONS.sub("", (HERE / "connect4.py").read_text()))
    shutil.copy(HERE / "connect4.v", folder)
    file = shutil.copy(HERE / "connect4.toml", folder / "alone.toml")
    change(
        file,
        ('"connect4:GAME"', '"alone:GAME"'),
        ('top = "connect4"', 'top = "alone"'),
        ('["connect4.v"]', '["connect4.v", "alone.v"]'),
    )
    return file


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3, 4))])
def test_game_for_one_player_is_verified(seed, tmp_path):
    options = ("--examples", 20, "--seed", seed, "--sim", "verilator", "--out", tmp_path / "out")
    code, out, err = run("verify", with_play_alone(tmp_path), *options)
    assert (code, bool(re.search(r"(\d+) of \1 agree", out))) == (0, True), out + err


class WithCursor(Block[Position]):
    """Besides discs there is a cursor that can always be moved. No operation chooses its arguments."""

    reasons, refused = Reason, Refused
    fields = {"x": 3, "count": 6, "over": 1, "winner": 2}
    status = ("count", "over", "winner")

    def initial(self) -> Position:
        return Position()

    @operation()
    def left(self, now: Position) -> None:
        pass

    @operation()
    def right(self, now: Position) -> None:
        pass

    @operation(turn=True)
    def play(self, now: Position, x: int) -> None:
        now.play(x)


def test_resets_come_in_the_turn_that_ends_a_game():
    """It is not the last one that can be asked for."""
    game = WithCursor.game("cursor").engine(Board())
    [sweeps] = (one for one in game.properties() if one.name == "reset sweeps")
    found = 0
    for script in examples_of(sweeps.scripts, 100, 1):
        before = []
        for request in script.steps:
            if request[-1]:
                ends = game.after([*before, (*request[:-1], 0)]).position.over
                found += ends and not game.after(before).position.over
                before = []
            else:
                before.append(request)
    assert found > 20
