"""An engine of each game, of those outside the package too: what random games ask is answered rightly, and an event
that is missing from the count is noticed."""

import shutil
from itertools import product

import hypothesis
import pytest
from bench.benches import ROOT, build, run
from copies import change, copied
from hypothesis import Phase, settings
from loopline.contract.game import Subject
from loopline.design.dut import load

COUNTER = ("../common/event_counter.v", "order_q + 32'd1")
#: By name: the folder, the description, and where events are counted.
DESIGNS = {
    "trax": ("rtl/trax", "engine.toml", *COUNTER),
    "evening": ("rtl/evening", "engine.toml", *COUNTER),
    "globe": ("rtl/globe", "engine.toml", *COUNTER),
    "tsolitaire": ("rtl/tsolitaire", "engine.toml", *COUNTER),
    "reversi": ("examples/reversi", "reversi.toml", "reversi_engine.v", "order_q + {31'd0, vp_valid}"),
    "heap": ("tests/contract/heap", "heap.toml", "heap.v", "vp_order + 32'd1"),
}
#: Boards on which a reset takes few cycles.
SMALL = (("size = 64", "size = 8"), ("LOG2_SIZE = 6", "LOG2_SIZE = 3"), ("history = 1024", "history = 16"))
#: Where these lie is known already, and cannot be changed in a process.
OUTSIDE = [
    (f'game = "{game}:GAME"', f'game = "{game}:GAME"\ngame_folder = "{ROOT / folder}"')
    for game, folder in (("reversi", "examples/reversi"), ("heap_game", "tests/contract/heap"))
]


def words(dut):
    """Those of a random game, the shortest with so many turns."""
    game = Subject.of(dut).engine
    quickly = settings(database=None, derandomize=True, phases=[Phase.generate])
    script = hypothesis.find(game.baseline().scripts, lambda script: game.turns(script) > 9, settings=quickly)
    return game.write(script).split()


#: Verilator's compiler takes a while: an engine with much in it, and one that is no game of the package.
ON_VERILATOR_TOO = ("trax", "heap")


@pytest.mark.parametrize(
    ("simulator", "name"),
    [*product(["icarus"], DESIGNS), *product(["verilator"], ON_VERILATOR_TOO)],
    indirect=["simulator"],
)
def test_bench_plays_each_game_and_notices_a_bug(simulator, tmp_path, name):
    folder, description, file, counted = DESIGNS[name]
    for each in (folder, "rtl/common"):
        shutil.copytree(ROOT / each, tmp_path / each)
    path = tmp_path / folder / description
    text = path.read_text()
    for old, new in (*SMALL, *OUTSIDE):
        text = text.replace(old, new)
    plain = path.with_name("plain.toml")
    plain.write_text(text.replace("verification_port = true", "").replace("cycle_exact = true", ""))
    path.write_text(text)
    source = path.parent / file
    assert source.read_text().count(counted) == 1
    wrong = f'({counted} + {{31\'d0, $test$plusargs("bug") != 0}})'
    source.write_text(source.read_text().replace(counted, wrong))
    env = {"DESCRIPTIONS": f"port={path}:plain={plain}", "WORDS": " ".join(words(load(path)))}
    runner, top = build(simulator, path, tmp_path / "build"), load(path).top
    came, log = run(runner, top, "any_bench", tmp_path / "right", **env)
    assert list(came.values()) == ["", ""], log
    came, log = run(runner, top, "any_bench", tmp_path / "wrong", "+bug", **env)
    assert [bool(why) for why in came.values()] == [True, False], log
    assert "vp_order: expected" in log
    [game] = (tmp_path / "wrong" / "asked-port").iterdir()
    assert game.suffix == Subject.of(load(path)).game.suffix


@pytest.mark.parametrize("simulator", ["icarus"], indirect=True)
def test_a_request_in_the_first_cycle_after_a_reset(simulator, tmp_path):
    """The right engine passes; of a wrong one the saved game says when it was asked."""
    path = copied(tmp_path, design="globe/engine.toml")
    wrong = 'count(south_q) ^ {2\'d0, $test$plusargs("bug") != 0}'
    change(path.parent / "globe_engine.v", ("count(south_q);", f"{wrong};"))
    runner, env = build(simulator, path, tmp_path / "build"), {"DESCRIPTION": str(path)}
    came, log = run(runner, "globe_engine", "first_bench", tmp_path / "right", **env)
    assert list(came.values()) == [""], log
    came, log = run(runner, "globe_engine", "first_bench", tmp_path / "wrong", "+bug", **env)
    assert all(came.values()), log
    [saved] = (tmp_path / "wrong" / "asked").iterdir()
    assert "delays:first" in saved.read_text()
