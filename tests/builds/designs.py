"""A tiny player that says nothing and only has to be built, of a source, a header and two include folders."""

from cosim.engines import needs
from loopline.contract.game import Subject
from loopline.design.build import Build
from loopline.design.dut import load

TOML = """
contract = "player"
name = "tiny"
top = "tiny"
sources = ["design.v"]
include = ["nearer", "include"]
board.size = 8
"""

SOURCE = """
`include "deep/word.vh"
module tiny (input wire clk, input wire rst, input wire rx, output wire tx);
    initial $display("%s %s", "source {source}", `WORD);
    assign tx = 1'b1;
endmodule
{more}
"""


def written(folder, source="first", header="first", more=""):
    """The description of a design with these words in it."""
    (folder / "include" / "deep").mkdir(parents=True, exist_ok=True)
    (folder / "nearer").mkdir(exist_ok=True)
    text = SOURCE.replace("{source}", source).replace("{more}", more)
    (folder / "design.v").write_text(text)
    (folder / "include" / "deep" / "word.vh").write_text(f'`define WORD "header {header}"\n')
    (folder / "tiny.toml").write_text(TOML)
    return folder / "tiny.toml"


def build(toml, simulator="icarus", **how):
    found, dut = needs(simulator), load(toml)
    one = Build(dut, Subject.of(dut).scripts.streams, found, toml.parent / "out" / "build", **how)
    one.run()
    return one
