// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The sequence of every operation, and the handshakes. It knows nothing of the board: it decides when, and the other
 * modules what.
 *
 *   move       LOOK STEP SEED FREE... then GROUP, and SPREAD... GROUP for each captured group, SCAN... COMPARE COUNT END
 *   pass       LOOK STEP GROUP SCAN... COMPARE COUNT END
 *   take back  LOOK FETCH RECALL GROUP SCAN... COMPARE COUNT END
 *   read       LOOK FETCH RECALL END
 *   the rest, and what is refused: LOOK END
 *
 * and then RESPOND. FREE is for groups only; there is nothing to SCAN where the history is empty.
 */
`default_nettype none

module globe_control (
    input  wire       clk,
    input  wire       rst,
    input  wire       req_valid,
    output wire       req_ready,
    input  wire [2:0] req_op,
    output wire       resp_valid,
    input  wire       resp_ready,

    input wire refused,     // in LOOK
    input wire in_groups,   // pieces are captured in groups, not one by one
    input wire grows,       // in FREE and SPREAD: the region is not complete yet
    input wire captives,    // in GROUP: there is another group to capture
    input wire no_history,  // in GROUP: the position has no other of its segment before it
    input wire last_row,    // in SCAN

    output wire       accept,
    output wire       look,
    output wire       step,
    output wire       seed,
    output wire       free,
    output wire       group,
    output wire       spread,
    output wire       recall,
    output wire       scan,
    output wire       finish,
    output wire       op_new,
    output wire       op_load,
    output wire       op_move,
    output wire       op_pass,
    output wire       op_take,
    output wire       op_list,
    output wire       op_read,
    output wire [3:0] state
);

    `include "globe_codes.vh"

    reg [3:0] state_q, state_d;
    reg [2:0] op_q;

    always @* begin
        state_d = state_q;
        case (state_q)
            STATE_IDLE: if (req_valid) state_d = STATE_LOOK;
            STATE_LOOK:
            if (refused) state_d = STATE_END;
            else if (op_move || op_pass) state_d = STATE_STEP;
            else state_d = op_take || op_read ? STATE_FETCH : STATE_END;
            STATE_STEP: state_d = op_move ? STATE_SEED : STATE_GROUP;
            STATE_SEED: state_d = in_groups ? STATE_FREE : STATE_GROUP;
            STATE_FREE: if (!grows) state_d = STATE_GROUP;
            STATE_GROUP:
            if (captives) state_d = STATE_SPREAD;
            else state_d = no_history ? STATE_END : STATE_SCAN;
            STATE_SPREAD: if (!grows) state_d = STATE_GROUP;
            STATE_FETCH: state_d = STATE_RECALL;
            STATE_RECALL: state_d = op_read ? STATE_END : STATE_GROUP;
            STATE_SCAN: if (last_row) state_d = STATE_COMPARE;
            STATE_COMPARE: state_d = STATE_COUNT;
            STATE_COUNT: state_d = STATE_END;
            STATE_END: state_d = STATE_RESPOND;
            STATE_RESPOND: if (resp_ready) state_d = STATE_IDLE;
            default: state_d = STATE_IDLE;
        endcase
    end

    always @(posedge clk) begin
        state_q <= rst ? STATE_IDLE : state_d;
        if (rst) op_q <= OP_NEW;
        else if (accept) op_q <= req_op;
    end

    assign req_ready  = state_q == STATE_IDLE;
    assign resp_valid = state_q == STATE_RESPOND;
    assign accept     = req_ready && req_valid;
    assign look       = state_q == STATE_LOOK;
    assign step       = state_q == STATE_STEP;
    assign seed       = state_q == STATE_SEED;
    assign free       = state_q == STATE_FREE;
    assign group      = state_q == STATE_GROUP;
    assign spread     = state_q == STATE_SPREAD;
    assign recall     = state_q == STATE_RECALL;
    assign scan       = state_q == STATE_SCAN;
    assign finish     = state_q == STATE_END;
    assign op_new     = op_q == OP_NEW;
    assign op_load    = op_q == OP_LOAD;
    assign op_move    = op_q == OP_MOVE;
    assign op_pass    = op_q == OP_PASS;
    assign op_take    = op_q == OP_TAKE_BACK;
    assign op_list    = op_q == OP_LIST;
    assign op_read    = op_q == OP_READ;
    assign state      = state_q;

endmodule

`default_nettype wire
