// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Where a cell is. The board is a rhombus of 2 SIDE - 1 columns and rows with two corners cut off: there all cells have
 * their six neighbours in the same six directions. Cells are numbered in reading order, so in a row the number grows
 * with the column.
 *
 * One place is kept, that of the cell in hand. It also walks over the rhombus when the whole board is read, with one
 * column more: the empty column keeps the end of a row from touching the beginning of the next.
 */
`default_nettype none

module evening_where #(
    parameter integer SIDE    = 5,  // cells along each side of the board
    parameter integer COUNT_W = 6   // bits of a cell's number
) (
    input wire clk,

    input  wire               find,         // the cell in hand is `cell_number`
    input  wire [COUNT_W-1:0] cell_number,
    input  wire               first,        // the next cell in hand is cell 0
    input  wire               walk,         // the next one is the next place in reading order
    input  wire [        2:0] direction,    // of the neighbour: 2 upper left and clockwise; otherwise the cell itself
    output reg                on_board,     // there is such a place,
    output wire [COUNT_W-1:0] number        // and this is its number
);

    localparam integer ROWS = 2 * SIDE - 1;
    localparam integer PLACE_W = $clog2(ROWS + 1);
    localparam [PLACE_W-1:0] ONE = 1;
    localparam [PLACE_W-1:0] MINUS_ONE = ~0;
    localparam [PLACE_W-1:0] MOST = ROWS[PLACE_W-1:0] - ONE;
    localparam [PLACE_W-1:0] LAST = ROWS[PLACE_W-1:0];  // the empty column

    // The number of cells by which a row is longer than the first.
    function integer longer;
        input integer row;
        longer = row < SIDE ? row : ROWS - 1 - row;
    endfunction

    // The number of the first cell of a row.
    function integer start_of;
        input integer row;
        integer i;
        begin
            start_of = 0;
            for (i = 0; i < row; i = i + 1) start_of = start_of + SIDE + longer(i);
        end
    endfunction

    reg [PLACE_W-1:0] column_q, row_q, column, row, found_row;

    // --- from the number to the place --------------------------------------------------------------------------------

    localparam integer TABLE = 1 << PLACE_W;  // rows that a step off the board leads to have zeros
    wire [TABLE*COUNT_W-1:0] starts;
    wire [TABLE*PLACE_W-1:0] columns;

    genvar y;
    for (y = 0; y < TABLE; y = y + 1) begin : g_row
        localparam integer START = y < ROWS ? start_of(y) : 0;
        localparam integer COLUMN = y < SIDE ? SIDE - 1 - y : 0;  // of its first cell
        assign starts[y*COUNT_W+:COUNT_W]  = START[COUNT_W-1:0];
        assign columns[y*PLACE_W+:PLACE_W] = COLUMN[PLACE_W-1:0];
    end

    integer k;
    always @* begin
        found_row = 0;
        for (k = 1; k < ROWS; k = k + 1) if (cell_number >= starts[k*COUNT_W+:COUNT_W]) found_row = k[PLACE_W-1:0];
    end

    wire [PLACE_W-1:0] found_column = cell_number[PLACE_W-1:0] - starts[found_row*COUNT_W+:PLACE_W] +
        columns[found_row*PLACE_W+:PLACE_W];

    always @(posedge clk) begin
        if (first) {row_q, column_q} <= {{PLACE_W{1'b0}}, SIDE[PLACE_W-1:0] - ONE};
        else if (find) {row_q, column_q} <= {found_row, found_column};
        else if (walk) begin
            column_q <= column_q == LAST ? 0 : column_q + ONE;
            if (column_q == LAST) row_q <= row_q + ONE;
        end
    end

    // --- from the place to the number --------------------------------------------------------------------------------

    always @* begin
        {row, column} = {row_q, column_q};
        case (direction)
            3'd2: row = row_q + MINUS_ONE;
            3'd3: {row, column} = {row_q + MINUS_ONE, column_q + ONE};
            3'd4: column = column_q + ONE;
            3'd5: row = row_q + ONE;
            3'd6: {row, column} = {row_q + ONE, column_q + MINUS_ONE};
            3'd7: column = column_q + MINUS_ONE;
            default: ;
        endcase
    end

    wire [PLACE_W:0] both = {1'b0, row} + {1'b0, column};
    localparam integer LEAST = SIDE - 1;
    localparam integer MOST_OF_BOTH = 3 * SIDE - 3;

    // A step off the rhombus wraps round to numbers that are too large.
    always @* on_board = row <= MOST && column <= MOST && both >= LEAST[PLACE_W:0] && both <= MOST_OF_BOTH[PLACE_W:0];

    wire [PLACE_W-1:0] in_row = column - columns[row*PLACE_W+:PLACE_W];
    assign number = starts[row*COUNT_W+:COUNT_W] + {{COUNT_W - PLACE_W{1'b0}}, in_row};

endmodule

`default_nettype wire
