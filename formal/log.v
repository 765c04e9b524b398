// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The engine's log, which is queue, record of the game and undo log in one, whatever the board does.
 *
 * Which tiles were chosen is all that the memory remembers here (ram_1r1w.v), so the forced cells that are found may be
 * any, and any number of them. That a cell is found only once, so that the log cannot overflow, is not known here: it is
 * assumed that nothing is written to a full log.
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
    (* hierconn *) wire [63:0] \engine.log.list.kept ;
    wire [3:0] state = \engine.control.state_q ;
    wire [1:0] op = \engine.control.op_q ;
    wire lifting = \engine.control.lifting_q ;
    wire asked = \engine.control.asked_q ;
    wire trying = \engine.control.trying_q ;
    wire [5:0] kept = \engine.kept_q ;
    wire [5:0] placed = \engine.log.placed_q ;
    wire [5:0] tail = \engine.log.tail_q ;
    wire [63:0] chosen = \engine.log.list.kept ;

    // From `first` on, up to but not including `last`, one turn has been laid: only its first tile is a chosen one.
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

    reg       reset = 1'b0;  // there has been one
    reg [5:0] earlier;       // tiles when the operation began
    reg       known;         // where the last turn begins:
    reg [5:0] start;
    reg       foul_only;     // what is taken back is no turn but a foul

    always @(posedge clk) begin
        if (rst) reset <= 1'b1;
        if (req_valid && req_ready) earlier <= placed;
        if (rst) known <= 1'b0;
        else if (state == STATE_END) begin
            if (op == OP_PLAY && reason == REASON_DONE) {known, start} <= {1'b1, earlier};
            if (op == OP_NEW || (op == OP_TAKE_BACK && placed != earlier)) known <= 1'b0;
        end
        if (state == STATE_FETCH) foul_only <= op == OP_TAKE_BACK && \engine.fouled ;
    end

    wire [5:0] base = trying ? kept : earlier;  // tiles when the turn began, be it only tried
    wire [5:0] top = working_at ? earlier : placed;  // tiles when nothing was under way

    always @* begin
        if (!reset) assume (rst);
        else if (!rst) begin
            assume (!(\engine.log.write && tail == 6'd63));

            // What waits stands behind what is placed, and between operations nothing waits.
            assert (placed <= tail);
            if (!owed || state == STATE_RESPOND) assert (placed == tail);
            // No tile is lifted that does not lie there.
            if (\engine.lift ) assert (placed != 0);

            if (owed && op == OP_PLAY) begin
                // A play counts its tiles, and never touches an earlier one.
                if (trying) assert (placed >= kept && kept > earlier && kept - earlier == moved[5:0]);
                else assert (placed >= earlier && placed - earlier == moved[5:0]);
                // What has been tried is gone when the answer comes.
                if (resp_valid && trying) assert (placed == kept);
                // One that is refused, a trap too, leaves as many tiles as there were; another leaves more.
                if (resp_valid) assert ((reason == REASON_DONE) == (placed > earlier));
            end
            if (owed && op == OP_TAKE_BACK) begin
                assert (placed <= earlier && earlier - placed == moved[5:0]);
                // The last turn is taken back, all of it and no more.
                if (resp_valid && known) assert (placed == earlier && (foul_only || reason != REASON_DONE));
            end
            if (resp_valid && op == OP_NEW) assert (placed == 0);
        end
    end

    reg       taken;   // a turn has been taken back in this operation
    reg [5:0] landed;  // where it began

    always @(posedge clk)
        if (state == STATE_END) begin
            taken  <= op == OP_TAKE_BACK && known && !foul_only && reason == REASON_DONE;
            landed <= start;
        end

    always @* begin
        if (reset && !rst && resp_valid && taken) assert (placed == landed);
    end

    // --- what makes induction see that -------------------------------------------------------------------------------

    always @*
        if (reset && !rst) begin
            assert (state <= STATE_SEEK || slot);
            assert (resp_valid == (state == STATE_RESPOND) && req_ready == (state == STATE_IDLE));
            if (state == STATE_BOOT) assert (tail == 0 && !known);

            // Every game begins with a chosen tile, and a turn has only one.
            if (top != 0 || placed != 0) assert (chosen[0]);
            if (known) assert (start < top && one_turn(chosen, start, top));
            if (working_at && op == OP_PLAY && tail != base) assert (one_turn(chosen, base, tail));
            if (working_at && op == OP_PLAY && trying) assert (one_turn(chosen, earlier, kept));
            if (working_at && op != OP_PLAY) assert (!trying);
            if (owed && trying) assert (op == OP_PLAY && reason == REASON_DONE);

            if (working_at) begin
                if (op == OP_PLAY) begin
                    assert (state != STATE_SWEEP);
                    if (state == STATE_SEEK) assert (tail == placed && placed > earlier && reason == REASON_DONE);
                    if (state == STATE_SEEK) assert (trying ? placed == kept : !lifting);
                    if (!lifting) begin
                        if (working) assert (asked == (placed == base));
                        if (working) assert (asked == (placed == tail));
                        if (slot || state == STATE_LAST) assert (placed > base);
                        if (state != STATE_END) assert (reason == REASON_DONE && state != STATE_FETCH);
                        if (state == STATE_END)
                            assert ((reason == REASON_DONE) == (placed > earlier) && tail == placed);
                        if (state == STATE_END && trying) assert (placed == kept);
                    end else begin
                        if (working || state == STATE_FETCH) assert (placed > base && !asked);
                        if (!trying) assert ((reason != REASON_DONE) == (state != STATE_FETCH));
                        if (state == STATE_END) assert (placed == base);
                    end
                end else if (op == OP_TAKE_BACK || op == OP_NEW) begin
                    assert (lifting && state != STATE_LAST && (state != STATE_SWEEP || op == OP_NEW));
                    if (state == STATE_FETCH) assert (placed == earlier && tail == placed);
                    if (working) assert (placed != 0);
                    if (op == OP_TAKE_BACK && known && working) assert (placed > start);
                    if (op == OP_TAKE_BACK && known && slot) assert (placed >= start);
                    if (op == OP_TAKE_BACK && slot) assert (placed < earlier);
                    if (op == OP_TAKE_BACK && (working || slot)) assert (!foul_only);
                    if (op == OP_TAKE_BACK && known && state == STATE_END)
                        assert (placed == (foul_only || reason != REASON_DONE ? earlier : start));
                    assert (reason == REASON_DONE || (op == OP_TAKE_BACK && state == STATE_END && placed == 0));
                end else assert (!lifting && (working || state == STATE_END) && placed == earlier && tail == placed);
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
