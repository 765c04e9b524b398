// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Has the next player a legal turn? If not, the game is drawn.
 *
 * While the box can grow there is one: a tile beyond the first tile of an outermost row or column has one neighbour, and
 * beside that at most one more cell is entered; of the symbols, one brings no second edge of its colour there. So only
 * where the box has come to its limits, and after every turn of Connexion, is anything looked for, and only in the box:
 * cell by cell, symbol by symbol, a turn is played and taken back as if it were asked for, until one is legal. If no
 * tile is left, all that matters is whether there is an empty cell.
 *
 * The cell in hand is where the search has come to: a turn that is taken back ends at the cell where it began.
 */
`default_nettype none

module trax_seek #(
    parameter integer LOG2_SIZE = 6  // the board is a torus of 2^LOG2_SIZE x 2^LOG2_SIZE cells
) (
    input wire clk,

    input wire                   trying,     // the search has begun
    input wire                   looking,    // the cell in hand has been read:
    input wire                   occupied,
    input wire                   connected,
    input wire                   legal,      // the turn that was tried has come to its end
    input wire                   exhausted,  // no tile is left
    input wire                   curves,     // of the symbols, only these
    input wire [2*LOG2_SIZE-1:0] where,
    input wire [            1:0] symbol,
    input wire [  LOG2_SIZE-1:0] left,
    input wire [  LOG2_SIZE-1:0] right_of,
    input wire [  LOG2_SIZE-1:0] top,
    input wire [  LOG2_SIZE-1:0] below,

    output wire [2*LOG2_SIZE-1:0] next_where,   // to be tried next
    output wire [            1:0] next_symbol,
    output wire                   sought,       // there is nothing more to try
    output wire                   found,        // a legal turn
    output wire [            1:0] draw          // if the game ends without a win
);

    `include "trax_codes.vh"

    reg found_q, empty_q, barren_q;

    localparam [LOG2_SIZE-1:0] ONE = 1;

    wire [LOG2_SIZE-1:0] x = where[LOG2_SIZE-1:0];
    wire [LOG2_SIZE-1:0] y = where[2*LOG2_SIZE-1:LOG2_SIZE];
    wire [LOG2_SIZE-1:0] next_x = x + ONE;
    wire [LOG2_SIZE-1:0] next_y = y + ONE;
    wire last_column = next_x == right_of;
    wire last_row = next_y == below;
    wire again = trying && !barren_q && symbol != SYMBOL_BACKSLASH;  // another symbol on this cell

    assign next_where  = !trying ? {top, left} : again ? where : last_column ? {next_y, left} : {y, next_x};
    assign next_symbol = again ? symbol + 2'd1 : curves ? SYMBOL_SLASH : SYMBOL_PLUS;
    assign sought      = trying && ((exhausted && empty_q) || (!again && last_column && last_row));

    always @(posedge clk) begin
        if (!trying) {found_q, empty_q} <= 2'b00;
        else begin
            if (legal) found_q <= 1'b1;
            if (looking && !occupied) empty_q <= 1'b1;
        end
        if (looking) barren_q <= occupied || !connected;
    end

    assign found = found_q;
    assign draw = trying ? (found_q ? DRAW_NONE : !empty_q ? DRAW_FULL : exhausted ? DRAW_SUPPLY : DRAW_STALEMATE) :
        exhausted ? DRAW_SUPPLY : DRAW_NONE;

endmodule

`default_nettype wire
