"""The bundled Tsolitaire engine agrees with the golden model."""

from cli.running import run
from cosim.engines import ROOT, needs

ENGINE = ROOT / "rtl" / "tsolitaire" / "engine.toml"


def test_it_agrees(tmp_path):
    needs("icarus")
    code, out, error = run("verify", ENGINE, "--sim", "icarus", "--seed", 7, "--examples", 10, "--out", tmp_path)
    assert (code, error) == (0, "")
    assert "1 of 1 agree" in out
