// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Looks for the turn to play, on the engine's own board: lays each turn, sees what the engine says of it, takes it back.
 * goldenrules.trax.policy has the same in a few lines.
 *
 * The scan of the opponent's replies is the scan of one's own turns once more: `level` says which of them is under way,
 * and the place in the outer one is kept meanwhile. Nor does the scan know colours: the player not to move after a
 * turn has made it.
 *
 * A turn's worth is one number: the verdict, and below it the tiles placed. Strictly more wins, so of equals the first.
 */
`default_nettype none

module trax_search #(
    parameter integer LOG2_SIZE = 6,  // of the engine
    parameter integer DEPTH     = 1   // 1: own turns; 2: also the replies to them
) (
    input wire clk,

    input  wire run,   // while this is low, the next search is made ready; the move that the last has found stays
    output wire done,  // in the last cycle of a search
    output wire none,  // then: there is no legal turn

    // Asked of the engine while `run` is high; cells are counted from the box.
    output wire [          1:0] op,
    output wire [LOG2_SIZE-1:0] column,
    output wire [LOG2_SIZE-1:0] row,
    output wire [          1:0] symbol,
    input  wire                 answered,     // this is the answer:
    input  wire                 refused,
    input  wire [          1:0] winner,
    input  wire                 over,
    input  wire [          1:0] to_move,
    input  wire [2*LOG2_SIZE:0] placed,
    input  wire                 playable,     // read: an empty cell beside a tile, or the board is empty
    input  wire [LOG2_SIZE-1:0] last_column,
    input  wire [LOG2_SIZE-1:0] last_row,

    output wire [LOG2_SIZE-1:0] best_column,
    output wire [LOG2_SIZE-1:0] best_row,
    output wire [          1:0] best_symbol
);

    `include "trax_codes.vh"

    reg [1:0] op_q, symbol_q, best_symbol_q;
    reg [LOG2_SIZE-1:0] column_q, row_q, best_column_q, best_row_q;

    localparam [1:0] LOSES = 2'd0, THREATENED = 2'd1, SAFE = 2'd2, WINS = 2'd3;
    localparam [LOG2_SIZE-1:0] ONE = 1;

    reg level_q;  // 0: own turns, 1: replies
    reg settled_q;  // the turn just laid has won, so no other need be seen on this level
    reg [2*LOG2_SIZE+1:0] place_kept_q;  // where the outer scan is: row, column, symbol
    reg [2*LOG2_SIZE:0] placed_kept_q;  // by the own turn whose replies are scanned
    reg [2*LOG2_SIZE+2:0] best_q;  // worth of the best turn so far; 0: none, as a turn places at least one tile

    wire laid = op_q == OP_PLAY && !refused;
    wire mover_wins = over && winner != to_move;
    wire next_cell = op_q == OP_READ ? !playable : symbol_q == SYMBOL_BACKSLASH;  // the last symbol
    wire leave = !laid && ((next_cell && column_q == last_column && row_q == last_row) || settled_q);

    // The replies can only make a turn worth less, so they matter only to one that would be the best so far.
    wire descend = DEPTH == 2 && laid && !level_q && !over && {SAFE, placed} > best_q;
    wire weigh = answered && (level_q ? leave : laid && !descend);

    reg [2*LOG2_SIZE+2:0] worth;

    always @* begin
        if (level_q) worth = {settled_q ? THREATENED : SAFE, placed_kept_q};
        else if (over) worth = {mover_wins ? WINS : LOSES, placed};
        else worth = {SAFE, placed};
    end

    assign done = answered && leave && !level_q;
    assign none = best_q == 0;

    always @(posedge clk) begin
        if (!run) best_q <= 0;
        else if (weigh && worth > best_q) begin
            best_q <= worth;
            {best_row_q, best_column_q, best_symbol_q} <= level_q ? place_kept_q : {row_q, column_q, symbol_q};
        end

        if (!run || (answered && descend)) begin
            place_kept_q <= {row_q, column_q, symbol_q};
            placed_kept_q <= placed;
            level_q <= run;
            settled_q <= 1'b0;
            op_q <= OP_READ;
            {row_q, column_q, symbol_q} <= 0;
        end else if (answered) begin
            if (laid) begin
                settled_q <= mover_wins;
                op_q <= OP_TAKE_BACK;
            end else if (leave) begin
                {row_q, column_q, symbol_q} <= place_kept_q;
                level_q <= 1'b0;
                settled_q <= 1'b0;
                op_q <= OP_TAKE_BACK;
            end else if (next_cell) begin
                symbol_q <= 0;
                column_q <= column_q == last_column ? 0 : column_q + ONE;
                if (column_q == last_column) row_q <= row_q + ONE;
                op_q <= OP_READ;
            end else begin
                if (op_q != OP_READ) symbol_q <= symbol_q + 2'd1;
                op_q <= OP_PLAY;
            end
        end
    end

    assign op          = op_q;
    assign column      = column_q;
    assign row         = row_q;
    assign symbol      = symbol_q;
    assign best_column = best_column_q;
    assign best_row    = best_row_q;
    assign best_symbol = best_symbol_q;

endmodule

`default_nettype wire
