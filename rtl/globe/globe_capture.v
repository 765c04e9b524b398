// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * What a step captures, one group after the other.
 *
 * One region of the board does both halves of the work. First it begins with all enemy pieces that have an empty point
 * beside them, and grows by the enemy pieces beside it: what it does not reach has no way out. Then it begins with one
 * such captive, and grows the same way: when it is complete it is the captive's group. Where pieces are captured one by
 * one nothing grows.
 */
`default_nettype none

module globe_capture (
    input wire clk,

    input wire clear,  // no captives: an operation begins
    input wire seed,   // the step is made
    input wire free,   // the region grows to all that are free
    input wire group,  // the region begins with one of the captives
    input wire spread, // the region grows to the captive's group

    input wire [ 1:0] option,
    input wire [20:0] own,     // the mover's pieces after the step
    input wire [20:0] enemy,
    input wire [20:0] open,    // the points beside an empty one
    input wire [20:0] emptied, // the points that were empty before the step

    output wire        grows,
    output wire        captives,
    output wire [20:0] region
);

    `include "globe_codes.vh"
    `include "globe_lines.vh"

    reg [20:0] region_q, captives_q;

    wire in_groups = option == CAPTURE_GROUP;
    wire [20:0] grown = region_q | (in_groups ? beside(region_q) & enemy : 21'd0);

    reg [20:0] singly;  // captured one by one, by this option

    always @* begin
        case (option)
            CAPTURE_PIECE: singly = enemy & ~beside(~own);
            CAPTURE_TRAPPED: singly = enemy & ~open & beside(emptied);
            default: singly = 21'd0;
        endcase
    end

    always @(posedge clk) begin
        if (seed) region_q <= enemy & open;
        else if (group) region_q <= captives_q & (~captives_q + 21'd1);  // the lowest one
        else if (free || spread) region_q <= grown;

        if (clear) captives_q <= 21'd0;
        else if (seed) captives_q <= singly;
        else if (free && !grows) captives_q <= enemy & ~region_q;
        else if (spread && !grows) captives_q <= captives_q & ~region_q;
    end

    assign grows    = grown != region_q;
    assign captives = captives_q != 21'd0;
    assign region   = region_q;

endmodule

`default_nettype wire
