"""The bundled Tsolitaire engine agrees with the golden model, as it is described and without its extras."""

import re
import shutil

import pytest
from cli.running import run
from cosim.engines import ROOT, needs

ENGINE = ROOT / "rtl" / "tsolitaire" / "engine.toml"

OPTIONS = ("--sim", "icarus", "--seed", 7, "--jobs", 1)


def test_it_agrees(tmp_path):
    needs("icarus")
    code, out, error = run("verify", ENGINE, *OPTIONS, "--examples", 3, "--out", tmp_path)
    assert (code, error) == (0, "")
    assert re.search(r"^([0-9]+) of \1 agree", out, re.M)
    assert "\ndeck " in out


@pytest.mark.parametrize("extras", [("cycle_exact",), ("cycle_exact", "verification_port")])
def test_it_agrees_with_less_to_compare(extras, tmp_path):
    needs("icarus")
    shutil.copytree(ROOT / "rtl", tmp_path / "rtl")
    copy = tmp_path / "rtl" / "tsolitaire" / "engine.toml"
    text = copy.read_text()
    for extra in extras:
        assert f"{extra} = true" in text
        text = text.replace(f"{extra} = true", f"{extra} = false")
    copy.write_text(text)
    code, out, error = run("verify", copy, *OPTIONS, "--examples", 2, "--out", tmp_path / "out")
    assert (code, error) == (0, "")
    assert re.search(r"^([0-9]+) of \1 agree", out, re.M)
    assert "\ndeck " in out
