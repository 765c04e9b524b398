// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The largest-group cascade. Two descending lists of sizes first differ at the largest size of which the players do not
 * have equally many groups. The one with more of them has the larger list: the other's continues with something smaller
 * there, or ends. In a pass the sizes come by in ascending order, so the last difference decides.
 */
`default_nettype none

module evening_cascade #(
    parameter integer GROUPS_W = 5  // bits of a number of groups
) (
    input wire clk,

    input  wire                  start,
    input  wire                  compare,  // the next size
    input  wire [2*GROUPS_W-1:0] tally,    // how many white and black groups have it
    output wire [           1:0] lead      // who has the larger list; none: they are identical
);

    `include "evening_codes.vh"

    reg [1:0] lead_q;

    wire [GROUPS_W-1:0] white, black;
    assign {white, black} = tally;

    always @(posedge clk) begin
        if (start) lead_q <= COLOUR_NONE;
        else if (compare && white != black) lead_q <= white > black ? COLOUR_WHITE : COLOUR_BLACK;
    end

    assign lead = lead_q;

endmodule

`default_nettype wire
