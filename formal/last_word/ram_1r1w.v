// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Replaces block RAM in proofs: a memory that keeps only the word written last. Any other word may read as anything, but
 * stays the same while the address stays the same and nothing is written. So what holds with this memory holds with the
 * real one.
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
    reg [LOG2_DEPTH-1:0] kept_at_q, asked_q;
    reg [WIDTH-1:0] kept_q, read_q, said_q;
    reg hit_q, same_q;

    always @(posedge clk) begin
        if (we) {kept_at_q, kept_q} <= {waddr, wdata};
        hit_q   <= !we && raddr == kept_at_q;
        same_q  <= !we && raddr == asked_q;
        asked_q <= raddr;
        read_q  <= kept_q;
        said_q  <= rdata;
    end

    assign rdata = hit_q ? read_q : same_q ? said_q : any;

endmodule

`default_nettype wire
