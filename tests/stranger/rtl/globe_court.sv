// The court: takes a request, has it weighed, carried out and noted, and hands the answer over. It knows the pieces
// as those of the side to move and those of the side that waits.
module globe_court #(
    parameter int LIMIT = 64,
    parameter int K = 9
) (
    input  logic          clk,
    input  logic          hush,
    input  logic          ask,
    output logic          ready,
    input  logic [  2:0]  ask_what,
    input  logic [  1:0]  ask_custom,
    input  logic          ask_side,
    input  logic [  4:0]  ask_from,
    input  logic [  4:0]  ask_to,
    input  logic [ 41:0]  ask_board,
    input  logic [K-1:0]  ask_ago,
    output logic          tell,
    input  logic          heard,
    output logic [  3:0]  why,
    output logic [ 20:0]  points,
    output logic [ 41:0]  picture,
    output logic [  2:0]  norths,
    output logic [  2:0]  souths,
    output logic          side,
    output logic          must_pass,
    output logic [  1:0]  custom,
    output logic [  1:0]  times,
    output logic [  2:0]  verdict,
    output logic [K-1:0]  plies,
    output logic [K-1:0]  quiet,
    // for whoever watches
    output logic          news,
    output logic [  3:0]  news_kind,
    output logic [  3:0]  news_why,
    output logic [ 20:0]  news_points,
    output logic [  3:0]  stage_code,
    output logic [ 41:0]  board
);
    typedef enum logic [3:0] {
        WAKE, IDLE, VET, WEIGH, HOP, HUNT, JUDGE, CLOSE, SCOUT, SIGHT, RECALL, RETURN, SHOW, OPEN, REFUSE, TELL
    } stage_t;
    stage_t stage;

    localparam logic [20:0] NORTH_HOME = 21'h00101f;
    localparam logic [20:0] SOUTH_HOME = 21'h004f40;

    // The game
    logic [20:0] mine, theirs;
    // The request
    logic [2:0] what;
    logic [1:0] new_custom;
    logic new_side;
    logic [4:0] from, to;
    logic [41:0] new_board;
    logic [K-1:0] ago;
    // On the way
    logic [20:0] were_empty, scouts;
    logic stuck;  // the side to move has no move on this board
    logic owed;  // false only while it wakes from a reset
    logic [3:0] refusal;
    logic [41:0] shown;

    function automatic logic [4:0] tally(input logic [20:0] p);
        tally = 5'd0;
        for (int i = 0; i < 21; i++) tally = tally + {4'd0, p[i]};
    endfunction

    function automatic logic [4:0] last(input logic [20:0] p);
        last = 5'd0;
        for (int i = 0; i < 21; i++) if (p[i]) last = 5'(i);
    endfunction

    logic [20:0] north, south, holes, from_mark, to_mark, around;
    assign north = side ? theirs : mine;
    assign south = side ? mine : theirs;
    assign board = {north, south};
    assign holes = ~(mine | theirs);
    assign from_mark = 21'd1 << from;
    assign to_mark = 21'd1 << to;

    logic [4:0] scout, asked;
    assign scout = last(scouts);
    assign asked = stage == SCOUT ? scout : from;
    globe_lines lines (.clk(clk), .point(asked), .around(around));

    logic set_off, caught, hunted;
    assign set_off = stage == HUNT;
    logic [20:0] bag;
    globe_hunt hunt (
        .clk(clk), .hush(hush), .start(set_off), .custom(custom),
        .hunters(mine), .prey(theirs), .were_empty(were_empty),
        .caught(caught), .bag(bag), .done(hunted)
    );

    logic fresh, wipe, note, drop, look, noted;
    logic [K-1:0] number, since;
    assign wipe = stage == WAKE && fresh;
    assign note = stage == CLOSE && fresh;
    assign drop = stage == RECALL && fresh;
    assign look = stage == SHOW && fresh;
    assign number = stage == SHOW ? plies - ago : plies;
    assign since = plies - quiet;
    logic [1:0] noted_times;
    logic [41:0] old_board;
    logic [K-1:0] old_quiet;
    globe_annals #(.K(K)) annals (
        .clk(clk), .hush(hush),
        .wipe(wipe), .note(note), .drop(drop), .look(look), .number(number), .since(since),
        .position(board), .quiet(quiet),
        .done(noted), .times(noted_times), .old_position(old_board), .old_quiet(old_quiet)
    );

    // The position to return to, as the side to move has it after the turn
    logic [20:0] old_mine, old_theirs;
    assign {old_mine, old_theirs} = side ? {old_board[20:0], old_board[41:21]} : old_board;

    logic won;
    logic [4:0] new_norths, new_souths;
    assign won = tally(theirs) < 5'd3;
    assign new_norths = tally(new_board[41:21]);
    assign new_souths = tally(new_board[20:0]);

    always_ff @(posedge clk) begin
        if (hush) begin
            stage <= WAKE;
            fresh <= 1'b1;
            owed <= 1'b0;
            mine <= NORTH_HOME;
            theirs <= SOUTH_HOME;
            {side, stuck, custom, verdict, plies, quiet} <= '0;
            times <= 2'd1;
            {what, new_custom, new_side, from, to, new_board, ago} <= '0;
            {were_empty, scouts, refusal, shown, points} <= '0;
        end else begin
            fresh <= 1'b1;
            case (stage)
                IDLE:
                if (ask) begin
                    owed <= 1'b1;
                    what <= ask_what;
                    new_custom <= ask_custom;
                    new_side <= ask_side;
                    from <= ask_from;
                    to <= ask_to;
                    new_board <= ask_board;
                    ago <= ask_ago;
                    refusal <= 4'd0;
                    points <= 21'd0;
                    stage <= VET;
                end
                VET: begin
                    stage <= REFUSE;
                    case (what)
                        3'd0: if (new_custom == 2'd3) refusal <= 4'd1; else stage <= OPEN;
                        3'd1:
                        if (|(new_board[41:21] & new_board[20:0])) refusal <= 4'd2;
                        else if (new_norths < 5'd3 || new_norths > 5'd6 || new_souths < 5'd3 || new_souths > 5'd6)
                            refusal <= 4'd3;
                        else stage <= OPEN;
                        3'd2:
                        if (verdict != 3'd0) refusal <= 4'd4;
                        else if (from > 5'd20 || to > 5'd20) refusal <= 4'd5;
                        else if (~|(mine & from_mark)) refusal <= 4'd6;
                        else stage <= WEIGH;
                        3'd3:
                        if (verdict != 3'd0) refusal <= 4'd4;
                        else if (!stuck) refusal <= 4'd9;
                        else stage <= HOP;
                        3'd4: if (plies == '0) refusal <= 4'd10; else stage <= RECALL;
                        3'd5: if (from > 5'd20) refusal <= 4'd5; else stage <= WEIGH;
                        default: if (ago > plies) refusal <= 4'd10; else stage <= SHOW;
                    endcase
                end
                WEIGH:
                if (what == 3'd5) begin
                    if (verdict == 3'd0 && |(mine & from_mark)) points <= around & holes;
                    stage <= TELL;
                end else if (~|(around & to_mark)) begin
                    refusal <= 4'd7;
                    stage <= REFUSE;
                end else if (~|(holes & to_mark)) begin
                    refusal <= 4'd8;
                    stage <= REFUSE;
                end else stage <= HOP;
                HOP: begin
                    were_empty <= holes;
                    if (what == 3'd2) mine <= mine & ~from_mark | to_mark;
                    plies <= plies + 1'b1;
                    quiet <= quiet + 1'b1;
                    stage <= what == 3'd2 ? HUNT : CLOSE;
                end
                HUNT: stage <= JUDGE;
                JUDGE: begin
                    if (caught) begin
                        theirs <= theirs & ~bag;
                        points <= points | bag;
                        quiet <= '0;
                    end
                    if (hunted) stage <= CLOSE;
                end
                CLOSE: begin
                    fresh <= 1'b0;
                    if (noted) begin
                        mine <= theirs;
                        theirs <= mine;
                        side <= !side;
                        times <= won ? 2'd0 : noted_times;
                        if (won) verdict <= side ? 3'd2 : 3'd1;
                        else if (noted_times == 2'd3) verdict <= 3'd3;
                        else if (quiet == K'(LIMIT)) verdict <= 3'd4;
                        scouts <= theirs;
                        stuck <= 1'b1;
                        stage <= SCOUT;
                    end
                end
                SCOUT:
                if (scouts == 21'd0) stage <= owed ? TELL : IDLE;
                else stage <= SIGHT;
                SIGHT:
                if (|(around & holes)) begin
                    stuck <= 1'b0;
                    stage <= owed ? TELL : IDLE;
                end else begin
                    scouts <= scouts & ~(21'd1 << scout);
                    stage <= SCOUT;
                end
                RECALL: begin
                    fresh <= 1'b0;
                    if (noted) begin
                        mine <= old_mine;
                        theirs <= old_theirs;
                        points <= old_mine & ~mine;
                        plies <= plies - 1'b1;
                        quiet <= old_quiet;
                        stage <= RETURN;
                    end
                end
                RETURN: begin
                    mine <= theirs;
                    theirs <= mine;
                    side <= !side;
                    times <= noted_times;
                    verdict <= 3'd0;
                    scouts <= theirs;
                    stuck <= 1'b1;
                    stage <= SCOUT;
                end
                SHOW: begin
                    fresh <= 1'b0;
                    if (noted) begin
                        shown <= old_board;
                        stage <= TELL;
                    end
                end
                OPEN: begin
                    {mine, theirs} <= what == 3'd0 ? {NORTH_HOME, SOUTH_HOME}
                        : new_side ? {new_board[20:0], new_board[41:21]} : new_board;
                    side <= what == 3'd1 && new_side;
                    if (what == 3'd0) custom <= new_custom;
                    {plies, quiet, verdict} <= '0;
                    times <= 2'd1;
                    stage <= WAKE;
                end
                WAKE: begin
                    fresh <= 1'b0;
                    if (noted) begin
                        scouts <= mine;
                        stuck <= 1'b1;
                        stage <= SCOUT;
                    end
                end
                REFUSE: stage <= TELL;
                default: if (heard) stage <= IDLE;  // TELL
            endcase
        end
    end

    assign must_pass = stuck && verdict == 3'd0;
    assign ready = stage == IDLE;
    assign tell = stage == TELL;
    assign why = refusal;
    assign picture = what == 3'd6 && refusal == 4'd0 ? shown : board;
    assign norths = 3'(tally(north));
    assign souths = 3'(tally(south));

    always @* begin
        news = 1'b1;
        news_kind = 4'd0;
        news_points = 21'd0;
        case (stage)
            OPEN: news_kind = what == 3'd0 ? 4'd1 : 4'd2;
            HOP:
            if (what == 3'd2) begin
                news_kind = 4'd3;
                news_points = from_mark | to_mark;
            end else news_kind = 4'd5;
            JUDGE: begin
                news = caught;
                news_kind = 4'd4;
                news_points = bag;
            end
            CLOSE: begin
                news = noted;
                news_kind = 4'd6;
            end
            RECALL: begin
                news = noted;
                news_kind = 4'd7;
                news_points = (mine ^ old_mine) | (theirs ^ old_theirs);
            end
            RETURN: news_kind = 4'd8;
            REFUSE: news_kind = 4'd9;
            default: news = 1'b0;
        endcase
    end
    assign news_why = stage == REFUSE ? refusal : 4'd0;
    assign stage_code = stage;
endmodule
