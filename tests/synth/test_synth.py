"""`make synth` on designs so small that every figure is known beforehand, and on a bundled one."""

import fcntl
import json
import re
import shutil
import signal
import tomllib
from pathlib import Path

import pytest
from cli.running import started, without_progress
from fpga import budget as budgets
from fpga import implement
from fpga.__main__ import command
from fpga.part import PARTS
from loopline.cli._app import program
from loopline.design import yosys
from loopline.design.dut import load
from loopline.errors import BadInput
from loopline.mutate import netlist
from rtl.test_thinking_time import LONGEST
from waiting import PATIENCE, until

REPO = Path(__file__).parents[2]
BUDGETS = REPO / "ci" / "synth.toml"
BUNDLED = [REPO / "rtl/trax" / name for name in ("engine.toml", "player/player.toml", "player/player_depth2.toml")]

slow = pytest.mark.slow

#: As many bits as asked for that count, and a memory of 1,024 words of 16 bits, which is one block RAM of an ECP5.
TINY = """\
module tiny #(parameter integer WIDTH = 8) (
    input wire clk, input wire rst, input wire we, input wire [9:0] where, input wire [15:0] what,
    output reg [WIDTH-1:0] count, output reg [15:0] found, output wire [3:0] vp_tile
);
    reg [15:0] memory[0:1023];
    reg [3:0] seen;
    assign vp_tile = seen;
    always @(posedge clk) begin
        count <= rst ? 0 : count + 1'b1;
        seen <= seen + count[3:0];
        if (we) memory[where] <= what;
        else found <= memory[where];
    end
endmodule
"""
DESCRIPTION = """\
name = "Tiny one"
top = "tiny"
sources = ["tiny.v"]
verification_port = true
"""


@pytest.fixture
def tiny(tmp_path):
    return describe(tmp_path)


def describe(folder, source=TINY, more=""):
    (folder / "tiny.v").write_text(source)
    file = folder / "tiny.toml"
    file.write_text(DESCRIPTION + more)
    return file


def budget(folder, **bounds):
    known = {
        "board": '"size=64"',
        "part": '"LFE5U-25F-6"',
        "luts": 50,
        "registers": 8,
        "block_rams": 1,
        "mhz": 50,
    } | bounds
    table = ", ".join(f"{key} = {value}" for key, value in known.items())
    file = folder / "budget.toml"
    file.write_text(
        f'[[budget]]\ndesign = "Tiny one"\nseeds = 1\nbuilds = [{{ {table} }}]\n[budget.cycles]\n"nap" = 5\n'
    )
    return file


@pytest.fixture
def synth(monkeypatch, capsys):
    """The command in this process, where nobody asks whether so small a design plays Trax."""
    monkeypatch.setattr(netlist, "check_reading", lambda *_: None)

    def run(*arguments):
        with pytest.raises(SystemExit) as ended:
            program(command)(list(map(str, arguments)))
        shown, complaints = capsys.readouterr()
        return ended.value.code, shown, without_progress(complaints)

    return run


def test_figures(synth, tiny, tmp_path):
    """Registers and memory as written; those of the verification port alone have gone with it."""
    code, text, complaints = synth(tiny, "--seeds", 2, "--out", tmp_path)
    assert (code, complaints) == (0, "")
    file = tmp_path / "synth" / "tiny-one" / "synth.json"
    assert f"it fits. Written: {file}" in text
    document = json.loads(file.read_text())
    assert [re.sub(r" \d[\w.+-]*$", "", one) for one in document["programs"]] == ["yosys", "nextpnr-ecp5"]
    assert " · ".join(document["programs"]) in text.splitlines()[0]
    (build,) = document["builds"]
    assert (build["registers"], build["block_rams"], build["lut_rams"]) == (8, 1, 0)
    assert 0 < build["luts"] + 2 * build["carries"] < 30
    assert build["used"]["DP16KD"] == {"used": 1, "there": 56}
    assert set(build["mhz_by_seed"]) == {"1", "2"}
    assert build["mhz"] == min(build["mhz_by_seed"].values()) > 100
    longest = sum(hop["ns"] for hop in build["critical_path"])
    assert longest == pytest.approx(1000 / build["mhz"], rel=0.01)
    row = next(line for line in text.splitlines() if "LFE5U-25F-6" in line)
    assert row.split()[:2] == ["64", "LFE5U-25F-6"]
    assert f"{build['mhz']:.1f}" in row


def test_within_its_budget(synth, tiny, tmp_path):
    code, text, _ = synth(tiny, "--check", budget(tmp_path), "--out", tmp_path)
    assert code == 0
    assert "within the budget" in text
    (build,) = json.loads((tmp_path / "synth/tiny-one/synth.json").read_text())["builds"]
    assert build["seconds"]["nap"] == pytest.approx(5 / (build["mhz"] * 1e6))
    assert "nap: 5 cycles" in text
    assert re.search(r"\d ns", text.split("nap")[1])


def test_over_its_budget(synth, tiny, tmp_path):
    file = budget(tmp_path, luts=0, registers=7, block_rams=0, mhz=5000)
    code, text, _ = synth(tiny, "--check", file, "--out", tmp_path)
    assert code == 1
    assert "8 registers, 1 more than its budget of 7" in text
    assert "1 block RAMs, 1 more than its budget of 0" in text
    assert "LUTs" in text.split("✗")[1]
    assert "its budget is 5000 MHz at least" in text
    assert len(json.loads((tmp_path / "synth/tiny-one/synth.json").read_text())["complaints"]) == 4
    assert "4 over. Written" in text


def test_too_large(synth, tmp_path):
    """Two hundred and more pins are not to be had in the package."""
    file = describe(tmp_path, more="[parameters]\nWIDTH = 300\n")
    code, text, _ = synth(file, "--out", tmp_path)
    assert code == 1
    assert "does not fit: 345 TRELLIS_IO are needed and 197 are there" in text
    assert json.loads((tmp_path / "synth/tiny-one/synth.json").read_text())["builds"][0]["fits"] is False


@slow
def test_slower_than_it_says(synth, tmp_path):
    code, text, _ = synth(describe(tmp_path, more="[clock]\nmhz = 4000\n"), "--seeds", 1, "--out", tmp_path)
    assert code == 1
    assert "its description has a clock of 4000 MHz" in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--part", "XC7A35T"], "no part is called 'XC7A35T'; there are LFE5U-25F-6"),
        (["--size", "24"], "--size 24: must be 8, 16"),
        (["--size", "32"], "[board] names no parameter of the design"),
        (["--check", "absent.toml"], "absent.toml: cannot be read: No such file"),
        (["--check", BUDGETS], "no [[budget]] is for design = 'Tiny one'; there are: 'bundled engine'"),
    ],
)
def test_bad_input(synth, tiny, tmp_path, arguments, said):
    code, _, complaints = synth(tiny, *arguments, "--out", tmp_path)
    assert code == 2
    assert said in complaints


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[budget", "is not TOML"),
        ("[[budget]]\ndesign = 1\n", "budget.toml:2: budget.design = 1: must be text, in quotes"),
        ('[[budget]]\ndesign = "a"\nseeds = 1\nbuilds = []\n', r"toml:4: budget.builds = \[\]: must have 1 at least"),
        (
            '[[budget]]\ndesign = "a"\nseeds = 1\nbuilds = [{ board = "7" }]\n',
            "toml:4: the key .budget.builds.part. is missing",
        ),
        ("rook = 1\n[[budget]]\n", "rook|budget"),
    ],
)
def test_a_bad_budget(tmp_path, text, said):
    file = tmp_path / "budget.toml"
    file.write_text(text)
    with pytest.raises(BadInput, match=said):
        budgets.read(file, "a")


@pytest.mark.parametrize("program", ["yosys", "nextpnr-ecp5"])
def test_a_program_is_missing(tiny, tmp_path, monkeypatch, program):
    which = shutil.which
    monkeypatch.setattr(yosys.shutil, "which", lambda name, **at: None if name.endswith(program) else which(name, **at))
    with pytest.raises(BadInput, match=rf"needs {program}, and it is not here: pip install 'loopline\[synth\]'"):
        implement.implement(load(tiny), PARTS["LFE5U-25F-6"], tmp_path / "build", [1])


def test_interrupted(tmp_path):
    process = started("trax-engine", "--size", 8, "--seeds", 100, "--out", tmp_path, module="fpga")
    until(lambda: list(tmp_path.rglob("*.ys")), process)
    process.send_signal(signal.SIGINT)
    _, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert complaints.strip().endswith("interrupted")


def test_two_runs_in_one_folder(tiny, tmp_path):
    """One after the other."""
    folder = tmp_path / "out" / "synth" / "tiny-one"
    folder.mkdir(parents=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = started(tiny, "--out", tmp_path / "out", module="fpga")
        assert "another run is using this folder: waiting for it to end" in process.stderr.readline()
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 2  # it is no engine


# --- the bundled designs ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", BUNDLED, ids=lambda file: file.stem)
def test_every_bundled_design_has_a_budget(file):
    name = load(file).name
    known = budgets.read(BUDGETS, name)
    assert {one.board for one in known.builds} == {"size=16", "size=32", "size=64"}
    assert {one.part.split("-")[0] for one in known.builds} >= {"LFE5U", "iCE40HX8K"}
    assert all(one.part in PARTS for one in known.builds)


def test_the_longest_thought_is_the_one_that_is_held():
    names = "bundled player", "bundled player at depth 2"
    assert [budgets.read(BUDGETS, name).cycles["longest thought"] for name in names] == list(LONGEST)


def test_the_page_has_these_figures():
    """The tables in docs/evidence/fpga.md are that of the budgets: the same counts, and no clock below what is held."""
    page = (REPO / "docs" / "evidence" / "fpga.md").read_text()
    board, number = r"(?:((?:side |history )?\d+) \| )?", r"([\d,]+)"
    row = rf"^\| {board}([A-Za-z]\S+) \| {number} \| {number} \| (\d+) \|.*?([\d.]+) – "
    rows = re.findall(row, page, re.M)
    shown = [(board, part, *(int(n.replace(",", "")) for n in rest), float(mhz)) for board, part, *rest, mhz in rows]
    held = [
        (
            one.get("board", "").removeprefix("size=").replace("=", " "),
            one["part"],
            one["luts"],
            one["registers"],
            one["block_rams"],
            one["mhz"],
        )
        for table in tomllib.loads(BUDGETS.read_text())["budget"]
        for one in table["builds"]
    ]
    assert [one[:5] for one in shown] == [one[:5] for one in held]
    assert all(bound <= found < bound / 0.9 for (*_, found), (*_, bound) in zip(shown, held, strict=True))
