// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Serial receiver: 8 data bits, no parity, one stop bit.
 *
 * A bit is the majority of three samples, at 3/8, 4/8 and 5/8 of it. Timing restarts at the falling edge of every start
 * bit, and the line is free again as soon as the stop bit is known. So an error of the rate adds up over one frame
 * only: 5 % are tolerated until the sample at 9 1/2 bits falls into another bit. The same vote on the start bit drops
 * pulses shorter than half a bit.
 *
 * Where the stop bit should be, a low line is a framing error. What is low then may be a break, so nothing starts until
 * the line has been high.
 */
`default_nettype none

module uart_rx #(
    parameter integer CLOCK_HZ = 50_000_000,
    parameter integer BAUD     = 115_200      // CLOCK_HZ / 8 at most, and 2 % off at most when made from this clock
) (
    input wire clk,
    input wire rst,
    input wire rx,   // may change at any time

    output wire       valid,  // for one clock: a byte has come
    output wire       error,  // but its stop bit was low; data is what was sampled
    output wire [7:0] data
);

    reg valid_q, error_q;

    localparam integer DIVIDER = (CLOCK_HZ + BAUD / 2) / BAUD;
    localparam integer WIDTH = $clog2(DIVIDER);
    localparam integer LATEST = DIVIDER - 1, HALF = DIVIDER / 2, EIGHTH = DIVIDER / 8;
    localparam [WIDTH-1:0] FIRST = HALF[WIDTH-1:0] - EIGHTH[WIDTH-1:0];
    localparam [WIDTH-1:0] SECOND = HALF[WIDTH-1:0];
    localparam [WIDTH-1:0] THIRD = HALF[WIDTH-1:0] + EIGHTH[WIDTH-1:0];
    localparam [WIDTH-1:0] LAST = LATEST[WIDTH-1:0], ONE = 1;
    localparam [3:0] FRAME = 4'd10, STOP = 4'd1;

    uart_check #(
        .CLOCK_HZ(CLOCK_HZ),
        .BAUD    (BAUD),
        .DIVIDER (DIVIDER)
    ) check ();

    reg early_q, line_q;  // two registers, against metastability
    always @(posedge clk) {line_q, early_q} <= rst ? 2'b00 : {early_q, rx};

    reg [3:0] left_q;  // bits of the frame still to be known; 0 between frames
    reg [WIDTH-1:0] count_q;  // clocks of this bit
    reg [1:0] ones_q;  // samples of it that were high
    reg [8:0] frame_q;  // what is known, the latest on top
    reg hush_q;  // no start before the line is high

    wire start = left_q == 0 && !line_q && !hush_q;
    wire known = left_q != 0 && count_q == THIRD;
    wire level = ones_q[1] || (ones_q[0] && line_q);

    always @(posedge clk) begin
        if (start) count_q <= ONE;
        else count_q <= count_q == LAST ? 0 : count_q + ONE;

        if (left_q == 0 || known) ones_q <= 0;
        else if (count_q == FIRST || count_q == SECOND) ones_q <= ones_q + {1'b0, line_q};

        if (known) frame_q <= {level, frame_q[8:1]};

        if (rst) left_q <= 0;
        else if (start) left_q <= FRAME;
        else if (known) left_q <= left_q == FRAME && level ? 4'd0 : left_q - 4'd1;

        valid_q <= !rst && known && left_q == STOP;
        error_q <= !level;

        if (rst) hush_q <= 1'b1;
        else if (known && left_q == STOP) hush_q <= !level;
        else if (line_q) hush_q <= 1'b0;
    end

    assign data  = frame_q[7:0];
    assign valid = valid_q;
    assign error = error_q;

endmodule

`default_nettype wire
