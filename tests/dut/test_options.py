"""Options for a simulator: those that a description may name reach it, and all others are refused with the reason."""

import pytest
from cli.running import run
from cosim.engines import ROOT, needs
from loopline.design.dut import load
from loopline.errors import BadInput

BLOCKS = ROOT / "examples" / "blocks"


def described(folder, *lines):
    file = folder / "m.toml"
    own = ['name = "divider"', f'game = "divider:GAME"\ngame_folder = "{BLOCKS}"', 'top = "divider"']
    file.write_text("\n".join([*own, f'sources = ["{BLOCKS}/divider.v"]', *lines]) + "\n")
    return file


def refused(folder, *lines):
    with pytest.raises(BadInput) as problem:
        load(described(folder, *lines))
    return str(problem.value).replace(f"{folder}/", "")


ALLOWED = {
    "verilator": ["-Wno-WIDTHEXPAND", "-Werror-UNOPTFLAT", "--converge-limit", "1000", "-fno-dfg", "-O1", "--no-std"],
    "icarus": ["-Wall", "-Wno-timescale", "-gno-io-range-error", "-gstrict-ca-eval"],
}


@pytest.mark.parametrize("simulator", ALLOWED)
def test_allowed_options_are_accepted(simulator, tmp_path):
    assert load(described(tmp_path, f"{simulator} = {ALLOWED[simulator]}")).options(simulator) == ALLOWED[simulator]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('verilator = ["--trace-fst"]', '"--trace-fst": loopline makes waves by itself where a game fails'),
        ('verilator = ["--top-module", "x"]', '"--top-module": the simulation has loopline\'s own top'),
        ('verilator = ["-Mdir"]', '"-Mdir": loopline says where a build is made'),
        ('verilator = ["-GWIDTH=3"]', '"-GWIDTH=3": parameters belong into [parameters]'),
        ('verilator = ["-DX"]', '"-DX": macros belong into [defines]'),
        ('verilator = ["+incdir+x"]', '"+incdir+x": folders belong into include'),
        ('verilator = ["-f"]', '"-f": files belong into sources, libraries or file_list'),
        ('verilator = ["--x-assign"]', '"--x-assign": loopline gives what is X random values'),
        ('verilator = ["--bbox-unsup"]', '"--bbox-unsup": it leaves out what Verilator cannot simulate'),
        ('verilator = ["--no-assert"]', '"--no-assert": the key assertions says what a failed'),
        ('verilator = ["--default-language"]', '"--default-language": the language belongs into the key language'),
        ('verilator = ["--coverage-line"]', '"--coverage-line": loopline counts lines and bits by itself'),
        ('verilator = ["--no-timing"]', '"--no-timing": loopline drives the clock'),
        ('verilator = ["--public"]', '"--public": loopline says what can be seen'),
        ('verilator = ["--threads"]', '"--threads": loopline runs as many simulations'),
        ('verilator = ["-CFLAGS"]', '"-CFLAGS": loopline says how the C++ is compiled'),
        (
            'verilator = ["--bogus"]',
            '"--bogus": loopline cannot say whether it changes what is compared; known are -W…',
        ),
        ('verilator = ["cells.v"]', '"cells.v": expected an option, with - or + in front: files belong into sources'),
        ('verilator = ["--unroll-count"]', '"--unroll-count": a number must follow it'),
        ('verilator = ["--unroll-count", "-Wall"]', '"--unroll-count": a number must follow it'),
        ('icarus = ["-g2005"]', '"-g2005": the language belongs into the key language'),
        ('icarus = ["-Ptop.X=1"]', '"-Ptop.X=1": parameters belong into [parameters]'),
        ('icarus = ["-o", "x"]', '"-o": loopline says where a build is made'),
        ('icarus = ["-s", "x"]', '"-s": the simulation has loopline\'s own top'),
        ('icarus = ["-gspecify"]', '"-gspecify": it changes delays'),
        ('icarus = ["-gno-assertions"]', '"-gno-assertions": the key assertions says what a failed'),
        ('icarus = ["-u"]', '"-u": all files are one compilation unit'),
        ('icarus = ["-Mprefix=x"]', '"-Mprefix=x": loopline reads from such a list'),
    ],
)
def test_bad_options_are_refused(line, says, tmp_path):
    assert refused(tmp_path, line).startswith(f"m.toml:6: {line.partition(' ')[0]}: {says}")


def test_each_bad_option_is_reported_separately(tmp_path):
    lines = refused(tmp_path, 'verilator = [\n  "-Wall",\n  "--trace",\n  "--vpi",\n]').splitlines()
    assert [line.partition(": loop")[0] for line in lines] == [
        'm.toml:8: verilator: "--trace"',
        'm.toml:9: verilator: "--vpi"',
    ]


def test_options_reach_verilator(tmp_path):
    needs("verilator")
    wide = (BLOCKS / "divider.v").read_text().replace("reason_q <= 2'd0;", "reason_q <= 3'd4;")
    (tmp_path / "wide.v").write_text(wide)
    file = described(tmp_path, 'verilator = ["-Wwarn-WIDTHTRUNC", "-Werror-WIDTHTRUNC"]')
    file.write_text(file.read_text().replace(f"{BLOCKS}/divider.v", "wide.v"))
    code, _, err = run("verify", file, "--sim", "verilator", "--examples", 1, "--out", tmp_path / "out")
    assert (code, "%Error-WIDTHTRUNC: " in err) == (2, True), err


def test_options_reach_icarus(tmp_path):
    needs("icarus")
    implied = (BLOCKS / "divider.v").read_text().replace("`default_nettype none", "")
    (tmp_path / "implied.v").write_text(implied.replace("endmodule", "assign implied_wire = req_op;\nendmodule"))
    file = described(tmp_path, 'icarus = ["-Wimplicit"]')
    file.write_text(file.read_text().replace(f"{BLOCKS}/divider.v", "implied.v"))
    code, _, err = run("verify", file, "--sim", "icarus", "--examples", 1, "--out", tmp_path / "out")
    assert code == 0, err
    (log,) = (tmp_path / "out" / "build").glob("*/build.log")
    assert "implicit definition of wire 'implied_wire'" in log.read_text()
