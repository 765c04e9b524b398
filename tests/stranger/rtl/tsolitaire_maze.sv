// An engine of Tsolitaire. Whether a request may be carried out is asked one question after the other: the number of
// the question is the reason of the refusal. Where stones were before the last piece is not noted. They run anew, from
// the edge of the board, when it has been taken away.
module tsolitaire_maze
    import tsolitaire_words::*;
(
    input logic tock,
    input logic hush_n,

    input  logic       ask_valid,
    output logic       ask_ready,
    input  logic [2:0] ask_what,
    input  logic [5:0] ask_piece,
    input  logic [5:0] ask_where,
    input  logic [1:0] ask_turn,

    output logic        say_valid,
    input  logic        say_ready,
    output logic [ 3:0] say_why,
    output logic [ 7:0] say_lost,
    output logic [ 7:0] say_moved,
    output logic [31:0] say_fits,
    output logic [ 8:0] say_found,
    output logic [ 5:0] say_hand,
    output logic [ 5:0] say_laid,
    output logic [ 5:0] say_spare,
    output logic        say_over,
    output logic        say_full,
    output logic [34:0] say_used,
    output logic [71:0] say_stones,

    output logic         see_valid,
    output logic [ 31:0] see_number,
    output logic [  3:0] see_kind,
    output logic [  3:0] see_why,
    output logic [  2:0] see_stone,
    output logic [  5:0] see_where,
    output logic [  2:0] see_enter,
    output logic [  2:0] see_leave,
    output logic [  5:0] see_piece,
    output logic [  1:0] see_turn,
    output logic [129:0] see_state
);
    localparam logic [2:0] SWEEPING = 0, RESTING = 1, OPENING = 2, ASKING = 3;
    localparam logic [2:0] RUNNING = 4, MARKING = 5, ENDING = 6, SAYING = 7;
    logic [2:0] phase;
    logic [5:0] step;  // of sweeping, of marking; the number of the question

    // The request, and what it comes to be about
    logic [2:0] what;
    logic [5:0] piece, where;
    logic [1:0] turn;

    // The game
    logic [5:0] hand, laid, spare;
    logic over, full;
    logic [34:0] used;
    logic [71:0] stones, others;  // others: from before a placement, or those that are found again

    // What the answer says, and no later one
    logic [3:0] why;
    logic [7:0] lost, moved;
    logic [31:0] fits;
    logic [ 8:0] found;
    logic [35:0] spoilt;  // cells on which the piece would lead a stone away

    logic asleep;
    tsolitaire_dawn dawn (
        .tock(tock),
        .hush_n(hush_n),
        .asleep(asleep)
    );

    // --- memories -------------------------------------------------------------------------------------------------

    logic refused;
    logic [5:0] wheel_at;
    logic [8:0] floor_word;
    wire stands = phase == ENDING && why == 0 && (what == PLACE || what == REDO);
    wire begins = phase == ASKING && step == NOTHING && !refused;
    wire lifts = begins && what == UNDO;
    tsolitaire_shelf #(
        .WIDTH(9)
    ) floor (
        .tock(tock),
        .put(phase == SWEEPING || stands || lifts),
        .put_at(phase == SWEEPING ? step : where),
        .put_word(stands ? {1'b1, piece, turn} : 9'd0),
        .get_at(phase == RUNNING ? wheel_at : where),
        .got(floor_word)
    );

    logic [13:0] page;
    wire [5:0] page_at = what == UNDO ? laid - 6'd1 : phase == RUNNING ? laid + 6'd1 : laid;
    tsolitaire_shelf #(
        .WIDTH(14)
    ) diary (
        .tock(tock),
        .put(stands),
        .put_at(laid),
        .put_word({where, piece, turn}),
        .get_at(page_at),
        .got(page)
    );

    // --- questions ------------------------------------------------------------------------------------------------

    logic [7:0] facing;
    integer i;
    always @* for (i = 0; i < 8; i = i + 1) facing[i] = stones[9*i+3+:6] == where;

    wire searches = what == NEXT || what == LIST;
    always @* begin
        case (step[3:0])
            OVER: refused = over && (searches || what == PLACE);
            NO_PIECE: refused = hand == NO_HAND && (what == PLACE || what == LIST);
            RANGE: refused = what == NEXT ? piece >= PIECES : (what == PLACE || what == READ) && where >= CELLS;
            REPEAT: refused = what == NEXT && used[piece];
            OCCUPIED: refused = what == PLACE && floor_word[8];
            NO_STONE: refused = what == PLACE && facing == 0;
            NOTHING: refused = (what == UNDO && laid == 0) || (what == REDO && spare == 0);
            default: refused = 1'b0;
        endcase
    end

    // --- the stones run -------------------------------------------------------------------------------------------

    logic start, running, passes, rests, leaves;
    logic [1:0] last_turn;
    logic [2:0] stone, leave;
    place_t place;
    wire moves = what == PLACE || what == REDO;
    wire anew = what == UNDO;
    wire [71:0] from = anew ? STARTS : stones;
    tsolitaire_wheel wheel (
        .tock(tock),
        .asleep(asleep),
        .start(start),
        .runners(moves ? facing : 8'hff),
        .from(from),
        .laying(!anew),
        .piece(piece),
        .turn(turn),
        .floor_at(wheel_at),
        .floor_word(floor_word),
        .looked_at(piece),
        .last_turn(last_turn),
        .running(running),
        .passes(passes),
        .rests(rests),
        .leaves(leaves),
        .stone(stone),
        .place(place),
        .leave(leave)
    );

    // --- the control ----------------------------------------------------------------------------------------------

    assign ask_ready = phase == RESTING;
    assign say_valid = phase == SAYING;

    always_ff @(posedge tock) begin
        start <= 1'b0;

        case (phase)
            SWEEPING: begin
                step <= step + 1'b1;
                if (step == CELLS - 1) phase <= what == NEW ? ENDING : RESTING;
            end

            RESTING:
            if (ask_valid) begin
                {what, piece, where, turn} <= {ask_what, ask_piece, ask_where, ask_turn};
                {why, lost, moved, fits, found} <= '0;
                step <= 0;
                phase <= ask_what == NEW ? SWEEPING : OPENING;
            end

            OPENING: begin
                if (what == PLACE || what == LIST) piece <= hand;
                step <= OVER;
                phase <= ASKING;
            end

            ASKING: begin
                step <= step + 1'b1;
                if (what == UNDO || what == REDO) {where, piece, turn} <= page;
                if (what == PLACE) turn <= turn & last_turn;
                if (searches) turn <= 0;
                if (refused) begin
                    why   <= step[3:0];
                    phase <= ENDING;
                end else if (begins) begin
                    others <= stones;
                    spoilt <= 0;
                    start <= what != READ;
                    phase <= what == READ ? ENDING : RUNNING;
                    if (what == READ) found <= floor_word;
                end
            end

            RUNNING: begin
                step <= 0;
                if (rests && moves) begin
                    stones[9*stone+:9] <= place;
                    moved[stone] <= 1'b1;
                end
                if (rests && anew) others[9*stone+:9] <= place;
                if (leaves) begin
                    lost[stone] <= 1'b1;
                    spoilt[stones[9*stone+3+:6]] <= 1'b1;
                end
                if (!running && !start) begin
                    phase <= searches ? MARKING : ENDING;
                    if (moves && lost != 0) {why, moved} <= {LEAVES, 8'd0};
                end
            end

            MARKING: begin
                step <= step + 1'b1;
                lost <= 0;
                if (step < 8) fits[4*step[2:0]+turn] <= !spoilt[stones[9*step[2:0]+3+:6]];
                else if (turn == last_turn || (what == NEXT && fits != 0)) phase <= ENDING;
                else begin
                    turn   <= turn + 1'b1;
                    spoilt <= 0;
                    start  <= 1'b1;
                    phase  <= RUNNING;
                end
            end

            ENDING: begin
                phase <= SAYING;
                if (why == LEAVES) stones <= others;
                if (why == 0)
                    case (what)
                        NEW: begin
                            {laid, spare, over, full, used} <= '0;
                            hand   <= NO_HAND;
                            stones <= STARTS;
                        end
                        NEXT: begin
                            hand <= piece;
                            over <= fits == 0;
                            fits <= 0;
                        end
                        PLACE, REDO: begin
                            laid <= laid + 1'b1;
                            used[piece] <= 1'b1;
                            spare <= what == REDO ? spare - 1'b1 : 6'd0;
                            hand <= what == REDO && spare != 1 ? page[7:2] : NO_HAND;
                            over <= laid == PIECES - 1;
                            full <= laid == PIECES - 1;
                        end
                        UNDO: begin
                            laid <= laid - 1'b1;
                            used[piece] <= 1'b0;
                            spare <= spare + 1'b1;
                            hand <= piece;
                            over <= 1'b0;
                            full <= 1'b0;
                            stones <= others;
                        end
                        default: ;
                    endcase
            end

            default: if (say_ready) phase <= RESTING;
        endcase

        if (asleep) begin
            phase <= SWEEPING;
            what  <= READ;
            {step, piece, where, turn} <= '0;
            {why, lost, moved, fits, found, start} <= '0;
            {laid, spare, over, full, used} <= '0;
            hand   <= NO_HAND;
            stones <= STARTS;
        end
    end

    assign say_why = why;
    assign say_lost = lost;
    assign say_moved = moved;
    assign say_fits = fits;
    assign say_found = found;
    assign {say_hand, say_laid, say_spare, say_over, say_full, say_used, say_stones} =
            {hand, laid, spare, over, full, used, stones};

    // --- the witness ----------------------------------------------------------------------------------------------

    wire ends = phase == ENDING && what != LIST && what != READ;
    wire runs = phase == RUNNING && moves && (passes || rests || leaves);
    logic [3:0] end_kind;
    always @* begin
        if (why != 0) end_kind = REFUSED;
        else
            case (what)
                NEW: end_kind = BEGUN;
                NEXT: end_kind = DRAWN;
                PLACE: end_kind = PLACED;
                UNDO: end_kind = TAKEN_BACK;
                default: end_kind = RESTORED;
            endcase
    end

    wire lies = end_kind == PLACED || end_kind == TAKEN_BACK || end_kind == RESTORED;

    assign see_valid = ends || runs;
    assign see_kind = ends ? end_kind : passes ? PASSED : rests ? RESTS : LEFT;
    assign see_why = ends ? why : 4'd0;
    assign see_stone = runs ? stone : 3'd0;
    assign see_where = runs ? place[8:3] : ends && (lies || what == PLACE) ? where : 6'd0;
    assign see_enter = runs && !leaves ? place[2:0] : 3'd0;
    assign see_leave = runs && passes ? leave : runs && leaves ? place[2:0] : 3'd0;
    assign see_piece = ends && (lies || what == NEXT) ? piece : 6'd0;
    assign see_turn = ends && lies ? turn : 2'd0;
    assign see_state = {phase, hand, laid, spare, over, full, used, stones};

    always_ff @(posedge tock)
        if (asleep) see_number <= 0;
        else if (see_valid) see_number <= see_number + 1'b1;
endmodule
