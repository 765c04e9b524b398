// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The bounding box of the tiles, on a torus: the corner, and how many columns and rows from there.
 *
 * Only a chosen tile enlarges it, by one cell in one direction, because it lies beside another tile. So three bits in the
 * log say how to shrink it again: {at the left or top end, rows, columns}. Two columns and two rows stay free, so that
 * the ones right outside the box are not the same: what lies left of it is not also right of it.
 *
 * A field has the first tile in its centre, and the box grows in it. If the field is `fixed`, it begins at column and
 * row 0, and the box is the whole field from the start.
 */
`default_nettype none

module trax_box #(
    parameter integer LOG2_SIZE = 6  // the board is a torus of 2^LOG2_SIZE x 2^LOG2_SIZE cells
) (
    input wire clk,

    input  wire                 clear,         // the board is empty now
    input  wire                 start,         // the first tile is laid: on (x, y)
    input  wire                 grow,          // another chosen tile is laid: as `grows` says
    input  wire                 shrink,        // a tile is lifted: as `grew` says
    input  wire [          2:0] grew,
    input  wire [LOG2_SIZE-1:0] x,
    input  wire [LOG2_SIZE-1:0] y,
    input  wire [LOG2_SIZE-1:0] limit,         // the rule set's; 0: none
    input  wire [LOG2_SIZE-1:0] field,         // so is this
    input  wire                 fixed,
    output wire                 outside,       // (x, y) is not in the field
    output wire                 closed,        // the box can grow no more
    output wire [          2:0] grows,         // what a tile on (x, y) would do
    output wire                 over_limit,
    output wire                 over_capacity,

    output wire [LOG2_SIZE-1:0] left,
    output wire [LOG2_SIZE-1:0] top,
    output wire [LOG2_SIZE-1:0] columns,
    output wire [LOG2_SIZE-1:0] rows,
    output wire [LOG2_SIZE-1:0] left_of,   // the columns and rows right outside
    output wire [LOG2_SIZE-1:0] right_of,
    output wire [LOG2_SIZE-1:0] above,
    output wire [LOG2_SIZE-1:0] below
);

    reg [LOG2_SIZE-1:0] left_q, top_q, columns_q, rows_q;
    reg [LOG2_SIZE-1:0] corner_x_q, corner_y_q;  // of the field

    localparam [LOG2_SIZE-1:0] ONE = 1;
    localparam [LOG2_SIZE-1:0] CAPACITY = {LOG2_SIZE{1'b1}} - ONE;  // 2^LOG2_SIZE - 2

    assign left_of  = left_q - ONE;
    assign right_of = left_q + columns_q;
    assign above    = top_q - ONE;
    assign below    = top_q + rows_q;

    wire at_left = x == left_of;
    wire at_top = y == above;
    wire widens = at_left || x == right_of;
    wire heightens = at_top || y == below;

    assign grows = {at_left || at_top, heightens, widens};
    assign over_limit = limit != 0 && ((widens && columns_q >= limit) || (heightens && rows_q >= limit));
    assign over_capacity = (widens && columns_q == CAPACITY) || (heightens && rows_q == CAPACITY);

    wire [LOG2_SIZE-1:0] from_x = x - corner_x_q;
    wire [LOG2_SIZE-1:0] from_y = y - corner_y_q;
    wire [LOG2_SIZE-1:0] half = {1'b0, field[LOG2_SIZE-1:1]};

    assign outside = field != 0 && (from_x >= field || from_y >= field);
    assign closed  = (columns_q == limit || columns_q == field) && (rows_q == limit || rows_q == field);

    wire [2:0] change = grow ? grows : shrink ? grew : 3'd0;

    always @(posedge clk) begin
        if (clear) begin
            {left_q, top_q} <= 0;
            {columns_q, rows_q} <= fixed ? {field, field} : 0;
            {corner_x_q, corner_y_q} <= 0;
        end else if (start && !fixed) begin
            left_q     <= x;
            top_q      <= y;
            columns_q  <= ONE;
            rows_q     <= ONE;
            corner_x_q <= x - half;
            corner_y_q <= y - half;
        end else begin
            if (change[0]) columns_q <= grow ? columns_q + ONE : columns_q - ONE;
            if (change[1]) rows_q <= grow ? rows_q + ONE : rows_q - ONE;
            if (change[0] && change[2]) left_q <= grow ? left_of : left_q + ONE;
            if (change[1] && change[2]) top_q <= grow ? above : top_q + ONE;
        end
    end

    assign left    = left_q;
    assign top     = top_q;
    assign columns = columns_q;
    assign rows    = rows_q;

endmodule

`default_nettype wire
