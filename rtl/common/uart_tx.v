// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Serial transmitter: 8 data bits, no parity, one stop bit. The line is the lowest bit of a register through which the
 * frame moves, followed by ones. The next byte may come in the last clock of the stop bit, so that there is no gap.
 */
`default_nettype none

module uart_tx #(
    parameter integer CLOCK_HZ = 50_000_000,
    parameter integer BAUD     = 115_200      // CLOCK_HZ / 8 at most, and 2 % off at most when made from this clock
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       valid,
    output wire       ready,
    input  wire [7:0] data,
    output wire       tx
);

    localparam integer DIVIDER = (CLOCK_HZ + BAUD / 2) / BAUD;
    localparam integer WIDTH = $clog2(DIVIDER);
    localparam integer LATEST = DIVIDER - 1;
    localparam [WIDTH-1:0] LAST = LATEST[WIDTH-1:0], ONE = 1;
    localparam [3:0] FRAME = 4'd10;

    uart_check #(
        .CLOCK_HZ(CLOCK_HZ),
        .BAUD    (BAUD),
        .DIVIDER (DIVIDER)
    ) check ();

    reg [3:0] left_q;  // bits of the frame whose end is still to come; 0 between frames
    reg [WIDTH-1:0] count_q;  // clocks of this bit
    reg [8:0] frame_q;

    wire over = count_q == LAST;

    always @(posedge clk) begin
        count_q <= ready || over ? 0 : count_q + ONE;

        if (rst) left_q <= 0;
        else if (ready) left_q <= valid ? FRAME : 4'd0;
        else if (over) left_q <= left_q - 4'd1;

        if (rst) frame_q <= 9'h1ff;
        else if (ready && valid) frame_q <= {data, 1'b0};
        else if (over) frame_q <= {1'b1, frame_q[8:1]};
    end

    assign ready = left_q == 0 || (left_q == 4'd1 && over);
    assign tx    = frame_q[0];

endmodule

`default_nettype wire
