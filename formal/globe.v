// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Claims about the Globe engine, for any behaviour of the other side and any contents of its history: a refused request,
 * a list and a read change no bit; no point ever has pieces of both sides; a captured group has no empty point beside it.
 *
 * Registers of the design are used as well, because induction begins in any state that the claims allow.
 */
`default_nettype none

module globe (
    input wire        clk,
    input wire        rst,
    input wire        req_valid,
    input wire [ 2:0] req_op,
    input wire [ 1:0] req_option,
    input wire        req_to_move,
    input wire [ 4:0] req_from,
    input wire [ 4:0] req_to,
    input wire [41:0] req_board,
    input wire [ 4:0] req_back,
    input wire        resp_ready
);

    `include "globe_codes.vh"
    `include "globe_lines.vh"

    wire req_ready, resp_valid, vp_valid;
    wire [3:0] resp_reason, vp_kind;
    wire [20:0] vp_points;
    wire [63:0] vp_state;

    globe_engine #(.HISTORY(4)) engine (
        .clk        (clk), .rst(rst),
        .req_valid  (req_valid),
        .req_ready  (req_ready),
        .req_op     (req_op),
        .req_option (req_option),
        .req_to_move(req_to_move),
        .req_from   (req_from), .req_to(req_to),
        .req_board  (req_board),
        .req_back   (req_back),
        .resp_valid (resp_valid),
        .resp_ready (resp_ready),
        .resp_reason(resp_reason),
        .vp_valid   (vp_valid),
        .vp_kind    (vp_kind),
        .vp_points  (vp_points),
        .vp_state   (vp_state)
    );

    (* hierconn *) wire [3:0] \engine.control.state_q ;
    (* hierconn *) wire [2:0] \engine.control.op_q ;
    (* hierconn *) wire [3:0] \engine.reason_q ;
    (* hierconn *) wire [1:0] \engine.option_q ;
    (* hierconn *) wire [41:0] \engine.load_q ;
    (* hierconn *) wire [4:0] \engine.from_q ;
    (* hierconn *) wire [4:0] \engine.to_q ;
    (* hierconn *) wire [20:0] \engine.north_q ;
    (* hierconn *) wire [20:0] \engine.south_q ;
    (* hierconn *) wire \engine.south_to_move_q ;
    (* hierconn *) wire [20:0] \engine.capture.region_q ;
    (* hierconn *) wire [20:0] \engine.capture.captives_q ;

    wire [3:0] state = \engine.control.state_q ;
    wire [2:0] op = \engine.control.op_q ;
    wire [3:0] reason = \engine.reason_q ;
    wire [20:0] north = \engine.north_q , south = \engine.south_q ;
    wire [20:0] own = \engine.south_to_move_q ? south : north;
    wire [20:0] enemy = \engine.south_to_move_q ? north : south;
    wire [20:0] empty = ~(north | south);
    wire [20:0] region = \engine.capture.region_q ;
    wire [20:0] captives = \engine.capture.captives_q ;
    wire in_groups = \engine.option_q == CAPTURE_GROUP;
    wire [20:0] from = 21'd1 << \engine.from_q ;
    wire [20:0] to = 21'd1 << \engine.to_q ;

    // --- observed ----------------------------------------------------------------------------------------------------

    wire [59:0] game = vp_state[59:0];  // everything except the state of the control
    wire accepted = req_valid && req_ready;

    reg reset_q = 1'b0;  // the design has been reset
    reg [59:0] game_before_q;  // when the request was accepted

    always @(posedge clk) begin
        if (rst) reset_q <= 1'b1;
        if (accepted) game_before_q <= game;
    end

    // --- the claims --------------------------------------------------------------------------------------------------

    wire looks_on = op == OP_LIST || op == OP_READ;
    wire over = state == STATE_END || state == STATE_RESPOND;
    wire recalling = state == STATE_FETCH || state == STATE_RECALL;
    wire capturing = state == STATE_GROUP || state == STATE_SPREAD;

    always @* begin
        if (!reset_q) assume (rst);
        else if (!rst) begin
            // A refused request changes nothing, and neither does a list or a read.
            if (resp_valid && (resp_reason != REASON_DONE || looks_on)) assert (game == game_before_q);
            if (over && (reason != REASON_DONE || looks_on)) assert (game == game_before_q);
            if (state == STATE_LOOK || (recalling && looks_on)) assert (game == game_before_q);
            assert (state <= STATE_FETCH);
            if (state != STATE_IDLE && state != STATE_LOOK && !over) assert (reason == REASON_DONE);

            // A point has one piece at most, also in a position that was loaded.
            assert ((north & south) == 0);
            if (over && op == OP_LOAD && reason == REASON_DONE)
                assert ((\engine.load_q [41:21] & \engine.load_q [20:0]) == 0);
            if (state == STATE_STEP && op == OP_MOVE) begin
                assert ((from & own) != 0);
                assert ((to & empty) != 0);
            end

            // A captured group is the opponent's, is complete, and has no empty point beside it.
            if (vp_valid && vp_kind == EVENT_CAPTURE && in_groups) begin
                assert ((vp_points & ~enemy) == 0);
                assert ((beside(vp_points) & enemy & ~vp_points) == 0);
                assert ((beside(vp_points) & empty) == 0);
            end
            if (state == STATE_FREE) begin
                assert (in_groups);
                assert ((region & ~enemy) == 0);
                assert ((enemy & beside(empty) & ~region) == 0);
            end
            if (capturing && op == OP_MOVE && in_groups) begin
                assert ((captives & ~enemy) == 0);
                assert ((beside(captives) & enemy & ~captives) == 0);
                assert ((beside(captives) & empty) == 0);
            end
            if (state == STATE_SPREAD && in_groups) assert ((region & ~captives) == 0);
            if (state == STATE_SPREAD) assert (op == OP_MOVE);
            if (capturing && op != OP_MOVE) assert (captives == 0);
            if (state == STATE_LOOK || state == STATE_STEP || state == STATE_SEED || state == STATE_FREE)
                assert (captives == 0);
            if (state == STATE_SEED || state == STATE_FREE) assert (op == OP_MOVE);
            if (state == STATE_STEP) assert (op == OP_MOVE || op == OP_PASS);
            if (state == STATE_GROUP || state == STATE_SCAN || state == STATE_COMPARE || state == STATE_COUNT)
                assert (op == OP_MOVE || op == OP_PASS || op == OP_TAKE_BACK);
            if (recalling) begin
                assert (op == OP_TAKE_BACK || op == OP_READ);
                assert (captives == 0);
            end
        end
    end

endmodule

`default_nettype wire
