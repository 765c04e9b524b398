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
    output reg        lifting,  // tiles come off, not on
    output reg        asked,    // the cell in hand is the request's, not one of the log's
    output wire [3:0] state
);

    localparam [1:0] OP_NEW = 2'd0, OP_PLAY = 2'd1, OP_TAKE = 2'd2, OP_READ = 2'd3;

    // The low bits of a slot's state are its side.
    localparam [3:0] BOOT = 4'd0, IDLE = 4'd1, SWEEP = 4'd2, FETCH = 4'd3;
    localparam [3:0] LOOK = 4'd4, MATCH = 4'd5, LAST = 4'd6, END = 4'd7;
    localparam [3:0] RESPOND = 4'd8, NORTH = 4'd12, WEST = 4'd15;

    reg [3:0] state_q, state_d;
    reg [1:0] op_q;

    always @* begin
        state_d = state_q + 4'd1;  // Look, Match and the slots stand in their order
        case (state_q)
            BOOT: state_d = sweep_done ? IDLE : BOOT;
            IDLE:
            if (!req_valid) state_d = IDLE;
            else state_d = req_op == OP_PLAY || req_op == OP_READ ? LOOK : FETCH;
            FETCH:
            if (op_play) state_d = LOOK;
            else if (board_empty || (op_take && fouled)) state_d = END;
            else state_d = op_new && board_full ? SWEEP : LOOK;
            SWEEP: state_d = sweep_done ? END : SWEEP;
            MATCH: state_d = op_read || (asked && refused) ? END : NORTH;
            WEST:
            if (!lifting) state_d = LAST;
            else state_d = bottom ? END : LOOK;
            LAST:
            if (trapped) state_d = FETCH;
            else state_d = pending ? LOOK : END;
            RESPOND: state_d = resp_ready ? IDLE : RESPOND;
            default: ;
        endcase
    end

    always @(posedge clk) begin
        state_q <= rst ? BOOT : state_d;
        if (accept) op_q <= req_op;
        if (accept || state_d == FETCH) lifting <= state_d == FETCH;
        asked   <= accept || (asked && state_q != LAST && !fetch);
    end

    assign req_ready  = state_q == IDLE;
    assign resp_valid = state_q == RESPOND;
    assign accept     = req_ready && req_valid;
    assign sweep      = state_q == SWEEP || state_q == BOOT;
    assign fetch      = state_q == FETCH;
    assign look       = state_q == LOOK;
    assign match      = state_q == MATCH;
    assign slot       = state_q >= NORTH;
    assign side       = state_q[1:0];
    assign finish     = state_q == END;
    assign op_new     = op_q == OP_NEW;
    assign op_play    = op_q == OP_PLAY;
    assign op_take    = op_q == OP_TAKE;
    assign op_read    = op_q == OP_READ;
    assign state      = state_q;

endmodule

`default_nettype wire
