// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The sequence of every operation, and the handshakes. It knows nothing of the board: it says when, others say what.
 *
 *   play       LOOK MATCH (refused: END) NORTH EAST SOUTH WEST LAST, again for each forced tile, END
 *   trapped    ... LAST FETCH, then LOOK MATCH NORTH EAST SOUTH WEST for each tile to lift, END
 *   take back  FETCH, then as above
 *   new game   FETCH, then as above or SWEEP
 *   read       LOOK MATCH END
 *
 * Every path has one length, so the cycles of an operation follow from the number of its tiles alone.
 */
`default_nettype none

module trax_control (
    input  wire       clk,
    input  wire       rst,
    input  wire       req_valid,
    output wire       req_ready,
    input  wire [1:0] req_op,
    output wire       resp_valid,
    input  wire       resp_ready,

    input wire refused,     // in MATCH: the chosen tile may not lie here
    input wire sweep_done,  // in SWEEP and BOOT: this is the last cell
    input wire board_empty,
    input wire board_full,  // so many tiles that sweeping is faster than lifting them
    input wire fouled,      // the game has ended by a foul
    input wire trapped,     // in LAST: the turn has made a trap
    input wire pending,     // in LAST: a forced cell is left
    input wire bottom,      // in the slots, lifting: this tile is the last to be lifted

    output wire       accept,
    output wire       sweep,
    output wire       fetch,
    output wire       look,
    output wire       match,
    output wire       slot,
    output wire [1:0] side,     // in the slots: which
    output wire       finish,
    output wire       op_new,
    output wire       op_play,
    output wire       op_take,
    output wire       op_read,
    output wire       lifting,  // tiles come off, not on
    output wire       asked,    // the cell in hand is the request's, not one of the log's
    output wire [3:0] state
);

    `include "trax_codes.vh"

    reg lifting_q, asked_q;

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
            STATE_MATCH: state_d = op_read || (asked_q && refused) ? STATE_END : STATE_NORTH;
            STATE_WEST:
            if (!lifting_q) state_d = STATE_LAST;
            else state_d = bottom ? STATE_END : STATE_LOOK;
            STATE_LAST:
            if (trapped) state_d = STATE_FETCH;
            else state_d = pending ? STATE_LOOK : STATE_END;
            STATE_RESPOND: state_d = resp_ready ? STATE_IDLE : STATE_RESPOND;
            default: ;
        endcase
    end

    always @(posedge clk) begin
        state_q <= rst ? STATE_BOOT : state_d;
        if (accept) op_q <= req_op;
        if (accept || state_d == STATE_FETCH) lifting_q <= state_d == STATE_FETCH;
        asked_q <= accept || (asked_q && state_q != STATE_LAST && !fetch);
    end

    assign req_ready  = state_q == STATE_IDLE;
    assign resp_valid = state_q == STATE_RESPOND;
    assign accept     = req_ready && req_valid;
    assign sweep      = state_q == STATE_SWEEP || state_q == STATE_BOOT;
    assign fetch      = state_q == STATE_FETCH;
    assign look       = state_q == STATE_LOOK;
    assign match      = state_q == STATE_MATCH;
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

endmodule

`default_nettype wire
