// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The board in its memory, and what is worked out as it streams by: its cells with the names and sizes of their groups,
 * how many groups have which size, who has the larger list of sizes, and who may place on each cell.
 */
`default_nettype none

module evening_board #(
    parameter integer SIDE     = 5,  // cells along each side of the board
    parameter integer COUNT_W  = 6,  // bits of a cell's number, and of a number of stones
    parameter integer GROUPS_W = 5   // bits of a number of groups
) (
    input wire clk,
    input wire rst,

    input wire       look,       // `asked` is read, `cell_number` is the cell in hand
    input wire       match,      // it has been read
    input wire [2:0] direction,  // of the neighbour that is read
    input wire       judge,      // one has been read
    input wire       starts,     // a pass begins in the next cycle
    input wire       pass,
    input wire       clearing,   // what it is for: the board gets empty,
    input wire       placing,    // a stone comes onto it,
    input wire       loading,    // one that belongs to no game,
    input wire       lifting,    // or the last one has gone
    input wire       turn,       // the page that has been written is the board from now on

    input wire [COUNT_W-1:0] cell_number,
    input wire [COUNT_W-1:0] asked,
    input wire [        1:0] colour,
    input wire [        1:0] declined,
    input wire               first,        // there is no stone on the board

    output wire [           1:0] stone,         // what has been read
    output wire [   COUNT_W-1:0] size,
    output wire [2*GROUPS_W-1:0] tally,
    output wire                  found,         // a group that is joined
    output wire [   COUNT_W-1:0] new_size,
    output wire [           1:0] lead,
    output wire                  middle,        // the next cell has been judged,
    output wire [           1:0] owner,         // this player may place there
    output wire                  untouched,     // no stone can be taken back
    output wire [   COUNT_W-1:0] last_cell,     // otherwise the last one lies here,
    output wire [           1:0] last_colour,   // it is his,
    output wire [           1:0] declined_then  // and these had declined
);

    localparam [COUNT_W-1:0] ONE = 1;
    localparam integer WORD_W = 2 + 2 * COUNT_W;  // a cell: its stone, and the name and the size of its group

    wire on_board;
    wire [COUNT_W-1:0] number, which;
    wire [WORD_W-1:0] word, new_word;
    wire [2*GROUPS_W-1:0] new_tally;
    reg [COUNT_W-1:0] page_q;
    reg there_q;  // what has been read is a cell of the board

    // --- what is read ------------------------------------------------------------------------------------------------

    evening_where #(
        .SIDE   (SIDE),
        .COUNT_W(COUNT_W)
    ) where (
        .clk        (clk),
        .find       (look),
        .cell_number(cell_number),
        .first      (starts),
        .walk       (pass),
        .direction  (direction),
        .on_board   (on_board),
        .number     (number)
    );

    wire [COUNT_W-1:0] from = lifting ? page_q - ONE : page_q;
    wire [COUNT_W-1:0] to = lifting ? from : placing && !loading ? page_q + ONE : 0;

    evening_pages #(
        .COUNT_W (COUNT_W),
        .WORD_W  (WORD_W),
        .GROUPS_W(GROUPS_W)
    ) pages (
        .clk        (clk),
        .from       (from),
        .number     (look ? asked : number),
        .which      (which),
        .word       (word),
        .tally      (tally),
        .write      (pass && there_q),
        .to         (to),
        .new_word   (new_word),
        .new_tally  (new_tally),
        .page       (page_q),
        .cell_number(cell_number),
        .how        ({colour, declined}),
        .last_cell  (last_cell),
        .last_how   ({last_colour, declined_then})
    );

    always @(posedge clk) begin
        if (rst) page_q <= 0;
        else if (turn) page_q <= to;
        there_q <= on_board && !starts;  // what is read before a pass does not belong to it
    end

    assign stone     = word[WORD_W-1-:2];
    assign size      = word[COUNT_W-1:0];
    assign untouched = page_q == 0;

    // --- what becomes of it ------------------------------------------------------------------------------------------

    evening_join #(
        .COUNT_W (COUNT_W),
        .WORD_W  (WORD_W),
        .GROUPS_W(GROUPS_W)
    ) join_groups (
        .clk        (clk),
        .start      (match),
        .cell_number(cell_number),
        .colour     (colour),
        .judge      (judge && there_q),
        .found      (found),
        .size       (new_size),
        .laying     (placing),
        .clearing   (clearing),
        .number     (which),
        .word       (word),
        .tally      (tally),
        .new_word   (new_word),
        .new_tally  (new_tally)
    );

    evening_cascade #(
        .GROUPS_W(GROUPS_W)
    ) cascade (
        .clk    (clk),
        .start  (starts),
        .compare(pass && there_q),
        .tally  (new_tally),
        .lead   (lead)
    );

    evening_window #(
        .SIDE   (SIDE),
        .COUNT_W(COUNT_W),
        .WORD_W (WORD_W)
    ) window (
        .clk     (clk),
        .start   (starts),
        .shift   (pass),
        .on_board(there_q),
        .word    (new_word),
        .first   (first),
        .middle  (middle),
        .owner   (owner)
    );

endmodule

`default_nettype wire
