// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Replaces block RAM in proofs: a memory that keeps only the highest bit of each word. The other bits that are read may
 * have any value at any time. So what holds with this memory holds with the real one, and a proof need not know which
 * paths can exist on a board.
 *
 * In the log the highest bit tells chosen tiles from forced ones. That is enough to know where turns begin.
 */
`default_nettype none

module ram_1r1w #(
    parameter integer WIDTH      = 16,
    parameter integer LOG2_DEPTH = 12
) (
    input  wire                  clk,
    input  wire                  we,
    input  wire [LOG2_DEPTH-1:0] waddr,
    input  wire [     WIDTH-1:0] wdata,
    input  wire [LOG2_DEPTH-1:0] raddr,
    output wire [     WIDTH-1:0] rdata
);

    (* anyseq *) wire [WIDTH-1:0] any;
    reg [(1<<LOG2_DEPTH)-1:0] kept_q;
    reg read_q;
    reg unknown_q;

    always @(posedge clk) begin
        if (we) kept_q[waddr] <= wdata[WIDTH-1];
        read_q <= kept_q[raddr];
        unknown_q <= we && waddr == raddr;
    end

    assign rdata = {unknown_q ? any[WIDTH-1] : read_q, any[WIDTH-2:0]};

endmodule

`default_nettype wire
