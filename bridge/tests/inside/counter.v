`default_nettype none

// Counts the cycles in which it is enabled, with the bugs that a test asks for.
module counter (
    input  wire        clk,
    input  wire        rst,
    input  wire        en,
    input  wire [ 7:0] skips,   // a value it never shows, 0: none
    input  wire [ 7:0] stalls,  // a value at which it stops being ready for good, 0: none
    input  wire        finish,  // ends the simulation
    output wire        ready,
    output reg  [ 7:0] count,
    output reg  [15:0] total  // never reset: what a bad reset hook leaves behind
);
  initial total = 0;
  assign ready = stalls == 0 || count != stalls;
  always @(posedge clk)
    if (rst) count <= 0;
    else if (en && ready) begin
      count <= count + 1'b1 + (skips != 0 && count + 1'b1 == skips);
      total <= total + 1'b1;
      if (finish) $finish;
    end
endmodule

`default_nettype wire
