// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The verification port: one event for each change of the board or of the game, in the cycle in which it is made, and
 * the state in every cycle. Outputs only: all logic here serves the port alone, and synthesis removes it if the port is
 * left open.
 */
`default_nettype none

module trax_port #(
    parameter integer LOG2_SIZE = 6  // the board is a torus of 2^LOG2_SIZE x 2^LOG2_SIZE cells
) (
    input wire clk,
    input wire rst,

    input wire                   lay,        // a tile is laid on `cell`
    input wire                   lift,       // or lifted from there
    input wire                   finish,     // the operation ends
    input wire                   asked,      // `where` is the request's
    input wire                   op_new,
    input wire                   op_play,
    input wire                   op_read,
    input wire [            3:0] reason,
    input wire [            3:0] tile,
    input wire [2*LOG2_SIZE-1:0] where,
    input wire                   trap,       // `trap_where` is a trap
    input wire [2*LOG2_SIZE-1:0] trap_where,

    output wire                 valid,
    output wire [         31:0] order,
    output wire [          2:0] kind,
    output wire [          3:0] why,
    output wire [LOG2_SIZE-1:0] x,
    output wire [LOG2_SIZE-1:0] y,
    output wire [          3:0] placing
);

    `include "trax_codes.vh"

    reg [2:0] what;
    reg [2*LOG2_SIZE-1:0] chosen_q, trap_q, at;

    always @* begin
        if (lift) what = EVENT_REMOVED;
        else if (lay) what = asked ? EVENT_CHOSEN : EVENT_FORCED;
        else if (reason != REASON_DONE) what = EVENT_REFUSED;
        else if (op_play) what = EVENT_END_OF_TURN;
        else what = op_new ? EVENT_NEW : EVENT_TAKEN_BACK;

        case (what)
            EVENT_NEW: at = 0;
            EVENT_END_OF_TURN: at = chosen_q;
            EVENT_REFUSED: at = reason == REASON_TRAP ? trap_q : where;
            default: at = where;
        endcase
    end

    always @(posedge clk) begin
        if (lay && asked) chosen_q <= where;
        if (trap) trap_q <= trap_where;
    end

    assign valid   = lay || lift || (finish && !op_read);
    assign kind    = valid ? what : 3'd0;
    assign why     = valid && what == EVENT_REFUSED ? reason : REASON_DONE;
    assign {y, x}  = valid ? at : 0;
    assign placing = lay || lift ? tile : 4'd0;

    event_counter counter (
        .clk  (clk),
        .rst  (rst),
        .valid(valid),
        .order(order)
    );

endmodule

`default_nettype wire
