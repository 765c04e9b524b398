`default_nettype none

// The least design that shows a simulator works: state, a clock, an input that matters.
module counter #(
    parameter WIDTH = 4
) (
    input  wire             clk_i,
    input  wire             rst_i,
    output reg  [WIDTH-1:0] count_o
);
  always @(posedge clk_i) count_o <= rst_i ? {WIDTH{1'b0}} : count_o + 1'b1;
endmodule

`default_nettype wire
