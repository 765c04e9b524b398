// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The board as its open edges. For each cell and side a memory keeps what enters the cell from that side: nothing, or a
 * colour and the far end of the path that arrives there, itself an open edge.
 *
 * A tile has an *own end* on each side: the far end of the path that enters there, or, where none does, the edge that it
 * opens to the neighbour. To lay the tile is, for each side, to write at its own end there its own end on the side that
 * the path leads to. One rule for both: an entry is created or its far end renewed. A path that meets its own end is a
 * loop, and the write changes nothing.
 *
 * The entries under a tile stay as they were, as links do that are to be restored. So to lift the tile is to write at
 * the same own ends what they were: this cell, or nothing.
 *
 * An open own end lies in the neighbour, so the address that is written is also the one to read to learn what becomes of
 * the neighbour; where something enters, the neighbour is full and there is nothing to learn.
 */
`default_nettype none

module trax_ends #(
    parameter integer LOG2_SIZE = 6  // the board is a torus of 2^LOG2_SIZE x 2^LOG2_SIZE cells
) (
    input wire clk,
    input wire rst,

    input wire                   clear,    // empty `where`
    input wire                   capture,  // the read of `where` has arrived: keep its own ends
    input wire                   slot,     // write at the own end on `side`, and read there
    input wire [            1:0] side,
    input wire [            1:0] partner,  // where the path on `side` leads to
    input wire                   is_red,   // its colour
    input wire                   lifting,
    input wire [2*LOG2_SIZE-1:0] where,

    output wire [            3:0] red,          // read one cycle ago: the sides where red enters
    output wire [            3:0] white,
    output wire [            7:0] entries,      // captured: two bits a side
    output wire                   entered,      // something enters on `side`
    output wire [2*LOG2_SIZE-1:0] own_cell,     // of the own end on `side`
    output wire [2*LOG2_SIZE-1:0] partner_cell  // of the own end on `partner`
);

    localparam integer ADDRESS = 2 * LOG2_SIZE;
    localparam integer END = 2 + ADDRESS;  // side, cell
    localparam [LOG2_SIZE-1:0] ONE = 1;

    wire [LOG2_SIZE-1:0] x = where[LOG2_SIZE-1:0];
    wire [LOG2_SIZE-1:0] y = where[ADDRESS-1:LOG2_SIZE];
    wire [4*END-1:0] opened = {{2'd1, y, x - ONE}, {2'd0, y + ONE, x}, {2'd3, y, x + ONE}, {2'd2, y - ONE, x}};

    wire [END-1:0] own_end, partner_end;
    wire [ADDRESS-1:0] address = slot ? own_cell : where;
    reg  [    END+1:0] value;

    always @* begin
        if (clear) value = 0;
        else if (!lifting) value = {is_red, !is_red, partner_end};
        else if (entered) value = {is_red, !is_red, side, where};
        else value = 0;
    end

    reg [4*END-1:0] own_q;
    reg [      7:0] entries_q;

    genvar s;
    for (s = 0; s < 4; s = s + 1) begin : g_side
        localparam [1:0] SIDE = s;

        wire [END-1:0] far;

        ram_1r1w #(
            .WIDTH     (2 + END),
            .LOG2_DEPTH(ADDRESS)
        ) entry (
            .clk  (clk),
            .we   (clear || (slot && own_end[END-1-:2] == SIDE)),
            .waddr(address),
            .wdata(value),
            .raddr(address),
            .rdata({red[s], white[s], far})
        );

        always @(posedge clk) begin
            if (rst) entries_q[2*s+:2] <= 0;
            else if (capture) begin
                entries_q[2*s+:2] <= {red[s], white[s]};
                own_q[s*END+:END] <= red[s] || white[s] ? far : opened[s*END+:END];
            end
        end
    end

    assign entries      = entries_q;
    assign entered      = entries_q[2*side+:2] != 0;
    assign own_end      = own_q[side*END+:END];
    assign partner_end  = own_q[partner*END+:END];
    assign own_cell     = own_end[ADDRESS-1:0];
    assign partner_cell = partner_end[ADDRESS-1:0];

endmodule

`default_nettype wire
