// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The first of some stones, and where it is. Of none, stone 0.
 */
`default_nettype none

module tsolitaire_first (
    input  wire [ 7:0] among,
    input  wire [71:0] stones,
    output wire [ 2:0] stone,
    output wire [ 5:0] faces,   // its cell
    output wire [ 2:0] enters,  // its port there
    output wire [ 7:0] others
);

    reg [2:0] lowest;
    integer i;

    always @* begin
        lowest = 3'd0;
        for (i = 7; i >= 0; i = i - 1) if (among[i]) lowest = i[2:0];
    end

    assign stone = lowest;
    assign {faces, enters} = stones[{4'd0, lowest}*7'd9+:9];
    assign others = among & (among - 8'd1);

endmodule

`default_nettype wire
