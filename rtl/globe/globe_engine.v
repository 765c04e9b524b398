// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * A rules engine for the Globe, or watermelon chess: new game, load, move, pass, take back, list, read.
 * docs/reference/globe-engine.md has its ports, its operations and their cycles. The codes in their fields are in
 * globe_codes.vh, the lines of the board in globe_lines.vh.
 *
 * A set of points is 21 bits. What all rules ask is which points lie beside those of a set: `beside`. Captures are a
 * region that grows (globe_capture); repetition is every earlier position compared, a row of them a cycle (globe_history).
 */
`default_nettype none

module globe_engine #(
    parameter integer HISTORY = 1024,  // plies without a capture, by which a game is drawn; 2 to 4096
    parameter integer INDEX_W = $clog2(7 * HISTORY + 1)  // bits of a number of plies: it follows, leave it
) (
    input wire clk,
    input wire rst,

    input  wire               req_valid,
    output wire               req_ready,
    input  wire [        2:0] req_op,       // new game, load, move, pass, take back, list, read
    input  wire [        1:0] req_option,   // new: which pieces are captured
    input  wire               req_to_move,  // load: North, South
    input  wire [        4:0] req_from,     // move, list: a point
    input  wire [        4:0] req_to,       // move
    input  wire [       41:0] req_board,    // load: the points of North's pieces, those of South's
    input  wire [INDEX_W-1:0] req_back,     // read: this many plies back

    output wire               resp_valid,
    input  wire               resp_ready,
    output wire [        3:0] resp_reason,      // why it was refused
    output wire [       20:0] resp_points,      // captured, put back by a take back, where a piece may go
    output wire [       41:0] resp_board,       // read: as it was then
    output wire [        2:0] resp_norths,      // pieces
    output wire [        2:0] resp_souths,
    output wire               resp_to_move,
    output wire               resp_must_pass,
    output wire [        1:0] resp_option,
    output wire [        1:0] resp_occurrence,  // of this position; 0: the game is won
    output wire [        2:0] resp_result,      // none, North has won, South has won, repetition, length
    output wire [INDEX_W-1:0] resp_plies,       // since the game began
    output wire [INDEX_W-1:0] resp_quiet,       // since the last capture

    output wire                  vp_valid,
    output wire [          31:0] vp_order,
    output wire [           3:0] vp_kind,
    output wire [           3:0] vp_reason,
    output wire [          20:0] vp_points,
    output wire [2*INDEX_W+53:0] vp_state
);

    if (HISTORY < 2 || HISTORY > 4096) begin : g_check
        HISTORY_must_be_2_to_4096 stop ();
    end
    if (INDEX_W != $clog2(7 * HISTORY + 1)) begin : g_check_width
        INDEX_W_follows_from_HISTORY stop ();
    end

    `include "globe_codes.vh"
    `include "globe_lines.vh"

    // --- the sequence ------------------------------------------------------------------------------------------------

    wire accept, look, step, seed, free, group, spread, recall, scan, finish;
    wire op_new, op_load, op_move, op_pass, op_take, op_list, op_read;
    wire [3:0] state, refusal;
    wire grows, captives, last_row;
    reg [3:0] reason_q;
    reg [1:0] option_q;

    globe_control control (
        .clk       (clk),
        .rst       (rst),
        .req_valid (req_valid),
        .req_ready (req_ready),
        .req_op    (req_op),
        .resp_valid(resp_valid),
        .resp_ready(resp_ready),
        .refused   (refusal != REASON_DONE),
        .in_groups (option_q == CAPTURE_GROUP),
        .grows     (grows),
        .captives  (captives),
        .no_history(resp_quiet == 0),
        .last_row  (last_row),
        .accept    (accept),
        .look      (look),
        .step      (step),
        .seed      (seed),
        .free      (free),
        .group     (group),
        .spread    (spread),
        .recall    (recall),
        .scan      (scan),
        .finish    (finish),
        .op_new    (op_new),
        .op_load   (op_load),
        .op_move   (op_move),
        .op_pass   (op_pass),
        .op_take   (op_take),
        .op_list   (op_list),
        .op_read   (op_read),
        .state     (state)
    );

    wire done = finish && reason_q == REASON_DONE;
    wire begins = rst || (done && (op_new || op_load));
    wire captures = spread && !grows;
    wire gives_back = recall && op_take;

    // --- the request -------------------------------------------------------------------------------------------------

    reg [1:0] asked_option_q;
    reg asked_to_move_q;
    reg [4:0] from_q, to_q;
    reg [41:0] load_q;
    reg [INDEX_W-1:0] back_q;

    always @(posedge clk) begin
        if (accept) begin
            asked_option_q <= req_option;
            asked_to_move_q <= req_to_move;
            from_q <= req_from;
            to_q <= req_to;
            load_q <= req_board;
            back_q <= req_op == OP_READ ? req_back : 1;
        end
        if (rst) reason_q <= REASON_DONE;
        else if (look) reason_q <= refusal;
    end

    // --- the board ---------------------------------------------------------------------------------------------------

    reg [20:0] north_q, south_q;
    reg south_to_move_q;

    wire [20:0] own = south_to_move_q ? south_q : north_q;
    wire [20:0] enemy = south_to_move_q ? north_q : south_q;
    wire [20:0] empty = ~(north_q | south_q);
    wire [20:0] open = beside(empty);
    wire [20:0] from = 21'd1 << from_q;
    wire [20:0] to = 21'd1 << to_q;
    wire [20:0] from_there = beside(from);
    wire [20:0] region;
    wire [41:0] recalled;
    wire [20:0] recalled_own = south_to_move_q ? recalled[20:0] : recalled[41:21];

    always @(posedge clk) begin
        if (rst || (done && op_new)) {north_q, south_q} <= START;
        else if (done && op_load) {north_q, south_q} <= load_q;
        else if (gives_back) {north_q, south_q} <= recalled;
        else if (step && op_move) begin
            if (south_to_move_q) south_q <= south_q ^ from ^ to;
            else north_q <= north_q ^ from ^ to;
        end else if (captures) begin  // what is captured is the enemy's
            north_q <= north_q & ~region;
            south_q <= south_q & ~region;
        end
    end

    globe_capture capture (
        .clk     (clk),
        .clear   (accept),
        .seed    (seed),
        .free    (free),
        .group   (group),
        .spread  (spread),
        .option  (option_q),
        .own     (own),
        .enemy   (enemy),
        .open    (open),
        .emptied (empty & ~from | to),
        .grows   (grows),
        .captives(captives),
        .region  (region)
    );

    reg [20:0] captured_q;  // by this move, or put back by this take back

    always @(posedge clk) begin
        if (rst || accept) captured_q <= 21'd0;
        else if (captures) captured_q <= captured_q | region;
        else if (gives_back) captured_q <= recalled_own & ~own;
    end

    // --- may it be? --------------------------------------------------------------------------------------------------

    reg [2:0] result_q;
    wire over = result_q != RESULT_NONE;
    wire no_past = back_q > resp_plies;

    globe_referee referee (
        .op_new      (op_new),
        .op_load     (op_load),
        .op_move     (op_move),
        .op_pass     (op_pass),
        .op_take     (op_take),
        .op_list     (op_list),
        .op_read     (op_read),
        .game_over   (over),
        .no_option   (asked_option_q == CAPTURE_NONE),
        .load        (load_q),
        .no_point    (from == 0 || (op_move && to == 0)),
        .not_yours   ((from & own) == 0),
        .no_line     ((from_there & to) == 0),
        .occupied    ((to & empty) == 0),
        .move_at_hand((own & open) != 0),
        .no_past     (no_past),
        .reason      (refusal)
    );

    // --- the game ----------------------------------------------------------------------------------------------------

    wire [1:0] found;
    reg [1:0] occurrence_q;
    wire won = count(enemy) <= 3'd2;
    wire [1:0] occurrence = won ? 2'd0 : found + 2'd1;

    always @(posedge clk) begin
        if (rst) option_q <= CAPTURE_GROUP;
        else if (done && op_new) option_q <= asked_option_q;

        if (begins) south_to_move_q <= !rst && op_load && asked_to_move_q;
        else if (done && (op_move || op_pass || op_take)) south_to_move_q <= !south_to_move_q;

        if (begins) occurrence_q <= 2'd1;
        else if (done && (op_move || op_pass || op_take)) occurrence_q <= occurrence;

        if (begins || (done && op_take)) result_q <= RESULT_NONE;
        else if (done && (op_move || op_pass)) begin
            if (won) result_q <= south_to_move_q ? RESULT_SOUTH : RESULT_NORTH;
            else if (occurrence == 2'd3) result_q <= RESULT_REPETITION;
            else if (resp_quiet == HISTORY[INDEX_W-1:0]) result_q <= RESULT_LENGTH;
        end
    end

    globe_history #(
        .HISTORY(HISTORY),
        .INDEX_W(INDEX_W)
    ) history (
        .clk     (clk),
        .clear   (begins),
        .push    (step),
        .captured(captures),
        .pop     (gives_back),
        .start   (group),
        .scan    (scan),
        .board   ({north_q, south_q}),
        .back    (back_q),
        .recalled(recalled),
        .last_row(last_row),
        .found   (found),
        .plies   (resp_plies),
        .quiet   (resp_quiet)
    );

    // --- the answer --------------------------------------------------------------------------------------------------

    wire [20:0] targets = !over && (from & own) != 0 ? from_there & empty : 21'd0;
    wire past = resp_valid && op_read && back_q != 0 && !no_past;

    assign resp_reason     = reason_q;
    assign resp_points     = op_list ? targets : captured_q;
    assign resp_board      = past ? recalled : {north_q, south_q};
    assign resp_norths     = count(north_q);
    assign resp_souths     = count(south_q);
    assign resp_to_move    = south_to_move_q;
    assign resp_must_pass  = !over && (own & open) == 0;
    assign resp_option     = option_q;
    assign resp_occurrence = occurrence_q;
    assign resp_result     = result_q;

    function [2:0] count(input [20:0] points);  // no more than seven
        integer at;
        begin
            count = 3'd0;
            for (at = 0; at < 21; at = at + 1) count = count + {2'd0, points[at]};
        end
    endfunction

    // --- the verification port ---------------------------------------------------------------------------------------

    globe_port port (
        .clk      (clk),
        .rst      (rst),
        .step     (step),
        .op_pass  (op_pass),
        .capture  (captures),
        .give_back(gives_back),
        .finish   (finish),
        .op_new   (op_new),
        .op_load  (op_load),
        .op_take  (op_take),
        .looks_on (op_list || op_read),
        .reason   (reason_q),
        .stepping (from | to),
        .region   (region),
        .returned (recalled[41:21] ^ north_q | recalled[20:0] ^ south_q),
        .valid    (vp_valid),
        .order    (vp_order),
        .kind     (vp_kind),
        .why      (vp_reason),
        .points   (vp_points)
    );

    assign vp_state = {state, resp_plies, resp_quiet, north_q, south_q, resp_to_move, option_q, occurrence_q, result_q};

endmodule

`default_nettype wire
