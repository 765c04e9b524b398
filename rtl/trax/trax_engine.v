// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * A rules engine for Trax: new game, play, take back, read. docs/reference/trax-engine.md has its ports, its operations
 * and their cycles; docs/reference/verification-port.md has vp_*. The codes in their fields are in trax_codes.vh.
 *
 * The board is its open edges (trax_ends), the log of the game is the queue of forced cells (trax_log), and a tile costs
 * the same wherever it lies and however long the game has been. The board has no origin: it is a torus, and only the box
 * of the tiles is limited.
 */
`default_nettype none

module trax_engine #(
    parameter integer LOG2_SIZE = 6,  // the board is a torus of 2^LOG2_SIZE x 2^LOG2_SIZE cells; 3 to 7
    parameter integer VARIANTS  = 1   // 0: a smaller engine, without fields, supplies and draws, and lines of 8
) (
    input wire clk,
    input wire rst,

    input  wire                 req_valid,
    output wire                 req_ready,
    input  wire [          1:0] req_op,           // new game, play, take back, read
    input  wire [LOG2_SIZE-1:0] req_x,
    input  wire [LOG2_SIZE-1:0] req_y,
    input  wire [          1:0] req_symbol,       // +, /, \, none of them
    input  wire                 req_fouls_lose,   // new game: a refused turn loses the game
    input  wire                 req_lines,        // new game: lines win, not only loops
    input  wire [LOG2_SIZE-1:0] req_box_limit,    // new game: columns, rows that a chosen tile may not exceed; 0: none
    input  wire [LOG2_SIZE-1:0] req_line_length,  // new game: so long is the shortest line; 0: 8
    input  wire [LOG2_SIZE-1:0] req_field,        // new game: columns, rows of a fixed field; 0: no such
    input  wire [2*LOG2_SIZE:0] req_tiles,        // new game: tiles that there are; 0: unlimited
    input  wire                 req_connexion,    // new game: Connexion, on that field
    input  wire                 req_draws,        // new game: it is drawn where there is no legal turn

    output wire                 resp_valid,
    input  wire                 resp_ready,
    output wire [          3:0] resp_reason,   // why it was refused
    output wire [          5:0] resp_wins,     // red down, across, loop, white down, across, loop
    output wire [          1:0] resp_winner,   // none, White, Red
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
    output wire [          1:0] resp_draw,     // none, full, supply, stalemate

    output wire                    vp_valid,
    output wire [            31:0] vp_order,
    output wire [             2:0] vp_kind,
    output wire [             3:0] vp_reason,
    output wire [   LOG2_SIZE-1:0] vp_x,
    output wire [   LOG2_SIZE-1:0] vp_y,
    output wire [             3:0] vp_tile,
    output wire [8*LOG2_SIZE+12:0] vp_state
);

    if (LOG2_SIZE < 3 || LOG2_SIZE > 7) begin : g_check
        LOG2_SIZE_must_be_3_to_7 stop ();
    end

    `include "trax_codes.vh"

    localparam integer ADDRESS = 2 * LOG2_SIZE;
    localparam [ADDRESS-1:0] ONE = 1;

    // --- the sequence ------------------------------------------------------------------------------------------------

    wire accept, sweep, fetch, look, match, seek, slot, finish;
    wire op_new, op_play, op_take, op_read, lifting, asked, trying;
    wire [1:0] side;
    wire [3:0] state;

    wire [3:0] refusal;
    wire fouled, trapped, pending, lacking, exhausted, doubtful, sought, found_turn, head_chosen;
    wire [ADDRESS-1:0] placed, tail, head;
    reg [ADDRESS-1:0] where_q;
    reg bottom_q;
    reg [3:0] reason_q;
    wire refused = refusal != REASON_DONE || (trying && exhausted);

    trax_control #(
        .VARIANTS(VARIANTS)
    ) control (
        .clk        (clk),
        .rst        (rst),
        .req_valid  (req_valid),
        .req_ready  (req_ready),
        .req_op     (req_op),
        .resp_valid (resp_valid),
        .resp_ready (resp_ready),
        .refused    (refused),
        .sweep_done (&where_q),
        .board_empty(placed == 0),
        .board_full (placed[ADDRESS-1-:3] != 0),
        .fouled     (fouled),
        .trapped    (trapped),
        .pending    (pending),
        .lacking    (lacking),
        .doubtful   (doubtful),
        .sought     (sought),
        .found      (found_turn),
        .bottom     (bottom_q),
        .accept     (accept),
        .sweep      (sweep),
        .fetch      (fetch),
        .look       (look),
        .match      (match),
        .seek       (seek),
        .slot       (slot),
        .side       (side),
        .finish     (finish),
        .op_new     (op_new),
        .op_play    (op_play),
        .op_take    (op_take),
        .op_read    (op_read),
        .lifting    (lifting),
        .asked      (asked),
        .trying     (trying),
        .state      (state)
    );

    wire               choose = match && op_play && asked && !refused;
    wire               lay = choose || (match && op_play && !asked && !lifting);
    wire               lift = match && lifting;
    wire               done = finish && reason_q == REASON_DONE;
    wire               clear = rst || (done && op_new);

    // --- the cell in hand --------------------------------------------------------------------------------------------

    wire [ADDRESS-1:0] where = look && !asked ? head : where_q;
    wire [ADDRESS-1:0] next_where;  // of the search
    wire [        1:0] next_symbol;
    reg  [        1:0] symbol_q;

    always @(posedge clk) begin
        if (rst) where_q <= 0;
        else if (accept) where_q <= req_op[0] ? {req_y, req_x} : 0;  // play and read
        else if (sweep) where_q <= where_q + ONE;
        else where_q <= seek ? next_where : where;
        if (accept || seek) symbol_q <= accept ? req_symbol : next_symbol;
    end

    // --- the rules ---------------------------------------------------------------------------------------------------

    wire fouls_lose, lines_win, connexion, draws;
    wire [LOG2_SIZE:0] shortest;
    wire [LOG2_SIZE-1:0] limit, field;
    wire [2*LOG2_SIZE:0] supply;

    trax_rules #(
        .LOG2_SIZE(LOG2_SIZE)
    ) rules (
        .clk         (clk),
        .rst         (rst),
        .take        (accept && req_op == OP_NEW),
        .fouls_lose  (req_fouls_lose),
        .lines_win   (req_lines),
        .box_limit   (req_box_limit),
        .line_length (VARIANTS != 0 ? req_line_length : {LOG2_SIZE{1'b0}}),
        .field       (VARIANTS != 0 ? req_field : {LOG2_SIZE{1'b0}}),
        .tiles       (VARIANTS != 0 ? req_tiles : {2 * LOG2_SIZE + 1{1'b0}}),
        .connexion   (VARIANTS != 0 && req_connexion),
        .draws       (VARIANTS != 0 && req_draws),
        .fouls_lose_q(fouls_lose),
        .lines_q     (lines_win),
        .shortest_q  (shortest),
        .limit_q     (limit),
        .field_q     (field),
        .tiles_q     (supply),
        .connexion_q (connexion),
        .draws_q     (draws)
    );

    // --- the board ---------------------------------------------------------------------------------------------------

    wire [3:0] tile, tile_q;
    wire [7:0] entries;
    wire [ADDRESS-1:0] own_cell, partner_cell, beside;
    wire occupied, connected, mismatch, dead, is_red, push, trap;

    trax_board #(
        .LOG2_SIZE(LOG2_SIZE)
    ) board (
        .clk         (clk),
        .rst         (rst),
        .accept      (accept || seek),
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
        .forcing     (!connexion),
        .occupied    (occupied),
        .connected   (connected),
        .mismatch    (mismatch),
        .dead        (dead),
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
    wire [LOG2_SIZE-1:0] left_of, right_of, above, below;
    wire over_limit, over_capacity, outside, closed;

    trax_log #(
        .LOG2_SIZE(LOG2_SIZE)
    ) log (
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

    trax_box #(
        .LOG2_SIZE(LOG2_SIZE)
    ) box (
        .clk          (clk),
        .clear        (clear || (lift && placed == ONE)),
        .start        (choose && placed == 0),
        .grow         (choose),
        .shrink       (lift),
        .grew         (head_grew),
        .x            (where_q[LOG2_SIZE-1:0]),
        .y            (where_q[ADDRESS-1:LOG2_SIZE]),
        .limit        (limit),
        .field        (field),
        .fixed        (connexion && !rst),
        .outside      (outside),
        .closed       (closed),
        .grows        (grows),
        .over_limit   (over_limit),
        .over_capacity(over_capacity),
        .left         (resp_left),
        .top          (resp_top),
        .columns      (resp_columns),
        .rows         (resp_rows),
        .left_of      (left_of),
        .right_of     (right_of),
        .above        (above),
        .below        (below)
    );

    // --- verdicts ----------------------------------------------------------------------------------------------------

    reg [ADDRESS-1:0] moved_q;

    trax_referee referee (
        .game_over    (resp_over),
        .symbol       (symbol_q),
        .connexion    (connexion),
        .outside      (outside),
        .occupied     (occupied),
        .first_move   (placed == 0),
        .connected    (connected),
        .over_limit   (over_limit),
        .over_capacity(over_capacity),
        .dead         (dead),
        .mismatch     (mismatch),
        .reason       (refusal)
    );

    always @(posedge clk) begin
        if (rst || accept) reason_q <= REASON_DONE;
        else if (match && op_play && asked && !trying) reason_q <= refusal;
        else if (fetch && op_play && !trying) reason_q <= trapped ? REASON_TRAP : REASON_SUPPLY;
        else if (fetch && op_take && !fouled && placed == 0) reason_q <= REASON_NOTHING_TO_TAKE_BACK;

        if (rst || accept) moved_q <= 0;
        else if (!trying && (lay || (lift && op_take))) moved_q <= moved_q + ONE;
        else if (!trying && lift && op_play) moved_q <= moved_q - ONE;
    end

    // --- the end without a win ---------------------------------------------------------------------------------------

    wire [1:0] drawn;
    reg [ADDRESS-1:0] kept_q;  // tiles on the board, but for those of a turn that is only tried

    always @(posedge clk) if (!trying) kept_q <= placed;

    assign lacking   = supply != 0 && {1'b0, placed} > supply;
    assign exhausted = {1'b0, placed} == supply;  // asked where tiles lie, so a supply of 0 never is
    assign doubtful  = draws && closed && resp_wins == 0;

    trax_seek #(
        .LOG2_SIZE(LOG2_SIZE)
    ) search (
        .clk        (clk),
        .trying     (trying),
        .looking    (match && asked),
        .occupied   (occupied),
        .connected  (connected),
        .legal      (fetch && !trapped && !lacking),
        .exhausted  (exhausted),
        .curves     (connexion),
        .where      (where_q),
        .symbol     (symbol_q),
        .left       (resp_left),
        .right_of   (right_of),
        .top        (resp_top),
        .below      (below),
        .next_where (next_where),
        .next_symbol(next_symbol),
        .sought     (sought),
        .found      (found_turn),
        .draw       (drawn)
    );

    wire limits_alone = reason_q == REASON_CAPACITY || reason_q == REASON_OUTSIDE || reason_q == REASON_SUPPLY;
    wire is_foul = reason_q > REASON_GAME_OVER && !limits_alone;

    trax_score #(
        .LOG2_SIZE(LOG2_SIZE)
    ) score (
        .clk       (clk),
        .rst       (rst),
        .fouls_lose(fouls_lose),
        .lines_win (lines_win),
        .shortest  (shortest),
        .joins     (slot && !lifting && !trying),
        .is_red    (is_red),
        .where     (where_q),
        .a         (own_cell),
        .b         (partner_cell),
        .left_of   (left_of),
        .right_of  (right_of),
        .above     (above),
        .below     (below),
        .columns   (resp_columns),
        .rows      (resp_rows),
        .forget    (fetch && op_play),
        .clear     (done && op_new),
        .turn_ends (done && op_play),
        .turn_back (done && op_take && !fouled),
        .foul_back (done && op_take),
        .foul      (finish && op_play && is_foul),
        .drawn     (draws ? drawn : DRAW_NONE),
        .wins      (resp_wins),
        .to_move   (resp_to_move),
        .winner    (resp_winner),
        .over      (resp_over),
        .fouled    (fouled),
        .draw      (resp_draw)
    );

    assign resp_reason  = reason_q;
    assign resp_placed  = {1'b0, moved_q};
    assign resp_tile    = op_read ? tile_q : 4'd0;
    assign resp_entries = op_read && tile_q == 0 ? entries : 8'd0;
    assign resp_count   = {1'b0, trying ? kept_q : placed};

    // --- the verification port ---------------------------------------------------------------------------------------

    trax_port #(
        .LOG2_SIZE(LOG2_SIZE)
    ) port (
        .clk       (clk),
        .rst       (rst),
        .lay       (lay && !trying),
        .lift      (lift && !trying),
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
        .x         (vp_x),
        .y         (vp_y),
        .placing   (vp_tile)
    );

    assign vp_state = {
        state,
        1'b0,
        trying ? {ADDRESS{1'b0}} : tail - placed,
        resp_count,
        resp_left,
        resp_top,
        resp_columns,
        resp_rows,
        resp_to_move,
        resp_over,
        resp_winner,
        resp_draw
    };

endmodule

`default_nettype wire
