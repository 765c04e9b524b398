// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The way through one tile, and into the cell beyond it.
 *
 * Ports are numbered clockwise, two a side, so a quarter turn of the tile adds 2 to both ends of each path. And the port
 * across an edge is the same number with its first and last bit turned over, on all four sides.
 */
`default_nettype none

module tsolitaire_path (
    input  wire [5:0] tile,    // its number
    input  wire [1:0] turn,    // in quarter turns clockwise
    input  wire [5:0] at,      // the cell in which it lies
    input  wire [2:0] enter,   // the port by which a stone comes in
    output wire [2:0] exit,    // the port by which it goes out
    output wire       off,     // that is the edge of the board
    output wire [5:0] beyond,  // else: the cell that it then faces
    output wire [2:0] facing   // and the port there
);

    `include "tsolitaire_tiles.vh"

    wire [23:0] joined = joined_by(tile);
    wire [ 2:0] unturned = enter - {turn, 1'b0};

    assign exit   = joined[{2'd0, unturned}*5'd3+:3] + {turn, 1'b0};
    assign facing = exit ^ 3'b101;

    localparam [1:0] TOP = 2'd0, RIGHT = 2'd1, BOTTOM = 2'd2;

    reg [5:0] step;
    reg edge_of_board;

    // A bit for each cell, six a row.
    wire [63:0] rightmost = {28'd0, {6{6'b100000}}};
    wire [63:0] leftmost = {28'd0, {6{6'b000001}}};

    always @* begin
        case (exit[2:1])
            TOP: step = -6'd6;
            RIGHT: step = 6'd1;
            BOTTOM: step = 6'd6;
            default: step = -6'd1;
        endcase
        case (exit[2:1])
            TOP: edge_of_board = at < 6'd6;
            RIGHT: edge_of_board = rightmost[at];
            BOTTOM: edge_of_board = at >= 6'd30;
            default: edge_of_board = leftmost[at];
        endcase
    end

    assign off    = edge_of_board;
    assign beyond = at + step;

endmodule

`default_nettype wire
