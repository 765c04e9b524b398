// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The board: for each cell its tile and its entries; the tile in hand, on the cell `where`; and what its edges do to the
 * cells around it. One step per cycle, as the control says. Other modules judge from its outputs whether a tile may lie
 * there.
 */
`default_nettype none

module trax_board #(
    parameter integer LOG2_SIZE = 6  // the board is a torus of 2^LOG2_SIZE x 2^LOG2_SIZE cells
) (
    input wire clk,
    input wire rst,

    input wire                   accept,    // a new operation, or a turn to be tried
    input wire                   sweep,     // empty `where`
    input wire                   match,     // `where` has been read: keep what is there
    input wire                   on_board,  // the tile in hand lies there already
    input wire                   asked,     // it is the request's, not a forced one
    input wire [            1:0] symbol,
    input wire                   lay,       // lay it
    input wire                   lift,      // lift it
    input wire                   slot,      // then join, or part, the paths that meet on `side`
    input wire [            1:0] side,
    input wire                   lifting,
    input wire [2*LOG2_SIZE-1:0] where,
    input wire                   forcing,   // there is forced play

    output wire       occupied,   // while matching: a tile lies there
    output wire       connected,  // something enters there
    output wire       mismatch,   // the symbol does not fit
    output wire       dead,       // nor does a curve
    output wire [3:0] tile,       // the tile in hand
    output reg  [3:0] tile_q,     // later
    output wire [7:0] entries,    // what enters there, two bits a side

    output wire                   is_red,        // in a slot: the colour on `side`
    output wire [2*LOG2_SIZE-1:0] own_cell,      // the ends of the path that leaves there
    output wire [2*LOG2_SIZE-1:0] partner_cell,
    output wire                   push,          // one cycle later: `beside` is forced, and was not before
    output wire                   trap,          // or it is a trap
    output wire                   trapped,       // there has been a trap in this operation
    output wire [2*LOG2_SIZE-1:0] beside
);

    reg [2*LOG2_SIZE-1:0] beside_q;

    localparam integer ADDRESS = 2 * LOG2_SIZE;

    wire [3:0] red, white, found, chosen_tile, forced_tile;
    wire entered;

    trax_match fitting (
        .red     (red),
        .white   (white),
        .symbol  (symbol),
        .forced  (forced_tile),
        .chosen  (chosen_tile),
        .mismatch(mismatch),
        .dead    (dead)
    );

    assign occupied = found[2:0] != 0;  // two sides of a tile are red, so three of the four tell
    assign tile = on_board ? found : asked ? chosen_tile : forced_tile;

    always @(posedge clk) begin
        if (rst) tile_q <= 0;
        else if (match) tile_q <= tile;
    end

    // The side that the path on `side` leads to: of the tile's sides of its colour, the other.
    wire [3:0] same = is_red ? tile_q : ~tile_q;
    wire [1:0] partner = same[side+2'd1] ? side + 2'd1 : same[side+2'd2] ? side + 2'd2 : side + 2'd3;

    trax_ends #(
        .LOG2_SIZE(LOG2_SIZE)
    ) ends (
        .clk         (clk),
        .rst         (rst),
        .clear       (sweep),
        .capture     (match),
        .slot        (slot),
        .side        (side),
        .partner     (partner),
        .is_red      (is_red),
        .lifting     (lifting),
        .where       (where),
        .red         (red),
        .white       (white),
        .entries     (entries),
        .entered     (entered),
        .own_cell    (own_cell),
        .partner_cell(partner_cell)
    );

    ram_1r1w #(
        .WIDTH     (4),
        .LOG2_DEPTH(ADDRESS)
    ) tiles (
        .clk  (clk),
        .we   (sweep || lay || lift),
        .waddr(where),
        .wdata(lifting || sweep ? 4'd0 : tile),
        .raddr(where),
        .rdata(found)
    );

    // An edge that is opened leads to an empty cell. What becomes of it shows one cycle later, when it has been read.
    reg opened_q, opened_red_q, trap_q;
    reg [1:0] opened_side_q;
    wire forces, traps;

    always @(posedge clk) begin
        opened_q      <= !rst && slot && !lifting && !entered;
        opened_red_q  <= is_red;
        opened_side_q <= side ^ 2'd2;
        beside_q      <= own_cell;
        trap_q        <= !accept && trapped;
    end

    trax_beside neighbour (
        .red   (red),
        .white (white),
        .side  (opened_side_q),
        .is_red(opened_red_q),
        .forced(forces),
        .trap  (traps)
    );

    assign is_red    = tile_q[side];
    assign push      = opened_q && forces && forcing;
    assign trap      = opened_q && traps && forcing;
    assign trapped   = trap || trap_q;
    assign connected = (red | white) != 0;
    assign beside    = beside_q;

endmodule

`default_nettype wire
