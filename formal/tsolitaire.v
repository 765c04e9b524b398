// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Claims about the streams and the verification port of the Tsolitaire engine, and that a refused request changes nothing:
 * for any behaviour of the other side and any contents of the board's memory.
 *
 * It is assumed that a restored placement sends no stone off the board: it did not when it was made.
 */
`default_nettype none

module tsolitaire (
    input wire       clk,
    input wire       rst,
    input wire       req_valid,
    input wire [2:0] req_op,
    input wire [5:0] req_tile,
    input wire [5:0] req_cell,
    input wire [1:0] req_rotation,
    input wire       resp_ready
);

    `include "tsolitaire_codes.vh"

    wire req_ready, resp_valid, vp_valid;
    wire [187:0] answer;
    wire [31:0] vp_order;
    wire [3:0] vp_kind, vp_reason;
    wire [2:0] vp_stone, vp_enter, vp_exit;
    wire [5:0] vp_cell, vp_tile;
    wire [1:0] vp_rotation;
    wire [129:0] vp_state;

    tsolitaire_engine engine (
        .clk         (clk), .rst(rst),
        .req_valid   (req_valid),
        .req_ready   (req_ready),
        .req_op      (req_op),
        .req_tile    (req_tile),
        .req_cell    (req_cell),
        .req_rotation(req_rotation),
        .resp_valid  (resp_valid),
        .resp_ready  (resp_ready),
        .resp_reason (answer[187:184]),
        .resp_leaving(answer[183:176]),
        .resp_moved  (answer[175:168]),
        .resp_fits   (answer[167:136]),
        .resp_content(answer[135:127]),
        .resp_next   (answer[126:121]),
        .resp_placed (answer[120:115]),
        .resp_redos  (answer[114:109]),
        .resp_over   (answer[108]),
        .resp_cleared(answer[107]),
        .resp_used   (answer[106:72]),
        .resp_stones (answer[71:0]),
        .vp_valid    (vp_valid),
        .vp_order    (vp_order),
        .vp_kind     (vp_kind),
        .vp_reason   (vp_reason),
        .vp_stone    (vp_stone),
        .vp_cell     (vp_cell),
        .vp_enter    (vp_enter),
        .vp_exit     (vp_exit),
        .vp_tile     (vp_tile),
        .vp_rotation (vp_rotation),
        .vp_state    (vp_state)
    );

    (* hierconn *) wire [2:0] \engine.control.op_q ;
    (* hierconn *) wire [35:0] \engine.board.filled_q ;
    (* hierconn *) wire [5:0] \engine.log.stones_before.kept_at_q ;
    (* hierconn *) wire [71:0] \engine.log.stones_before.kept_q ;
    (* hierconn *) wire [71:0] \engine.log.stones_before.read_q ;
    (* hierconn *) wire \engine.log.stones_before.hit_q ;
    (* hierconn *) wire [5:0] \engine.board.tiles.asked_q ;
    (* hierconn *) wire [7:0] \engine.board.tiles.said_q ;
    (* hierconn *) wire [5:0] \engine.runner.at_q ;
    wire [2:0] working_at = \engine.control.op_q ;
    wire [5:0] kept_at = \engine.log.stones_before.kept_at_q ;
    wire [71:0] kept = \engine.log.stones_before.kept_q ;
    wire [71:0] back = \engine.log.stones_before.read_q ;
    wire there = \engine.log.stones_before.hit_q ;

    wire [2:0] state = vp_state[129:127];
    wire [3:0] reason = answer[187:184];
    wire [71:0] stones = answer[71:0];
    wire [5:0] placed = answer[120:115];
    // A game without its stones, and with them.
    wire [90:0] game = {\engine.board.filled_q , answer[126:72]};
    wire [162:0] everything = {game, stones};

    // --- observed from outside ---------------------------------------------------------------------------------------

    wire accepted = req_valid && req_ready;
    wire taken = resp_valid && resp_ready;
    wire is_run = vp_kind == EVENT_PASSED || vp_kind == EVENT_RESTS || vp_kind == EVENT_LEAVES;

    reg          reset_q = 1'b0;  // the design has been reset
    reg          owed_q;          // a request has been accepted and not been answered
    reg  [  2:0] op_q;            // its operation
    reg          ended_q;         // the event that ends it has come
    reg  [ 31:0] events_q;
    reg          waited_q;        // an answer was offered in the last cycle, and not taken
    reg  [187:0] offered_q;
    reg  [162:0] began_q;        // `everything` when the request was accepted

    always @(posedge clk) begin
        if (rst) reset_q <= 1'b1;
        if (rst) owed_q <= 1'b0;
        else owed_q <= accepted || (owed_q && !taken);
        if (accepted) {op_q, began_q} <= {req_op, everything};
        ended_q   <= !accepted && (ended_q || (vp_valid && !is_run));
        events_q  <= rst ? 32'd0 : events_q + {31'd0, vp_valid};
        waited_q  <= resp_valid && !resp_ready && !rst;
        offered_q <= answer;
    end

    wire changes = op_q == OP_NEW || op_q == OP_NEXT || op_q == OP_PLACE || op_q == OP_UNDO || op_q == OP_REDO;

    always @* begin
        if (!reset_q) assume (rst);
        else if (!rst) begin
            if (state == STATE_RUN || state == STATE_END) assume (op_q != OP_REDO || reason != REASON_LEAVES);
            // There are seven operations.
            if (accepted) assume (req_op <= OP_READ);

            // One answer per request, none unasked, and no request before the last answer has been taken.
            assert (!(resp_valid && !owed_q));
            assert (!(req_ready && owed_q));
            // An answer stays unchanged until it is taken.
            if (waited_q) assert (resp_valid && answer == offered_q);
            // A refused request, a list and a read leave every bit as it was.
            if (resp_valid && (reason != REASON_DONE || op_q == OP_LIST || op_q == OP_READ))
                assert (everything == began_q);

            // Events come only during an operation; exactly one of them ends it, and it is the last.
            if (vp_valid) assert (owed_q && !ended_q && !resp_valid && changes);
            if (resp_valid) assert (ended_q == changes);
            if (vp_valid) begin
                assert (vp_kind != 0 && (vp_kind == EVENT_REFUSED) == (vp_reason != REASON_DONE));
                if (is_run) assert (op_q == OP_PLACE || op_q == OP_REDO);
                if (vp_kind == EVENT_PLACED) assert (op_q == OP_PLACE);
                if (vp_kind == EVENT_RESTORED) assert (op_q == OP_REDO);
                if (vp_kind == EVENT_TAKEN_BACK) assert (op_q == OP_UNDO);
                if (vp_kind == EVENT_NEXT) assert (op_q == OP_NEXT);
                if (vp_kind == EVENT_NEW) assert (op_q == OP_NEW);
            end else assert ({vp_kind, vp_reason, vp_stone, vp_cell, vp_enter, vp_exit, vp_tile, vp_rotation} == 0);
            // Event numbers have no gap.
            assert (vp_order == events_q);
        end
    end

    // --- invariants that induction needs -----------------------------------------------------------------------------

    wire running = state == STATE_AIM || state == STATE_RUN || state == STATE_END;

    always @*
        if (reset_q && !rst) begin
            assert (owed_q == (state != STATE_IDLE));
            assert (resp_valid == (state == STATE_RESPOND) && req_ready == (state == STATE_IDLE));
            if (owed_q) assert (working_at == op_q && op_q <= OP_READ);
            if (owed_q && state != STATE_RESPOND) begin
                assert (!ended_q && game == began_q[162:72]);
                if (op_q != OP_PLACE && op_q != OP_REDO) assert (stones == began_q[71:0]);
                if (state != STATE_RUN && state != STATE_END) assert (stones == began_q[71:0]);
                if (reason != REASON_DONE && reason != REASON_LEAVES) assert (stones == began_q[71:0]);
                if (reason == REASON_LEAVES) assert (op_q == OP_PLACE || op_q == OP_REDO);
                if (reason == REASON_LEAVES) assert (state == STATE_RUN || state == STATE_END);
                if (reason != REASON_DONE && reason != REASON_LEAVES) assert (state == STATE_END);
            end
            // The old places of the stones are in the memory, and on its output as long as stones run.
            if (op_q == OP_PLACE && running && (reason == REASON_DONE || reason == REASON_LEAVES)) begin
                if (owed_q) assert (kept_at == placed && kept == began_q[71:0]);
                if (owed_q && state != STATE_AIM) assert (there && back == began_q[71:0]);
            end
            // Which states belong to which operation.
            if (owed_q) begin
                if (state == STATE_FETCH) assert (op_q == OP_UNDO || op_q == OP_REDO);
                if (state == STATE_PICK) assert (op_q == OP_NEXT || op_q == OP_LIST);
                if (state == STATE_AIM || state == STATE_RUN)
                    assert (op_q != OP_NEW && op_q != OP_UNDO && op_q != OP_READ);
                if (state == STATE_RESPOND && (op_q == OP_LIST || op_q == OP_READ)) assert (everything == began_q);
                if (state == STATE_RESPOND && reason != REASON_DONE) assert (everything == began_q);
                if (state == STATE_RESPOND) assert (ended_q == changes);
            end
            // The board's memory keeps its output, because it is asked for the same cell again.
            if (owed_q) assert (\engine.board.tiles.asked_q == \engine.runner.at_q );
        end

endmodule

`default_nettype wire
