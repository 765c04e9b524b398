// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The rules of the game in hand: what the request for it said, or after a reset those of the contest.
 */
`default_nettype none

module trax_rules #(
    parameter integer LOG2_SIZE = 6  // the board is a torus of 2^LOG2_SIZE x 2^LOG2_SIZE cells
) (
    input wire clk,
    input wire rst,

    input wire                 take,         // these are the rules from now on
    input wire                 fouls_lose,
    input wire                 lines_win,
    input wire [LOG2_SIZE-1:0] box_limit,
    input wire [LOG2_SIZE-1:0] line_length,
    input wire [LOG2_SIZE-1:0] field,
    input wire [2*LOG2_SIZE:0] tiles,
    input wire                 connexion,
    input wire                 draws,

    output reg                 fouls_lose_q,  // a refused turn loses the game
    output reg                 lines_q,       // lines win, not only loops
    output reg [  LOG2_SIZE:0] shortest_q,    // columns or rows that a line must cross
    output reg [LOG2_SIZE-1:0] limit_q,       // columns, rows that a chosen tile may not exceed; 0: none
    output reg [LOG2_SIZE-1:0] field_q,       // columns, rows of a board that does not move; 0: it has no end
    output reg [2*LOG2_SIZE:0] tiles_q,       // tiles that there are; 0: unlimited
    output reg                 connexion_q,   // curves only, no forced play, lines from side to side of the field
    output reg                 draws_q        // without a legal turn a game is drawn
);

    localparam [LOG2_SIZE:0] USUAL = 8;  // length of a line

    always @(posedge clk) begin
        if (rst) begin
            fouls_lose_q <= 1'b1;
            lines_q <= 1'b1;
            shortest_q <= USUAL;
            limit_q <= 0;
            field_q <= 0;
            tiles_q <= 0;
            connexion_q <= 1'b0;
            draws_q <= 1'b0;
        end else if (take) begin
            fouls_lose_q <= fouls_lose;
            lines_q <= lines_win;
            shortest_q <= line_length == 0 ? USUAL : {1'b0, line_length};
            limit_q <= box_limit;
            field_q <= field;
            tiles_q <= tiles;
            connexion_q <= connexion;
            draws_q <= draws;
        end
    end

endmodule

`default_nettype wire
