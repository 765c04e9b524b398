// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * May the chosen tile lie there? The reasons why not, in the order in which they are asked. Two are not asked here: a trap
 * shows later, and that there is nothing to take back is for another operation.
 */
`default_nettype none

module trax_referee (
    input  wire       game_over,
    input  wire [1:0] symbol,
    input  wire       occupied,
    input  wire       first_move,
    input  wire       connected,
    input  wire       over_limit,
    input  wire       over_capacity,
    input  wire       mismatch,
    output reg  [3:0] reason
);

    `include "trax_codes.vh"

    always @* begin
        if (game_over) reason = REASON_GAME_OVER;
        else if (symbol == SYMBOL_NONE) reason = REASON_BAD_SYMBOL;
        else if (occupied) reason = REASON_OCCUPIED;
        else if (first_move) reason = symbol == SYMBOL_BACKSLASH ? REASON_FIRST_MOVE : REASON_DONE;
        else if (!connected) reason = REASON_UNCONNECTED;
        else if (over_limit) reason = REASON_BOX_LIMIT;
        else if (over_capacity) reason = REASON_CAPACITY;
        else if (mismatch) reason = REASON_MISMATCH;
        else reason = REASON_DONE;
    end

endmodule

`default_nettype wire
