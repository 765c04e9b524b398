// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Who may place where, for all cells at once: two masks. In a pass, cell after cell gets its owner again.
 */
`default_nettype none

module evening_owners #(
    parameter integer CELLS   = 61,
    parameter integer COUNT_W = 6    // bits of a cell's number
) (
    input wire clk,

    input  wire               begin_game,  // White's, all of them
    input  wire               start,       // a pass begins
    input  wire               middle,      // the next cell is in the window,
    input  wire [        1:0] owner,       // this is who may place there,
    input  wire               judge,       // and that counts
    output wire               change,      // it was somebody else's
    output wire [COUNT_W-1:0] number,      // which cell it is
    output wire               last,        // the last one

    input  wire [COUNT_W-1:0] cell_number,  // one that is asked for
    output wire [        1:0] cell_owner,
    output wire [  CELLS-1:0] white_cells,
    output wire [  CELLS-1:0] black_cells
);

    localparam [COUNT_W-1:0] ONE = 1;
    localparam [COUNT_W-1:0] LAST = CELLS[COUNT_W-1:0] - ONE;

    reg [CELLS-1:0] white_q, black_q;
    reg  [COUNT_W-1:0] number_q;

    wire [  CELLS-1:0] here = {{CELLS - 1{1'b0}}, 1'b1} << number_q;

    assign last   = middle && number_q == LAST;
    assign change = middle && judge && {black_q[number_q], white_q[number_q]} != owner;

    always @(posedge clk) begin
        if (start) number_q <= 0;
        else if (middle) number_q <= number_q + ONE;

        if (begin_game) {black_q, white_q} <= {{CELLS{1'b0}}, {CELLS{1'b1}}};
        else if (change) begin
            white_q <= owner[0] ? white_q | here : white_q & ~here;
            black_q <= owner[1] ? black_q | here : black_q & ~here;
        end
    end

    assign number      = number_q;
    assign cell_owner  = {black_q[cell_number], white_q[cell_number]};
    assign white_cells = white_q;
    assign black_cells = black_q;

endmodule

`default_nettype wire
