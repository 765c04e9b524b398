// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * First in, first out: words wait in a small memory, and the oldest shows at once. The counters have one bit more than an
 * address, which tells full from empty.
 */
`default_nettype none

module fifo_fwft #(
    parameter integer WIDTH      = 8,  // bits of a word
    parameter integer LOG2_DEPTH = 6   // words, as a power of two
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             in_valid,
    output wire             in_ready,
    input  wire [WIDTH-1:0] in_data,
    output wire             out_valid,
    input  wire             out_ready,
    output wire [WIDTH-1:0] out_data
);

    localparam [LOG2_DEPTH:0] ONE = 1;

    reg [WIDTH-1:0] mem[0:(1<<LOG2_DEPTH)-1];
    reg [LOG2_DEPTH:0] written_q, taken_q;

    always @(posedge clk) begin
        if (in_valid && in_ready) mem[written_q[LOG2_DEPTH-1:0]] <= in_data;

        if (rst) written_q <= 0;
        else if (in_valid && in_ready) written_q <= written_q + ONE;

        if (rst) taken_q <= 0;
        else if (out_valid && out_ready) taken_q <= taken_q + ONE;
    end

    assign in_ready  = written_q != {!taken_q[LOG2_DEPTH], taken_q[LOG2_DEPTH-1:0]};
    assign out_valid = written_q != taken_q;
    assign out_data  = mem[taken_q[LOG2_DEPTH-1:0]];

endmodule

`default_nettype wire
