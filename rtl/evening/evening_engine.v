// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * A rules engine for Evening. docs/reference/evening-engine.md has its ports, its operations and their cycles. The codes
 * in their fields are in evening_codes.vh.
 *
 * Everything that follows from a stone is worked out while the board streams by once (a pass): each cell gets the name
 * and size of its new group (evening_join), each size its number of groups, from which the verdict follows
 * (evening_cascade), and each cell the player who may place there (evening_window). What streams by is read from one
 * page of the memory and written to another (evening_pages), so that a stone is taken back by turning the page.
 */
`default_nettype none

module evening_engine #(
    parameter integer SIDE    = 5,                          // cells along each side of the board; 2 to 6
    // These follow from it.
    parameter integer CELLS   = 3 * SIDE * (SIDE - 1) + 1,
    parameter integer COUNT_W = $clog2(CELLS + 1)           // bits of a cell's number, and of a number of stones
) (
    input wire clk,
    input wire rst,

    input  wire               req_valid,
    output wire               req_ready,
    input  wire [        2:0] req_op,
    input  wire               req_black,    // whose stone, or who declines
    input  wire [COUNT_W-1:0] req_cell,     // or a size
    input  wire               req_rule,     // new game: Odd-Even
    input  wire               req_protocol, // new game: free

    output wire               resp_valid,
    input  wire               resp_ready,
    output wire [        3:0] resp_reason,        // why it was refused
    output wire [        1:0] resp_stone,         // read
    output wire [COUNT_W-1:0] resp_size,          // read: of its group
    output wire [COUNT_W-1:0] resp_white_groups,  // lists: of that size
    output wire [COUNT_W-1:0] resp_black_groups,
    output wire [COUNT_W-1:0] resp_white_stones,
    output wire [COUNT_W-1:0] resp_black_stones,
    output wire [  CELLS-1:0] resp_white_cells,   // where White may place
    output wire [  CELLS-1:0] resp_black_cells,
    output wire [        1:0] resp_loser,
    output wire               resp_identical,
    output wire               resp_over,
    output wire [        1:0] resp_winner,
    output wire [        1:0] resp_declined,

    output wire                          vp_valid,
    output wire [                  31:0] vp_order,
    output wire [                   3:0] vp_kind,
    output wire [                   3:0] vp_reason,
    output wire [           COUNT_W-1:0] vp_cell,
    output wire [                   1:0] vp_colour,
    output wire [           COUNT_W-1:0] vp_size,
    output wire [2*CELLS+2*COUNT_W+11:0] vp_state
);

    if (SIDE < 2 || SIDE > 6) begin : g_check
        SIDE_must_be_2_to_6 stop ();
    end

    `include "evening_codes.vh"

    localparam [COUNT_W-1:0] ONE = 1;

    // No two groups of a player touch, so there are at most SIDE * (SIDE - 1) + 1 of them: single stones.
    localparam integer GROUPS_W = $clog2(SIDE * (SIDE - 1) + 2);

    // --- the sequence ------------------------------------------------------------------------------------------------

    wire accept, look, match, judge, named, pass, clearing, starts, finish;
    wire [2:0] op, direction;
    wire [3:0] state, refusal;
    wire last;

    reg [COUNT_W-1:0] cell_q;
    reg [1:0] colour_q;
    reg [3:0] reason_q;

    wire retracts = op == OP_TAKE_BACK && resp_declined != 0;

    evening_control control (
        .clk       (clk),
        .rst       (rst),
        .req_valid (req_valid),
        .req_ready (req_ready),
        .req_op    (req_op),
        .resp_valid(resp_valid),
        .resp_ready(resp_ready),
        .refused   (refusal != REASON_DONE),
        .retracts  (retracts),
        .last      (last),
        .accept    (accept),
        .look      (look),
        .match     (match),
        .direction (direction),
        .judge     (judge),
        .named     (named),
        .pass      (pass),
        .clearing  (clearing),
        .starts    (starts),
        .finish    (finish),
        .op        (op),
        .state     (state)
    );

    wire placing = op == OP_PLACE || op == OP_LOAD;
    wire lifting = op == OP_TAKE_BACK && !retracts;
    wire done = finish && reason_q == REASON_DONE;
    wire add = match && placing && refusal == REASON_DONE;
    wire remove = match && lifting && refusal == REASON_DONE;

    always @(posedge clk) begin
        if (rst) {cell_q, colour_q} <= 0;
        else if (accept) {cell_q, colour_q} <= {req_cell, req_black ? COLOUR_BLACK : COLOUR_WHITE};
    end

    // --- the board ---------------------------------------------------------------------------------------------------

    wire [COUNT_W-1:0] asked = op == OP_LISTS ? cell_q - ONE : cell_q;
    wire [COUNT_W-1:0] size, new_size, last_cell, judged;
    wire [2*GROUPS_W-1:0] tally;
    wire [1:0] stone, last_colour, declined_then, owner, cell_owner, lead;
    wire found, middle, change, untouched;
    wire first = resp_white_stones == 0 && resp_black_stones == 0;

    evening_board #(
        .SIDE    (SIDE),
        .COUNT_W (COUNT_W),
        .GROUPS_W(GROUPS_W)
    ) board (
        .clk          (clk),
        .rst          (rst),
        .look         (look),
        .match        (match),
        .direction    (direction),
        .judge        (judge),
        .starts       (starts),
        .pass         (pass),
        .clearing     (clearing),
        .placing      (placing),
        .loading      (op == OP_LOAD),
        .lifting      (lifting),
        .turn         (done && (placing || lifting || op == OP_NEW)),
        .cell_number  (cell_q),
        .asked        (asked),
        .colour       (colour_q),
        .declined     (resp_declined),
        .first        (first),
        .stone        (stone),
        .size         (size),
        .tally        (tally),
        .found        (found),
        .new_size     (new_size),
        .lead         (lead),
        .middle       (middle),
        .owner        (owner),
        .untouched    (untouched),
        .last_cell    (last_cell),
        .last_colour  (last_colour),
        .declined_then(declined_then)
    );

    evening_owners #(
        .CELLS  (CELLS),
        .COUNT_W(COUNT_W)
    ) owners (
        .clk        (clk),
        .begin_game (rst || (done && op == OP_NEW)),
        .start      (starts),
        .middle     (pass && middle),
        .owner      (owner),
        .judge      (!clearing),
        .change     (change),
        .number     (judged),
        .last       (last),
        .cell_number(cell_q),
        .cell_owner (cell_owner),
        .white_cells(resp_white_cells),
        .black_cells(resp_black_cells)
    );

    // --- verdicts ----------------------------------------------------------------------------------------------------

    wire [1:0] has_the_move, last_declined, leader;
    wire [1:0] colour = lifting ? last_colour : retracts ? last_declined : colour_q;

    evening_referee referee (
        .op          (op),
        .colour      (colour_q),
        .over        (resp_over),
        .out_of_range(asked >= CELLS[COUNT_W-1:0]),
        .occupied    (stone != COLOUR_NONE),
        .first       (first),
        .has_the_move((has_the_move & colour_q) != 0),
        .declined    ((resp_declined & colour_q) != 0),
        .owner       (cell_owner),
        .untouched   (untouched && resp_declined == 0),
        .reason      (refusal)
    );

    always @(posedge clk) begin
        if (rst) reason_q <= REASON_DONE;
        else if (match) reason_q <= refusal;
    end

    evening_score #(
        .COUNT_W(COUNT_W)
    ) score (
        .clk          (clk),
        .rst          (rst),
        .new_rules    (accept && req_op == OP_NEW),
        .odd_even     (req_rule),
        .free         (req_protocol),
        .add          (add),
        .remove       (remove),
        .colour       (colour),
        .begin_game   (done && op == OP_NEW),
        .judge        (done && (placing || lifting)),
        .declined_then(lifting ? declined_then : 2'b00),
        .decline      (done && op == OP_DECLINE),
        .retract      (done && retracts),
        .lead         (lead),
        .can_place    ({resp_black_cells != 0, resp_white_cells != 0}),
        .white_stones (resp_white_stones),
        .black_stones (resp_black_stones),
        .has_the_move (has_the_move),
        .declined     (resp_declined),
        .last_declined(last_declined),
        .loser        (resp_loser),
        .identical    (resp_identical),
        .over         (resp_over),
        .winner       (resp_winner),
        .leader       (leader)
    );

    // --- what has been read ------------------------------------------------------------------------------------------

    reg [1:0] stone_q;
    reg [COUNT_W-1:0] size_q;
    reg [2*GROUPS_W-1:0] tally_q;
    wire reads = op == OP_READ && refusal == REASON_DONE;
    wire lists = op == OP_LISTS && refusal == REASON_DONE;

    always @(posedge clk) begin
        if (rst) {stone_q, size_q, tally_q} <= 0;
        else if (match) begin
            {stone_q, size_q} <= reads ? {stone, size} : 0;
            tally_q <= lists ? tally : 0;
        end
    end

    assign resp_reason = reason_q;
    assign resp_stone = stone_q;
    assign resp_size = size_q;
    assign resp_white_groups = {{COUNT_W - GROUPS_W{1'b0}}, tally_q[GROUPS_W+:GROUPS_W]};
    assign resp_black_groups = {{COUNT_W - GROUPS_W{1'b0}}, tally_q[GROUPS_W-1:0]};

    // --- the verification port ---------------------------------------------------------------------------------------

    evening_port #(
        .COUNT_W(COUNT_W)
    ) port (
        .clk        (clk),
        .rst        (rst),
        .add        (add),
        .remove     (remove),
        .found      (found),
        .named      (named),
        .change     (change),
        .finish     (finish),
        .op         (op),
        .reason     (reason_q),
        .retract    (retracts),
        .cell_number(remove ? last_cell : cell_q),
        .colour     (colour),
        .group_size (size),
        .new_size   (new_size),
        .number     (judged),
        .owner      (owner),
        .leader     (leader),
        .valid      (vp_valid),
        .order      (vp_order),
        .kind       (vp_kind),
        .why        (vp_reason),
        .where      (vp_cell),
        .who        (vp_colour),
        .size       (vp_size)
    );

    assign vp_state = {
        state,
        resp_white_stones,
        resp_black_stones,
        resp_white_cells,
        resp_black_cells,
        resp_loser,
        resp_identical,
        resp_over,
        resp_winner,
        resp_declined
    };

endmodule

`default_nettype wire
