// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Who may place on a cell. The board streams by, in reading order, and all six neighbours of the cell in the middle of
 * the window are in it, too.
 *
 * Each touching group counts once, by its size: a neighbour counts if none before it has the same name. Black's stones
 * count for White's right to place, White's against it.
 *
 * What goes in after the last cell is empty and as long as a row, so the window is clean when the next pass begins.
 */
`default_nettype none

module evening_window #(
    parameter integer SIDE    = 5,  // cells along each side of the board
    parameter integer COUNT_W = 6,  // bits of a cell's number
    parameter integer WORD_W  = 14  // bits of a cell: its stone, and the name and the size of its group
) (
    input wire clk,

    input  wire              start,     // a pass begins
    input  wire              shift,
    input  wire              on_board,  // what goes in is a cell of the board, not beyond its edge:
    input  wire [WORD_W-1:0] word,      // this one
    input  wire              first,     // there is no stone on the board, so White may place anywhere
    output wire              middle,    // a cell of the board was in the middle,
    output reg  [       1:0] owner      // and this player may place there, or none
);

    `include "evening_codes.vh"

    localparam integer ROW = 2 * SIDE;  // places in a row of the rhombus
    localparam integer BALANCE_W = COUNT_W + 1;

    reg [(2*ROW+1)*WORD_W-1:0] words_q;  // the last one that went in is the lowest
    reg [ROW:0] on_board_q;

    always @(posedge clk) begin
        if (shift) words_q <= {words_q[2*ROW*WORD_W-1:0], on_board ? word : {WORD_W{1'b0}}};
        if (start) on_board_q <= 0;
        else if (shift) on_board_q <= {on_board_q[ROW-1:0], on_board};
    end

    // Clockwise from the upper left.
    wire [6*WORD_W-1:0] neighbours = {
        words_q[(ROW+1)*WORD_W+:WORD_W],
        words_q[WORD_W+:WORD_W],
        words_q[0+:WORD_W],
        words_q[(ROW-1)*WORD_W+:WORD_W],
        words_q[(2*ROW-1)*WORD_W+:WORD_W],
        words_q[2*ROW*WORD_W+:WORD_W]
    };

    // Of each neighbour the stones that let White place, less those that let Black.
    reg [6*BALANCE_W-1:0] counts;
    reg counted;
    reg [1:0] stone;
    reg [COUNT_W-1:0] name, size;
    integer i, j;

    always @* begin
        for (i = 0; i < 6; i = i + 1) begin
            {stone, name, size} = neighbours[i*WORD_W+:WORD_W];
            counted = 1'b0;
            for (j = 0; j < i; j = j + 1)
            if (neighbours[j*WORD_W+2*COUNT_W+:2] != 0 && neighbours[j*WORD_W+COUNT_W+:COUNT_W] == name) counted = 1'b1;
            counts[i*BALANCE_W+:BALANCE_W] = 0;
            if (stone == COLOUR_BLACK && !counted) counts[i*BALANCE_W+:BALANCE_W] = {1'b0, size};
            if (stone == COLOUR_WHITE && !counted) counts[i*BALANCE_W+:BALANCE_W] = -{1'b0, size};
        end
    end

    reg [BALANCE_W-1:0] balance_q;
    reg occupied_q, middle_q;

    always @(posedge clk) begin
        balance_q <= counts[0+:BALANCE_W] + counts[BALANCE_W+:BALANCE_W] + counts[2*BALANCE_W+:BALANCE_W] +
            counts[3*BALANCE_W+:BALANCE_W] + counts[4*BALANCE_W+:BALANCE_W] + counts[5*BALANCE_W+:BALANCE_W];
        occupied_q <= words_q[(ROW+1)*WORD_W-1-:2] != 0;
        middle_q <= on_board_q[ROW] && shift && !start;
    end

    always @* begin
        if (occupied_q || (balance_q == 0 && !first)) owner = COLOUR_NONE;
        else owner = first || !balance_q[BALANCE_W-1] ? COLOUR_WHITE : COLOUR_BLACK;
    end

    assign middle = middle_q;

endmodule

`default_nettype wire
