// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The verification port: one event for each change of the board or of the game, in the cycle in which it is made.
 * Outputs only: all logic here serves the port alone, and synthesis removes it if the port is left open.
 */
`default_nettype none

module globe_port (
    input wire clk,
    input wire rst,

    input wire step,       // a ply begins: a move, or
    input wire op_pass,    // a pass
    input wire capture,    // `region` is captured
    input wire give_back,  // a ply is taken back: the board is as it was before
    input wire finish,     // the operation ends
    input wire op_new,
    input wire op_load,
    input wire op_take,
    input wire looks_on,   // a list or a read, which changes nothing

    input wire [ 3:0] reason,
    input wire [20:0] stepping,  // the two points
    input wire [20:0] region,
    input wire [20:0] returned,  // the points that change

    output wire        valid,
    output wire [31:0] order,
    output wire [ 3:0] kind,
    output wire [ 3:0] why,
    output wire [20:0] points
);

    `include "globe_codes.vh"

    wire refused = finish && reason != REASON_DONE;
    wire [3:0] ply = op_pass ? EVENT_PASS : EVENT_STEP;
    wire [3:0] game = op_new ? EVENT_NEW : EVENT_LOAD;
    wire [3:0] end_of_ply = op_take ? EVENT_TAKEN_BACK : EVENT_END_OF_TURN;
    wire [3:0] at_the_end = refused ? EVENT_REFUSED : op_new || op_load ? game : end_of_ply;
    wire [3:0] what = step ? ply : capture ? EVENT_CAPTURE : give_back ? EVENT_RETURN : at_the_end;

    assign valid  = step || capture || give_back || (finish && (refused || !looks_on));
    assign kind   = valid ? what : 4'd0;
    assign why    = refused ? reason : REASON_DONE;
    assign points = step && !op_pass ? stepping : capture ? region : give_back ? returned : 21'd0;

    event_counter counter (
        .clk  (clk),
        .rst  (rst),
        .valid(valid),
        .order(order)
    );

endmodule

`default_nettype wire
