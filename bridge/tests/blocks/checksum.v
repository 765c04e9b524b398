`default_nettype none

// CRC-16/CCITT of packets, a byte a cycle, the result two cycles after the last. With `bug`, a packet that follows on
// the heels of another goes on from its CRC.
module checksum (
    input  wire        clk,
    input  wire        rst,
    input  wire        bug,
    input  wire        valid,
    input  wire        last,
    input  wire [ 7:0] data,
    output reg         done,
    output reg  [15:0] crc
);
  reg [15:0] state;
  reg        taken_valid, taken_last;
  reg [ 7:0] taken;
  reg [15:0] next;
  integer    i;
  always @* begin
    next = state ^ {taken, 8'b0};
    for (i = 0; i < 8; i = i + 1) next = next[15] ? {next[14:0], 1'b0} ^ 16'h1021 : {next[14:0], 1'b0};
  end
  always @(posedge clk)
    if (rst) begin
      {taken_valid, done} <= 0;
      state <= 16'hffff;
    end else begin
      {taken_valid, taken_last, taken} <= {valid, last, data};
      done <= taken_valid && taken_last;
      if (taken_valid) begin
        crc   <= next;
        state <= taken_last && !(bug && valid) ? 16'hffff : next;
      end
    end
endmodule

`default_nettype wire
