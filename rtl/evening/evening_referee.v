// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Whether a request is allowed, and if not, why: the first reason that applies, in the order of the rules.
 */
`default_nettype none

module evening_referee (
    input wire [2:0] op,
    input wire [1:0] colour,

    input wire       over,
    input wire       out_of_range,
    input wire       occupied,
    input wire       first,         // no stone is on the board
    input wire       has_the_move,  // he may place, or decline
    input wire       declined,      // and has declined already
    input wire [1:0] owner,         // who may place there
    input wire       untouched,     // there is nothing to take back

    output reg [3:0] reason
);

    `include "evening_codes.vh"

    always @* begin
        reason = REASON_DONE;
        case (op)
            OP_PLACE:
            if (over) reason = REASON_OVER;
            else if (out_of_range) reason = REASON_RANGE;
            else if (occupied) reason = REASON_OCCUPIED;
            else if (first && colour == COLOUR_BLACK) reason = REASON_FIRST;
            else if (!has_the_move) reason = REASON_TURN;
            else if (owner == COLOUR_NONE) reason = REASON_EQUAL;
            else if (owner != colour) reason = REASON_OTHER;
            OP_LOAD:
            if (out_of_range) reason = REASON_RANGE;
            else if (occupied) reason = REASON_OCCUPIED;
            OP_DECLINE:
            if (over) reason = REASON_OVER;
            else if (!has_the_move || declined) reason = REASON_TURN;
            OP_TAKE_BACK: if (untouched) reason = REASON_NOTHING;
            OP_READ, OP_LISTS: if (out_of_range) reason = REASON_RANGE;
            default: ;
        endcase
    end

endmodule

`default_nettype wire
