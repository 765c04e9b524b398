"""Without --sim: all the examples on Verilator, a sample of them on Icarus, whatever is there of the two."""

import json
import shutil
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli.running import run
from copies import copied
from cosim.engines import ENGINE, needs
from loopline.campaign import run as runs
from loopline.campaign.plan import Plan
from loopline.campaign.run import simulators_of
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.design.simulators import SimulatorMissing
from loopline.errors import BadInput


@pytest.mark.parametrize(("asked", "sample"), [(1, 1), (5, 2), (50, 2), (200, 10), (1000, 50)])
def test_sample_is_a_share_of_the_examples(asked, sample, tmp_path):
    assert Plan(Subject.of(load(ENGINE)), tmp_path, seed=1, examples=asked).sampled == sample


@pytest.mark.parametrize(
    ("here", "says"),
    [
        (["verilator", "icarus"], []),
        (["verilator"], ["no icarus; until then X goes unnoticed"]),
        (["icarus"], ["no verilator; until then everything is played on icarus"]),
    ],
)
def test_missing_simulator_is_reported_in_one_line(here, says, monkeypatch):
    monkeypatch.setattr(runs, "find", _only(here))
    assert simulators_of(None) == (here, says)


def test_no_simulator_at_all_is_bad_input(monkeypatch):
    monkeypatch.setattr(runs, "find", _only([]))
    with pytest.raises(BadInput, match=r"no verilator.*\n.*no icarus"):
        simulators_of(None)


def _only(here):
    def find(name):
        if name not in here:
            raise SimulatorMissing(f"no {name}")
        return name

    return find


def test_without_a_compiler_all_examples_run_on_icarus(tmp_path):
    needs("icarus")
    for program in ("iverilog", "vvp", "sh"):
        (tmp_path / "bin").mkdir(exist_ok=True)
        (tmp_path / "bin" / program).symlink_to(shutil.which(program))
    path = f"{tmp_path / 'bin'}:{Path(sys.executable).parent}"
    how = ("--size", 16, "--seed", 3, "--examples", 6, "--only", "games", "--out", tmp_path / "out")
    code, out, err = run("verify", "trax-engine", *how, PATH=path)
    assert (code, err) == (0, ""), out
    assert "until then everything is played on icarus" in out
    assert "seed 3 · loopline verify trax-engine --seed 3 --examples 6" in out
    (finding,) = json.loads((tmp_path / "out" / "verify.json").read_text())["findings"]
    assert finding["simulator"].startswith("icarus")
    assert finding["examples"] == 6


def test_failed_icarus_build_is_reported_and_verilator_goes_on(tmp_path):
    needs("icarus")
    needs("verilator")
    dut = copied(tmp_path)
    box = dut.with_name("trax_box.v")
    box.write_text(f"`ifdef __ICARUS__\nmodule nothing (); int word [string]; endmodule\n`endif\n{box.read_text()}")
    how = ("--size", 16, "--seed", 3, "--examples", 1, "--only", "games", "--out", tmp_path / "out")
    code, out, err = run("verify", dut, *how)
    assert (code, err) == (0, ""), out
    assert "icarus is skipped, so X goes unnoticed: " in out
    assert "1 of 1 agree" in out


def test_a_share_is_played_where_limits_are_near(tmp_path):
    """A bug that shows on the smallest board only is found there, and its replay names that board."""
    needs("icarus")
    dut = copied(tmp_path, ("trax_box.v", "x == left_of", "x == (LOG2_SIZE == 3 ? left : left_of)"))
    how = ("--sim", "icarus", "--seed", 3, "--examples", 40, "--only", "illegal moves", "--out", tmp_path / "out")
    code, out, err = run("verify", dut, *how)
    assert (code, err) == (1, ""), out
    assert "--board size=8 --out" in out
    contrast = "The design agrees on 64 × 64, not on 8 × 8. If it is not made for size=8, --board size=64 keeps"
    assert contrast in " ".join(out.split())  # its lines are short
    folders = [tmp_path / "out" / name for name in ("", "size-16", "size-8")]
    written = [json.loads((folder / "verify.json").read_text()) for folder in folders]
    assert [one["exit_code"] for one in written] == [1, 0, 1]
    assert [one["board"] for one in written] == ["64 × 64", "16 × 16", "8 × 8"]
    assert [one["findings"][0]["examples"] for one in written[:2]] == [40, 10]
    fields = ("command", "board", "exit_code", "findings")
    assert [[one[field] for field in fields] for one in written[0]["boards"]] == [
        [one[field] for field in fields] for one in written[1:]
    ]
    suites = ElementTree.parse(folders[0] / "verify.xml").findall("testsuite")
    names = [f"loopline bundled engine, {board}" for board in ("64 × 64", "16 × 16", "8 × 8")]
    assert [(one.get("name"), one.get("failures")) for one in suites] == list(zip(names, "001", strict=True))
    assert (folders[2] / "illegal-moves" / "minimal.trx").is_file()


def test_failed_build_of_a_small_board_names_the_way_out(tmp_path):
    """Who did not ask for that board hears how to go without it; what was found on the others is there."""
    needs("icarus")
    absent = "generate if (LOG2_SIZE == 3) not_there nothing (); endgenerate\nendmodule"
    dut = copied(tmp_path, ("trax_box.v", "endmodule", absent))
    how = ("--sim", "icarus", "--seed", 3, "--examples", 4, "--only", "illegal moves", "--out", tmp_path / "out")
    code, out, err = run("verify", dut, *how)
    assert code == 2
    assert out.count("1 of 1 agree") == 2
    assert "not_there" in err
    assert "If it is not made for size=8, --board size=64 keeps to the board it describes" in " ".join(err.split())
    document = json.loads((tmp_path / "out" / "verify.json").read_text())
    assert document["exit_code"] == 2
    assert [(one["board"], one["exit_code"]) for one in document["boards"]] == [("16 × 16", 0), ("size=8", 2)]
    assert "not_there" in document["boards"][1]["error"]
    suites = ElementTree.parse(tmp_path / "out" / "verify.xml").findall("testsuite")
    assert [one.get("errors") for one in suites] == ["0", "0", "1"]
