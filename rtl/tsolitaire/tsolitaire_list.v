// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Which cells are left to be tried, and what has come of the others.
 *
 * A tile may only lie where a stone faces, so the answer has room for all there is: eight stones, four rotations. Stones
 * that face the same cell are tried together.
 */
`default_nettype none

module tsolitaire_list (
    input wire        clk,
    input wire        rst,
    input wire        start,   // nothing has been tried
    input wire        tried,   // the cell has been tried in every rotation
    input wire        fits,    // the tile fits there as it is turned now
    input wire [ 7:0] facing,  // the stones that face the cell
    input wire [ 1:0] turn,
    input wire [71:0] stones,

    output wire        untried,    // a cell is left
    output wire [ 5:0] candidate,  // the first of them
    output wire [31:0] rotations   // in which the tile fits, for each stone's cell: stone 7 in the highest bits
);

    reg [7:0] untried_q;
    wire [2:0] unused_stone, unused_port;
    wire [7:0] unused_others;

    tsolitaire_first next_cell (
        .among (untried_q),
        .stones(stones),
        .stone (unused_stone),
        .faces (candidate),
        .enters(unused_port),
        .others(unused_others)
    );

    always @(posedge clk) begin
        if (rst || start) untried_q <= 8'hFF;
        else if (tried) untried_q <= untried_q & ~facing;
    end

    assign untried = untried_q != 8'd0;

    genvar i;
    for (i = 0; i < 8; i = i + 1) begin : g_stone
        reg [3:0] rotations_q;

        always @(posedge clk) begin
            if (rst || start) rotations_q <= 4'd0;
            else if (fits && facing[i]) rotations_q[turn] <= 1'b1;
        end

        assign rotations[4*i+:4] = rotations_q;
    end

endmodule

`default_nettype wire
