// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * A rules engine for Trax: new game, play, take back, read. docs/reference/engine.md has its ports, its operations and
 * their cycles; docs/reference/verification-port.md has vp_*. The codes in their fields are in trax_codes.vh.
 *
 * The board is its open edges (trax_ends), the log of the game is the queue of forced cells (trax_log), and a tile costs
 * the same wherever it lies and however long the game has been. The board has no origin: it is a torus, and only the box
 * of the tiles is limited.
 */
`default_nettype none

module trax_engine #(
    parameter integer LOG2_SIZE = 6  // the board is a torus of 2^LOG2_SIZE x 2^LOG2_SIZE cells; 3 to 7
) (
    input wire clk,
    input wire rst,

    input  wire                 req_valid,
    output wire                 req_ready,
    input  wire [          1:0] req_op,          // new game, play, take back, read
    input  wire [LOG2_SIZE-1:0] req_x,
    input  wire [LOG2_SIZE-1:0] req_y,
    input  wire [          1:0] req_symbol,      // +, /, \, none of them
    input  wire                 req_fouls_lose,  // new game: a refused turn loses the game
    input  wire                 req_lines,       // new game: lines win, not only loops
    input  wire [LOG2_SIZE-1:0] req_box_limit,   // new game: columns, rows that a chosen tile may not exceed; 0: none

    output wire                 resp_valid,
    input  wire                 resp_ready,
    output wire [          3:0] resp_reason,   // why it was refused
    output wire [          5:0] resp_wins,     // red down, across, loop, white down, across, loop
    output wire [          1:0] resp_winner,   // nobody, White, Red
    output wire                 resp_over,
    output wire [          1:0] resp_to_move,
    output wire [2*LOG2_SIZE:0] resp_placed,   // tiles laid by this play, lifted by this take back
    output wire [          3:0] resp_tile,     // read: the red sides, north first; 0 empty
    output wire [          7:0] resp_entries,  // read: what enters the empty cell, two bits a side, north first
    output wire [2*LOG2_SIZE:0] resp_count,    // tiles on the board
    output wire [LOG2_SIZE-1:0] resp_left,
    output wire [LOG2_SIZE-1:0] resp_top,
    output wire [LOG2_SIZE-1:0] resp_columns,
    output wire [LOG2_SIZE-1:0] resp_rows,

    output wire                    vp_valid,
    output wire [            31:0] vp_order,
    output wire [             2:0] vp_kind,
    output wire [             3:0] vp_reason,
    output wire [   LOG2_SIZE-1:0] vp_x,
    output wire [   LOG2_SIZE-1:0] vp_y,
    output wire [             3:0] vp_tile,
    output wire [8*LOG2_SIZE+10:0] vp_state
);

    if (LOG2_SIZE < 3 || LOG2_SIZE > 7) begin : g_check
        LOG2_SIZE_must_be_3_to_7 stop ();
    end

    `include "trax_codes.vh"

    localparam integer ADDRESS = 2 * LOG2_SIZE;
    localparam [ADDRESS-1:0] ONE = 1;

    // --- the sequence ------------------------------------------------------------------------------------------------

    wire accept, sweep, fetch, look, match, slot, finish;
    wire op_new, op_play, op_take, op_read, lifting, asked;
    wire [1:0] side;
    wire [3:0] state;

    wire [3:0] refusal;
    wire fouled, trapped, pending, head_chosen;
    wire [ADDRESS-1:0] placed, tail, head;
    reg [ADDRESS-1:0] where_q;
    reg bottom_q;

    trax_control control (
        .clk        (clk), .rst(rst),
        .req_valid  (req_valid),
        .req_ready  (req_ready),
        .req_op     (req_op),
        .resp_valid (resp_valid),
        .resp_ready (resp_ready),
        .refused    (refusal != REASON_DONE),
        .sweep_done (&where_q),
        .board_empty(placed == 0),
        .board_full (placed[ADDRESS-1-:3] != 0),
        .fouled     (fouled),
        .trapped    (trapped),
        .pending    (pending),
        .bottom     (bottom_q),
        .accept     (accept),
        .sweep      (sweep),
        .fetch      (fetch),
        .look       (look),
        .match      (match),
        .slot       (slot),
        .side       (side),
        .finish     (finish),
        .op_new     (op_new), .op_play(op_play),
        .op_take    (op_take), .op_read(op_read),
        .lifting    (lifting),
        .asked      (asked),
        .state      (state)
    );

    wire choose = match && op_play && asked && refusal == REASON_DONE;
    wire lay = choose || (match && op_play && !asked && !lifting);
    wire lift = match && lifting;
    wire done = finish && reason_q == REASON_DONE;
    wire clear = rst || (done && op_new);

    // --- the cell in hand --------------------------------------------------------------------------------------------

    wire [ADDRESS-1:0] where = look && !asked ? head : where_q;
    reg  [        1:0] symbol_q;

    always @(posedge clk) begin
        if (rst) where_q <= 0;
        else if (accept) where_q <= req_op[0] ? {req_y, req_x} : 0;  // play and read
        else if (sweep) where_q <= where_q + ONE;
        else where_q <= where;
        if (accept) symbol_q <= req_symbol;
    end

    // --- the board ---------------------------------------------------------------------------------------------------

    wire [3:0] found, tile, tile_q;
    wire [7:0] entries;
    wire [ADDRESS-1:0] own_cell, partner_cell, beside;
    wire connected, mismatch, is_red, push, trap;

    trax_board #(.LOG2_SIZE(LOG2_SIZE)) board (
        .clk         (clk), .rst(rst),
        .accept      (accept),
        .sweep       (sweep),
        .match       (match),
        .on_board    (op_read || lifting),
        .asked       (asked),
        .symbol      (symbol_q),
        .lay         (lay),
        .lift        (lift),
        .slot        (slot),
        .side        (side),
        .lifting     (lifting),
        .where       (where),
        .found       (found),
        .connected   (connected),
        .mismatch    (mismatch),
        .tile        (tile),
        .tile_q      (tile_q),
        .entries     (entries),
        .is_red      (is_red),
        .own_cell    (own_cell),
        .partner_cell(partner_cell),
        .push        (push),
        .trap        (trap),
        .trapped     (trapped),
        .beside      (beside)
    );

    always @(posedge clk) if (lift) bottom_q <= op_new ? placed == ONE : head_chosen;

    assign pending = push || tail != placed;

    // --- the log and the box -----------------------------------------------------------------------------------------

    wire [2:0] grows, head_grew;
    wire [LOG2_SIZE-1:0] limit, left_of, right_of, above, below;
    wire over_limit, over_capacity;

    trax_log #(.LOG2_SIZE(LOG2_SIZE)) log (
        .clk        (clk),
        .clear      (clear),
        .lay_chosen (choose),
        .lay_forced (lay && !choose),
        .push       (push),
        .drop       (fetch),
        .lift       (lift),
        .lifting    (lifting),
        .where      (choose ? where_q : beside),
        .where_grows(grows),
        .head       (head),
        .head_grew  (head_grew),
        .head_chosen(head_chosen),
        .placed     (placed),
        .tail       (tail)
    );

    trax_box #(.LOG2_SIZE(LOG2_SIZE)) box (
        .clk          (clk),
        .clear        (clear || (lift && placed == ONE)),
        .start        (choose && placed == 0),
        .grow         (choose),
        .shrink       (lift),
        .grew         (head_grew),
        .x            (where_q[LOG2_SIZE-1:0]),
        .y            (where_q[ADDRESS-1:LOG2_SIZE]),
        .limit        (limit),
        .grows        (grows),
        .over_limit   (over_limit),
        .over_capacity(over_capacity),
        .left         (resp_left), .top(resp_top),
        .columns      (resp_columns), .rows(resp_rows),
        .left_of      (left_of), .right_of(right_of),
        .above        (above), .below(below)
    );

    // --- verdicts ----------------------------------------------------------------------------------------------------

    reg [3:0] reason_q;
    reg [ADDRESS-1:0] moved_q;

    trax_referee referee (
        .game_over    (resp_over),
        .symbol       (symbol_q),
        .occupied     (found != 0),
        .first_move   (placed == 0),
        .connected    (connected),
        .over_limit   (over_limit),
        .over_capacity(over_capacity),
        .mismatch     (mismatch),
        .reason       (refusal)
    );

    always @(posedge clk) begin
        if (rst || accept) reason_q <= REASON_DONE;
        else if (match && op_play && asked) reason_q <= refusal;
        else if (fetch && op_play) reason_q <= REASON_TRAP;
        else if (fetch && op_take && !fouled && placed == 0) reason_q <= REASON_NOTHING_TO_TAKE_BACK;

        if (rst || accept) moved_q <= 0;
        else if (lay || (lift && op_take)) moved_q <= moved_q + ONE;
        else if (lift && op_play) moved_q <= moved_q - ONE;
    end

    trax_score #(.LOG2_SIZE(LOG2_SIZE)) score (
        .clk       (clk), .rst(rst),
        .new_rules (accept && req_op == OP_NEW),
        .fouls_lose(req_fouls_lose),
        .lines_win (req_lines),
        .box_limit (req_box_limit),
        .joins     (slot && !lifting),
        .is_red    (is_red),
        .where     (where_q),
        .a         (own_cell), .b(partner_cell),
        .left_of   (left_of), .right_of(right_of),
        .above     (above), .below(below),
        .columns   (resp_columns), .rows(resp_rows),
        .forget    (fetch && op_play),
        .clear     (done && op_new),
        .turn_ends (done && op_play),
        .turn_back (done && op_take && !fouled),
        .foul_back (done && op_take),
        .foul      (finish && op_play && reason_q > REASON_GAME_OVER && reason_q != REASON_CAPACITY),
        .wins      (resp_wins),
        .to_move   (resp_to_move),
        .winner    (resp_winner),
        .over      (resp_over),
        .fouled    (fouled),
        .limit     (limit)
    );

    assign resp_reason  = reason_q;
    assign resp_placed  = {1'b0, moved_q};
    assign resp_tile    = op_read ? tile_q : 4'd0;
    assign resp_entries = op_read && tile_q == 0 ? entries : 8'd0;
    assign resp_count   = {1'b0, placed};

    // --- the verification port ---------------------------------------------------------------------------------------

    trax_port #(.LOG2_SIZE(LOG2_SIZE)) port (
        .clk       (clk), .rst(rst),
        .lay       (lay),
        .lift      (lift),
        .finish    (finish),
        .asked     (asked),
        .op_new    (op_new),
        .op_play   (op_play),
        .op_read   (op_read),
        .reason    (reason_q),
        .tile      (tile),
        .where     (where_q),
        .trap      (trap),
        .trap_where(beside),
        .valid     (vp_valid),
        .order     (vp_order),
        .kind      (vp_kind),
        .why       (vp_reason),
        .x         (vp_x), .y(vp_y),
        .placing   (vp_tile)
    );

    assign vp_state = {
        state, 1'b0, tail - placed, resp_count, resp_left, resp_top, resp_columns, resp_rows,
        resp_to_move, resp_over, resp_winner
    };

endmodule

`default_nettype wire
