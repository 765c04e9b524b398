/*
 * The bounding box of the tiles, on a torus: the corner, and how many columns and rows from there.
 *
 * Only a chosen tile enlarges it, by one cell in one direction, because it lies beside another tile. So three bits in the
 * log say how to shrink it again: {at the left or top end, rows, columns}. Two columns and two rows stay free, so that
 * the ones right outside the box are not the same: what lies left of it is not also right of it.
 */
`default_nettype none

module trax_box #(
    parameter integer LOG2_SIZE = 6  // the board is a torus of 2^LOG2_SIZE x 2^LOG2_SIZE cells
) (
    input wire clk,

    input  wire                 clear,       // the board is empty now
    input  wire                 start,       // the first tile is laid: on (x, y)
    input  wire                 grow,        // another chosen tile is laid: as `grows` says
    input  wire                 shrink,      // a tile is lifted: as `grew` says
    input  wire [          2:0] grew,
    input  wire [LOG2_SIZE-1:0] x,
    input  wire [LOG2_SIZE-1:0] y,
    input  wire [LOG2_SIZE-1:0] limit,       // the rule set's; 0: none
    output wire [          2:0] grows,       // what a tile on (x, y) would do
    output wire                 over_limit,
    output wire                 over_capacity,

    output reg  [LOG2_SIZE-1:0] left,
    output reg  [LOG2_SIZE-1:0] top,
    output reg  [LOG2_SIZE-1:0] columns,
    output reg  [LOG2_SIZE-1:0] rows,
    output wire [LOG2_SIZE-1:0] left_of,  // the columns and rows right outside
    output wire [LOG2_SIZE-1:0] right_of,
    output wire [LOG2_SIZE-1:0] above,
    output wire [LOG2_SIZE-1:0] below
);

    localparam [LOG2_SIZE-1:0] ONE = 1;
    localparam [LOG2_SIZE-1:0] CAPACITY = {LOG2_SIZE{1'b1}} - ONE;  // 2^LOG2_SIZE - 2

    assign left_of  = left - ONE;
    assign right_of = left + columns;
    assign above    = top - ONE;
    assign below    = top + rows;

    wire at_left = x == left_of;
    wire at_top = y == above;
    wire widens = at_left || x == right_of;
    wire heightens = at_top || y == below;

    assign grows = {at_left || at_top, heightens, widens};
    assign over_limit = limit != 0 && ((widens && columns >= limit) || (heightens && rows >= limit));
    assign over_capacity = (widens && columns == CAPACITY) || (heightens && rows == CAPACITY);

    wire [2:0] change = grow ? grows : shrink ? grew : 3'd0;

    always @(posedge clk) begin
        if (clear) begin
            {left, top, columns, rows} <= 0;
        end else if (start) begin
            left    <= x;
            top     <= y;
            columns <= ONE;
            rows    <= ONE;
        end else begin
            if (change[0]) columns <= grow ? columns + ONE : columns - ONE;
            if (change[1]) rows <= grow ? rows + ONE : rows - ONE;
            if (change[0] && change[2]) left <= grow ? left_of : left + ONE;
            if (change[1] && change[2]) top <= grow ? above : top + ONE;
        end
    end

endmodule

`default_nettype wire
