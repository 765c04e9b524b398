// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The streams of the Tsolitaire engine, its verification port, and that what is refused changes nothing, whoever is at the
 * other end and whatever the board's memory gives back.
 *
 * That a placement which is restored sends no stone off the board is a matter of the rules: it is assumed.
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
    (* hierconn *) wire [5:0] \engine.log.stones_before.kept_at ;
    (* hierconn *) wire [71:0] \engine.log.stones_before.kept ;
    (* hierconn *) wire [71:0] \engine.log.stones_before.read ;
    (* hierconn *) wire \engine.log.stones_before.hit ;
    (* hierconn *) wire [5:0] \engine.board.tiles.asked ;
    (* hierconn *) wire [7:0] \engine.board.tiles.said ;
    (* hierconn *) wire [5:0] \engine.runner.at_q ;
    wire [2:0] working_at = \engine.control.op_q ;
    wire [5:0] kept_at = \engine.log.stones_before.kept_at ;
    wire [71:0] kept = \engine.log.stones_before.kept ;
    wire [71:0] back = \engine.log.stones_before.read ;
    wire there = \engine.log.stones_before.hit ;

    wire [2:0] state = vp_state[129:127];
    wire [3:0] reason = answer[187:184];
    wire [71:0] stones = answer[71:0];
    wire [5:0] placed = answer[120:115];
    // All that a game is, but the stones; and all.
    wire [90:0] game = {\engine.board.filled_q , answer[126:72]};
    wire [162:0] everything = {game, stones};

    // --- what has been seen from outside -----------------------------------------------------------------------------

    wire accepted = req_valid && req_ready;
    wire taken = resp_valid && resp_ready;
    wire is_run = vp_kind == EVENT_PASSED || vp_kind == EVENT_RESTS || vp_kind == EVENT_LEAVES;

    reg          reset = 1'b0;  // there has been one
    reg          owed;          // a request has been accepted and not been answered
    reg  [  2:0] op;            // what it was
    reg          ended;         // the event that ends it has come
    reg  [ 31:0] events;
    reg          waited;        // an answer was offered in the last cycle, and not taken
    reg  [187:0] offered;
    reg  [162:0] began;        // how everything was when the request was accepted

    always @(posedge clk) begin
        if (rst) reset <= 1'b1;
        if (rst) owed <= 1'b0;
        else owed <= accepted || (owed && !taken);
        if (accepted) {op, began} <= {req_op, everything};
        ended   <= !accepted && (ended || (vp_valid && !is_run));
        events  <= rst ? 32'd0 : events + {31'd0, vp_valid};
        waited  <= resp_valid && !resp_ready && !rst;
        offered <= answer;
    end

    wire changes = op == OP_NEW || op == OP_NEXT || op == OP_PLACE || op == OP_UNDO || op == OP_REDO;

    always @* begin
        if (!reset) assume (rst);
        else if (!rst) begin
            if (state == STATE_RUN || state == STATE_END) assume (op != OP_REDO || reason != REASON_LEAVES);
            // There are seven operations.
            if (accepted) assume (req_op <= OP_READ);

            // One answer a request, none unasked, and no request before the last answer has been taken.
            assert (!(resp_valid && !owed));
            assert (!(req_ready && owed));
            // An answer stays, and stays as it is, until it is taken.
            if (waited) assert (resp_valid && answer == offered);
            // What is refused, listed or read leaves every bit as it was.
            if (resp_valid && (reason != REASON_DONE || op == OP_LIST || op == OP_READ)) assert (everything == began);

            // Events: none but for an operation that is under way, none after the one that ends it, and one that does.
            if (vp_valid) assert (owed && !ended && !resp_valid && changes);
            if (resp_valid) assert (ended == changes);
            if (vp_valid) begin
                assert (vp_kind != 0 && (vp_kind == EVENT_REFUSED) == (vp_reason != REASON_DONE));
                if (is_run) assert (op == OP_PLACE || op == OP_REDO);
                if (vp_kind == EVENT_PLACED) assert (op == OP_PLACE);
                if (vp_kind == EVENT_RESTORED) assert (op == OP_REDO);
                if (vp_kind == EVENT_TAKEN_BACK) assert (op == OP_UNDO);
                if (vp_kind == EVENT_NEXT) assert (op == OP_NEXT);
                if (vp_kind == EVENT_NEW) assert (op == OP_NEW);
            end else assert ({vp_kind, vp_reason, vp_stone, vp_cell, vp_enter, vp_exit, vp_tile, vp_rotation} == 0);
            // Their numbers have no gap.
            assert (vp_order == events);
        end
    end

    // --- what makes induction see that -------------------------------------------------------------------------------

    wire running = state == STATE_AIM || state == STATE_RUN || state == STATE_END;

    always @*
        if (reset && !rst) begin
            assert (owed == (state != STATE_IDLE));
            assert (resp_valid == (state == STATE_RESPOND) && req_ready == (state == STATE_IDLE));
            if (owed) assert (working_at == op && op <= OP_READ);
            if (owed && state != STATE_RESPOND) begin
                assert (!ended && game == began[162:72]);
                if (op != OP_PLACE && op != OP_REDO) assert (stones == began[71:0]);
                if (state != STATE_RUN && state != STATE_END) assert (stones == began[71:0]);
                if (reason != REASON_DONE && reason != REASON_LEAVES) assert (stones == began[71:0]);
                if (reason == REASON_LEAVES) assert (op == OP_PLACE || op == OP_REDO);
                if (reason == REASON_LEAVES) assert (state == STATE_RUN || state == STATE_END);
                if (reason != REASON_DONE && reason != REASON_LEAVES) assert (state == STATE_END);
            end
            // Where the stones were is kept, and read as long as they run.
            if (op == OP_PLACE && running && (reason == REASON_DONE || reason == REASON_LEAVES)) begin
                if (owed) assert (kept_at == placed && kept == began[71:0]);
                if (owed && state != STATE_AIM) assert (there && back == began[71:0]);
            end
            // Which operation has which states.
            if (owed) begin
                if (state == STATE_FETCH) assert (op == OP_UNDO || op == OP_REDO);
                if (state == STATE_PICK) assert (op == OP_NEXT || op == OP_LIST);
                if (state == STATE_AIM || state == STATE_RUN) assert (op != OP_NEW && op != OP_UNDO && op != OP_READ);
                if (state == STATE_RESPOND && (op == OP_LIST || op == OP_READ)) assert (everything == began);
                if (state == STATE_RESPOND && reason != REASON_DONE) assert (everything == began);
                if (state == STATE_RESPOND) assert (ended == changes);
            end
            // What is read stays: the board is asked for the same.
            if (owed) assert (\engine.board.tiles.asked == \engine.runner.at_q );
        end

endmodule

`default_nettype wire
