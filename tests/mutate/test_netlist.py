"""Mutants of a design: the same for the same seed, each with its place, none of the clock; and what cannot be read."""

import dataclasses
import subprocess

import pytest
from loopline.design import yosys
from loopline.design.dut import load
from loopline.errors import BadInput
from loopline.mutate.gates import Cone
from loopline.mutate.netlist import SELECT
from mutate.designs import OUT, PUZZLE, mutants_of, on_line, written


@pytest.fixture(scope="module")
def puzzle():
    return mutants_of(written("puzzle", PUZZLE), OUT / "puzzle" / "mutants")


def test_every_line_of_logic_has_mutants(puzzle):
    lines = {one.line for one in puzzle.mutants}
    for text in (
        "seen = ",
        "both = ",
        "redundant = ",
        "turn <= ",
        "resp_valid = ",
        "resp_reason = ",
        "never = ",
        "mem[",
    ):
        assert on_line(puzzle.mutants, PUZZLE, text), text
    assert {one.part for one in puzzle.mutants} == {"puzzle"}
    assert 0 not in lines


def test_named_cells_are_described_by_name(puzzle):
    turn = [one for one in on_line(puzzle.mutants, PUZZLE, "turn <= ") if (one.kind, one.port) == ("$dff", "Q")]
    assert {(one.portbit, one.wire) for one in turn} == {(bit, f"turn[{bit}]") for bit in range(3)}


def test_mutants_are_numbered_and_unique(puzzle):
    assert [one.number for one in puzzle.mutants] == list(range(1, len(puzzle.mutants) + 1))
    assert len({one.command for one in puzzle.mutants}) == len(puzzle.mutants)


def test_the_clock_is_left_alone(puzzle):
    assert not [one for one in puzzle.mutants if "CLK" in one.port]


def test_sample_of_mutants_depends_only_on_number_and_seed(puzzle, tmp_path):
    def drawn(folder, seed):
        return [dataclasses.replace(one, cell="") for one in mutants_of(puzzle.dut, folder, 20, seed).mutants]

    here, deeper = drawn(tmp_path / "a", 1), drawn(tmp_path / "b" / "c" / "d", 1)
    assert here == deeper
    assert len(here) == 20
    assert here != drawn(tmp_path / "e", 2)


def test_the_netlist_has_the_ports_of_the_design_and_a_select(puzzle):
    closed = puzzle.as_dut()
    text = (puzzle.folder / "loopline_mutants.v").read_text()
    assert f"reg [23:0] {SELECT} /* verilator public_flat_rw */ = 0;" in text
    assert (closed.top, closed.board.size, closed.values) == ("loopline_mutants", 16, {})
    netlist = (puzzle.folder / "mutants.v").read_text()
    assert all(f"24'h{one.number:06x}" in netlist for one in puzzle.mutants)
    assert "mem [15:0]" in netlist  # still a memory


def test_parameters_are_settled():
    source = PUZZLE.replace("module puzzle (", 'module wide #(parameter W = 1, parameter NAME = "") (').replace(
        "assign seen = a ^ b;", 'assign seen = W == 5 && NAME == "five" ? a ^ b : 1\'b0;'
    )
    made = mutants_of(written("wide", source, parameters='{ W = 5, NAME = "five" }'), OUT / "wide" / "mutants")
    assert on_line(made.mutants, source, "a ^ b", "inv")


def test_logic_without_effect_is_left_out():
    source = PUZZLE.replace("    assign seen", "    (* keep *) wire lost = (a | b) & rst;\n    assign seen")
    made = mutants_of(written("lost", source.replace("puzzle", "lost")), OUT / "lost" / "mutants")
    cone = Cone(made.original)
    hidden = {one.number for one in made.mutants if not cone.shows(one)}
    assert hidden == {one.number for one in on_line(made.mutants, source, "wire lost")} != set()


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (PUZZLE.replace("a ^ b;", "a ^ ;"), "bad.v:16: ERROR: syntax error"),
        (PUZZLE.replace("a ^ b;", "a ^ c;").replace("wire both", "missing m ();\n    wire both"), "missing"),
    ],
)
def test_what_yosys_cannot_read(source, words):
    description = written("bad", source.replace("puzzle", "bad"))
    with pytest.raises(BadInput) as raised:
        _ = mutants_of(description, OUT / "bad" / "mutants").mutants
    assert words in str(raised.value)
    assert str(raised.value).startswith(load(description).shown)


def test_nothing_to_mutate():
    source = "module wires (input wire a, output wire b);\n    assign b = a;\nendmodule\n"
    with pytest.raises(BadInput, match="nothing in it that could be mutated"):
        _ = mutants_of(written("wires", source), OUT / "wires" / "mutants").mutants


def test_without_yosys(monkeypatch):
    monkeypatch.setattr(yosys.shutil, "which", lambda *_, **__: None)
    with pytest.raises(BadInput, match=r"pip install 'loopline\["):
        yosys.find()


def test_yosys_is_killed(monkeypatch, tmp_path):
    monkeypatch.setattr(yosys, "start", lambda *_: _killed())
    (tmp_path / "x.log").touch()
    with pytest.raises(BadInput, match="exit code is -9"):
        yosys.run([], tmp_path, "x")


def _killed():
    process = subprocess.Popen(["sleep", "60"], start_new_session=True)
    process.kill()
    return process
