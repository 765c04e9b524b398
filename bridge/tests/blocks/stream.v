`default_nettype none

// A register slice for an AXI stream: valid, ready and data are all registered. With `bug`, the second register is
// overwritten if it waits.
module stream (
    input  wire       clk,
    input  wire       rst,
    input  wire       bug,
    input  wire       s_valid,
    output wire       s_ready,
    input  wire [7:0] s_data,
    output reg        m_valid,
    input  wire       m_ready,
    output reg  [7:0] m_data
);
  reg       waits;
  reg [7:0] waiting;
  reg       filled;
  assign s_ready = bug ? !(waits && filled) : !waits;
  always @(posedge clk)
    if (rst) {m_valid, waits, filled} <= 0;
    else begin
      filled <= waits;
      if (m_ready || !m_valid) begin
        m_valid <= waits || s_valid && s_ready;
        m_data  <= waits ? waiting : s_data;
        waits   <= 0;
      end else if (s_valid && s_ready) begin
        waits   <= 1;
        waiting <= s_data;
      end
    end
endmodule

`default_nettype wire
