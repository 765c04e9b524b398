// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The memory: a page for every stone of the game, and the log of the stones.
 *
 * A pass over the board reads one page and writes another, so a stone leaves the page before it as it was, and taking it
 * back is turning the page. On a page, word i holds cell i: its stone, and the name and the size of the stone's group;
 * and besides how many white and how many black groups have the size i + 1.
 */
`default_nettype none

module evening_pages #(
    parameter integer COUNT_W  = 6,   // bits of a cell's number
    parameter integer WORD_W   = 14,  // bits of a cell
    parameter integer GROUPS_W = 5    // bits of a number of groups
) (
    input wire clk,

    input  wire [   COUNT_W-1:0] from,      // the page that is read
    input  wire [   COUNT_W-1:0] number,    // and which word of it
    output wire [   COUNT_W-1:0] which,     // a cycle later: this word has been read,
    output wire [    WORD_W-1:0] word,      // a cell,
    output wire [2*GROUPS_W-1:0] tally,     // and white and black groups of a size
    input  wire                  write,     // it is written,
    input  wire [   COUNT_W-1:0] to,        // to this page,
    input  wire [    WORD_W-1:0] new_word,  // like this
    input  wire [2*GROUPS_W-1:0] new_tally,

    input  wire [COUNT_W-1:0] page,         // of the game as it stands
    input  wire [COUNT_W-1:0] cell_number,  // the next stone's,
    input  wire [        3:0] how,          // by whom, and who had declined before
    output wire [COUNT_W-1:0] last_cell,    // the same of the stone that made the page
    output wire [        3:0] last_how
);

    localparam [COUNT_W-1:0] ONE = 1;

    reg [COUNT_W-1:0] number_q;
    always @(posedge clk) number_q <= number;

    ram_1r1w #(
        .WIDTH     (WORD_W + 2 * GROUPS_W),
        .LOG2_DEPTH(2 * COUNT_W)
    ) pages (
        .clk  (clk),
        .we   (write),
        .waddr({to, number_q}),
        .wdata({new_word, new_tally}),
        .raddr({from, number}),
        .rdata({word, tally})
    );

    ram_1r1w #(
        .WIDTH     (COUNT_W + 4),
        .LOG2_DEPTH(COUNT_W)
    ) stones (
        .clk  (clk),
        .we   (1'b1),  // what is here when the page is turned, counts
        .waddr(page),
        .wdata({cell_number, how}),
        .raddr(page - ONE),
        .rdata({last_cell, last_how})
    );

    assign which = number_q;

endmodule

`default_nettype wire
