// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Runs the stones that face the target, one after the other: each until it faces an empty cell or has left the board.
 *
 * A cycle is a tile: the board is read at the address to which the path leads, while the stone gets there. That nothing
 * lies there shows when it has arrived; that is a cycle of its own, in which the next stone takes its place. No path can
 * go round for ever, as a stone that came back could have come from two sides.
 */
`default_nettype none

module tsolitaire_runner (
    input wire        clk,
    input wire        rst,
    input wire        accept,
    input wire [ 5:0] read_cell,  // where to be when a request has been accepted
    input wire        aim,        // all stones that face the target
    input wire        run,
    input wire        one_only,   // no more after the first that leaves
    input wire [ 5:0] target,
    input wire [ 5:0] tile,       // which lies there for the stones
    input wire [ 1:0] turn,
    input wire [ 7:0] facing,
    input wire [71:0] stones,
    input wire        filled,     // a tile lies on the cell `at`
    input wire [ 7:0] found,      // which, and how it is turned

    output wire [5:0] at_d,    // the cell of the next cycle
    output wire [5:0] at,
    output wire [2:0] stone,
    output wire [2:0] enter,   // the port of `at` that it faces; if it leaves, the one by which it does
    output wire [2:0] exit,
    output wire       passes,  // in RUN: a tile
    output wire       rests,   // or it faces an empty cell
    output wire       leaves,  // or it has left the board from `at`
    output wire       over     // the last cycle of RUN
);

    reg [5:0] at_q;
    reg [2:0] enter_q, stone_q;
    reg [7:0] waiting_q;
    reg off_q;

    wire at_target = at_q == target;
    wire [5:0] beyond;
    wire [2:0] facing_beyond;
    wire off;

    tsolitaire_path path (
        .tile  (at_target ? tile : found[7:2]),
        .turn  (at_target ? turn : found[1:0]),
        .at    (at_q),
        .enter (enter_q),
        .exit  (exit),
        .off   (off),
        .beyond(beyond),
        .facing(facing_beyond)
    );

    wire [2:0] first, first_enters;
    wire [5:0] unused_faces;
    wire [7:0] others;

    tsolitaire_first next (
        .among (aim ? facing : waiting_q),
        .stones(stones),
        .stone (first),
        .faces (unused_faces),
        .enters(first_enters),
        .others(others)
    );

    assign leaves = run && off_q;
    assign passes = run && !off_q && (at_target || filled);
    assign rests  = run && !off_q && !at_target && !filled;
    assign over   = run && !passes && (waiting_q == 8'd0 || (leaves && one_only));

    wire begin_next = aim || (run && !passes);

    assign at_d = accept ? read_cell : begin_next ? target : passes && !off ? beyond : at_q;

    always @(posedge clk) begin
        if (rst) {at_q, enter_q, off_q, stone_q, waiting_q} <= 21'd0;
        else begin
            at_q <= at_d;
            if (begin_next) {enter_q, off_q, stone_q, waiting_q} <= {first_enters, 1'b0, first, others};
            else if (passes) {enter_q, off_q} <= {off ? exit : facing_beyond, off};
        end
    end

    assign at    = at_q;
    assign enter = enter_q;
    assign stone = stone_q;

endmodule

`default_nettype wire
