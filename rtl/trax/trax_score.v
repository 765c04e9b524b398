// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Wins, whose move it is, who has won, or how the game was drawn.
 *
 * A loop or a line shows when its last two pieces are joined, and need not be looked for again: the box has its final
 * size before the first join of a turn. An end outside the box got there from within it, so its column alone tells that
 * it leaves eastward or westward, its row alone that it leaves up or down.
 */
`default_nettype none

module trax_score #(
    parameter integer LOG2_SIZE = 6  // the board is a torus of 2^LOG2_SIZE x 2^LOG2_SIZE cells
) (
    input wire clk,
    input wire rst,

    input wire               fouls_lose,  // the rules
    input wire               lines_win,
    input wire [LOG2_SIZE:0] shortest,

    input wire                   joins,     // a path is joined on `where`, between two own ends
    input wire                   is_red,
    input wire [2*LOG2_SIZE-1:0] where,
    input wire [2*LOG2_SIZE-1:0] a,
    input wire [2*LOG2_SIZE-1:0] b,
    input wire [  LOG2_SIZE-1:0] left_of,
    input wire [  LOG2_SIZE-1:0] right_of,
    input wire [  LOG2_SIZE-1:0] above,
    input wire [  LOG2_SIZE-1:0] below,
    input wire [  LOG2_SIZE-1:0] columns,
    input wire [  LOG2_SIZE-1:0] rows,

    input wire       forget,     // the turn's wins do not count: it was a trap
    input wire       clear,      // a new game begins
    input wire       turn_ends,
    input wire       turn_back,  // the last turn has been taken back
    input wire       foul_back,  // or only the foul that ended the game
    input wire       foul,       // the mover loses, if the rules say so
    input wire [1:0] drawn,      // how, if a turn ends without a win

    output wire [5:0] wins,
    output wire [1:0] to_move,
    output wire [1:0] winner,
    output wire       over,
    output wire       fouled,   // the game has ended by a foul
    output wire [1:0] draw
);

    `include "trax_codes.vh"

    reg [5:0] wins_q;
    reg [1:0] to_move_q, winner_q, draw_q;

    wire [LOG2_SIZE-1:0] a_x = a[LOG2_SIZE-1:0], a_y = a[2*LOG2_SIZE-1:LOG2_SIZE];
    wire [LOG2_SIZE-1:0] b_x = b[LOG2_SIZE-1:0], b_y = b[2*LOG2_SIZE-1:LOG2_SIZE];

    // Each join comes twice, once from either end, so one order of the ends is enough.
    wire loop = a == where;
    wire across = lines_win && {1'b0, columns} >= shortest && a_x == left_of && b_x == right_of;
    wire down = lines_win && {1'b0, rows} >= shortest && a_y == above && b_y == below;
    wire [2:0] made = joins ? {down, across, loop} : 3'd0;

    wire [1:0] opponent = ~to_move_q;
    wire mover_wins = to_move_q == COLOUR_WHITE ? wins_q[2:0] != 0 : wins_q[5:3] != 0;

    always @(posedge clk) begin
        if (rst || clear || forget || turn_back) wins_q <= 0;
        else wins_q <= wins_q | {made & {3{is_red}}, made & {3{!is_red}}};

        if (rst || clear || turn_back || foul_back) winner_q <= COLOUR_NONE;
        else if (foul && fouls_lose) winner_q <= opponent;
        else if (turn_ends && wins_q != 0) winner_q <= mover_wins ? to_move_q : opponent;

        if (rst || clear || turn_back) draw_q <= DRAW_NONE;
        else if (turn_ends && wins_q == 0) draw_q <= drawn;

        if (rst || clear) to_move_q <= COLOUR_WHITE;
        else if (turn_ends || turn_back) to_move_q <= opponent;
    end

    assign over    = winner_q != COLOUR_NONE || draw_q != DRAW_NONE;
    assign fouled  = winner_q != COLOUR_NONE && wins_q == 0;
    assign draw    = draw_q;
    assign wins    = wins_q;
    assign to_move = to_move_q;
    assign winner  = winner_q;

endmodule

`default_nettype wire
