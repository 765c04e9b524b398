// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The sequence of every operation, and the handshakes. It knows nothing of the board: it decides when, and the other
 * modules what.
 *
 *   new game, read    LOOK END
 *   place             LOOK AIM RUN... END
 *   redo              LOOK FETCH AIM RUN... END
 *   undo              LOOK FETCH END
 *   next tile, list   LOOK, for each cell that a stone faces PICK and for each rotation AIM RUN..., PICK END
 *   refused           LOOK END; for a stone that leaves as above
 *
 * and then RESPOND. RUN lasts a cycle for each tile that a stone passes and one more for each stone. The next tile is
 * tried only until it fits: from there to END.
 */
`default_nettype none

module tsolitaire_control (
    input  wire       clk,
    input  wire       rst,
    input  wire       req_valid,
    output wire       req_ready,
    input  wire [2:0] req_op,
    output wire       resp_valid,
    input  wire       resp_ready,

    input wire refused,       // in LOOK: the request is refused at once
    input wire untried,       // in PICK: a cell is left to be tried
    input wire run_over,      // in RUN: the last cycle of it
    input wire run_fits,      // in the last cycle: all stones are still on the board
    input wire last_rotation, // the tile in hand has no other

    output wire       accept,
    output wire       look,
    output wire       fetch,
    output wire       pick,
    output wire       aim,
    output wire       run,
    output wire       finish,
    output wire       op_new,
    output wire       op_next,
    output wire       op_place,
    output wire       op_list,
    output wire       op_undo,
    output wire       op_redo,
    output wire       op_read,
    output wire       trying,    // whatever the stones do, they are not moved
    output wire [2:0] state
);

    `include "tsolitaire_codes.vh"

    reg [2:0] state_q, state_d, op_q;

    always @* begin
        state_d = state_q;
        case (state_q)
            STATE_IDLE: if (req_valid) state_d = STATE_LOOK;
            STATE_LOOK:
            if (refused || op_new || op_read) state_d = STATE_END;
            else if (op_place) state_d = STATE_AIM;
            else state_d = trying ? STATE_PICK : STATE_FETCH;
            STATE_FETCH: state_d = op_undo ? STATE_END : STATE_AIM;
            STATE_PICK: state_d = untried ? STATE_AIM : STATE_END;
            STATE_AIM: state_d = STATE_RUN;
            STATE_RUN:
            if (run_over) begin
                if (!trying || (op_next && run_fits)) state_d = STATE_END;
                else state_d = last_rotation ? STATE_PICK : STATE_AIM;
            end
            STATE_END: state_d = STATE_RESPOND;
            STATE_RESPOND: if (resp_ready) state_d = STATE_IDLE;
            default: ;
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
    assign fetch      = state_q == STATE_FETCH;
    assign pick       = state_q == STATE_PICK;
    assign aim        = state_q == STATE_AIM;
    assign run        = state_q == STATE_RUN;
    assign finish     = state_q == STATE_END;
    assign op_new     = op_q == OP_NEW;
    assign op_next    = op_q == OP_NEXT;
    assign op_place   = op_q == OP_PLACE;
    assign op_list    = op_q == OP_LIST;
    assign op_undo    = op_q == OP_UNDO;
    assign op_redo    = op_q == OP_REDO;
    assign op_read    = op_q == OP_READ;
    assign trying     = op_next || op_list;
    assign state      = state_q;

endmodule

`default_nettype wire
