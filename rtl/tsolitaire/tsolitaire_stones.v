// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Where the eight stones are: for each the empty cell that it faces, and the port there.
 */
`default_nettype none

module tsolitaire_stones (
    input  wire        clk,
    input  wire        clear,      // all to where a game begins
    input  wire        load,       // all to where the log has them
    input  wire [71:0] from_log,
    input  wire        rest,       // one of them comes to rest
    input  wire [ 2:0] stone,      // which
    input  wire [ 8:0] cell_port,  // where
    input  wire [ 5:0] target,
    output wire [ 7:0] facing,     // those that face the target
    output wire [71:0] stones      // stone 7 in the highest bits
);

    `include "tsolitaire_codes.vh"

    genvar i;
    for (i = 0; i < 8; i = i + 1) begin : g_stone
        reg [8:0] place_q;

        always @(posedge clk) begin
            if (clear) place_q <= START[9*i+:9];
            else if (load) place_q <= from_log[9*i+:9];
            else if (rest && stone == i) place_q <= cell_port;
        end

        assign stones[9*i+:9] = place_q;
        assign facing[i] = place_q[8:3] == target;
    end

endmodule

`default_nettype wire
