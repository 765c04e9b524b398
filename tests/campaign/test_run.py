"""A run is the same from the command, from pytest and from Python: all boards, sample, deck and saved games."""

import shutil

import loopline
import pytest
import reports
from cli.running import run
from cosim.engines import needs
from loopline import testing
from loopline.api import Listener
from loopline.contract.designs import path_of

NAMES = ("deck", "games")
HOW = {"examples": 4, "seed": 7, "why": 0, "shrink": 0}


class Heard(Listener):
    """Keeps what it hears."""

    def __init__(self):
        self.begun, self.failures = [], []

    def begins(self, board, notes):
        self.begun.append(board.design.name)

    def failed(self, board, finding):
        if finding.outcome.state == "mismatch":
            self.failures.append((board.text, finding.outcome.name, finding.simulator.name))


@pytest.fixture
def broken(tmp_path):
    """Evening, where the third group that a stone joins is forgotten, and saved games."""
    folder = path_of("evening-engine").parent
    shutil.copytree(folder.parent / "common", tmp_path / "common")
    shutil.copytree(folder, tmp_path / "evening")
    file = tmp_path / "evening" / "evening_score.v"
    file.write_text(file.read_text() + "\n// a copy\n")
    join = tmp_path / "evening" / "evening_join.v"
    assert join.read_text().count("name == name_2_q") == 1
    join.write_text(join.read_text().replace("name == name_2_q", "1'b0"))
    (tmp_path / "saved").mkdir()
    (tmp_path / "saved" / "one.evening").write_text("Wa1 Ba2\n")
    return tmp_path / "evening" / "engine.toml"


def saved(folder, name):
    shutil.copytree(folder / "saved", there := folder / f"saved-{name}")
    return there


def of_finding(board, one):
    return (
        board,
        one.outcome.name.rpartition("/")[2],
        one.simulator.name,
        one.outcome.state,
        one.outcome.turns,
        one.outcome.cycles,
        one.outcome.script,
    )


@pytest.mark.room(37)  # three runs of a failing design on three boards
def test_command_pytest_and_function_find_the_same(broken, tmp_path):
    needs("verilator")
    needs("icarus")
    heard = Heard()
    found = loopline.verify(
        broken, only=NAMES, out=tmp_path / "a", regressions=saved(tmp_path, "a"), listener=heard, **HOW
    )
    function = [of_finding(str(board.design.board), one) for board in found.boards for one in board.findings]
    assert len({board for board, *_ in function}) > 1
    assert {"verilator", "icarus"} == {simulator for _, _, simulator, *_ in function}
    assert {"deck", "games", "one.evening:1"} <= {name for _, name, *_ in function}
    assert len(heard.failures) == sum(state == "mismatch" for _, _, _, state, *_ in function) > 0
    assert heard.begun == ["bundled Evening engine"]

    options = [word for name, value in HOW.items() for word in (f"--{name}", value)]
    options += [word for name in NAMES for word in ("--only", name)]
    out = tmp_path / "b"
    code, *_ = run("verify", broken, *options, "--out", out, "--regressions", saved(tmp_path, "b"))
    report = reports.read(out / "verify.json")
    command = [
        (
            of["board"],
            one["name"].rpartition("/")[2],
            one["simulator"].split()[0],
            one["state"],
            one["turns"],
            one["cycles"],
            one["script"],
        )
        for of in (report, *report["boards"])
        for one in of["findings"]
    ]
    assert command == function
    assert code == found.exit_code == report["exit_code"] == 1

    with pytest.raises(AssertionError) as failed:
        testing.verify(broken, *NAMES, out=tmp_path / "c", regressions=saved(tmp_path, "c"), **HOW)
    text = str(failed.value)
    rows = [line.split("  ") for line in text.splitlines()]
    assert sum(row[-1].strip() == "MISMATCH" for row in rows) == len(heard.failures)
    assert sum(row[-1].strip() in ("MISMATCH", "agrees") for row in rows) == len(function)
