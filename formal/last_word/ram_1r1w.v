// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * In place of block RAM where proofs run: a memory that has forgotten all words but the one that was written last. Of any
 * other it may give anything back, but the same as long as it is asked for the same and nothing is written. So whatever
 * holds with this memory holds with the real one.
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
    reg [LOG2_DEPTH-1:0] kept_at, asked;
    reg [WIDTH-1:0] kept, read, said;
    reg hit, same;

    always @(posedge clk) begin
        if (we) {kept_at, kept} <= {waddr, wdata};
        hit   <= !we && raddr == kept_at;
        same  <= !we && raddr == asked;
        asked <= raddr;
        read  <= kept;
        said  <= rdata;
    end

    assign rdata = hit ? read : same ? said : any;

endmodule

`default_nettype wire
