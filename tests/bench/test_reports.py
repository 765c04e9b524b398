"""What the report of a mismatch shows of the hardware, that the saved game fails as it did, and that a model which
changes is not blamed on the design."""

import re
import shutil

from bench.benches import ROOT, build, described, run, with_bugs
from cli.running import run as loopline
from loopline.bench.failing import delays_of
from loopline.design import simulators
from loopline.simulation.delays import read_delays, write_delays
from loopline.simulation.session import Timing, endless, timings_of


def failing(tmp_path, bug):
    """What came of reports_bench with this bug, and its description."""
    with_bugs(tmp_path, bug)
    plain = described(tmp_path)["plain"]
    runner = build(simulators.find("icarus"), plain, tmp_path / "build")
    return *run(runner, "trax_engine", "reports_bench", tmp_path, DESCRIPTIONS=str(plain)), plain


def test_both_boards_and_the_first_wrong_cell(tmp_path):
    came, log, _ = failing(tmp_path, "tile")
    assert [name for name, why in came.items() if why] == ["reads_a_tile"], log
    assert re.search(r"First wrong cell: B1, where the model has .+, the hardware .+\.", log), log
    assert re.search(r"model +hardware", log), log


def test_long_waits_are_in_the_saved_game(tmp_path):
    came, log, plain = failing(tmp_path, "slow")
    assert [name for name, why in came.items() if why] == ["waits_long", "asked_too_late"], log
    assert log.count("The answer is withdrawn before it is taken") == 2
    assert log.count("a saved game cannot say that request 2 comes 16,384 cycles late: its replay may agree") == 1
    [game] = (tmp_path / "slow").iterdir()
    code, out, _ = loopline("replay", game, "--dut", plain, "--sim", "icarus", "--out", tmp_path / "out")
    assert (code, "The answer is withdrawn before it is taken" in out) == (1, True), out


def test_every_wait_is_written_as_it_was():
    for waits in ([(1, 2)] * 70, [(0, 9)], [(300, 20), (0, 0), (7, 7)], [(0, 0)] * 80 + [(3, 0)], [(0, 0), (5, 0)]):
        delays, unwritten = delays_of(waits)
        again = endless(timings_of(read_delays(write_delays(delays))))
        assert [next(again) for _ in waits] == [Timing(gap, stall) for gap, stall in waits]
        assert not unwritten
    assert delays_of([(0, 0)] * 300) == (b"", "")
    assert write_delays(delays_of([(0, 0)], first=True)[0]) == "first"
    assert write_delays(delays_of([(0, 0), (0, 300)], first=True)[0]) == "answer1=300,first"
    assert "request 300 comes 2 cycles late" in delays_of([(0, 0)] * 299 + [(2, 0)])[1]


def test_a_model_that_changes_is_not_blamed_on_the_design(tmp_path):
    folder = tmp_path / "fickle"
    shutil.copytree(ROOT / "tests/contract/heap", folder)
    (folder / "heap_game.py").rename(folder / "fickle_game.py")
    file = folder / "fickle_game.py"
    answer = "return self.reason, self.left"
    code = file.read_text()
    assert code.count(answer) == 1
    file.write_text(code.replace(answer, f"{answer} ^ (next(ASKED) == 40)") + "\nASKED = iter(range(100))\n")
    description = folder / "heap.toml"
    text = description.read_text().replace("heap_game:GAME", "fickle_game:GAME").replace("= 15", "= 9")
    description.write_text(text)
    runner = build(simulators.find("icarus"), description, tmp_path / "build")
    env = {"DESCRIPTIONS": f"port={description}", "WORDS": "take:1 " * 60}
    came, log = run(runner, "heap", "any_bench", tmp_path, **env)
    assert all(came.values()), log
    assert re.search(
        r"the game's code is wrong: fickle_game\.py(:\d+)?, HeapGame: its model says something else", log
    ), log
    assert "✗" not in log
