`default_nettype none

// A queue of four bytes. With `bug`, it takes a fifth.
module fifo (
    input  wire       clk,
    input  wire       rst,
    input  wire       bug,
    input  wire       push,
    input  wire [7:0] wdata,
    output wire       full,
    input  wire       pop,
    output wire [7:0] rdata,
    output wire       empty
);
  reg [7:0] memory[0:3];
  reg [2:0] written, read;
  assign empty = written == read;
  assign full  = written == {~read[2], read[1:0]};
  assign rdata = memory[read[1:0]];
  always @(posedge clk)
    if (rst) {written, read} <= 0;
    else begin
      if (push && (!full || bug)) begin
        memory[written[1:0]] <= wdata;
        written <= written + 1'b1;
      end
      if (pop && !empty) read <= read + 1'b1;
    end
endmodule

`default_nettype wire
