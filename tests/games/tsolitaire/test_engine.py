"""The bundled Tsolitaire engine agrees with the golden model."""

import re

from cli.running import run
from cosim.engines import ROOT, needs

ENGINE = ROOT / "rtl" / "tsolitaire" / "engine.toml"

OPTIONS = ("--sim", "icarus", "--seed", 7, "--jobs", 1)


def test_tsolitaire_engine_agrees(tmp_path):
    needs("icarus")
    code, out, error = run("verify", ENGINE, *OPTIONS, "--examples", 3, "--out", tmp_path)
    assert (code, error) == (0, "")
    assert re.search(r"^([0-9]+) of \1 agree", out, re.M)
    assert "\ndeck " in out
