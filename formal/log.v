// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Claims about the engine's log, which is queue, record of the game and undo log in one, for any behaviour of the board.
 *
 * The memory here (ram_1r1w.v) keeps only which tiles were chosen. So the board may find any forced cells, and any number
 * of them. In the real design a cell is found only once, so the log cannot overflow. The proof does not know that, so it
 * assumes that nothing is written to a full log.
 */
`default_nettype none

module log (
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

    wire req_ready, resp_valid;
    wire [3:0] reason;
    wire [6:0] moved;

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
        .resp_reason   (reason),
        .resp_placed   (moved)
    );

    (* hierconn *) wire [3:0] \engine.control.state_q ;
    (* hierconn *) wire [1:0] \engine.control.op_q ;
    (* hierconn *) wire \engine.control.lifting_q ;
    (* hierconn *) wire \engine.control.asked_q ;
    (* hierconn *) wire \engine.control.trying_q ;
    (* hierconn *) wire [5:0] \engine.kept_q ;
    (* hierconn *) wire \engine.fouled ;
    (* hierconn *) wire \engine.lift ;
    (* hierconn *) wire \engine.bottom_q ;
    (* hierconn *) wire \engine.board.opened_q ;
    (* hierconn *) wire \engine.log.write ;
    (* hierconn *) wire [5:0] \engine.log.placed_q ;
    (* hierconn *) wire [5:0] \engine.log.tail_q ;
    (* hierconn *) wire \engine.log.head_chosen ;
    (* hierconn *) wire [63:0] \engine.log.list.kept_q ;
    wire [3:0] state = \engine.control.state_q ;
    wire [1:0] op = \engine.control.op_q ;
    wire lifting = \engine.control.lifting_q ;
    wire asked = \engine.control.asked_q ;
    wire trying = \engine.control.trying_q ;
    wire [5:0] kept = \engine.kept_q ;
    wire [5:0] placed = \engine.log.placed_q ;
    wire [5:0] tail = \engine.log.tail_q ;
    wire [63:0] chosen = \engine.log.list.kept_q ;

    // The tiles from `first` up to, but not including, `last` are one turn: only the first of them is a chosen one.
    function one_turn(input [63:0] chosen, input [5:0] first, input [5:0] last);
        integer i;
        begin
            one_turn = 1'b1;
            for (i = 0; i < 64; i = i + 1)
                if (i >= first && i < last && chosen[i] != (i == first)) one_turn = 1'b0;
        end
    endfunction

    wire owed = state != STATE_BOOT && state != STATE_IDLE;
    wire working_at = owed && state != STATE_RESPOND;
    wire slot = state >= STATE_NORTH;
    wire working = state == STATE_LOOK || state == STATE_MATCH;

    reg       reset_q = 1'b0;  // the design has been reset
    reg [5:0] earlier_q;       // tiles when the operation began
    reg       known_q;         // it is known where the last turn begins:
    reg [5:0] start_q;
    reg       foul_only_q;     // a foul is taken back, not a turn

    always @(posedge clk) begin
        if (rst) reset_q <= 1'b1;
        if (req_valid && req_ready) earlier_q <= placed;
        if (rst) known_q <= 1'b0;
        else if (state == STATE_END) begin
            if (op == OP_PLAY && reason == REASON_DONE) {known_q, start_q} <= {1'b1, earlier_q};
            if (op == OP_NEW || (op == OP_TAKE_BACK && placed != earlier_q)) known_q <= 1'b0;
        end
        if (state == STATE_FETCH) foul_only_q <= op == OP_TAKE_BACK && \engine.fouled ;
    end

    wire [5:0] base = trying ? kept : earlier_q;  // tiles when the turn began, also if it is only tried
    wire [5:0] top = working_at ? earlier_q : placed;  // tiles before the operation

    always @* begin
        if (!reset_q) assume (rst);
        else if (!rst) begin
            assume (!(\engine.log.write && tail == 6'd63));

            // Waiting cells come after placed tiles, and nothing waits between operations.
            assert (placed <= tail);
            if (!owed || state == STATE_RESPOND) assert (placed == tail);
            // No tile is lifted from an empty log.
            if (\engine.lift ) assert (placed != 0);

            if (owed && op == OP_PLAY) begin
                // A play counts its tiles, and never touches earlier ones.
                if (trying) assert (placed >= kept && kept > earlier_q && kept - earlier_q == moved[5:0]);
                else assert (placed >= earlier_q && placed - earlier_q == moved[5:0]);
                // Turns that were only tried are gone when the answer comes.
                if (resp_valid && trying) assert (placed == kept);
                // A refused play, a trap too, leaves as many tiles as before; a legal one leaves more.
                if (resp_valid) assert ((reason == REASON_DONE) == (placed > earlier_q));
            end
            if (owed && op == OP_TAKE_BACK) begin
                assert (placed <= earlier_q && earlier_q - placed == moved[5:0]);
                // A take-back removes exactly the last turn.
                if (resp_valid && known_q) assert (placed == earlier_q && (foul_only_q || reason != REASON_DONE));
            end
            if (resp_valid && op == OP_NEW) assert (placed == 0);
        end
    end

    reg       taken;   // a turn has been taken back in this operation
    reg [5:0] landed;  // where it began

    always @(posedge clk)
        if (state == STATE_END) begin
            taken  <= op == OP_TAKE_BACK && known_q && !foul_only_q && reason == REASON_DONE;
            landed <= start_q;
        end

    always @* begin
        if (reset_q && !rst && resp_valid && taken) assert (placed == landed);
    end

    // --- what makes induction see that -------------------------------------------------------------------------------

    always @*
        if (reset_q && !rst) begin
            assert (state <= STATE_SEEK || slot);
            assert (resp_valid == (state == STATE_RESPOND) && req_ready == (state == STATE_IDLE));
            if (state == STATE_BOOT) assert (tail == 0 && !known_q);

            // Every game begins with a chosen tile, and a turn has only one.
            if (top != 0 || placed != 0) assert (chosen[0]);
            if (known_q) assert (start_q < top && one_turn(chosen, start_q, top));
            if (working_at && op == OP_PLAY && tail != base) assert (one_turn(chosen, base, tail));
            if (working_at && op == OP_PLAY && trying) assert (one_turn(chosen, earlier_q, kept));
            if (working_at && op != OP_PLAY) assert (!trying);
            if (owed && trying) assert (op == OP_PLAY && reason == REASON_DONE);

            if (working_at) begin
                if (op == OP_PLAY) begin
                    assert (state != STATE_SWEEP);
                    if (state == STATE_SEEK) assert (tail == placed && placed > earlier_q && reason == REASON_DONE);
                    if (state == STATE_SEEK) assert (trying ? placed == kept : !lifting);
                    if (!lifting) begin
                        if (working) assert (asked == (placed == base));
                        if (working) assert (asked == (placed == tail));
                        if (slot || state == STATE_LAST) assert (placed > base);
                        if (state != STATE_END) assert (reason == REASON_DONE && state != STATE_FETCH);
                        if (state == STATE_END)
                            assert ((reason == REASON_DONE) == (placed > earlier_q) && tail == placed);
                        if (state == STATE_END && trying) assert (placed == kept);
                    end else begin
                        if (working || state == STATE_FETCH) assert (placed > base && !asked);
                        if (!trying) assert ((reason != REASON_DONE) == (state != STATE_FETCH));
                        if (state == STATE_END) assert (placed == base);
                    end
                end else if (op == OP_TAKE_BACK || op == OP_NEW) begin
                    assert (lifting && state != STATE_LAST && (state != STATE_SWEEP || op == OP_NEW));
                    if (state == STATE_FETCH) assert (placed == earlier_q && tail == placed);
                    if (working) assert (placed != 0);
                    if (op == OP_TAKE_BACK && known_q && working) assert (placed > start_q);
                    if (op == OP_TAKE_BACK && known_q && slot) assert (placed >= start_q);
                    if (op == OP_TAKE_BACK && slot) assert (placed < earlier_q);
                    if (op == OP_TAKE_BACK && (working || slot)) assert (!foul_only_q);
                    if (op == OP_TAKE_BACK && known_q && state == STATE_END)
                        assert (placed == (foul_only_q || reason != REASON_DONE ? earlier_q : start_q));
                    assert (reason == REASON_DONE || (op == OP_TAKE_BACK && state == STATE_END && placed == 0));
                end else assert (!lifting && (working || state == STATE_END) && placed == earlier_q && tail == placed);
            end
            if (working_at && lifting) begin
                if (state != STATE_FETCH && state != STATE_END) assert (!asked);
                if (state != STATE_FETCH) assert (tail == placed);
                if (state == STATE_MATCH) assert (\engine.log.head_chosen == chosen[placed-6'd1]);
                if (slot && op == OP_PLAY) assert (\engine.bottom_q == (placed == base));
                if (slot && op == OP_TAKE_BACK) assert (\engine.bottom_q == chosen[placed]);
                if (slot && op == OP_NEW) assert (\engine.bottom_q == (placed == 0));
            end

            // An edge has just been opened only while tiles are laid.
            if (\engine.board.opened_q ) assert (owed && op == OP_PLAY && !lifting && (slot || state == STATE_LAST));
        end

endmodule

`default_nettype wire
