/*
 * The contest player between its serial line and the engine: takes the host's lines, says its own.
 * docs/reference/player.md; goldenrules.trax.player does the same, line by line.
 *
 * The game is on the engine's board and nowhere else: an opponent's move is legal if the engine plays it, and whoever is
 * not to move after a turn has made it. So all that is kept here is what may happen next.
 *
 * A line is taken whenever nothing of the game itself is under way on the engine; in the middle of a search, between two
 * of its requests. What is to be said never keeps a line waiting.
 */
`default_nettype none

module trax_player #(
    parameter integer LOG2_SIZE = 6,  // of the engine
    parameter integer DEPTH     = 1   // of the search: 1 own turns, 2 the replies too
) (
    input wire clk,
    input wire rst,

    input  wire               line_valid,
    output wire               line_ready,
    input  wire [        2:0] line_kind,    // 0 move, 1 -T, 2 -W, 3 -B, 4 unreadable
    input  wire [LOG2_SIZE:0] line_column,  // as written: 0 is left of the box, above it
    input  wire [LOG2_SIZE:0] line_row,
    input  wire [        1:0] line_symbol,

    output reg                  say_valid,
    input  wire                 say_ready,
    output reg                  say_kind,    // 0 move, 1 identity
    output reg  [LOG2_SIZE-1:0] say_column,
    output reg  [LOG2_SIZE-1:0] say_row,
    output reg  [          1:0] say_symbol,

    output wire                 req_valid,
    input  wire                 req_ready,
    output wire [          1:0] req_op,
    output wire [LOG2_SIZE-1:0] req_x,
    output wire [LOG2_SIZE-1:0] req_y,
    output wire [          1:0] req_symbol,
    output wire                 req_fouls_lose,
    output wire                 req_lines,
    output wire [LOG2_SIZE-1:0] req_box_limit,

    input  wire                 resp_valid,
    output wire                 resp_ready,
    input  wire [          3:0] resp_reason,
    input  wire [          1:0] resp_winner,
    input  wire                 resp_over,
    input  wire [          1:0] resp_to_move,
    input  wire [2*LOG2_SIZE:0] resp_placed,
    input  wire [          3:0] resp_tile,
    input  wire [          7:0] resp_entries,
    input  wire [2*LOG2_SIZE:0] resp_count,
    input  wire [LOG2_SIZE-1:0] resp_left,
    input  wire [LOG2_SIZE-1:0] resp_top,
    input  wire [LOG2_SIZE-1:0] resp_columns,
    input  wire [LOG2_SIZE-1:0] resp_rows,

    output wire thinking,    // a move is owed
    output reg  foul,        // the opponent has broken the rules in this game
    output reg  unreadable,  // a line of this game was none
    output reg  over,        // somebody has won, or there is no turn left to play
    output reg  won          // the player has
);

    if (DEPTH < 1 || DEPTH > 2) begin : g_check
        DEPTH_must_be_1_or_2 stop ();
    end

    localparam [2:0] MOVE = 3'd0, IDENTIFY = 3'd1, WHITE = 3'd2, RED = 3'd3, UNREADABLE = 3'd4;
    localparam [1:0] NEW_GAME = 2'd0, PLAY = 2'd1;
    localparam [LOG2_SIZE-1:0] ONE = 1;

    localparam [2:0] NO_GAME = 3'd0;  // none has begun, or it has ended
    localparam [2:0] AWAIT = 3'd1;  // the opponent is to move
    localparam [2:0] BEGIN = 3'd2, CHECK = 3'd3, MAKE = 3'd4;  // on the engine: new game, their turn, one's own
    localparam [2:0] THINK = 3'd5, SAY = 3'd6;

    reg [2:0] state;

    // --- lines in ----------------------------------------------------------------------------------------------------

    wire answered, done, none;
    wire take = line_valid && line_ready;
    wire start = take && (line_kind == WHITE || line_kind == RED);
    wire moves = take && line_kind == MOVE;
    wire found = state == THINK && done;

    reg [LOG2_SIZE-1:0] columns, rows;  // of the box, as of the last answer
    reg empty;
    wire in_range = empty ? line_column == 0 && line_row == 0 :
        {1'b0, columns} + ONE >= line_column && {1'b0, rows} + ONE >= line_row;
    wire plausible = moves && state == AWAIT && in_range;

    assign line_ready = state == NO_GAME || state == AWAIT || state == SAY || (state == THINK && answered);
    assign thinking = state == THINK || state == SAY || state == MAKE || (state == BEGIN && first);

    reg [LOG2_SIZE-1:0] their_column, their_row;
    reg [1:0] their_symbol;
    reg first;  // this player begins

    always @(posedge clk) begin
        if (plausible) {their_column, their_row} <= {line_column[LOG2_SIZE-1:0], line_row[LOG2_SIZE-1:0]};
        if (plausible) their_symbol <= line_symbol;
        if (start) first <= line_kind == WHITE;
    end

    // --- the game ----------------------------------------------------------------------------------------------------

    wire refused = resp_reason != 0;
    wire speak;  // the move is being put out

    always @(posedge clk) begin
        if (rst) state <= NO_GAME;
        else if (start) state <= BEGIN;
        else
            case (state)
                AWAIT: if (plausible) state <= CHECK;
                BEGIN: if (answered) state <= first ? THINK : AWAIT;
                CHECK: if (answered) state <= refused ? AWAIT : resp_over ? NO_GAME : THINK;
                THINK: if (done) state <= none ? NO_GAME : SAY;
                SAY: if (speak) state <= MAKE;
                MAKE: if (answered) state <= resp_over ? NO_GAME : AWAIT;
                default: ;
            endcase

        if (rst || start) {foul, unreadable, over, won} <= 4'b0000;
        else begin
            if ((moves && !plausible) || (state == CHECK && answered && refused)) foul <= 1'b1;
            if (take && line_kind == UNREADABLE) unreadable <= 1'b1;
            if ((state == CHECK || state == MAKE) && answered && resp_over) begin
                over <= 1'b1;
                won  <= (resp_winner == resp_to_move) == (state == CHECK);
            end
            if (found && none) over <= 1'b1;
        end
    end

    // --- what is said ------------------------------------------------------------------------------------------------

    reg [3:0] questions;  // not yet answered; those before a move are answered before it
    wire free = !say_valid || say_ready;
    wire ask = take && line_kind == IDENTIFY;
    wire reply = free && questions != 0;

    assign speak = free && questions == 0 && state == SAY && !take;

    wire [LOG2_SIZE-1:0] best_column, best_row;
    wire [1:0] best_symbol;

    always @(posedge clk) begin
        if (rst) questions <= 0;
        else if (ask && !reply && questions != 4'd15) questions <= questions + 4'd1;
        else if (reply && !ask) questions <= questions - 4'd1;

        if (rst) say_valid <= 1'b0;
        else if (free) say_valid <= reply || speak;
        if (free) {say_kind, say_column, say_row, say_symbol} <= {reply, best_column, best_row, best_symbol};
    end

    // --- the engine --------------------------------------------------------------------------------------------------

    wire searching = state == THINK;
    wire [LOG2_SIZE-1:0] seek_column, seek_row;
    wire [1:0] seek_op, seek_symbol;

    reg asked;  // and not yet answered
    reg [LOG2_SIZE-1:0] left, top;

    always @(posedge clk) begin
        if (rst) asked <= 1'b0;
        else asked <= (req_valid && req_ready) || (asked && !answered);
        if (answered) begin
            {left, top, columns, rows} <= {resp_left, resp_top, resp_columns, resp_rows};
            empty <= resp_count == 0;
        end
    end

    reg [LOG2_SIZE-1:0] column, row;
    reg [1:0] symbol;

    always @* begin
        case (state)
            THINK: {column, row, symbol} = {seek_column, seek_row, seek_symbol};
            CHECK: {column, row, symbol} = {their_column, their_row, their_symbol};
            default: {column, row, symbol} = {best_column, best_row, best_symbol};
        endcase
    end

    assign req_valid = !asked && (searching || state == BEGIN || state == CHECK || state == MAKE);
    assign req_op = searching ? seek_op : state == BEGIN ? NEW_GAME : PLAY;
    assign req_x = left + column - ONE;
    assign req_y = top + row - ONE;
    assign req_symbol = symbol;
    assign {req_fouls_lose, req_lines, req_box_limit} = {1'b0, 1'b1, {LOG2_SIZE{1'b0}}};
    assign resp_ready = asked;
    assign answered = resp_valid && asked;

    wire board_empty = resp_count == 0;
    wire [LOG2_SIZE-1:0] last_column = board_empty ? 0 : resp_columns + ONE;
    wire [LOG2_SIZE-1:0] last_row = board_empty ? 0 : resp_rows + ONE;

    trax_search #(.LOG2_SIZE(LOG2_SIZE), .DEPTH(DEPTH)) search (
        .clk        (clk),
        .run        (searching),
        .done       (done),
        .none       (none),
        .op         (seek_op),
        .column     (seek_column), .row(seek_row), .symbol(seek_symbol),
        .answered   (answered),
        .refused    (refused),
        .winner     (resp_winner),
        .over       (resp_over),
        .to_move    (resp_to_move),
        .placed     (resp_placed),
        .playable   (resp_tile == 0 && (resp_entries != 0 || board_empty)),
        .last_column(last_column), .last_row(last_row),
        .best_column(best_column), .best_row(best_row), .best_symbol(best_symbol)
    );

endmodule

`default_nettype wire
