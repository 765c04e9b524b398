"""Small designs to be mutated, of which it is known what each mutant does; and the bundled engine, made dangerous."""

from __future__ import annotations

import json
import os
from pathlib import Path

from loopline.contract.game import Subject
from loopline.design import Change
from loopline.design.dut import Dut, load
from loopline.mutate.gates import Gates
from loopline.mutate.mutants import Source
from loopline.mutate.netlist import Mutant, MutantNetlist

REPO = Path(__file__).parents[2]
#: Each process of a test run has its own: no two provers may be in one folder.
OUT = REPO / "out" / "test" / "mutate" / os.environ.get("PYTEST_XDIST_WORKER", "alone")
ENGINE = REPO / "rtl" / "trax" / "engine.toml"

#: Not an engine, but with an engine's names for what is valid when. A line each for what is to be proven.
PUZZLE = """\
module puzzle (
    input  wire       clk,
    input  wire       rst,
    input  wire       a,
    input  wire       b,
    input  wire [3:0] at,
    output wire       seen,
    output wire       redundant,
    output wire       resp_valid,
    output wire [1:0] resp_reason,
    output wire       late,
    output wire       later,
    output wire [7:0] word,
    output wire       old
);
    assign seen = a ^ b;
    wire both = a & b;
    assign redundant = a | both;
    reg [2:0] turn;
    always @(posedge clk) turn <= rst || turn == 3'd4 ? 3'd0 : turn + 3'd1;
    assign resp_valid = turn == 3'd1;
    assign resp_reason = resp_valid ? {a, b} : {b, b};
    wire never = turn == 3'd7;  // comes after 5 and 6, and these after nothing
    assign late = never ? a : b;
    reg [3:0] step;
    always @(posedge clk) step <= rst || step == 4'd7 ? 4'd0 : step + 4'd1;
    wire beyond = step == 4'd15;  // comes after 8 to 14, and these after nothing
    assign later = beyond ? a : b;
    wire [3:0] address = at;
    reg [7:0] mem[0:15];
    wire [3:0] place = address + {3'd0, turn == 3'd0};
    always @(posedge clk) if (a) mem[place] <= {at, at};
    assign word = mem[place];
    reg [31:0] count;
    always @(posedge clk) count <= rst ? 32'd0 : count + {31'd0, a};
    assign old = count[31];
endmodule
"""

#: What is undefined here may be anything, and nothing may rely on it: a memory that is read where it is written.
LAX = """\
module lax (
    input  wire       clk,
    input  wire       rst,
    input  wire       we,
    input  wire [2:0] to,
    input  wire [2:0] from,
    input  wire [3:0] d,
    output reg  [3:0] word,
    output wire [3:0] wild
);
    reg [3:0] mem[0:7];
    always @(posedge clk) if (we) mem[to] <= d;
    wire same = to == from;
    wire clash = we && same;
    always @(posedge clk) word <= clash ? 4'bx : mem[from];
    reg [1:0] turn;
    always @(posedge clk) turn <= rst || turn == 2'd2 ? 2'd0 : turn + 2'd1;
    wire reached = turn == 2'd2;
    assign wild = reached ? 4'bx : 4'd0;
endmodule
"""

#: What is wrong for a while, and right again when it counts: `soon` is looked at in the second cycle after it has been
#: loaded, `later` in the third. And a choice of which a mutant makes two at once: the last in the source goes first.
SLACK = """\
module slack (
    input  wire clk,
    input  wire rst,
    input  wire go,
    input  wire a,
    input  wire b,
    output wire two,
    output wire three,
    output reg  choice
);
    reg [1:0] turn;
    reg soon, later;
    wire load = turn == 2'd0 && go;
    always @(posedge clk) begin
        turn <= rst ? 2'd0 : load || turn != 2'd0 ? turn + 2'd1 : turn;
        soon <= load ? a : soon;  // soon
        later <= load ? a : later;  // later
    end
    assign two = turn == 2'd2 && soon;
    assign three = turn == 2'd3 && later;
    always @* begin
        case (turn)
            2'd0: choice = a;
            2'd1: choice = b;
            2'd2: choice = a ^ b;
            default: choice = 1'b0;
        endcase
    end
endmodule
"""

#: Two gates in a loop: no value of `swing` is right while `a` is 1.
LOOP = """\
module loop (
    input  wire clk,
    input  wire rst,
    input  wire a,
    output wire out
);
    always @(posedge clk) loose <= loose & ~rst;  // loose
    always @(posedge clk) tight <= tight & ~rst;  // tight
    wire told = (loose ? 1'bx : 1'b0) | ~(tight ? 1'bx : 1'b1);
    wire swing = a & ~swing;
    assign out = a & ~swing;
endmodule
"""


def written(name: str, source: str, suffix: str = ".v", **keys: str) -> Path:
    """The description of a design with this source, in a folder of its own."""
    folder = OUT / f"{name}{suffix}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}{suffix}").write_text(source)
    description = folder / f"{name}.toml"
    words = {"name": f'"{name}"', "top": f'"{name}"', "sources": f'["{name}{suffix}"]'} | keys
    lines = [f"{key} = {value}" for key, value in words.items()]
    description.write_text("\n".join([*lines, "[board]", "size = 16", ""]))
    return description


def mutants_of(
    description: Path | Dut, folder: Path, count: int = 100_000, seed: int = 1, kind: str = "gates"
) -> MutantNetlist:
    dut = description if isinstance(description, Dut) else load(description)
    return MutantNetlist(Subject.of(dut), folder, seed, count, Source() if kind == "source" else Gates())


def on_line(mutants: list[Mutant], source: str, text: str, *modes: str) -> list[Mutant]:
    """Those in the line of the source that has the text."""
    number = next(n for n, line in enumerate(source.splitlines(), 1) if text in line)
    return [one for one in mutants if one.line == number and (not modes or one.mode in modes)]


def only(made: MutantNetlist, mutants: list[Mutant]) -> MutantNetlist:
    """A netlist with no mutants but these."""
    vars(made)["mutants"] = mutants
    return made


def dangerous() -> Dut:
    """The bundled engine, 8 by 8, with two registers that stay 0 unless a mutant sets them: `armed` makes a loop of
    gates oscillate, `wound` leaves a scar that no reset heals. And two behind which there is an X: `loose` does harm if
    that is 1, `tight` if it is 0."""
    folder = OUT / "dangerous"
    folder.mkdir(parents=True, exist_ok=True)
    text = (REPO / "rtl" / "trax" / "trax_engine.v").read_text()
    head, tail = text.split("    assign resp_count   = {1'b0, trying ? kept_q : placed};\n")
    (folder / "trax_engine.v").write_text(f"{head}{DANGER}{tail}")
    others = [*(REPO / "rtl" / "trax").glob("*.v"), *(REPO / "rtl" / "common").glob("*.v")]
    sources = ["trax_engine.v", *sorted(str(file) for file in others if file.name != "trax_engine.v")]
    description = ENGINE.read_text().split("sources")[0]
    rest = ENGINE.read_text().split("]\n", 1)[1].replace('include = ["."]', f'include = ["{ENGINE.parent}"]')
    (folder / "engine.toml").write_text(f"{description}sources = {json.dumps(sources)}\n{rest}")
    return load(folder / "engine.toml").with_board(Change("8"))


DANGER = """\
    reg armed = 1'b0, wound = 1'b0, scar = 1'b0, loose = 1'b0, tight = 1'b0;
    always @(posedge clk) armed <= armed & ~rst;  // armed
    always @(posedge clk) wound <= wound & ~rst;  // wound
    always @(posedge clk) if (wound) scar <= 1'b1;
    always @(posedge clk) loose <= loose & ~rst;  // loose
    always @(posedge clk) tight <= tight & ~rst;  // tight
    wire told = (loose ? 1'bx : 1'b0) | ~(tight ? 1'bx : 1'b1);
    wire swing = armed & ~swing;
    assign resp_count = {swing | scar | told, trying ? kept_q : placed};
"""
