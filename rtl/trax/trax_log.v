// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The log of the game is also the queue of forced cells: one list of cells, in the order in which they are filled. The
 * first `placed` of them are on the board; the others, up to `tail`, are forced and wait. A cell can be in the list only
 * once, so the list cannot overflow. Lifting tiles is walking back along it, and no other undo data exist.
 *
 * The head is read all the time, so it is there when it is wanted. Only a forced cell that is found last, while no other
 * waits, is wanted before the memory can give it back: it is handed over beside the memory.
 */
`default_nettype none

module trax_log #(
    parameter integer LOG2_SIZE = 6  // the board is a torus of 2^LOG2_SIZE x 2^LOG2_SIZE cells
) (
    input wire clk,

    input wire                   clear,       // the board is empty now
    input wire                   lay_chosen,  // a tile is laid on `where`, nothing waits
    input wire                   lay_forced,  // a tile is laid on the head
    input wire                   push,        // `where` is forced
    input wire                   drop,        // what waits is forgotten
    input wire                   lift,        // a tile is lifted: the head
    input wire                   lifting,     // the head is the last cell filled, not the next to fill
    input wire [2*LOG2_SIZE-1:0] where,
    input wire [            2:0] where_grows, // how the chosen tile enlarges the box (see trax_box)

    output wire [2*LOG2_SIZE-1:0] head,
    output wire [            2:0] head_grew,
    output wire                   head_chosen,
    output wire [2*LOG2_SIZE-1:0] placed,
    output wire [2*LOG2_SIZE-1:0] tail
);

    reg [2*LOG2_SIZE-1:0] placed_q, tail_q;

    localparam integer ADDRESS = 2 * LOG2_SIZE;
    localparam [ADDRESS-1:0] ONE = 1;

    wire write = lay_chosen || push;
    wire [ADDRESS-1:0] head_at = lifting ? placed_q - ONE : placed_q;
    wire [ADDRESS-1:0] read_cell;
    reg fresh_q;
    reg [ADDRESS-1:0] fresh_cell_q;

    ram_1r1w #(
        .WIDTH     (ADDRESS + 4),
        .LOG2_DEPTH(ADDRESS)
    ) list (
        .clk  (clk),
        .we   (write),
        .waddr(tail_q),
        .wdata({lay_chosen, lay_chosen ? where_grows : 3'd0, where}),
        .raddr(head_at),
        .rdata({head_chosen, head_grew, read_cell})
    );

    always @(posedge clk) begin
        fresh_q      <= push && tail_q == head_at;
        fresh_cell_q <= where;
    end

    assign head = fresh_q ? fresh_cell_q : read_cell;

    always @(posedge clk) begin
        if (clear) placed_q <= 0;
        else if (lift) placed_q <= placed_q - ONE;
        else if (lay_chosen || lay_forced) placed_q <= placed_q + ONE;

        if (clear) tail_q <= 0;
        else if (drop) tail_q <= placed_q;
        else if (lift) tail_q <= placed_q - ONE;
        else if (write) tail_q <= tail_q + ONE;
    end

    assign placed = placed_q;
    assign tail   = tail_q;

endmodule

`default_nettype wire
