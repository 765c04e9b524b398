"""Macros, file lists, include folders and packages reach both simulators as they are described."""

import shutil
from pathlib import Path

import pytest
from cli.running import run
from cosim.engines import needs

RTL = Path(__file__).parents[2] / "rtl"

#: Ends the simulation at once unless all of it is there, with a plus, a blank and quotes in the values.
CHECKS = """\
`include "six.vh"
module checks;
    initial if (`SIX != 6 || `TEXT != "a+b c" || `FLAG != 1 || z_last::SEVEN != 7) $fatal(1, "something is missing");
endmodule
"""

FILES = {
    "checks/checks.sv": CHECKS,
    "checks/z_last.sv": "package z_last; localparam SEVEN = `SUM; endpackage\n",
    "headers/six.vh": "`define SIX (`FIVE + 1)\n",
    "files.f": "+incdir+headers+trax +define+FIVE=5+FLAG\ncommon/*.v\ntrax/*.v\n",
    "mine.toml": """\
name = "mine"
top = "trax_engine"
file_list = "files.f"
sources = ["checks/*.sv"]
board.size = 8
board.size_parameter = "LOG2_SIZE"
board.variants = true
verification_port = true
[defines]
TEXT = '"a+b c"'
SUM = "(3 + 4)"
[tie]
test_mode = 2
""",
}


@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_all_that_a_description_may_name(simulator, tmp_path):
    needs(simulator)
    for folder in ("trax", "common"):
        shutil.copytree(RTL / folder, tmp_path / folder)
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    engine = tmp_path / "trax" / "trax_engine.v"
    text = engine.read_text().replace("    input wire rst,", "    input wire rst,\n    input wire [1:0] test_mode,")
    check = 'checks checks ();\n    initial #1 if (test_mode != 2) $fatal(1, "not tied");\nendmodule'
    engine.write_text(text.replace("endmodule", check))
    code, out, err = run(
        "replay", "@0/", "--dut", tmp_path / "mine.toml", "--sim", simulator, "--out", tmp_path / "out"
    )
    assert (code, err) == (0, ""), out + err
