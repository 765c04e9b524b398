/*
 * Looks for the turn to play, on the engine's own board: lays each turn, sees what the engine says of it, takes it back.
 * goldenrules.trax.policy has the same in a few lines.
 *
 * The scan of the opponent's replies is the scan of one's own turns once more: `level` says which of them is under way,
 * and the place in the outer one is kept meanwhile. Nor does the scan know colours: whoever is not to move after a turn
 * has made it.
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
    output reg  [          1:0] op,
    output reg  [LOG2_SIZE-1:0] column,
    output reg  [LOG2_SIZE-1:0] row,
    output reg  [          1:0] symbol,
    input  wire                 answered,  // this is the answer:
    input  wire                 refused,
    input  wire [          1:0] winner,
    input  wire                 over,
    input  wire [          1:0] to_move,
    input  wire [2*LOG2_SIZE:0] placed,
    input  wire                 playable,  // read: an empty cell beside a tile, or the board is empty
    input  wire [LOG2_SIZE-1:0] last_column,
    input  wire [LOG2_SIZE-1:0] last_row,

    output reg [LOG2_SIZE-1:0] best_column,
    output reg [LOG2_SIZE-1:0] best_row,
    output reg [          1:0] best_symbol
);

    localparam [1:0] PLAY = 2'd1, TAKE_BACK = 2'd2, READ = 2'd3;  // as the engine numbers them
    localparam [1:0] LOSES = 2'd0, THREATENED = 2'd1, SAFE = 2'd2, WINS = 2'd3;
    localparam [1:0] LAST_SYMBOL = 2'd2;
    localparam [LOG2_SIZE-1:0] ONE = 1;

    reg level;  // 0: own turns, 1: replies
    reg settled;  // the turn just laid has won, so no other need be seen on this level
    reg [2*LOG2_SIZE+1:0] place_kept;  // where the outer scan is: row, column, symbol
    reg [2*LOG2_SIZE:0] placed_kept;  // by the own turn whose replies are scanned
    reg [2*LOG2_SIZE+2:0] best;  // worth of the best turn so far; 0: none, as a turn places at least one tile

    wire laid = op == PLAY && !refused;
    wire mover_wins = over && winner != to_move;
    wire next_cell = op == READ ? !playable : symbol == LAST_SYMBOL;
    wire leave = !laid && ((next_cell && column == last_column && row == last_row) || settled);

    // The replies can only make a turn worth less, so they matter only to one that would be the best so far.
    wire descend = DEPTH == 2 && laid && !level && !over && {SAFE, placed} > best;
    wire weigh = answered && (level ? leave : laid && !descend);

    reg [2*LOG2_SIZE+2:0] worth;

    always @* begin
        if (level) worth = {settled ? THREATENED : SAFE, placed_kept};
        else if (over) worth = {mover_wins ? WINS : LOSES, placed};
        else worth = {SAFE, placed};
    end

    assign done = answered && leave && !level;
    assign none = best == 0;

    always @(posedge clk) begin
        if (!run) best <= 0;
        else if (weigh && worth > best) begin
            best <= worth;
            {best_row, best_column, best_symbol} <= level ? place_kept : {row, column, symbol};
        end

        if (!run || (answered && descend)) begin
            place_kept <= {row, column, symbol};
            placed_kept <= placed;
            level <= run;
            settled <= 1'b0;
            op <= READ;
            {row, column, symbol} <= 0;
        end else if (answered) begin
            if (laid) begin
                settled <= mover_wins;
                op <= TAKE_BACK;
            end else if (leave) begin
                {row, column, symbol} <= place_kept;
                level <= 1'b0;
                settled <= 1'b0;
                op <= TAKE_BACK;
            end else if (next_cell) begin
                symbol <= 0;
                column <= column == last_column ? 0 : column + ONE;
                if (column == last_column) row <= row + ONE;
                op <= READ;
            end else begin
                if (op != READ) symbol <= symbol + 2'd1;
                op <= PLAY;
            end
        end
    end

endmodule

`default_nettype wire
