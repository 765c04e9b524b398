/*
 * The engine's streams and its verification port, whoever is at the other end and whatever its memories give back.
 *
 * The control's registers are looked into, because induction begins in any state that the claims allow, and has to know
 * what the states of control have to do with an operation that is under way.
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
    input wire       resp_ready
);

    localparam [1:0] NEW = 2'd0, PLAY = 2'd1, TAKE_BACK = 2'd2, READ = 2'd3;
    localparam [2:0] NEW_GAME = 3'd1, CHOSEN = 3'd2, FORCED = 3'd3, REMOVED = 3'd4;
    localparam [2:0] TURN_ENDS = 3'd5, REFUSED = 3'd6, TAKEN_BACK = 3'd7;

    wire req_ready, resp_valid, vp_valid;
    wire [52:0] answer;
    wire [31:0] vp_order;
    wire [2:0] vp_kind, vp_x, vp_y;
    wire [3:0] vp_reason, vp_tile;
    wire [34:0] vp_state;

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
    (* hierconn *) wire \engine.control.asked ;
    (* hierconn *) wire \engine.control.lifting ;
    (* hierconn *) wire [3:0] \engine.reason_q ;
    wire [3:0] state = \engine.control.state_q ;
    wire [1:0] working_at = \engine.control.op_q ;
    wire asked = \engine.control.asked ;
    wire lifting = \engine.control.lifting ;
    wire [3:0] reason = \engine.reason_q ;

    localparam [3:0] BOOT = 4'd0, IDLE = 4'd1, SWEEP = 4'd2, FETCH = 4'd3, LOOK = 4'd4, MATCH = 4'd5, LAST = 4'd6;
    localparam [3:0] END = 4'd7, RESPOND = 4'd8, NORTH = 4'd12;

    // --- what has been seen from outside -----------------------------------------------------------------------------

    wire accepted = req_valid && req_ready;
    wire taken = resp_valid && resp_ready;
    wire is_end = vp_kind == NEW_GAME || vp_kind == TURN_ENDS || vp_kind == REFUSED || vp_kind == TAKEN_BACK;

    reg       reset = 1'b0;  // there has been one
    reg       owed;          // a request has been accepted and not been answered
    reg [1:0] op;            // what it was
    reg       ended;         // the event that ends it has come
    reg       chosen;        // the tile chosen has been laid
    reg [31:0] events;
    reg       waited;        // an answer was offered in the last cycle, and not taken
    reg [52:0] offered;

    always @(posedge clk) begin
        if (rst) reset <= 1'b1;
        if (rst) owed <= 1'b0;
        else owed <= accepted || (owed && !taken);
        if (accepted) op <= req_op;
        if (accepted) {ended, chosen} <= 2'b00;
        else begin
            if (vp_valid && is_end) ended <= 1'b1;
            if (vp_valid && vp_kind == CHOSEN) chosen <= 1'b1;
        end
        events  <= rst ? 32'd0 : events + {31'd0, vp_valid};
        waited  <= resp_valid && !resp_ready && !rst;
        offered <= answer;
    end

    always @* begin
        if (!reset) assume (rst);
        else if (!rst) begin
            // One answer a request, none unasked, and no request before the last answer has been taken.
            assert (!(resp_valid && !owed));
            assert (!(req_ready && owed));
            // An answer stays, and stays as it is, until it is taken.
            if (waited) assert (resp_valid && answer == offered);

            // Events: none but for an operation that is under way, none after the one that ends it, and one that does.
            if (vp_valid) assert (owed && !ended && !resp_valid);
            if (resp_valid) assert (ended == (op != READ));
            // Each of its operation, tiles in their order.
            if (vp_valid) begin
                assert (vp_kind != 0 && (vp_kind == REFUSED) == (vp_reason != 0));
                if (vp_kind == CHOSEN) assert (op == PLAY && !chosen);
                if (vp_kind == FORCED) assert (op == PLAY && chosen);
                if (vp_kind == REMOVED) assert (op == TAKE_BACK || op == NEW || (op == PLAY && chosen));
                if (vp_kind == TURN_ENDS) assert (op == PLAY && chosen);
                if (vp_kind == NEW_GAME) assert (op == NEW);
                if (vp_kind == TAKEN_BACK) assert (op == TAKE_BACK);
                if (vp_kind == REFUSED) assert (op == PLAY || op == TAKE_BACK);
            end else assert ({vp_kind, vp_reason, vp_x, vp_y, vp_tile} == 0);
            // Their numbers have no gap.
            assert (vp_order == events);
        end
    end

    // --- what makes induction see that -------------------------------------------------------------------------------

    always @*
        if (reset && !rst) begin
            assert (state <= RESPOND || state >= NORTH);
            assert (owed == (state != BOOT && state != IDLE));
            assert (resp_valid == (state == RESPOND) && req_ready == (state == IDLE));
            if (owed) assert (working_at == op);
            if (owed) assert (ended == (state == RESPOND && op != READ));
            if (owed && state != RESPOND) begin
                if (op == READ) assert (!lifting && reason == 0 && (state == LOOK || state == MATCH || state == END));
                if (op == PLAY) begin
                    assert (state != SWEEP);
                    if (state == LOOK || state == MATCH) assert (chosen == !asked && (chosen || !lifting));
                    else assert (chosen || (state == END && reason != 0));
                    if (state != FETCH && state != END) assert (lifting == (reason != 0));
                    if (state == FETCH) assert (lifting && reason == 0);
                end
                if (op == TAKE_BACK || op == NEW) begin
                    assert (lifting && state != LAST && (state != SWEEP || op == NEW));
                    assert (reason == 0 || (op == TAKE_BACK && state == END));
                end
                if (lifting && state != FETCH && state != END) assert (!asked);
            end
        end

endmodule

`default_nettype wire
