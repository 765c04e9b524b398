// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The verification port: an event for each tile that a stone passes, for each stone that comes to rest or leaves, and for
 * the end of an operation. Outputs only: all logic here serves the port alone, and synthesis removes it if the port is
 * left open.
 */
`default_nettype none

module tsolitaire_port (
    input wire       clk,
    input wire       rst,
    input wire       passes,    // a stone does, at `at`
    input wire       rests,
    input wire       leaves,
    input wire       finish,    // the operation ends
    input wire       op_new,
    input wire       op_next,
    input wire       op_place,
    input wire       op_list,
    input wire       op_undo,
    input wire       op_read,
    input wire [3:0] why,
    input wire [2:0] by,        // which stone
    input wire [5:0] at,
    input wire [2:0] entered,   // the port by which it comes in; if it leaves, by which it goes
    input wire [2:0] left,
    input wire [5:0] target,
    input wire [5:0] laid,
    input wire [1:0] turn,

    output wire        valid,
    output wire [31:0] order,
    output wire [ 3:0] kind,
    output wire [ 3:0] reason,
    output wire [ 2:0] stone,
    output wire [ 5:0] where,
    output wire [ 2:0] enter,
    output wire [ 2:0] exit,
    output wire [ 5:0] tile,
    output wire [ 1:0] rotation
);

    `include "tsolitaire_codes.vh"

    reg [3:0] what;

    always @* begin
        if (passes) what = EVENT_PASSED;
        else if (rests) what = EVENT_RESTS;
        else if (leaves) what = EVENT_LEAVES;
        else if (why != REASON_DONE) what = EVENT_REFUSED;
        else if (op_new) what = EVENT_NEW;
        else if (op_next) what = EVENT_NEXT;
        else if (op_place) what = EVENT_PLACED;
        else what = op_undo ? EVENT_TAKEN_BACK : EVENT_RESTORED;
    end

    wire runs = passes || rests || leaves;
    wire ends = finish && !op_read && !op_list;
    wire whole = ends && (what == EVENT_PLACED || what == EVENT_TAKEN_BACK || what == EVENT_RESTORED);

    assign valid    = runs || ends;
    assign kind     = valid ? what : 4'd0;
    assign reason   = ends ? why : REASON_DONE;
    assign stone    = runs ? by : 3'd0;
    assign where    = runs ? at : whole || (ends && op_place) ? target : 6'd0;
    assign enter    = passes || rests ? entered : 3'd0;
    assign exit     = passes ? left : leaves ? entered : 3'd0;
    assign tile     = whole || (ends && op_next) ? laid : 6'd0;
    assign rotation = whole ? turn : 2'd0;

    event_counter counter (
        .clk  (clk),
        .rst  (rst),
        .valid(valid),
        .order(order)
    );

endmodule

`default_nettype wire
