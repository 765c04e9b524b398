// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The groups that a stone joins, and what becomes of the board's cells and of the numbers of groups.
 *
 * A group is named after the cell of its last stone, so the stone's own cell is the new group's name. The neighbours are
 * looked at one after the other; there are at most three groups of one colour among them. A place for a group that is
 * not needed holds the new name and no stones, which matches nothing: no group has the name of an empty cell.
 */
`default_nettype none

module evening_join #(
    parameter integer COUNT_W  = 6,   // bits of a cell's number
    parameter integer WORD_W   = 14,  // bits of a cell: its stone, and the name and the size of its group
    parameter integer GROUPS_W = 5    // bits of a number of groups
) (
    input wire clk,

    input  wire               start,        // with a stone on `cell_number`, which has nothing joined yet
    input  wire [COUNT_W-1:0] cell_number,
    input  wire [        1:0] colour,
    input  wire               judge,        // `word` is a neighbour
    output wire               found,        // and it belongs to a group that is joined
    output wire [COUNT_W-1:0] size,         // of the new group, as far as it is known

    input  wire                  laying,    // in a pass: the stone comes onto the board
    input  wire                  clearing,  // in a pass: everything goes
    input  wire [   COUNT_W-1:0] number,    // which word of the page it is
    input  wire [    WORD_W-1:0] word,
    input  wire [2*GROUPS_W-1:0] tally,
    output reg  [    WORD_W-1:0] new_word,
    output wire [2*GROUPS_W-1:0] new_tally
);

    localparam [COUNT_W-1:0] ONE = 1;

    reg [COUNT_W-1:0] name_0_q, name_1_q, name_2_q, size_0_q, size_1_q, size_2_q, size_q;

    wire [1:0] stone;
    wire [COUNT_W-1:0] name, group_size;
    assign {stone, name, group_size} = word;

    // --- one neighbour after the other -------------------------------------------------------------------------------

    wire joined = stone != 0 && (name == name_0_q || name == name_1_q || name == name_2_q);
    assign found = judge && stone == colour && !joined;

    always @(posedge clk) begin
        if (start) begin
            {name_0_q, name_1_q, name_2_q} <= {3{cell_number}};
            {size_0_q, size_1_q, size_2_q} <= 0;
            size_q <= ONE;
        end else if (found) begin
            {name_0_q, name_1_q, name_2_q} <= {name, name_0_q, name_1_q};
            {size_0_q, size_1_q, size_2_q} <= {group_size, size_0_q, size_1_q};
            size_q <= size_q + group_size;
        end
    end

    assign size = size_q;

    // --- all cells, in a pass ----------------------------------------------------------------------------------------

    always @* begin
        if (clearing) new_word = 0;
        else if (laying && number == cell_number) new_word = {colour, cell_number, size_q};
        else if (laying && joined) new_word = {stone, cell_number, size_q};
        else new_word = word;
    end

    // --- all sizes, in the same pass ---------------------------------------------------------------------------------

    wire [COUNT_W-1:0] this_size = number + ONE;
    wire [1:0] gone = {1'b0, this_size == size_0_q} + {1'b0, this_size == size_1_q} + {1'b0, this_size == size_2_q};
    wire [GROUPS_W-1:0] come = {{GROUPS_W - 1{1'b0}}, this_size == size_q};
    wire [GROUPS_W-1:0] change = come - {{GROUPS_W - 2{1'b0}}, gone};

    wire [GROUPS_W-1:0] white, black;
    assign {white, black} = clearing ? 0 : tally;
    assign new_tally = {laying && colour[0] ? white + change : white, laying && colour[1] ? black + change : black};

endmodule

`default_nettype wire
