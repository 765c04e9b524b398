`default_nettype none

// What a reset forgets, in seven ways. Each register below that `rst` leaves out keeps what earlier examples did to it.
module survivors (
    input  wire       clk,
    input  wire       rst,
    input  wire       en,
    input  wire [7:0] d,
    output reg  [7:0] bank_q,
    output reg  [7:0] quarter_q,
    output reg  [7:0] sticky_q,
    output reg  [7:0] word_q,
    output wire       ready,
    output reg  [3:0] grant,
    output reg  [7:0] both_q
);
  reg       bank = 0;  // which of two buffers
  reg [1:0] quarter = 0;  // which of four
  reg       sticky = 0;  // set by a large value, for good
  reg [7:0] words[0:15];
  reg [5:0] lost = 0;  // credits that do not come back
  reg [3:0] mask = 4'hf;  // of a round-robin arbiter: those after the last that was granted

  integer i;
  initial for (i = 0; i < 16; i = i + 1) words[i] = 0;

  assign ready = lost < 40;

  wire [3:0] masked = d[3:0] & mask;
  wire [3:0] asked = masked != 0 ? masked : d[3:0];
  wire [3:0] lowest = asked & -asked;

  always @(posedge clk)
    if (rst) begin
      bank_q <= 0;
      quarter_q <= 0;
      sticky_q <= 0;
      word_q <= 0;
      grant <= 0;
      both_q <= 0;
    end else if (en) begin
      bank <= ~bank;
      bank_q <= bank ? {1'b0, d[6:0]} : d;
      quarter <= quarter + 1'b1;
      quarter_q <= quarter == 3 ? {1'b0, d[6:0]} : d;
      if (d >= 200) sticky <= 1;
      sticky_q <= sticky && d >= 5 && d < 50 ? 0 : d;
      word_q <= words[d[3:0]];
      if (d[7]) words[d[3:0]] <= d;
      if (d[1:0] == 3 && ready) lost <= lost + 1'b1;
      grant <= lowest;
      mask <= ~(lowest | (lowest - 1'b1));
      both_q <= d >= 100 ? d + 1'b1 : bank ? {d[7:1], 1'b0} : d;
    end
endmodule

`default_nettype wire
