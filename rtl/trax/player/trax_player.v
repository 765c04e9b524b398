// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The contest player between its serial line and the engine: takes the host's lines, and answers.
 * docs/reference/player.md; goldenrules.trax.player does the same, line by line.
 *
 * The game is on the engine's board and nowhere else: an opponent's move is legal if the engine plays it, and the player
 * not to move after a turn has made it. So only what may happen next is kept here.
 *
 * A line is taken whenever the engine is not busy with a move of the game; during a search, between two of its
 * requests. An answer that is being sent never keeps a line waiting.
 */
`default_nettype none

module trax_player #(
    parameter integer LOG2_SIZE = 6,  // of the engine
    parameter integer DEPTH     = 1   // of the search: 1 own turns, 2 the replies too
) (
    input wire clk,
    input wire rst,

    input  wire               line_valid,
    output wire               line_ready,
    input  wire [        2:0] line_kind,    // move, -T, -W, -B, unreadable
    input  wire [LOG2_SIZE:0] line_column,  // as written: 0 is left of the box, above it
    input  wire [LOG2_SIZE:0] line_row,
    input  wire [        1:0] line_symbol,

    output wire                 say_valid,
    input  wire                 say_ready,
    output wire                 say_kind,    // 0 move, 1 identity
    output wire [LOG2_SIZE-1:0] say_column,
    output wire [LOG2_SIZE-1:0] say_row,
    output wire [          1:0] say_symbol,

    output wire                 req_valid,
    input  wire                 req_ready,
    output wire [          1:0] req_op,
    output wire [LOG2_SIZE-1:0] req_x,
    output wire [LOG2_SIZE-1:0] req_y,
    output wire [          1:0] req_symbol,
    output wire                 req_fouls_lose,
    output wire                 req_lines,
    output wire [LOG2_SIZE-1:0] req_box_limit,

    input  wire                 resp_valid,
    output wire                 resp_ready,
    input  wire [          3:0] resp_reason,
    input  wire [          1:0] resp_winner,
    input  wire                 resp_over,
    input  wire [          1:0] resp_to_move,
    input  wire [2*LOG2_SIZE:0] resp_placed,
    input  wire [          3:0] resp_tile,
    input  wire [          7:0] resp_entries,
    input  wire [2*LOG2_SIZE:0] resp_count,
    input  wire [LOG2_SIZE-1:0] resp_left,
    input  wire [LOG2_SIZE-1:0] resp_top,
    input  wire [LOG2_SIZE-1:0] resp_columns,
    input  wire [LOG2_SIZE-1:0] resp_rows,

    output wire thinking,    // a move is owed
    output wire foul,        // the opponent has broken the rules in this game
    output wire unreadable,  // a line of this game was none
    output wire over,        // somebody has won, or there is no turn left to play
    output wire won          // the player has
);

    reg say_valid_q, say_kind_q, foul_q, unreadable_q, over_q, won_q;
    reg [LOG2_SIZE-1:0] say_column_q, say_row_q;
    reg [1:0] say_symbol_q;

    if (DEPTH < 1 || DEPTH > 2) begin : g_check
        DEPTH_must_be_1_or_2 stop ();
    end

    `include "trax_codes.vh"

    localparam [LOG2_SIZE-1:0] ONE = 1;

    localparam [2:0] NO_GAME = 3'd0;  // none has begun, or it has ended
    localparam [2:0] AWAIT = 3'd1;  // the opponent is to move
    localparam [2:0] BEGIN = 3'd2, CHECK = 3'd3, MAKE = 3'd4;  // on the engine: new game, their turn, one's own
    localparam [2:0] THINK = 3'd5, SAY = 3'd6;

    reg [2:0] state_q;

    // --- lines in ----------------------------------------------------------------------------------------------------

    wire answered, done, none;
    wire take = line_valid && line_ready;
    wire start = take && (line_kind == LINE_WHITE || line_kind == LINE_RED);
    wire moves = take && line_kind == LINE_MOVE;
    wire found = state_q == THINK && done;

    reg [LOG2_SIZE-1:0] columns_q, rows_q;  // of the box, as of the last answer
    reg empty_q;
    reg first_q;  // this player begins
    wire in_range = empty_q ? line_column == 0 && line_row == 0 :
        {1'b0, columns_q} + ONE >= line_column && {1'b0, rows_q} + ONE >= line_row;
    wire plausible = moves && state_q == AWAIT && in_range;

    assign line_ready = state_q == NO_GAME || state_q == AWAIT || state_q == SAY || (state_q == THINK && answered);
    assign thinking   = state_q == THINK || state_q == SAY || state_q == MAKE || (state_q == BEGIN && first_q);

    reg [LOG2_SIZE-1:0] their_column_q, their_row_q;
    reg [1:0] their_symbol_q;

    always @(posedge clk) begin
        if (plausible) {their_column_q, their_row_q} <= {line_column[LOG2_SIZE-1:0], line_row[LOG2_SIZE-1:0]};
        if (plausible) their_symbol_q <= line_symbol;
        if (start) first_q <= line_kind == LINE_WHITE;
    end

    // --- the game ----------------------------------------------------------------------------------------------------

    wire refused = resp_reason != REASON_DONE;
    wire speak;  // the move is being put out

    always @(posedge clk) begin
        if (rst) state_q <= NO_GAME;
        else if (start) state_q <= BEGIN;
        else
            case (state_q)
                AWAIT: if (plausible) state_q <= CHECK;
                BEGIN: if (answered) state_q <= first_q ? THINK : AWAIT;
                CHECK: if (answered) state_q <= refused ? AWAIT : resp_over ? NO_GAME : THINK;
                THINK: if (done) state_q <= none ? NO_GAME : SAY;
                SAY: if (speak) state_q <= MAKE;
                MAKE: if (answered) state_q <= resp_over ? NO_GAME : AWAIT;
                default: ;
            endcase

        if (rst || start) {foul_q, unreadable_q, over_q, won_q} <= 4'b0000;
        else begin
            if ((moves && !plausible) || (state_q == CHECK && answered && refused)) foul_q <= 1'b1;
            if (take && line_kind == LINE_UNREADABLE) unreadable_q <= 1'b1;
            if ((state_q == CHECK || state_q == MAKE) && answered && resp_over) begin
                over_q <= 1'b1;
                won_q  <= (resp_winner == resp_to_move) == (state_q == CHECK);
            end
            if (found && none) over_q <= 1'b1;
        end
    end

    // --- what is said ------------------------------------------------------------------------------------------------

    reg [3:0] questions_q;  // not yet answered; those before a move are answered before it
    wire free = !say_valid_q || say_ready;
    wire ask = take && line_kind == LINE_IDENTIFY;
    wire reply = free && questions_q != 0;

    assign speak = free && questions_q == 0 && state_q == SAY && !take;

    wire [LOG2_SIZE-1:0] best_column, best_row;
    wire [1:0] best_symbol;

    always @(posedge clk) begin
        if (rst) questions_q <= 0;
        else if (ask && !reply && questions_q != 4'd15) questions_q <= questions_q + 4'd1;
        else if (reply && !ask) questions_q <= questions_q - 4'd1;

        if (rst) say_valid_q <= 1'b0;
        else if (free) say_valid_q <= reply || speak;
        if (free) {say_kind_q, say_column_q, say_row_q, say_symbol_q} <= {reply, best_column, best_row, best_symbol};
    end

    // --- the engine --------------------------------------------------------------------------------------------------

    wire searching = state_q == THINK;
    wire [LOG2_SIZE-1:0] seek_column, seek_row;
    wire [1:0] seek_op, seek_symbol;

    reg asked_q;  // and not yet answered
    reg [LOG2_SIZE-1:0] left_q, top_q;

    always @(posedge clk) begin
        if (rst) asked_q <= 1'b0;
        else asked_q <= (req_valid && req_ready) || (asked_q && !answered);
        if (answered) begin
            {left_q, top_q, columns_q, rows_q} <= {resp_left, resp_top, resp_columns, resp_rows};
            empty_q <= resp_count == 0;
        end
    end

    reg [LOG2_SIZE-1:0] column, row;
    reg [1:0] symbol;

    always @* begin
        case (state_q)
            THINK:   {column, row, symbol} = {seek_column, seek_row, seek_symbol};
            CHECK:   {column, row, symbol} = {their_column_q, their_row_q, their_symbol_q};
            default: {column, row, symbol} = {best_column, best_row, best_symbol};
        endcase
    end

    assign req_valid = !asked_q && (searching || state_q == BEGIN || state_q == CHECK || state_q == MAKE);
    assign req_op = searching ? seek_op : state_q == BEGIN ? OP_NEW : OP_PLAY;
    assign req_x = left_q + column - ONE;
    assign req_y = top_q + row - ONE;
    assign req_symbol = symbol;
    assign {req_fouls_lose, req_lines, req_box_limit} = {1'b0, 1'b1, {LOG2_SIZE{1'b0}}};
    assign resp_ready = asked_q;
    assign answered = resp_valid && asked_q;

    wire board_empty = resp_count == 0;
    wire [LOG2_SIZE-1:0] last_column = board_empty ? 0 : resp_columns + ONE;
    wire [LOG2_SIZE-1:0] last_row = board_empty ? 0 : resp_rows + ONE;

    trax_search #(
        .LOG2_SIZE(LOG2_SIZE),
        .DEPTH(DEPTH)
    ) search (
        .clk        (clk),
        .run        (searching),
        .done       (done),
        .none       (none),
        .op         (seek_op),
        .column     (seek_column),
        .row        (seek_row),
        .symbol     (seek_symbol),
        .answered   (answered),
        .refused    (refused),
        .winner     (resp_winner),
        .over       (resp_over),
        .to_move    (resp_to_move),
        .placed     (resp_placed),
        .playable   (resp_tile == 0 && (resp_entries != 0 || board_empty)),
        .last_column(last_column),
        .last_row   (last_row),
        .best_column(best_column),
        .best_row   (best_row),
        .best_symbol(best_symbol)
    );

    assign say_valid  = say_valid_q;
    assign say_kind   = say_kind_q;
    assign say_column = say_column_q;
    assign say_row    = say_row_q;
    assign say_symbol = say_symbol_q;
    assign foul       = foul_q;
    assign unreadable = unreadable_q;
    assign over       = over_q;
    assign won        = won_q;

endmodule

`default_nettype wire
