// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Claims about the engine's streams, and that a refused request or a read changes nothing: for any behaviour of the other
 * side and any contents of its memories.
 */
`default_nettype none

module evening (
    input wire       clk,
    input wire       rst,
    input wire       req_valid,
    input wire [2:0] req_op,
    input wire       req_black,
    input wire [2:0] req_cell,
    input wire       req_rule,
    input wire       req_protocol,
    input wire       resp_ready
);

    `include "evening_codes.vh"

    wire req_ready, resp_valid, vp_valid;
    wire [42:0] answer;
    wire [31:0] vp_order;
    wire [3:0] vp_kind, vp_reason;
    wire [2:0] vp_cell, vp_size;
    wire [1:0] vp_colour;
    wire [31:0] vp_state;

    evening_engine #(.SIDE(2)) engine (
        .clk              (clk), .rst(rst),
        .req_valid        (req_valid),
        .req_ready        (req_ready),
        .req_op           (req_op),
        .req_black        (req_black),
        .req_cell         (req_cell),
        .req_rule         (req_rule),
        .req_protocol     (req_protocol),
        .resp_valid       (resp_valid),
        .resp_ready       (resp_ready),
        .resp_reason      (answer[42:39]),
        .resp_stone       (answer[38:37]),
        .resp_size        (answer[36:34]),
        .resp_white_groups(answer[33:31]),
        .resp_black_groups(answer[30:28]),
        .resp_white_stones(answer[27:25]),
        .resp_black_stones(answer[24:22]),
        .resp_white_cells (answer[21:15]),
        .resp_black_cells (answer[14:8]),
        .resp_loser       (answer[7:6]),
        .resp_identical   (answer[5]),
        .resp_over        (answer[4]),
        .resp_winner      (answer[3:2]),
        .resp_declined    (answer[1:0]),
        .vp_valid         (vp_valid),
        .vp_order         (vp_order),
        .vp_kind          (vp_kind),
        .vp_reason        (vp_reason),
        .vp_cell          (vp_cell),
        .vp_colour        (vp_colour),
        .vp_size          (vp_size),
        .vp_state         (vp_state)
    );

    (* hierconn *) wire [3:0] \engine.control.state_q ;
    (* hierconn *) wire [2:0] \engine.control.op_q ;
    (* hierconn *) wire [3:0] \engine.reason_q ;
    (* hierconn *) wire [2:0] \engine.board.page_q ;
    (* hierconn *) wire [1:0] \engine.colour_q ;
    wire [3:0] state = \engine.control.state_q ;
    wire [2:0] working_at = \engine.control.op_q ;
    wire [3:0] reason = \engine.reason_q ;
    wire [2:0] page = \engine.board.page_q ;
    wire [1:0] colour = \engine.colour_q ;

    // --- observed from outside ---------------------------------------------------------------------------------------

    wire accepted = req_valid && req_ready;
    wire taken = resp_valid && resp_ready;
    wire [27:0] settled = vp_state[27:0];
    wire [2:0] white = vp_state[27:25], black = vp_state[24:22];

    reg        reset_q = 1'b0;  // the design has been reset
    reg        owed_q;          // a request has been accepted and not been answered
    reg [ 2:0] op_q;            // its operation
    reg [27:0] held_q;        // the game when it was accepted,
    reg [ 2:0] page_held_q;   // and its page
    reg [31:0] events_q;
    reg        waited_q;        // an answer was offered in the last cycle, and not taken
    reg [42:0] offered_q;

    always @(posedge clk) begin
        if (rst) reset_q <= 1'b1;
        if (rst) owed_q <= 1'b0;
        else owed_q <= accepted || (owed_q && !taken);
        if (accepted) {op_q, held_q, page_held_q} <= {req_op, settled, page};
        events_q  <= rst ? 32'd0 : events_q + {31'd0, vp_valid};
        waited_q  <= resp_valid && !resp_ready && !rst;
        offered_q <= answer;
    end

    wire placing = op_q == OP_PLACE || op_q == OP_LOAD;
    wire one_more = (white == held_q[27:25] + 3'd1 && black == held_q[24:22]) ||
        (white == held_q[27:25] && black == held_q[24:22] + 3'd1);
    wire reads = op_q == OP_READ || op_q == OP_LISTS || op_q == OP_CELLS;

    always @* begin
        if (!reset_q) assume (rst);
        else if (!rst) begin
            // One answer per request, none unasked, and no request before the last answer has been taken.
            assert (!(resp_valid && !owed_q));
            assert (!(req_ready && owed_q));
            // An answer stays unchanged until it is taken.
            if (waited_q) assert (resp_valid && answer == offered_q);

            // A refused request or a read leaves the game and its page as they were.
            if (resp_valid && (reads || answer[42:39] != REASON_DONE)) begin
                assert (settled == held_q && page == page_held_q);
                assert (answer[27:0] == held_q);
            end
            // A stone placed or loaded adds one stone of one colour; other operations add none.
            if (resp_valid && answer[42:39] == REASON_DONE && placing) assert (one_more);
            if (resp_valid && op_q == OP_NEW) assert (white == 0 && black == 0 && page == 0);
            if (resp_valid && op_q == OP_DECLINE) assert (settled[27:8] == held_q[27:8]);

            // Events come only during an operation, and their numbers have no gap.
            if (vp_valid) assert (owed_q && !resp_valid);
            if (vp_valid) assert ((vp_kind == EVENT_REFUSED) == (vp_reason != REASON_DONE));
            if (reads && owed_q) assert (!vp_valid);
            assert (vp_order == events_q);
        end
    end

    // --- invariants that induction needs -----------------------------------------------------------------------------

    wire joining = state == STATE_LAST || state == STATE_NAME || state >= STATE_UPPER_LEFT;

    always @*
        if (reset_q && !rst) begin
            assert (state != 4'd9);
            assert (owed_q == (state != STATE_BOOT && state != STATE_IDLE));
            assert (resp_valid == (state == STATE_RESPOND) && req_ready == (state == STATE_IDLE));
            if (state == STATE_BOOT) assert (working_at == OP_NEW);
            if (owed_q) begin
                assert (working_at == op_q);
                assert (colour == COLOUR_WHITE || colour == COLOUR_BLACK);
                if (state == STATE_LOOK || state == STATE_MATCH) assert (settled == held_q);
                if (joining) assert (placing);
                if (joining || state == STATE_PASS) assert (reason == REASON_DONE && !reads && op_q != OP_DECLINE);
                if (state != STATE_RESPOND) assert (page == page_held_q);
                if (state == STATE_END && (reads || op_q == OP_DECLINE || reason != REASON_DONE))
                    assert (settled == held_q);
                if (state == STATE_RESPOND && (reads || reason != REASON_DONE))
                    assert (settled == held_q && page == page_held_q);
                if (placing && (joining || state == STATE_PASS)) assert (one_more);
                if (placing && (state == STATE_END || state == STATE_RESPOND) && reason == REASON_DONE)
                    assert (one_more);
            end
        end

endmodule

`default_nettype wire
