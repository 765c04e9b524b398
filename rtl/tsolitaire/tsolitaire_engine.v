// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * A rules engine for Tsolitaire: new game, next tile, place, list, undo, redo, read. docs/reference/tsolitaire-engine.md
 * has its ports, its operations and their cycles. The codes in their fields are in tsolitaire_codes.vh.
 *
 * One stone runs at a time, a tile a cycle (tsolitaire_runner, tsolitaire_path). The tile in hand takes part from the
 * target cell without being on the board: only a placement that stands is written there. So trying one means running
 * without writing, and undoing the moves of a refused one means loading the eight stones from the log.
 */
`default_nettype none

module tsolitaire_engine (
    input wire clk,
    input wire rst,

    input  wire       req_valid,
    output wire       req_ready,
    input  wire [2:0] req_op,       // new game, next tile, place, list, undo, redo, read
    input  wire [5:0] req_tile,     // next tile: its number
    input  wire [5:0] req_cell,     // place, read: in reading order, 6 a row
    input  wire [1:0] req_rotation, // place: quarter turns clockwise

    output wire        resp_valid,
    input  wire        resp_ready,
    output wire [ 3:0] resp_reason,   // why it was refused
    output wire [ 7:0] resp_leaving,  // place, refused for it: the stones that would leave the board
    output wire [ 7:0] resp_moved,    // place, redo: the stones that have moved
    output wire [31:0] resp_fits,     // list: where each stone faces, the rotations that are legal; stone 7 highest
    output wire [ 8:0] resp_content,  // read: a tile is there, its number, its rotation
    output wire [ 5:0] resp_next,     // the tile in hand
    output wire [ 5:0] resp_placed,   // tiles on the board
    output wire [ 5:0] resp_redos,    // placements that can be restored
    output wire        resp_over,
    output wire        resp_cleared,
    output wire [34:0] resp_used,     // tiles on the board
    output wire [71:0] resp_stones,   // stone 7 in the highest bits: its cell, its port there

    output wire         vp_valid,
    output wire [ 31:0] vp_order,
    output wire [  3:0] vp_kind,
    output wire [  3:0] vp_reason,
    output wire [  2:0] vp_stone,
    output wire [  5:0] vp_cell,
    output wire [  2:0] vp_enter,
    output wire [  2:0] vp_exit,
    output wire [  5:0] vp_tile,
    output wire [  1:0] vp_rotation,
    output wire [129:0] vp_state
);

    `include "tsolitaire_codes.vh"
    `include "tsolitaire_tiles.vh"

    // --- the sequence ------------------------------------------------------------------------------------------------

    wire accept, look, fetch, pick, aim, run, finish;
    wire op_new, op_next, op_place, op_list, op_undo, op_redo, op_read;
    wire untried, last_rotation, run_over, run_fits, trying;
    wire [2:0] state;
    wire [3:0] refusal;

    tsolitaire_control control (
        .clk          (clk),
        .rst          (rst),
        .req_valid    (req_valid),
        .req_ready    (req_ready),
        .req_op       (req_op),
        .resp_valid   (resp_valid),
        .resp_ready   (resp_ready),
        .refused      (refusal != REASON_DONE),
        .untried      (untried),
        .run_over     (run_over),
        .run_fits     (run_fits),
        .last_rotation(last_rotation),
        .accept       (accept),
        .look         (look),
        .fetch        (fetch),
        .pick         (pick),
        .aim          (aim),
        .run          (run),
        .finish       (finish),
        .op_new       (op_new),
        .op_next      (op_next),
        .op_place     (op_place),
        .op_list      (op_list),
        .op_undo      (op_undo),
        .op_redo      (op_redo),
        .op_read      (op_read),
        .trying       (trying),
        .state        (state)
    );

    reg [3:0] reason_q;
    reg [7:0] leaving_q, moved_q;

    wire done = finish && reason_q == REASON_DONE;
    wire clear = rst || (done && op_new);
    wire lay = done && (op_place || op_redo);
    wire lift = done && op_undo;
    wire roll_back = finish && reason_q == REASON_LEAVES;

    // --- the placement in hand ---------------------------------------------------------------------------------------

    reg [5:0] target_q, tile_q, next_q;
    reg [1:0] turn_q;
    reg stuck_q;
    wire [5:0] log_cell, log_tile, candidate;
    wire [1:0] log_turn, rotations;
    wire [71:0] log_stones;
    wire trial_over = run && run_over && trying;

    always @(posedge clk) begin
        if (rst) {target_q, tile_q, turn_q} <= 14'd0;
        else if (accept) {target_q, tile_q, turn_q} <= {req_cell, req_op == OP_NEXT ? req_tile : next_q, req_rotation};
        else if (fetch) {target_q, tile_q, turn_q} <= {log_cell, log_tile, log_turn};
        else if (pick) {target_q, turn_q} <= {candidate, 2'd0};
        else if (look) turn_q <= turn_q & rotations;
        else if (trial_over) turn_q <= turn_q + 2'd1;
    end

    // A tile looks the same after one, two or four quarter turns. So its last rotation is 0, 1 or 3: a mask of all of them.
    assign rotations = last_rotation_of(tile_q);
    assign last_rotation = turn_q == rotations;

    // --- the board ---------------------------------------------------------------------------------------------------

    wire [5:0] at_d, at;
    wire [7:0] found;
    wire filled, occupied, repeated;

    tsolitaire_board board (
        .clk     (clk),
        .clear   (clear),
        .lay     (lay),
        .lift    (lift),
        .target  (target_q),
        .tile    (tile_q),
        .turn    (turn_q),
        .at_d    (at_d),
        .at      (at),
        .found   (found),
        .filled  (filled),
        .occupied(occupied),
        .repeated(repeated),
        .used    (resp_used)
    );

    // --- the stones --------------------------------------------------------------------------------------------------

    wire [7:0] facing;
    wire [2:0] stone, enter, exit;
    wire passes, rests, leaves;

    tsolitaire_stones where (
        .clk      (clk),
        .clear    (clear),
        .load     (lift || roll_back),
        .from_log (log_stones),
        .rest     (rests && !trying),
        .stone    (stone),
        .cell_port({at, enter}),
        .target   (target_q),
        .facing   (facing),
        .stones   (resp_stones)
    );

    tsolitaire_runner runner (
        .clk      (clk),
        .rst      (rst),
        .accept   (accept),
        .read_cell(req_cell),
        .aim      (aim),
        .run      (run),
        .one_only (trying),
        .target   (target_q),
        .tile     (tile_q),
        .turn     (turn_q),
        .facing   (facing),
        .stones   (resp_stones),
        .filled   (filled),
        .found    (found),
        .at_d     (at_d),
        .at       (at),
        .stone    (stone),
        .enter    (enter),
        .exit     (exit),
        .passes   (passes),
        .rests    (rests),
        .leaves   (leaves),
        .over     (run_over)
    );

    wire [31:0] fits;

    assign run_fits = !leaves;

    tsolitaire_list list (
        .clk      (clk),
        .rst      (rst),
        .start    (accept),
        .tried    (trial_over && last_rotation),
        .fits     (trial_over && run_fits),
        .facing   (facing),
        .turn     (turn_q),
        .stones   (resp_stones),
        .untried  (untried),
        .candidate(candidate),
        .rotations(fits)
    );

    // --- the log -----------------------------------------------------------------------------------------------------

    tsolitaire_log log (
        .clk       (clk),
        .clear     (clear),
        .keep      (look && op_place),
        .lay       (lay),
        .lift      (lift),
        .back      (op_undo),
        .ahead     (op_redo && run),
        .anew      (op_place),
        .placement ({target_q, tile_q, turn_q}),
        .stones    (resp_stones),
        .logged    ({log_cell, log_tile, log_turn}),
        .log_stones(log_stones),
        .placed    (resp_placed),
        .redos     (resp_redos)
    );

    // --- verdicts ----------------------------------------------------------------------------------------------------

    tsolitaire_referee referee (
        .op_next (op_next),
        .op_place(op_place),
        .op_list (op_list),
        .op_undo (op_undo),
        .op_redo (op_redo),
        .op_read (op_read),
        .over    (resp_over),
        .target  (target_q),
        .tile    (tile_q),
        .in_hand (next_q != NO_TILE),
        .repeated(repeated),
        .occupied(occupied),
        .faced   (facing != 8'd0),
        .placed  (resp_placed != 6'd0),
        .undone  (resp_redos != 6'd0),
        .reason  (refusal)
    );

    always @(posedge clk) begin
        if (rst || accept) reason_q <= REASON_DONE;
        else if (look) reason_q <= refusal;
        else if (leaves && !trying) reason_q <= REASON_LEAVES;

        if (rst || accept) leaving_q <= 8'd0;
        else if (leaves && !trying) leaving_q[stone] <= 1'b1;

        if (rst || accept) moved_q <= 8'd0;
        else if (aim && !trying) moved_q <= facing;

        // What has been restored leaves in hand what can be restored next.
        if (clear) next_q <= NO_TILE;
        else if (lay) next_q <= op_redo && resp_redos != 6'd1 ? log_tile : NO_TILE;
        else if ((done && op_next) || lift) next_q <= tile_q;

        if (clear || lift || lay) stuck_q <= 1'b0;
        else if (done && op_next) stuck_q <= fits == 32'd0;
    end

    assign resp_reason  = reason_q;
    assign resp_leaving = leaving_q;
    assign resp_moved   = reason_q == REASON_DONE ? moved_q : 8'd0;
    assign resp_fits    = op_list ? fits : 32'd0;
    assign resp_content = op_read && filled && reason_q == REASON_DONE ? {1'b1, found} : 9'd0;
    assign resp_next    = next_q;
    assign resp_cleared = resp_placed == TILES;
    assign resp_over    = stuck_q || resp_cleared;

    // --- the verification port ---------------------------------------------------------------------------------------

    tsolitaire_port port (
        .clk     (clk),
        .rst     (rst),
        .passes  (passes && !trying),
        .rests   (rests && !trying),
        .leaves  (leaves && !trying),
        .finish  (finish),
        .op_new  (op_new),
        .op_next (op_next),
        .op_place(op_place),
        .op_list (op_list),
        .op_undo (op_undo),
        .op_read (op_read),
        .why     (reason_q),
        .by      (stone),
        .at      (at),
        .entered (enter),
        .left    (exit),
        .target  (target_q),
        .laid    (tile_q),
        .turn    (turn_q),
        .valid   (vp_valid),
        .order   (vp_order),
        .kind    (vp_kind),
        .reason  (vp_reason),
        .stone   (vp_stone),
        .where   (vp_cell),
        .enter   (vp_enter),
        .exit    (vp_exit),
        .tile    (vp_tile),
        .rotation(vp_rotation)
    );

    assign vp_state = {state, next_q, resp_placed, resp_redos, resp_over, resp_cleared, resp_used, resp_stones};

endmodule

`default_nettype wire
