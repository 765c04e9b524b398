// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Which tile a cell takes, from the sides where red and where white enters: what forced play demands, or the colouring in
 * which a symbol fits.
 *
 * A tile is the set of its red sides, north first, so the two colourings of a symbol are complements. Where two edges of
 * one colour enter, the tile needs no table: it is the red sides, or all but the white ones.
 */
`default_nettype none

module trax_match (
    input  wire [3:0] red,       // the sides where red enters
    input  wire [3:0] white,
    input  wire [1:0] symbol,
    output wire [3:0] forced,
    output wire [3:0] chosen,    // where nothing enters: red on the right
    output wire       mismatch,
    output wire       dead       // no curve fits
);

    `include "trax_codes.vh"

    // Red on the right edge.
    wire [3:0] first = symbol == SYMBOL_PLUS ? 4'b1010 : symbol == SYMBOL_SLASH ? 4'b0110 : 4'b0011;

    wire first_fits = (red & ~first) == 0 && (white & first) == 0;
    wire other_fits = (red & first) == 0 && (white & ~first) == 0;

    assign chosen = first_fits ? first : ~first;
    assign mismatch = !first_fits && !other_fits;

    // A curve has two colours on opposite sides.
    assign dead = (red & {red[1:0], red[3:2]}) != 0 || (white & {white[1:0], white[3:2]}) != 0;

    // Clearing the lowest bit of two leaves something. (Three would be a trap, which is not laid.)
    wire two_red = (red & (red - 4'd1)) != 0;

    assign forced = two_red ? red : ~white;

endmodule

`default_nettype wire
