// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Whether a request is allowed, and if not, why: the first reason that applies. One is not checked here: that a stone
 * would leave the board shows only when it has run.
 */
`default_nettype none

module tsolitaire_referee (
    input  wire       op_next,
    input  wire       op_place,
    input  wire       op_list,
    input  wire       op_undo,
    input  wire       op_redo,
    input  wire       op_read,
    input  wire       over,
    input  wire [5:0] target,
    input  wire [5:0] tile,
    input  wire       in_hand,   // there is a tile to be placed
    input  wire       repeated,
    input  wire       occupied,
    input  wire       faced,     // a stone faces the target
    input  wire       placed,    // there is a placement to take back
    input  wire       undone,    // there is one to restore
    output reg  [3:0] reason
);

    `include "tsolitaire_codes.vh"

    always @* begin
        reason = REASON_DONE;
        if ((op_next || op_place || op_list) && over) reason = REASON_OVER;
        else if ((op_place || op_list) && !in_hand) reason = REASON_NO_TILE;
        else if ((op_place || op_read) && target >= CELLS) reason = REASON_RANGE;
        else if (op_next && tile >= TILES) reason = REASON_RANGE;
        else if (op_next && repeated) reason = REASON_REPEAT;
        else if (op_place && occupied) reason = REASON_OCCUPIED;
        else if (op_place && !faced) reason = REASON_NO_STONE;
        else if ((op_undo && !placed) || (op_redo && !undone)) reason = REASON_NOTHING;
    end

endmodule

`default_nettype wire
