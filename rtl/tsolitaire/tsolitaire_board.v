// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The board, and which tiles have been used.
 *
 * Which cells are filled is in registers, which a new game clears at once. What lies on them is in a memory, which is
 * never cleared: the content of an empty cell is not used.
 */
`default_nettype none

module tsolitaire_board (
    input  wire        clk,
    input  wire        clear,
    input  wire        lay,       // the tile in hand, on the target
    input  wire        lift,      // from there
    input  wire [ 5:0] target,
    input  wire [ 5:0] tile,
    input  wire [ 1:0] turn,
    input  wire [ 5:0] at_d,      // the cell to look at in the next cycle
    input  wire [ 5:0] at,        // the cell looked at
    output wire [ 7:0] found,     // what lies there: tile and rotation
    output wire        filled,    // if anything does
    output wire        occupied,  // something lies on the target
    output wire        repeated,  // the tile in hand has been used
    output wire [34:0] used
);

    reg  [35:0] filled_q;
    reg  [34:0] used_q;

    wire [35:0] target_only = 36'd1 << target;
    wire [34:0] tile_only = 35'd1 << tile;

    always @(posedge clk) begin
        if (clear) {filled_q, used_q} <= 71'd0;
        else if (lay) {filled_q, used_q} <= {filled_q | target_only, used_q | tile_only};
        else if (lift) {filled_q, used_q} <= {filled_q & ~target_only, used_q & ~tile_only};
    end

    ram_1r1w #(
        .WIDTH     (8),
        .LOG2_DEPTH(6)
    ) tiles (
        .clk  (clk),
        .we   (lay),
        .waddr(target),
        .wdata({tile, turn}),
        .raddr(at_d),
        .rdata(found)
    );

    wire [63:0] cells = {28'd0, filled_q};

    assign filled = cells[at];
    assign occupied = (filled_q & target_only) != 36'd0;
    assign repeated = (used_q & tile_only) != 35'd0;
    assign used = used_q;

endmodule

`default_nettype wire
