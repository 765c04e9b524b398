/*
 * Serial receiver: 8 data bits, no parity, one stop bit.
 *
 * A bit is what two of three samples say, taken at 3/8, 4/8 and 5/8 of it. Time is counted afresh from the falling edge of
 * every start bit, and the line is free again as soon as the stop bit is known, so an error of rate never adds up over
 * more than one frame: 5 % may be lost before the sample at 9 1/2 bits is another bit's. The same vote on the start bit
 * drops what is shorter than half a bit.
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

    output reg        valid,  // for one clock: a byte has come
    output reg        error,  // but its stop bit was low; data is what was sampled
    output wire [7:0] data
);

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

    reg early, line;  // two registers, against metastability
    always @(posedge clk) {line, early} <= rst ? 2'b00 : {early, rx};

    reg [3:0] left;  // bits of the frame still to be known; 0 between frames
    reg [WIDTH-1:0] count;  // clocks of this bit
    reg [1:0] ones;  // samples of it that were high
    reg [8:0] frame;  // what is known, the latest on top
    reg hush;  // no start before the line is high

    wire start = left == 0 && !line && !hush;
    wire known = left != 0 && count == THIRD;
    wire level = ones[1] || (ones[0] && line);

    always @(posedge clk) begin
        if (start) count <= ONE;
        else count <= count == LAST ? 0 : count + ONE;

        if (left == 0 || known) ones <= 0;
        else if (count == FIRST || count == SECOND) ones <= ones + {1'b0, line};

        if (known) frame <= {level, frame[8:1]};

        if (rst) left <= 0;
        else if (start) left <= FRAME;
        else if (known) left <= left == FRAME && level ? 4'd0 : left - 4'd1;

        valid <= !rst && known && left == STOP;
        error <= !level;

        if (rst) hush <= 1'b1;
        else if (known && left == STOP) hush <= !level;
        else if (line) hush <= 1'b0;
    end

    assign data = frame[7:0];

endmodule

`default_nettype wire
