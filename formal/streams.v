// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Claims about the engine's streams and verification port, for any behaviour of the other side and any contents of its
 * memories.
 *
 * Registers of the control are used as well: induction begins in any state that the claims allow, so the claims must say
 * which states of the control go with which operation.
 */
`default_nettype none

module streams (
    input wire       clk,
    input wire       rst,
    input wire       req_valid,
    input wire [1:0] req_op,
    input wire [2:0] req_x,
    input wire [2:0] req_y,
    input wire [1:0] req_symbol,
    input wire       req_fouls_lose,
    input wire       req_lines,
    input wire [2:0] req_box_limit,
    input wire [2:0] req_line_length,
    input wire [2:0] req_field,
    input wire [6:0] req_tiles,
    input wire       req_connexion,
    input wire       req_draws,
    input wire       resp_ready
);

    `include "trax_codes.vh"

    wire req_ready, resp_valid, vp_valid;
    wire [54:0] answer;
    wire [31:0] vp_order;
    wire [2:0] vp_kind, vp_x, vp_y;
    wire [3:0] vp_reason, vp_tile;
    wire [36:0] vp_state;

    trax_engine #(.LOG2_SIZE(3)) engine (
        .clk           (clk), .rst(rst),
        .req_valid     (req_valid),
        .req_ready     (req_ready),
        .req_op        (req_op),
        .req_x         (req_x), .req_y(req_y),
        .req_symbol    (req_symbol),
        .req_fouls_lose(req_fouls_lose),
        .req_lines     (req_lines),
        .req_box_limit (req_box_limit),
        .req_line_length(req_line_length),
        .req_field     (req_field),
        .req_tiles     (req_tiles),
        .req_connexion (req_connexion),
        .req_draws     (req_draws),
        .resp_valid    (resp_valid),
        .resp_ready    (resp_ready),
        .resp_reason   (answer[52:49]),
        .resp_wins     (answer[48:43]),
        .resp_winner   (answer[42:41]),
        .resp_over     (answer[40]),
        .resp_to_move  (answer[39:38]),
        .resp_placed   (answer[37:31]),
        .resp_tile     (answer[30:27]),
        .resp_entries  (answer[26:19]),
        .resp_count    (answer[18:12]),
        .resp_left     (answer[11:9]), .resp_top(answer[8:6]),
        .resp_columns  (answer[5:3]), .resp_rows(answer[2:0]),
        .resp_draw     (answer[54:53]),
        .vp_valid      (vp_valid),
        .vp_order      (vp_order),
        .vp_kind       (vp_kind),
        .vp_reason     (vp_reason),
        .vp_x          (vp_x), .vp_y(vp_y),
        .vp_tile       (vp_tile),
        .vp_state      (vp_state)
    );

    (* hierconn *) wire [3:0] \engine.control.state_q ;
    (* hierconn *) wire [1:0] \engine.control.op_q ;
    (* hierconn *) wire \engine.control.asked_q ;
    (* hierconn *) wire \engine.control.lifting_q ;
    (* hierconn *) wire \engine.control.trying_q ;
    (* hierconn *) wire [3:0] \engine.reason_q ;
    wire [3:0] state = \engine.control.state_q ;
    wire [1:0] working_at = \engine.control.op_q ;
    wire asked = \engine.control.asked_q ;
    wire lifting = \engine.control.lifting_q ;
    wire trying = \engine.control.trying_q ;
    wire [3:0] reason = \engine.reason_q ;

    // --- observed from outside ---------------------------------------------------------------------------------------

    wire accepted = req_valid && req_ready;
    wire taken = resp_valid && resp_ready;
    wire is_end = vp_kind == EVENT_NEW || vp_kind == EVENT_END_OF_TURN || vp_kind == EVENT_REFUSED ||
        vp_kind == EVENT_TAKEN_BACK;

    reg       reset_q = 1'b0;  // the design has been reset
    reg       owed_q;          // a request has been accepted and not been answered
    reg [1:0] op_q;            // its operation
    reg       ended_q;         // the event that ends it has come
    reg       chosen_q;        // the tile chosen has been laid
    reg [31:0] events_q;
    reg       waited_q;        // an answer was offered in the last cycle, and not taken
    reg [54:0] offered_q;

    always @(posedge clk) begin
        if (rst) reset_q <= 1'b1;
        if (rst) owed_q <= 1'b0;
        else owed_q <= accepted || (owed_q && !taken);
        if (accepted) op_q <= req_op;
        if (accepted) {ended_q, chosen_q} <= 2'b00;
        else begin
            if (vp_valid && is_end) ended_q <= 1'b1;
            if (vp_valid && vp_kind == EVENT_CHOSEN) chosen_q <= 1'b1;
        end
        events_q  <= rst ? 32'd0 : events_q + {31'd0, vp_valid};
        waited_q  <= resp_valid && !resp_ready && !rst;
        offered_q <= answer;
    end

    always @* begin
        if (!reset_q) assume (rst);
        else if (!rst) begin
            // One answer per request, none unasked, and no request before the last answer has been taken.
            assert (!(resp_valid && !owed_q));
            assert (!(req_ready && owed_q));
            // An answer stays unchanged until it is taken.
            if (waited_q) assert (resp_valid && answer == offered_q);

            // Events come only during an operation; exactly one of them ends it, and it is the last.
            if (vp_valid) assert (owed_q && !ended_q && !resp_valid);
            if (resp_valid) assert (ended_q == (op_q != OP_READ));
            // Each kind belongs to certain operations; the chosen tile comes before forced ones.
            if (vp_valid) begin
                assert (vp_kind != 0 && (vp_kind == EVENT_REFUSED) == (vp_reason != REASON_DONE));
                if (vp_kind == EVENT_CHOSEN) assert (op_q == OP_PLAY && !chosen_q);
                if (vp_kind == EVENT_FORCED) assert (op_q == OP_PLAY && chosen_q);
                if (vp_kind == EVENT_REMOVED)
                    assert (op_q == OP_TAKE_BACK || op_q == OP_NEW || (op_q == OP_PLAY && chosen_q));
                if (vp_kind == EVENT_END_OF_TURN) assert (op_q == OP_PLAY && chosen_q);
                if (vp_kind == EVENT_NEW) assert (op_q == OP_NEW);
                if (vp_kind == EVENT_TAKEN_BACK) assert (op_q == OP_TAKE_BACK);
                if (vp_kind == EVENT_REFUSED) assert (op_q == OP_PLAY || op_q == OP_TAKE_BACK);
            end else assert ({vp_kind, vp_reason, vp_x, vp_y, vp_tile} == 0);
            // Event numbers have no gap.
            assert (vp_order == events_q);
        end
    end

    // --- invariants that induction needs -----------------------------------------------------------------------------

    always @*
        if (reset_q && !rst) begin
            assert (state <= STATE_SEEK || state >= STATE_NORTH);
            assert (owed_q == (state != STATE_BOOT && state != STATE_IDLE));
            assert (resp_valid == (state == STATE_RESPOND) && req_ready == (state == STATE_IDLE));
            if (owed_q) assert (working_at == op_q);
            if (owed_q) assert (ended_q == (state == STATE_RESPOND && op_q != OP_READ));
            if (owed_q && state != STATE_RESPOND) begin
                if (op_q != OP_PLAY) assert (!trying && state != STATE_SEEK);
                if (op_q == OP_READ) begin
                    assert (!lifting && reason == REASON_DONE);
                    assert (state == STATE_LOOK || state == STATE_MATCH || state == STATE_END);
                end
                if (op_q == OP_PLAY) begin
                    assert (state != STATE_SWEEP);
                    if (trying || state == STATE_SEEK) assert (chosen_q && reason == REASON_DONE);
                    else if (state == STATE_LOOK || state == STATE_MATCH)
                        assert (chosen_q == !asked && (chosen_q || !lifting));
                    else assert (chosen_q || (state == STATE_END && reason != REASON_DONE));
                    if (state != STATE_FETCH && state != STATE_END && state != STATE_SEEK && !trying)
                        assert (lifting == (reason != REASON_DONE));
                    if (state == STATE_FETCH) assert (lifting && reason == REASON_DONE);
                end
                if (op_q == OP_TAKE_BACK || op_q == OP_NEW) begin
                    assert (lifting && state != STATE_LAST && (state != STATE_SWEEP || op_q == OP_NEW));
                    assert (reason == REASON_DONE || (op_q == OP_TAKE_BACK && state == STATE_END));
                end
                if (lifting && state != STATE_FETCH && state != STATE_END) assert (!asked);
                if (!trying && state == STATE_SEEK) assert (!lifting);
            end
        end

endmodule

`default_nettype wire
