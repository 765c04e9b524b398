`default_nettype none

// Adds, subtracts, ands, ors. With `bug`, the carry of an addition comes from the wrong bit.
module alu (
    input  wire       bug,
    input  wire [1:0] op,
    input  wire [7:0] a,
    input  wire [7:0] b,
    output wire [7:0] y,
    output wire       carry
);
  wire [8:0] sum = a + b;
  wire [8:0] difference = a - b;
  assign y = op == 0 ? sum[7:0] : op == 1 ? difference[7:0] : op == 2 ? a & b : a | b;
  assign carry = op == 0 ? (bug ? sum[7] && a[7] || sum[8] : sum[8]) : op == 1 && difference[8];
endmodule

`default_nettype wire
