"""Folders may be called anything: that of a design, its sources, --out, and the one in which loopline itself lies."""

import pytest
from builds.designs import build, written
from cli.running import run
from copies import copied
from cosim.engines import needs
from loopline.design.simulators import NAMES
from loopline.errors import BadInput

ODD = "a b, 100% #1 $ 'q' é:;&"

both = pytest.mark.parametrize("simulator", NAMES)


@both
def test_a_design_in_an_odd_folder_is_built(simulator, tmp_path):
    folder = tmp_path / ODD
    one = build(written(folder), simulator)
    assert str(folder / "design.v") in one.inputs
    assert str(folder / "include" / "deep" / "word.vh") in one.inputs


@pytest.mark.parametrize("name", ["$HOME", 'a "b"'])
def test_path_that_verilator_misreads_is_refused_in_a_sentence(name, tmp_path):
    with pytest.raises(BadInput, match=r"rename .*design\.v"):
        build(written(tmp_path / name), "verilator")


@pytest.mark.parametrize("simulator", ["icarus", pytest.param("verilator", marks=pytest.mark.slow)])
def test_a_design_in_an_odd_folder_is_verified(simulator, tmp_path):
    """With coverage and waves, whose files hold paths."""
    needs(simulator)
    folder = tmp_path / ODD
    dut, out = copied(folder), folder / "o u t"
    how = ("--sim", simulator, "--size", 16, "--examples", 2, "--only", "games", "--seed", 1)
    counted = ("--rtl-coverage",) if simulator == "verilator" else ()
    code, text, err = run("verify", dut, *how, *counted, "--out", out)
    assert (code, err) == (0, ""), text
    if counted:
        assert f"SF:{dut.with_name('trax_box.v')}" in "".join(file.read_text() for file in out.rglob("*.info"))
    code, text, err = run("replay", "@0/ A2/", "--dut", dut, *how[:4], "--waves", "--out", out)
    assert (code, err) == (0, ""), text
    assert list(out.rglob("minimal.*st")) or list(out.rglob("minimal.vcd"))
