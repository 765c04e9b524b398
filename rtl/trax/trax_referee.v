// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Whether the chosen tile may lie there, and if not, why: the first reason that applies. Three are not checked here: a
 * trap shows later, a lack of tiles later still, and "nothing to take back" belongs to another operation.
 */
`default_nettype none

module trax_referee (
    input  wire       game_over,
    input  wire [1:0] symbol,
    input  wire       connexion,
    input  wire       outside,
    input  wire       occupied,
    input  wire       first_move,
    input  wire       connected,
    input  wire       over_limit,
    input  wire       over_capacity,
    input  wire       dead,
    input  wire       mismatch,
    output reg  [3:0] reason
);

    `include "trax_codes.vh"

    always @* begin
        if (game_over) reason = REASON_GAME_OVER;
        else if (symbol == SYMBOL_NONE || (connexion && symbol == SYMBOL_PLUS)) reason = REASON_BAD_SYMBOL;
        else if (connexion && outside) reason = REASON_OUTSIDE;  // its field does not wait for a first tile
        else if (occupied) reason = REASON_OCCUPIED;
        else if (first_move) reason = symbol == SYMBOL_BACKSLASH ? REASON_FIRST_MOVE : REASON_DONE;
        else if (!connected) reason = REASON_UNCONNECTED;
        else if (outside) reason = REASON_OUTSIDE;
        else if (over_limit) reason = REASON_BOX_LIMIT;
        else if (over_capacity) reason = REASON_CAPACITY;
        else if (connexion && dead) reason = REASON_DEAD_CELL;
        else if (mismatch) reason = REASON_MISMATCH;
        else reason = REASON_DONE;
    end

endmodule

`default_nettype wire
