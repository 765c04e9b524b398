// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The sequence of every operation, and the handshakes. It knows nothing of the board: it decides when, and the other
 * modules what.
 *
 *   place, load          LOOK MATCH (refused: END) UPPER_LEFT ... LEFT LAST NAME PASS ... END
 *   take back            LOOK MATCH (a decline, or refused: END) PASS ... END
 *   new game             LOOK MATCH PASS ... END
 *   decline, and reading LOOK MATCH END
 *
 * A pass takes as long as the board is large, so the cycles of an operation follow from what it is alone.
 */
`default_nettype none

module evening_control (
    input  wire       clk,
    input  wire       rst,
    input  wire       req_valid,
    output wire       req_ready,
    input  wire [2:0] req_op,
    output wire       resp_valid,
    input  wire       resp_ready,

    input wire refused,   // in MATCH
    input wire retracts,  // in MATCH: what is taken back is a decline
    input wire last,      // in a pass: the last cell has been judged

    output wire       accept,
    output wire       look,
    output wire       match,
    output wire [2:0] direction,  // of the neighbour that is read; or 0
    output wire       judge,      // one has been read
    output wire       named,      // the new group has its size
    output wire       pass,
    output wire       clearing,   // in it: the page gets empty
    output wire       starts,     // it begins in the next cycle
    output wire       finish,
    output wire [2:0] op,
    output wire [3:0] state
);

    `include "evening_codes.vh"

    reg [3:0] state_q, state_d;
    reg [2:0] op_q;

    always @* begin
        state_d = state_q + 4'd1;  // Look and Match, and the neighbours, stand in their order
        case (state_q)
            STATE_BOOT: state_d = last ? STATE_IDLE : STATE_BOOT;
            STATE_IDLE: state_d = req_valid ? STATE_LOOK : STATE_IDLE;
            STATE_MATCH:
            if (refused || retracts) state_d = STATE_END;
            else
                case (op_q)
                    OP_PLACE, OP_LOAD: state_d = STATE_UPPER_LEFT;
                    OP_NEW, OP_TAKE_BACK: state_d = STATE_PASS;
                    default: state_d = STATE_END;
                endcase
            STATE_LEFT: state_d = STATE_LAST;
            STATE_PASS: state_d = last ? STATE_END : STATE_PASS;
            STATE_RESPOND: state_d = resp_ready ? STATE_IDLE : STATE_RESPOND;
            default: ;
        endcase
    end

    always @(posedge clk) begin
        state_q <= rst ? STATE_BOOT : state_d;
        if (rst) op_q <= OP_NEW;
        else if (accept) op_q <= req_op;
    end

    assign req_ready  = state_q == STATE_IDLE;
    assign resp_valid = state_q == STATE_RESPOND;
    assign accept     = req_ready && req_valid;
    assign look       = state_q == STATE_LOOK;
    assign match      = state_q == STATE_MATCH;
    assign direction  = state_q >= STATE_UPPER_LEFT ? state_q[2:0] : 3'd0;
    assign judge      = state_q > STATE_UPPER_LEFT || state_q == STATE_LAST;
    assign named      = state_q == STATE_NAME;
    assign pass       = state_q == STATE_PASS || state_q == STATE_BOOT;
    assign clearing   = op_q == OP_NEW;
    assign starts     = rst || named || (match && state_d == STATE_PASS);
    assign finish     = state_q == STATE_END;
    assign op         = op_q;
    assign state      = state_q;

endmodule

`default_nettype wire
