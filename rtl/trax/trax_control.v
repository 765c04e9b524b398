// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The sequence of every operation, and the handshakes. It knows nothing of the board: it decides when, and the other
 * modules what.
 *
 *   play       LOOK MATCH (refused: END) NORTH EAST SOUTH WEST LAST, again for each forced tile, END
 *   trapped    ... LAST FETCH, then LOOK MATCH NORTH EAST SOUTH WEST for each tile to lift, END
 *   take back  FETCH, then as above
 *   new game   FETCH, then as above or SWEEP
 *   read       LOOK MATCH END
 *   search     ... LAST, then SEEK LOOK MATCH for each turn that cannot be tried, SEEK and what a trapped turn takes for
 *              each that can, END: after a play, to learn whether the next player has a legal turn (trax_seek)
 *
 * Every path has one length, so the cycles of an operation follow from the number of its tiles alone; those of a search,
 * from what it tries.
 */
`default_nettype none

module trax_control #(
    parameter integer VARIANTS = 1  // 0: no search for a legal turn at the end of one
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       req_valid,
    output wire       req_ready,
    input  wire [1:0] req_op,
    output wire       resp_valid,
    input  wire       resp_ready,

    input wire refused,      // in MATCH: the chosen tile may not lie here
    input wire sweep_done,   // in SWEEP and BOOT: this is the last cell
    input wire board_empty,
    input wire board_full,   // sweeping is faster than lifting the tiles
    input wire fouled,       // the game has ended by a foul
    input wire trapped,      // in LAST: the turn has made a trap
    input wire pending,      // in LAST: a forced cell is left
    input wire lacking,      // in LAST: more tiles needed than remain
    input wire doubtful,     // in LAST: perhaps there is no legal turn now
    input wire sought,       // in SEEK: there is nothing more to try
    input wire found,        // in the slots, lifting: the turn that was tried is legal
    input wire bottom,       // in the slots, lifting: this tile is the last to be lifted

    output wire       accept,
    output wire       sweep,
    output wire       fetch,
    output wire       look,
    output wire       match,
    output wire       seek,
    output wire       slot,
    output wire [1:0] side,     // in the slots: which
    output wire       finish,
    output wire       op_new,
    output wire       op_play,
    output wire       op_take,
    output wire       op_read,
    output wire       lifting,  // tiles come off, not on
    output wire       asked,    // the cell in hand is the request's, or to be tried, not one of the log's
    output wire       trying,   // the turn is over; others are tried, which must not be seen
    output wire [3:0] state
);

    `include "trax_codes.vh"

    reg lifting_q, asked_q, trying_q;

    reg [3:0] state_q, state_d;
    reg [1:0] op_q;

    always @* begin
        state_d = state_q + 4'd1;  // Look, Match and the slots stand in their order; a slot's low bits are its side
        case (state_q)
            STATE_BOOT: state_d = sweep_done ? STATE_IDLE : STATE_BOOT;
            STATE_IDLE:
            if (!req_valid) state_d = STATE_IDLE;
            else state_d = req_op == OP_PLAY || req_op == OP_READ ? STATE_LOOK : STATE_FETCH;
            STATE_FETCH:
            if (op_play) state_d = STATE_LOOK;
            else if (board_empty || (op_take && fouled)) state_d = STATE_END;
            else state_d = op_new && board_full ? STATE_SWEEP : STATE_LOOK;
            STATE_SWEEP: state_d = sweep_done ? STATE_END : STATE_SWEEP;
            STATE_MATCH:
            if (asked_q && refused && trying) state_d = STATE_SEEK;
            else state_d = op_read || (asked_q && refused) ? STATE_END : STATE_NORTH;
            STATE_WEST:
            if (!lifting_q) state_d = STATE_LAST;
            else if (bottom) state_d = trying && !found ? STATE_SEEK : STATE_END;
            else state_d = STATE_LOOK;
            STATE_LAST:
            if (trapped) state_d = STATE_FETCH;
            else if (pending) state_d = STATE_LOOK;
            else if (lacking || trying) state_d = STATE_FETCH;
            else state_d = doubtful ? STATE_SEEK : STATE_END;
            STATE_SEEK: state_d = sought ? STATE_END : STATE_LOOK;
            STATE_RESPOND: state_d = resp_ready ? STATE_IDLE : STATE_RESPOND;
            default: ;
        endcase
    end

    always @(posedge clk) begin
        state_q <= rst ? STATE_BOOT : state_d;
        if (accept) op_q <= req_op;
        if (accept || seek || state_d == STATE_FETCH) lifting_q <= state_d == STATE_FETCH;
        asked_q  <= accept || seek || (asked_q && state_q != STATE_LAST && !fetch);
        trying_q <= !rst && !accept && (seek || trying_q);
    end

    assign req_ready  = state_q == STATE_IDLE;
    assign resp_valid = state_q == STATE_RESPOND;
    assign accept     = req_ready && req_valid;
    assign sweep      = state_q == STATE_SWEEP || state_q == STATE_BOOT;
    assign fetch      = state_q == STATE_FETCH;
    assign look       = state_q == STATE_LOOK;
    assign match      = state_q == STATE_MATCH;
    assign seek       = state_q == STATE_SEEK;
    assign slot       = state_q >= STATE_NORTH;
    assign side       = state_q[1:0];
    assign finish     = state_q == STATE_END;
    assign op_new     = op_q == OP_NEW;
    assign op_play    = op_q == OP_PLAY;
    assign op_take    = op_q == OP_TAKE_BACK;
    assign op_read    = op_q == OP_READ;
    assign state      = state_q;
    assign lifting    = lifting_q;
    assign asked      = asked_q;
    assign trying     = VARIANTS != 0 && trying_q;

endmodule

`default_nettype wire
