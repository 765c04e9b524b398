// A rules engine for Trax: carries out orders, one at a time. The spy tells what it does while it does it.
module torus_trax_spied
    import trax_rules::*;
#(
    parameter int BITS = 4
) (
    input  logic              tick,
    input  logic              rst_b,

    input  logic              ask,
    output logic              ask_ok,
    input  logic [1:0]        ask_what,
    input  logic [BITS-1:0]   ask_col,
    input  logic [BITS-1:0]   ask_row,
    input  logic [1:0]        ask_shape,
    input  logic              ask_strict,
    input  logic              ask_lines,
    input  logic [BITS-1:0]   ask_most,

    output logic              tell,
    input  logic              tell_ok,
    output logic [3:0]        tell_why,
    output logic [5:0]        tell_made,
    output logic [1:0]        tell_victor,
    output logic              tell_finished,
    output logic [1:0]        tell_turn_of,
    output logic [2*BITS:0]   tell_moved,
    output logic [3:0]        tell_tile,
    output logic [7:0]        tell_inward,
    output logic [2*BITS:0]   tell_count,
    output logic [BITS-1:0]   tell_left,
    output logic [BITS-1:0]   tell_top,
    output logic [BITS-1:0]   tell_wide,
    output logic [BITS-1:0]   tell_tall,

    output logic              spy,
    output logic [31:0]       spy_number,
    output logic [2:0]        spy_news,
    output logic [3:0]        spy_why,
    output logic [BITS-1:0]   spy_col,
    output logic [BITS-1:0]   spy_row,
    output logic [3:0]        spy_tile,
    output logic [8*BITS+10:0] spy_state
);
    `include "shape.svh"

    typedef logic [2*BITS:0] count_t;

    typedef enum logic [3:0] {
        WAITING, PAUSING, CHECKING, LAYING, SEARCHING, HEEDING, TRACING, SEEKING, LIFTING, CLOSING, TELLING
    } phase_e;

    typedef struct packed {
        order_e     what;
        cell_t      at;
        logic [1:0] shape;
        logic       strict;
        logic       lines;
        coord_t     most;
    } order_t;

    // The rules of this game, the game, and what is being done.
    logic strict, lines;
    coord_t most;
    logic [4*SIZE*SIZE-1:0] board;
    count_t count;
    colour_e turn_of, victor;
    wins_t red, white;
    logic by_foul;  // whoever has won has won by a foul

    phase_e phase;
    order_t order;
    logic [3:0] why;
    cell_t here;
    tile_t tile;
    count_t moved;
    inward_t seen;
    logic [7:0] dice;
    logic [2:0] pause;

    `include "board.svh"

    // --- the parts ---------------------------------------------------------------------------------------------------

    logic [4*SIZE*SIZE-1:0] last_board;
    count_t last_count;
    cell_t last_chosen, found_at;
    logic no_turns;
    coord_t left, top, wide, tall;
    finding_e finding;
    tile_t found_tile;
    wins_t red_made, white_made;
    logic cleared, laying, lifting, searching, tracing, turn_begins, turn_dropped;

    assign laying = phase == LAYING;
    assign lifting = phase == LIFTING;
    assign searching = phase == SEARCHING;
    assign tracing = phase == TRACING;
    assign cleared = !rst_b || (phase == CLOSING && order.what == NEW);
    assign turn_begins = laying && moved == 0;
    assign turn_dropped = phase == CLOSING && ((order.what == PLAY && why == TRAP)
                                       || (order.what == UNDO && why == FINE && !by_foul));

    trax_frame #(.BITS(BITS)) frame (
        .tick, .clear(cleared), .lay(laying), .lift(lifting), .col(here.col), .row(here.row),
        .left, .top, .wide, .tall
    );

    trax_forcing #(.BITS(BITS)) forcing (
        .tick, .go(searching), .board, .left, .top, .wide, .tall,
        .finding, .where(found_at), .tile(found_tile)
    );

    trax_tracer #(.BITS(BITS)) tracer (
        .tick, .go(tracing), .board, .old_board(last_board), .left, .top, .wide, .tall, .lines,
        .red(red_made), .white(white_made)
    );

    trax_album #(.BITS(BITS)) album (
        .tick, .clear(cleared), .push(turn_begins), .pop(turn_dropped), .board, .count, .chosen(here),
        .empty(no_turns), .last_board, .last_count, .last_chosen
    );

    // --- may the tile lie there? -------------------------------------------------------------------------------------

    function automatic logic empty_col(input coord_t col);
        return coord_t'(col - left) >= wide;
    endfunction

    function automatic logic empty_row(input coord_t row);
        return coord_t'(row - top) >= tall;
    endfunction

    function automatic logic [3:0] objection();
        inward_t inward;
        tile_t plain;
        logic wider, taller;
        inward = inward_at(order.at);
        plain = red_right(order.shape);
        wider = empty_col(order.at.col);
        taller = empty_row(order.at.row);
        if (victor != NOBODY) return FINISHED;
        if (order.shape == NO_SHAPE) return BAD_SHAPE;
        if (tile_at(order.at) != 0) return OCCUPIED;
        if (count == 0) return order.shape == BACKSLASH ? BAD_FIRST : FINE;
        if (inward == 0) return LONELY;
        if (most != 0 && ((wider && wide >= most) || (taller && tall >= most))) return TOO_LARGE;
        if ((wider && int'(wide) == SIZE - 2) || (taller && int'(tall) == SIZE - 2)) return NO_ROOM;
        if (!fits(plain, inward) && !fits(~plain, inward)) return MISFIT;
        return FINE;
    endfunction

    // The first tile, row by row, that was not there before the turn.
    function automatic cell_t newest();
        cell_t at;
        logic done;
        done = 1'b0;
        newest = '0;
        for (int y = 0; y < int'(tall) && !done; y++) begin
            for (int x = 0; x < int'(wide) && !done; x++) begin
                at.row = top + y[BITS-1:0];
                at.col = left + x[BITS-1:0];
                done = tile_at(at) != 0 && last_board[4*at +: 4] == 0;
                newest = at;
            end
        end
    endfunction

    // --- step by step ------------------------------------------------------------------------------------------------

    logic [3:0] doubt;
    cell_t doomed;
    colour_e opponent;

    always_comb begin
        if (turn_of == WHITE) opponent = RED;
        else opponent = WHITE;
    end

    always_ff @(posedge tick) begin
        dice <= {dice[6:0], dice[7] ^ dice[5] ^ dice[4] ^ dice[3]};
        case (phase)
            WAITING: begin
                order <= {ask_what, ask_row, ask_col, ask_shape, ask_strict, ask_lines, ask_most};
                pause <= dice[2:0];
                if (ask) begin
                    moved <= '0;
                    why <= FINE;
                    tile <= '0;
                    seen <= '0;
                    phase <= PAUSING;
                end
            end
            PAUSING: begin
                pause <= pause - 1'b1;
                if (pause == 0) phase <= CHECKING;
            end
            CHECKING: begin
                here <= order.at;
                phase <= CLOSING;
                case (order.what)
                    PLAY: begin
                        doubt = objection();
                        why <= doubt;
                        tile <= red_right(order.shape);
                        if (!fits(red_right(order.shape), inward_at(order.at))) tile <= ~red_right(order.shape);
                        if (doubt == FINE) phase <= LAYING;
                    end
                    UNDO: begin
                        here <= '0;
                        if (!by_foul && no_turns) why <= NO_TURN;
                        else if (!by_foul) phase <= SEEKING;
                    end
                    LOOK: begin
                        tile <= tile_at(order.at);
                        if (tile_at(order.at) == 0) seen <= inward_at(order.at);
                    end
                    default: ;
                endcase
            end
            LAYING: begin
                board[4*here +: 4] <= tile;
                count <= count + 1'b1;
                moved <= moved + 1'b1;
                phase <= SEARCHING;
            end
            SEARCHING: phase <= HEEDING;
            HEEDING: begin
                here <= found_at;
                tile <= found_tile;
                if (finding == FORCED) phase <= LAYING;
                else if (finding == TRAPPED) begin
                    why <= TRAP;
                    phase <= SEEKING;
                end else phase <= TRACING;
            end
            TRACING: phase <= CLOSING;
            SEEKING: begin
                doomed = newest();
                here <= doomed;
                tile <= tile_at(doomed);
                phase <= LIFTING;
                if (count == last_count) begin
                    here <= order.what == UNDO ? last_chosen : found_at;
                    phase <= CLOSING;
                end
            end
            LIFTING: begin
                board[4*here +: 4] <= '0;
                count <= count - 1'b1;
                moved <= order.what == UNDO ? moved + 1'b1 : moved - 1'b1;
                phase <= SEEKING;
            end
            CLOSING: begin
                phase <= TELLING;
                if (order.what == NEW) begin
                    {strict, lines, most} <= {order.strict, order.lines, order.most};
                    board <= '0;
                    count <= '0;
                    turn_of <= WHITE;
                end
                if (order.what == PLAY && why == FINE) begin
                    red <= red_made;
                    white <= white_made;
                    turn_of <= opponent;
                    if ((turn_of == WHITE ? white_made : red_made) != 0) victor <= turn_of;
                    else if ((red_made | white_made) != 0) victor <= opponent;
                end
                if (order.what == PLAY && strict && is_foul(why)) begin
                    victor <= opponent;
                    by_foul <= 1'b1;
                end
                if (order.what == UNDO && why == FINE && !by_foul) turn_of <= opponent;
                if (order.what == NEW || (order.what == UNDO && why == FINE)) begin
                    victor <= NOBODY;
                    by_foul <= 1'b0;
                    red <= '0;
                    white <= '0;
                end
            end
            default: if (tell_ok) phase <= WAITING;
        endcase

        if (!rst_b) begin
            phase <= WAITING;
            dice <= 8'h5a;
            {strict, lines, most} <= {2'b11, {BITS{1'b0}}};
            board <= '0;
            count <= '0;
            turn_of <= WHITE;
            victor <= NOBODY;
            by_foul <= 1'b0;
            {red, white} <= '0;
            {moved, why, tile, seen, here, pause, order} <= '0;
        end
    end

    // --- the answer --------------------------------------------------------------------------------------------------

    assign ask_ok = phase == WAITING;
    assign tell = phase == TELLING;
    assign tell_why = why;
    assign tell_made = {red, white};
    assign tell_victor = victor;
    assign tell_finished = victor != NOBODY;
    assign tell_turn_of = turn_of;
    assign tell_moved = moved;
    assign tell_tile = order.what == LOOK ? tile : 4'd0;
    assign tell_inward = {
        seen.red[3], seen.white[3], seen.red[2], seen.white[2], seen.red[1], seen.white[1], seen.red[0], seen.white[0]
    };
    assign tell_count = count;
    assign {tell_left, tell_top, tell_wide, tell_tall} = {left, top, wide, tall};

    // --- the spy -----------------------------------------------------------------------------------------------------

    news_e news;

    always_comb begin
        news = NOTHING;
        case (phase)
            LAYING:
                if (moved == 0) news = TILE_CHOSEN;
                else news = TILE_FORCED;
            LIFTING: news = TILE_LIFTED;
            CLOSING:
                if (order.what == NEW) news = BEGUN;
                else if (order.what == LOOK) news = NOTHING;
                else if (why != FINE) news = TURN_REFUSED;
                else if (order.what == PLAY) news = TURN_DONE;
                else news = TURN_UNDONE;
            default: ;
        endcase
    end

    always_ff @(posedge tick) begin
        if (!rst_b) spy_number <= '0;
        else if (spy) spy_number <= spy_number + 1'b1;
    end

    assign spy = news != NOTHING;
    assign spy_news = news;
    assign spy_why = news == TURN_REFUSED ? why : 4'd0;
    assign {spy_row, spy_col} = news == TURN_DONE ? last_chosen : news == BEGUN ? '0 : here;
    assign spy_tile = laying || lifting ? tile : 4'd0;
    assign spy_state = {
        phase, moved, count, left, top, wide, tall, turn_of, victor != NOBODY, victor
    };
endmodule
