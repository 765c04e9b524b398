`default_nettype none

// Grants one of four requests in each cycle, in turn. With `bug`, request 3 may be granted twice in a row.
module arbiter (
    input  wire       clk,
    input  wire       rst,
    input  wire       bug,
    input  wire [3:0] request,
    output reg  [3:0] grant
);
  reg [1:0] last;
  reg [1:0] at;
  integer i;
  always @(posedge clk)
    if (rst) begin
      grant <= 0;
      last  <= 3;
    end else begin
      grant <= 0;
      for (i = 4; i > 0; i = i - 1) begin
        at = last + i[1:0];
        if (request[at]) begin
          grant <= 4'b1 << at;
          last  <= bug && at == 3 ? 2 : at;
        end
      end
    end
endmodule

`default_nettype wire
