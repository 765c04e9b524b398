// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Block RAM: one write port, one read port, one clock.
 *
 * FPGAs differ in what a read returns of the word that is being written. Here it is undefined: simulation shows X, so a
 * design that uses it is found, and synthesis may choose what is cheapest.
 */
`default_nettype none

module ram_1r1w #(
    parameter integer WIDTH      = 16,  // bits of a word
    parameter integer LOG2_DEPTH = 12   // words, as a power of two
) (
    input  wire                  clk,
    input  wire                  we,
    input  wire [LOG2_DEPTH-1:0] waddr,
    input  wire [     WIDTH-1:0] wdata,
    input  wire [LOG2_DEPTH-1:0] raddr,
    output wire [     WIDTH-1:0] rdata
);

    reg [WIDTH-1:0] rdata_q;

    reg [WIDTH-1:0] mem[0:(1<<LOG2_DEPTH)-1];

    always @(posedge clk) begin
        if (we) mem[waddr] <= wdata;
        if (we && waddr == raddr) rdata_q <= {WIDTH{1'bx}};
        else rdata_q <= mem[raddr];
    end

    assign rdata = rdata_q;

endmodule

`default_nettype wire
