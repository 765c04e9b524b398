// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * In place of block RAM where proofs run: a memory that has forgotten all but the highest bit of each word. Whatever is
 * read besides may be anything, at any time. So whatever holds with this memory holds with the real one; and a proof need
 * not know what paths there can be on a board.
 *
 * In the log the highest bit tells chosen tiles from forced ones, which is all that is needed to know where turns begin.
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
    reg [(1<<LOG2_DEPTH)-1:0] kept;
    reg read;
    reg unknown;

    always @(posedge clk) begin
        if (we) kept[waddr] <= wdata[WIDTH-1];
        read <= kept[raddr];
        unknown <= we && waddr == raddr;
    end

    assign rdata = {unknown ? any[WIDTH-1] : read, any[WIDTH-2:0]};

endmodule

`default_nettype wire
