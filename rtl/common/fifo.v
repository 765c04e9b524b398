/*
 * First in, first out: words wait in a small memory, and the oldest shows at once. The counters have one bit more than an
 * address, which tells full from empty.
 */
`default_nettype none

module fifo #(
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
    reg [LOG2_DEPTH:0] written, taken;

    always @(posedge clk) begin
        if (in_valid && in_ready) mem[written[LOG2_DEPTH-1:0]] <= in_data;

        if (rst) written <= 0;
        else if (in_valid && in_ready) written <= written + ONE;

        if (rst) taken <= 0;
        else if (out_valid && out_ready) taken <= taken + ONE;
    end

    assign in_ready  = written != {!taken[LOG2_DEPTH], taken[LOG2_DEPTH-1:0]};
    assign out_valid = written != taken;
    assign out_data  = mem[taken[LOG2_DEPTH-1:0]];

endmodule

`default_nettype wire
