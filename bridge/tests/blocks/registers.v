`default_nettype none

// Four registers on an APB, with a wait state for reads. With `bug`, register 3 shadows register 1.
module registers (
    input  wire       clk,
    input  wire       rst,
    input  wire       bug,
    input  wire       psel,
    input  wire       penable,
    input  wire       pwrite,
    input  wire [1:0] paddr,
    input  wire [7:0] pwdata,
    output reg  [7:0] prdata,
    output wire       pready
);
  reg [7:0] value[0:3];
  reg waited;
  integer i;
  assign pready = pwrite || waited;
  always @(posedge clk)
    if (rst) begin
      waited <= 0;
      for (i = 0; i < 4; i = i + 1) value[i] <= 0;
    end else begin
      waited <= psel && penable && !waited;
      prdata <= value[paddr];
      if (psel && penable && pwrite) begin
        value[paddr] <= pwdata;
        if (bug && paddr == 3) value[1] <= pwdata;
      end
    end
endmodule

`default_nettype wire
