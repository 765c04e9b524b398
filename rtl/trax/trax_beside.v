// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * What becomes of an empty cell when one more edge enters it: forced, a trap, or neither.
 *
 * The new edge's own side is not looked at: nothing entered there before, and the memory is just being written.
 */
`default_nettype none

module trax_beside (
    input  wire [3:0] red,     // the sides where red entered before
    input  wire [3:0] white,
    input  wire [1:0] side,    // the new edge
    input  wire       is_red,
    output wire       forced,  // and was not before
    output wire       trap
);

    wire [3:0] others = ~(4'b0001 << side);
    wire [3:0] same = (is_red ? red : white) & others;
    wire [3:0] rest = (is_red ? white : red) & others;
    wire two_same = (same & (same - 4'd1)) != 0;
    wire two_rest = (rest & (rest - 4'd1)) != 0;

    assign trap   = two_same;
    assign forced = same != 0 && !two_same && !two_rest;

endmodule

`default_nettype wire
