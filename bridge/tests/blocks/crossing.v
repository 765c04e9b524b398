`default_nettype none

// A FIFO of four bytes between two clocks. With `bug`, the writer never learns that it is full.
module crossing (
    input  wire       wclk,
    input  wire       rclk,
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
  reg [2:0] written, read;  // binary
  reg [2:0] written_gray, read_gray;
  reg [2:0] written_1, written_2, read_1, read_2;  // as the other side sees them
  wire [2:0] written_next = written + 1'b1;
  wire [2:0] read_next = read + 1'b1;
  assign full  = !bug && written_gray == {~read_2[2:1], read_2[0]};
  assign empty = read_gray == written_2;
  assign rdata = memory[read[1:0]];
  always @(posedge wclk)
    if (rst) {written, written_gray, read_1, read_2} <= 0;
    else begin
      {read_2, read_1} <= {read_1, read_gray};
      if (push && !full) begin
        memory[written[1:0]] <= wdata;
        written <= written_next;
        written_gray <= written_next ^ (written_next >> 1);
      end
    end
  always @(posedge rclk)
    if (rst) {read, read_gray, written_1, written_2} <= 0;
    else begin
      {written_2, written_1} <= {written_1, written_gray};
      if (pop && !empty) begin
        read <= read_next;
        read_gray <= read_next ^ (read_next >> 1);
      end
    end
endmodule

`default_nettype wire
