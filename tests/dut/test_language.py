"""Sources in the words of an older standard, and cells of libraries that are only read where they are used."""

import pytest
from cli.running import run
from cosim.engines import ROOT, needs
from loopline.design import frontend
from loopline.design.dut import load
from loopline.design.language import readable, standards
from loopline.errors import BadInput
from loopline.source import ElaboratedDesign

DIVIDER = ROOT / "examples" / "blocks" / "divider.v"

#: The divider with names that SystemVerilog reserves, one of them a port, and a cell of a vendor's.
RENAMED = {"req_op": "type", "left_q": "bit", "by_zero": "checker"}
READY = "    assign req_ready = state_q == IDLE;", "    VENDOR_BUF ready (.I(state_q == IDLE), .O(req_ready));"

FILES = {
    "vendor/buf.v": "module VENDOR_BUF (input I, output O);\n    VENDOR_WIRE logic (.I(I), .O(O));\nendmodule\n",
    "vendor/wire.v": "module VENDOR_WIRE (input I, output O);\n    assign O = I;\nendmodule\n",
    "vendor/pll.v": "// VENDOR_BUF is elsewhere\nmodule VENDOR_PLL (input I); this is not Verilog\n",
}

DESCRIBED = f"""\
name = "divider"
game = "divider:GAME"
game_folder = "{DIVIDER.parent}"
top = "divider"
sources = ["old.v"]
libraries = ["vendor/*.v"]
language = "1364-2005"
[signals]
req_op = "type"
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = DIVIDER.read_text().replace(*READY)
    for new, old in RENAMED.items():
        text = text.replace(new, old)
    (tmp_path / "vendor").mkdir()
    for name, content in {"old.v": text, "d.toml": DESCRIBED, **FILES}.items():
        (tmp_path / name).write_text(content)
    return tmp_path


def described(folder, *lines):
    file = folder / "m.toml"
    file.write_text("\n".join([*DESCRIBED.splitlines()[:4], *lines]) + "\n")
    return load(file.relative_to(folder))


def refused(folder, *lines):
    with pytest.raises(BadInput) as problem:
        described(folder, *lines)
    return str(problem.value)


@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_names_that_systemverilog_reserves(simulator, folder):
    """Also of a port, which the top of a build names, and without the language there is a word on it."""
    needs(simulator)
    how = ("--sim", simulator, "--examples", 2, "--seed", 1)
    code, out, err = run("verify", "d.toml", *how)
    assert (code, "7 of 7 agree" in out) == (0, True), out + err
    (folder / "d.toml").write_text(DESCRIBED.replace('language = "1364-2005"\n', ""))
    code, out, err = run("verify", "d.toml", *how)
    assert code == 2
    assert 'd.toml: in Verilog-2005 words like type, bit and checker are names: language = "1364-2005"' in err


def test_byte_order_mark_is_named_where_a_simulator_stops_at_it(folder):
    """Icarus ends without an error of its own; Verilator reads the file."""
    source = folder / "old.v"
    source.write_text(f"\ufeff{source.read_text()}")
    code, out, err = run("verify", "d.toml", "--sim", "icarus", "--examples", 2)
    assert code == 2, out
    assert "old.v:1: begins with a byte order mark, which Icarus cannot read: save it without one" in err


def test_the_front_end_reads_the_same(folder):
    dut = load(folder / "d.toml")
    reading = frontend.read(dut, {})
    assert (reading.fault, reading.top.ports["type"].place) == ("", "old.v:15")


def test_only_some_of_the_sources(folder):
    (folder / "new.sv").write_text("module new; logic [1:0] bits; endmodule\n")
    dut = described(
        folder, 'sources = ["new.sv", "old.v"]', 'libraries = ["vendor/*.v"]', 'language."old.*" = "1364-2005"'
    )
    assert {file.name: standard for file, standard in standards(dut).items()} == {"old.v": "1364-2005"}
    new, old, *cells = readable(dut, folder)
    assert [new, *cells] == [folder / "new.sv", folder / "vendor/buf.v", folder / "vendor/wire.v"]
    assert old.read_text() == f'`begin_keywords "1364-2005"\n`include "{folder}/old.v"\n`end_keywords\n'


def test_a_library_is_read_where_it_is_used(folder):
    dut = load(folder / "d.toml")
    assert [file.name for file in dut.files] == ["old.v", "buf.v", "wire.v"]
    (folder / "own.v").write_text(FILES["vendor/buf.v"])
    own = described(folder, 'sources = ["*.v"]', 'libraries = ["vendor/*.v"]')
    assert [file.name for file in own.files] == ["old.v", "own.v", "wire.v"]  # its own is not read twice


def test_a_cell_of_an_included_file(folder):
    (folder / "more.vh").write_text("VENDOR_PLL pll (.I(1'b0));\n")
    (folder / "top.v").write_text('module top;\n`include "more.vh"\nendmodule\n')
    dut = described(folder, 'sources = ["top.v"]', 'libraries = ["vendor/*.v"]')
    assert [file.name for file in dut.files] == ["top.v", "pll.v"]


def test_a_cell_of_a_library_is_no_suspect_and_has_no_mutant(folder):
    design = ElaboratedDesign(load(folder / "d.toml"))
    assert [one.name for one in design.instances()] == ["divider"]


KNOWN = (
    "must be one of 1364-1995, 1364-2001, 1364-2001-noconfig, 1364-2005, 1800-2005, 1800-2009, 1800-2012, 1800-2017, "
    "1800-2023, or a table from patterns to these"
)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('language = "2005"', f'm.toml:6: language = "2005": {KNOWN}'),
        ("language = [1]", f"m.toml:6: language = [1]: {KNOWN}"),
        ('language."old.v" = "verilog"', f'm.toml:6: language = {{"old.v": "verilog"}}: {KNOWN}'),
        ('language."rtl/*.v" = "1364-2005"', 'm.toml:6: language: "rtl/*.v" leads to no file in .'),
        (
            'language."vendor/../vendor/buf.v" = "1364-2005"',
            'm.toml:6: language: "vendor/../vendor/buf.v" leads to none of the sources: name them in sources, too, '
            "or leave it out",
        ),
        (
            'language = { "old.v" = "1364-2005", "*.v" = "1364-2001" }',
            'm.toml:6: language: old.v is read as 1364-2005 because of "old.v", and as 1364-2001 because of "*.v": '
            "change one of them",
        ),
        ('libraries = ["cells/*.v"]', 'm.toml:6: libraries: "cells/*.v" leads to no file in .'),
    ],
)
def test_bad_language_keys_are_refused(line, says, folder):
    assert refused(folder, 'sources = ["old.v"]', line) == says
