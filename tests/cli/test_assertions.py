"""A design's own assertions are findings, on both simulators, and its warnings are shown."""

import json
import shutil
import xml.etree.ElementTree as ET

import pytest
from cli.running import run
from copies import ROOT, change

DIVIDER = ROOT / "examples" / "blocks"

#: What asserts, by divisor.
ASSERTS = """
    reg [7:0] table_m[0:3];
    initial $readmemh("missing.hex", table_m);
    always @(posedge clk)
        if (rst) $error("in a reset");
        else if (req_valid && req_ready) begin
            if (req_divisor == 5) $warning("five");
            if (req_divisor == 7) $error("seven divides %0d", req_dividend);
            assert (req_divisor != 9);
            if (req_divisor == 11) $stop;
            if (req_divisor == 13) $fatal(1, "thirteen");
        end
    assign req_ready ="""

#: The cycle in which the second request is taken, after a first one of four steps.
TAKEN = 10

UNIQUE = """
    reg [1:0] seen_q;
    always @(posedge clk) unique case (state_q)
        IDLE: seen_q <= 2'd0;
        STEP: seen_q <= 2'd1;
    endcase
    assign req_ready ="""


def divider(folder, asserts, keys=""):
    """Return the description of a divider with assertions."""
    for suffix in (".py", ".v", ".toml"):
        shutil.copy(DIVIDER / f"divider{suffix}", folder)
    change(folder / "divider.v", ("\n    assign req_ready =", asserts))
    file = folder / "divider.toml"
    file.write_text(file.read_text() + keys)
    return file


def line_of(folder, text):
    """Return the number of the line of the divider that begins so."""
    lines = (folder / "divider.v").read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.strip().startswith(text))


@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_each_kind_is_a_finding_and_warnings_are_shown(tmp_path, simulator):
    dut, games = divider(tmp_path, ASSERTS), tmp_path / "games"
    games.mkdir()
    for divisor in (3, 5, 7, 9, 11, 13):
        (games / f"{divisor:02}.divider").write_text(f"divide:1,3 divide:40,{divisor} divide:1,3\n")
    code, out, err = run("replay", games, "--dut", dut, "--sim", simulator, cwd=tmp_path)
    assert code == 1, out + err
    report = json.loads((tmp_path / "out" / "replay.json").read_text())
    three, five, *failing = report["findings"]
    assert (three["state"], five["state"]) == ("agrees", "agrees")
    kinds = {
        "if (req_divisor == 7)": ("$error", "seven divides 40"),
        "assert": ("$error", {"icarus": "", "verilator": "'assert' failed."}[simulator]),
        "if (req_divisor == 11)": ("$stop", ""),
        "if (req_divisor == 13)": ("$fatal", "thirteen"),
    }
    for found, (text, (kind, message)) in zip(failing, kinds.items(), strict=True):
        place = f"divider.v:{line_of(tmp_path, text)}"
        assert (found["state"], found["signal"], found["request"]) == ("mismatch", place, 1)
        assert (found["expected"], found["found"]) == (f"no {kind}", message or kind)
        assert f"{place}: {kind}" in found["says"]
        assert found["says"] in out
        assert found["cycle"] == TAKEN
    says = [line.partition(" says: ")[2] for line in out.splitlines() if line.startswith(f"{simulator} says: ")]
    assert len(says) == 3
    for words in ("missing.hex", "$error: in a reset", "five"):
        assert sum(words in line for line in says) == 1
    page = (tmp_path / "out" / "report.html").read_text()
    assert "seven divides 40" in page
    cases = ET.parse(tmp_path / "out" / "replay.xml").iter("failure")
    assert sum("own assertion" in (case.get("message") + (case.text or "")) for case in cases) == 4


@pytest.mark.room(20)
@pytest.mark.gate
@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_one_that_fails_is_shrunk(tmp_path, simulator):
    dut = divider(tmp_path, ASSERTS)
    how = ("--only", "ends", "--examples", 10, "--seed", 5, "--sim", simulator, "--why", 0, "--out", tmp_path / "out")
    code, out, err = run("verify", dut, *how)
    assert code == 1, out + err
    [found] = json.loads((tmp_path / "out" / "verify.json").read_text())["findings"]
    assert (found["state"], found["turns_left"], found["agreed_again"]) == ("mismatch", 1, 0)
    assert found["signal"].startswith("divider.v:")


@pytest.mark.parametrize(
    ("asserts", "word", "game", "simulator", "code", "shown"),
    [
        (ASSERTS, "show", "divide:4,7", "icarus", 0, "$error: seven divides 4"),
        (ASSERTS, "off", "divide:4,7", "icarus", 0, ""),
        (UNIQUE, "fail", "divide:4,2", "verilator", 1, "unique case"),
        (UNIQUE, "show", "divide:4,2", "verilator", 0, "unique case"),
        (UNIQUE, "off", "divide:4,2", "verilator", 0, ""),
    ],
)
def test_a_description_says_what_becomes_of_them(tmp_path, asserts, word, game, simulator, code, shown):
    dut = divider(tmp_path, asserts, f'assertions = "{word}"\n')
    found, out, err = run("replay", game, "--dut", dut, "--sim", simulator, cwd=tmp_path)
    assert found == code, out + err
    assert shown in out
    assert ("$error" in out) == bool(shown)


def test_another_word_is_refused(tmp_path):
    dut = divider(tmp_path, ASSERTS, 'assertions = "warn"\n')
    code, out, err = run("replay", "divide:1,2", "--dut", dut, cwd=tmp_path)
    assert code == 2
    assert f"divider.toml:{dut.read_text().count(chr(10))}: assertions" in out + err


@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_a_parameter_that_the_design_refuses_ends_the_run(tmp_path, simulator):
    dut = divider(tmp_path, '\n    initial $fatal(1, "too wide");\n    assign req_ready =')
    code, out, err = run("replay", "divide:1,2", "--dut", dut, "--sim", simulator, cwd=tmp_path)
    assert code == 2
    assert "before its first reset the design calls $fatal: too wide" in out + err


#: A table that the quotient is only right with.
TABLE = """
    reg [11:0] table_m[0:15];
    initial $readmemh("tables/zeros.hex", table_m);
    wire [11:0] quotient = (negative_q ? -quotient_q : quotient_q) ^ table_m[divisor_q[3:0]];
    assign req_ready ="""

SIMULATORS = ["icarus", pytest.param("verilator", marks=pytest.mark.gate)]


def with_table(folder, words):
    """Return the description of a divider that reads a memory image of these words, beside the description."""
    dut = divider(folder, TABLE)
    change(
        folder / "divider.v", ("resp_quotient = negative_q ? -quotient_q : quotient_q;", "resp_quotient = quotient;")
    )
    (folder / "tables").mkdir()
    (folder / "tables" / "zeros.hex").write_text("".join(f"{word}\n" for word in words))
    (folder / "one.divider").write_text("divide:12,2\n")
    return dut


@pytest.mark.parametrize("simulator", SIMULATORS)
@pytest.mark.parametrize(("word", "code"), [("000", 0), ("001", 1)])
def test_a_memory_image_is_found_by_its_description(word, code, simulator, tmp_path):
    """From whichever folder the command is run."""
    dut, cwd = with_table(tmp_path, [word] * 16), tmp_path / "elsewhere"
    cwd.mkdir()
    got, out, err = run("replay", tmp_path / "one.divider", "--dut", dut, "--sim", simulator, cwd=cwd)
    assert got == code, out + err
    assert f"{simulator} says" not in out
    assert ("resp_quotient" in out) == bool(code)


@pytest.mark.gate
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["000"] * 20, "tables/zeros.hex:17: $readmem file address beyond bounds of array"),
        (["000", "0g0"], "tables/zeros.hex:2: $readmem file syntax error"),
    ],
    ids=["too many", "no digits"],
)
def test_a_memory_image_that_cannot_be_read_is_the_users(words, says, tmp_path):
    """Icarus warns, and goes on."""
    dut = with_table(tmp_path, words)
    game = ("replay", tmp_path / "one.divider", "--dut", dut, "--sim")
    code, out, err = run(*game, "verilator", cwd=tmp_path)
    assert code == 2, out + err
    assert says in " ".join((out + err).split())
    code, out, err = run(*game, "icarus", cwd=tmp_path)
    assert "icarus says: divider.v:" in out, out + err
