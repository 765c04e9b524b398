"""The bundled engine as a stranger might write it around, in SystemVerilog; and where it is read, another one."""

import json
from pathlib import Path

from loopline.games.trax.protocol import VARIANT_RULES

REPO = Path(__file__).parents[2]
OUT = REPO / "out" / "test" / "netlist"


#: The bundled engine, 8 by 8, in SystemVerilog: a package in a file of its own, with a type from an include folder;
#: structs, an enumeration, an interface, unpacked arrays.
SHELL = {
    "inc/widths.svh": """\
`define LOG2_SIZE 3
""",
    "rules.sv": """\
package rules;
    `include "widths.svh"
    typedef logic [`LOG2_SIZE-1:0] coordinate_t;
    typedef struct packed {
        coordinate_t x;
        coordinate_t y;
    } cell_t;
    typedef enum logic [1:0] {NEW, PLAY, TAKE_BACK, READ} op_t;
    typedef logic [3:0] box_t[4];
    function automatic op_t named(input logic [1:0] code);
        return op_t'(code);
    endfunction
endpackage

interface request_if;
    rules::cell_t where;
    rules::op_t op;
    modport engine(input where, input op);
endinterface
""",
    "shell.sv": """\
module shell
    import rules::*;
#(
    parameter int SIZES = 1
) (
    input logic clk,
    input logic rst,
    input logic req_valid,
    output logic req_ready,
    input op_t req_op,
    input coordinate_t req_x,
    input coordinate_t req_y,
    input logic [1:0] req_symbol,
    input logic req_fouls_lose,
    input logic req_lines,
    input coordinate_t req_box_limit,
    output logic resp_valid,
    input logic resp_ready,
    output logic [3:0] resp_reason,
    output logic [5:0] resp_wins,
    output logic [1:0] resp_winner,
    output logic resp_over,
    output logic [1:0] resp_to_move,
    output logic [2*`LOG2_SIZE:0] resp_placed,
    output logic [3:0] resp_tile,
    output logic [7:0] resp_entries,
    output logic [2*`LOG2_SIZE:0] resp_count,
    output coordinate_t resp_left,
    output coordinate_t resp_top,
    output coordinate_t resp_columns,
    output coordinate_t resp_rows
);
    if (SIZES != 2) $error("SIZES is 2");
    request_if request ();
    always_comb begin
        request.where = '{x: req_x, y: req_y};
        request.op = named(req_op);
    end
    box_t box;
    always_comb {resp_left, resp_top, resp_columns, resp_rows} = {
        box[0][2:0], box[1][2:0], box[2][2:0], box[3][2:0]
    };
    for (genvar i = 0; i < 4; i++) assign box[i][3] = 1'b0;
    inner inner (
        .request(request),
        .box,
        .*
    );
endmodule

module inner
    import rules::*;
(
    request_if.engine request,
    output box_t box,
    input logic clk,
    input logic rst,
    input logic req_valid,
    output logic req_ready,
    input logic [1:0] req_symbol,
    input logic req_fouls_lose,
    input logic req_lines,
    input coordinate_t req_box_limit,
    output logic resp_valid,
    input logic resp_ready,
    output logic [3:0] resp_reason,
    output logic [5:0] resp_wins,
    output logic [1:0] resp_winner,
    output logic resp_over,
    output logic [1:0] resp_to_move,
    output logic [2*`LOG2_SIZE:0] resp_placed,
    output logic [3:0] resp_tile,
    output logic [7:0] resp_entries,
    output logic [2*`LOG2_SIZE:0] resp_count
);
    trax_engine #(
        .LOG2_SIZE(`LOG2_SIZE)
    ) engine (
        .req_op(request.op),
        .req_x(request.where.x),
        .req_y(request.where.y),
        VARIANT_RULES,
        .resp_draw(),
        .resp_left(box[0][2:0]),
        .resp_top(box[1][2:0]),
        .resp_columns(box[2][2:0]),
        .resp_rows(box[3][2:0]),
        .vp_valid(),
        .vp_order(),
        .vp_kind(),
        .vp_reason(),
        .vp_x(),
        .vp_y(),
        .vp_tile(),
        .vp_state(),
        .*
    );
endmodule
""",
}


def shell() -> Path:
    """The description of the bundled engine in its shell."""
    folder = OUT / "shell"
    unused = " ".join(f".req_{rule}('0)," for rule in VARIANT_RULES)
    for file, text in SHELL.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text.replace("VARIANT_RULES,", unused))
    rtl = sorted([*(REPO / "rtl" / "trax").glob("*.v"), *(REPO / "rtl" / "common").glob("*.v")])
    description = folder / "shell.toml"
    description.write_text(
        'name = "shell"\ntop = "shell"\nparameters = { SIZES = 2 }\n'
        f'include = ["inc", "{REPO}/rtl/trax"]\n'
        f"sources = {json.dumps(['rules.sv', 'shell.sv', *map(str, rtl)])}\n[board]\nsize = 8\n"
    )
    return description
