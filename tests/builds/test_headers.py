"""Verilator's headers are read precompiled: each of the builds that a design can have is compiled as they were."""

import subprocess

import pytest
from builds.designs import build, written
from cosim.engines import needs


@pytest.mark.parametrize("how", [{}, {"waves": True}, {"coverage": True}], ids=["plain", "waves", "coverage"])
def test_the_precompiled_headers_are_those_of_the_makefile(how, tmp_path):
    needs("verilator")
    if b"gcc version" not in subprocess.run(["c++", "-v"], capture_output=True, check=True).stderr:
        pytest.skip("only GCC's are used")
    log = (build(written(tmp_path), "verilator", **how).folder / "build.log").read_text()
    assert "-Winvalid-pch -include headers.h" in log
    assert "[-Winvalid-pch]" not in log
