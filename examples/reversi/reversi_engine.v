// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * A rules engine for Reversi: new game, play, pass, take back, read.
 *
 * A turn is its cell, and how many discs it flips in each of the eight directions. COUNT finds these numbers, FLIP turns
 * that many discs over, going outwards from the cell, and the log keeps them: to take a turn back is to flip the same
 * discs once more. Whether a player can move at all is seen for the whole board at once: in SCAN, all his discs go in
 * one direction, a step a cycle, as long as they cross discs of the opponent.
 *
 *   play       LOOK COUNT PLACE FLIP SCAN END
 *   pass       LOOK END
 *   take back  LOOK RECALL FLIP REMOVE END; of a pass LOOK RECALL END
 *   new game   LOOK END
 *   read       LOOK
 *   refused    LOOK REFUSE, or LOOK COUNT REFUSE
 *
 * and then RESPOND.
 */
`default_nettype none

module reversi_engine #(
    parameter integer SIZE = 8  // of the board, in cells each way: even, 4 to 16
) (
    input wire clk,
    input wire rst,

    input  wire       req_valid,
    output wire       req_ready,
    input  wire [2:0] req_op,     // 0 new game, 1 play, 2 pass, 3 take back, 4 read
    input  wire [4:0] req_x,      // play and read: the cell
    input  wire [4:0] req_y,

    output wire       resp_valid,
    input  wire       resp_ready,
    output wire [2:0] resp_reason,     // 0 done, else why not
    output wire [1:0] resp_disc,       // read: 0 none, 1 black, 2 white
    output wire [6:0] resp_flipped,    // discs turned over by this operation
    output wire [8:0] resp_black,      // discs on the board
    output wire [8:0] resp_white,
    output wire [1:0] resp_to_move,
    output wire       resp_must_pass,
    output wire       resp_over,
    output wire [1:0] resp_winner,     // 0 none

    output wire        vp_valid,
    output wire [31:0] vp_order,
    output wire [ 2:0] vp_kind,    // 1 new, 2 placed, 3 flipped, 4 removed, 5 end of turn, 6 refused, 7 taken back
    output wire [ 2:0] vp_reason,
    output wire [ 4:0] vp_x,
    output wire [ 4:0] vp_y,
    output wire [ 1:0] vp_disc,    // placed, flipped: as it lies now; removed: as it lay
    output wire [27:0] vp_state
);

    if (SIZE < 4 || SIZE > 16 || SIZE % 2 != 0) begin : g_check
        SIZE_must_be_even_and_4_to_16 stop ();
    end

    localparam [2:0] OP_NEW = 3'd0, OP_PLAY = 3'd1, OP_PASS = 3'd2, OP_TAKE_BACK = 3'd3, OP_READ = 3'd4;
    localparam [2:0] GAME_OVER = 3'd1, OUTSIDE = 3'd2, OCCUPIED = 3'd3, FLIPS_NOTHING = 3'd4, MUST_MOVE = 3'd5;
    localparam [2:0] NOTHING_TO_TAKE_BACK = 3'd6;
    localparam [2:0] NEW = 3'd1, PLACED = 3'd2, FLIPPED = 3'd3, REMOVED = 3'd4, END_OF_TURN = 3'd5, REFUSED = 3'd6;
    localparam [2:0] TAKEN_BACK = 3'd7;

    localparam [3:0] IDLE = 4'd0, LOOK = 4'd1, COUNT = 4'd2, PLACE = 4'd3, RECALL = 4'd4, FLIP = 4'd5, REMOVE = 4'd6;
    localparam [3:0] SCAN = 4'd7, END = 4'd8, REFUSE = 4'd9, RESPOND = 4'd10;

    // A board is a vector: a cell is a bit, row by row. Between rows a power of two, so that a cell's index is {y, x}.
    localparam integer XY_W = $clog2(SIZE);
    localparam integer STRIDE = 1 << XY_W;
    localparam integer CELLS = SIZE * STRIDE;
    localparam integer TURNS_W = 2 * XY_W + 1;  // after each disc there is one pass at most
    localparam [CELLS-1:0] ONE = 1;
    localparam integer MIDDLE = (SIZE / 2) * STRIDE + SIZE / 2;  // below it and to its right
    localparam [CELLS-1:0] BLACK_AT_FIRST = ONE << (MIDDLE - STRIDE) | ONE << (MIDDLE - 1);
    localparam [CELLS-1:0] WHITE_AT_FIRST = ONE << (MIDDLE - STRIDE - 1) | ONE << MIDDLE;
    localparam [CELLS-1:0] FIRST_COLUMN = {SIZE{ONE[STRIDE-1:0]}};
    localparam [CELLS-1:0] LAST_COLUMN = FIRST_COLUMN << (SIZE - 1);

    reg [CELLS-1:0] blacks_q, whites_q;
    reg [8:0] black_count_q, white_count_q;
    reg white_to_move_q, must_pass_q, over_q;
    reg [1:0] winner_q;

    // The operation under way.
    reg [3:0] state_q;
    reg [2:0] op_q, reason_q;
    reg [4:0] x_q, y_q;
    reg [1:0] disc_q;
    reg [6:0] flipped_q;
    reg white_side_q;  // whose turn is played or taken back, or for whom a move is looked for
    reg [31:0] counts_q;  // discs to flip, four bits a direction, the present one lowest
    reg will_pass_q, will_be_over_q;  // after this turn

    // --- the side, and the cell one step further -------------------------------------------------------------------

    wire [CELLS-1:0] own = white_side_q ? whites_q : blacks_q;
    wire [CELLS-1:0] others = white_side_q ? blacks_q : whites_q;

    reg [2:0] direction_q;  // 0 north, then clockwise
    reg [3:0] steps_q;  // gone in this direction
    reg [4:0] at_x_q, at_y_q;

    wire east = direction_q == 3'd1 || direction_q == 3'd2 || direction_q == 3'd3;
    wire west = direction_q == 3'd5 || direction_q == 3'd6 || direction_q == 3'd7;
    wire south = direction_q == 3'd3 || direction_q == 3'd4 || direction_q == 3'd5;
    wire north = direction_q == 3'd7 || direction_q == 3'd0 || direction_q == 3'd1;

    wire [4:0] next_x = at_x_q + {4'd0, east} - {4'd0, west};
    wire [4:0] next_y = at_y_q + {4'd0, south} - {4'd0, north};
    wire next_on_board = on_board(next_x, next_y);
    wire [2*XY_W-1:0] next = {next_y[XY_W-1:0], next_x[XY_W-1:0]};
    wire [2*XY_W-1:0] cell_q = {y_q[XY_W-1:0], x_q[XY_W-1:0]};

    wire last_direction = direction_q == 3'd7;

    function on_board(input [4:0] x, input [4:0] y);  // left of column 0 is column 31
        on_board = {27'd0, x} < SIZE && {27'd0, y} < SIZE;
    endfunction

    // COUNT
    wire next_is_other = next_on_board && others[next];
    wire [3:0] count = next_on_board && own[next] ? steps_q : 4'd0;
    wire [31:0] counted = {count, counts_q[31:4]};

    // FLIP
    wire taking_back = op_q == OP_TAKE_BACK;
    wire direction_done = steps_q == counts_q[3:0];
    wire turns_white = white_side_q ^ taking_back;

    // SCAN
    reg [CELLS-1:0] wave_q;
    wire [CELLS-1:0] wave = steps_q == 0 ? own : wave_q;
    wire [CELLS-1:0] sideways = east ? (wave & ~LAST_COLUMN) << 1 : west ? (wave & ~FIRST_COLUMN) >> 1 : wave;
    wire [CELLS-1:0] arriving = south ? sideways << STRIDE : north ? sideways >> STRIDE : sideways;
    wire can_move = steps_q != 0 && |(arriving & ~own & ~others);
    wire wave_ends = ~|(arriving & others);

    // --- the log of the game ---------------------------------------------------------------------------------------

    reg [42:0] log[0:(1<<TURNS_W)-1];  // was it a pass, the cell, the counts
    reg [42:0] recalled_q;
    reg [TURNS_W-1:0] turns_q;

    always @(posedge clk) begin
        if (state_q == END) log[turns_q] <= {op_q == OP_PASS, x_q, y_q, counts_q};
        recalled_q <= log[turns_q-1'b1];
    end

    // --- may it be? ------------------------------------------------------------------------------------------------

    reg [2:0] refusal;  // in LOOK

    always @* begin
        refusal = 3'd0;
        case (op_q)
            OP_PLAY:
            if (over_q) refusal = GAME_OVER;
            else if (!on_board(x_q, y_q)) refusal = OUTSIDE;
            else if (own[cell_q] || others[cell_q]) refusal = OCCUPIED;
            OP_PASS:
            if (over_q) refusal = GAME_OVER;
            else if (!must_pass_q) refusal = MUST_MOVE;
            OP_TAKE_BACK: if (turns_q == 0) refusal = NOTHING_TO_TAKE_BACK;
            OP_READ: if (!on_board(x_q, y_q)) refusal = OUTSIDE;
            default: ;
        endcase
    end

    // --- the operations --------------------------------------------------------------------------------------------

    task set_out(input [4:0] x, input [4:0] y);  // from a cell, in the first direction
        begin
            direction_q <= 3'd0;
            steps_q <= 4'd0;
            at_x_q <= x;
            at_y_q <= y;
        end
    endtask

    task next_direction;
        begin
            direction_q <= direction_q + 3'd1;
            steps_q <= 4'd0;
            at_x_q <= x_q;
            at_y_q <= y_q;
        end
    endtask

    task go_on;
        begin
            steps_q <= steps_q + 4'd1;
            at_x_q  <= next_x;
            at_y_q  <= next_y;
        end
    endtask

    task begin_game;
        begin
            blacks_q <= BLACK_AT_FIRST;
            whites_q <= WHITE_AT_FIRST;
            black_count_q <= 9'd2;
            white_count_q <= 9'd2;
            white_to_move_q <= 1'b0;
            turns_q <= {TURNS_W{1'b0}};
        end
    endtask

    always @(posedge clk) begin
        case (state_q)
            IDLE:
            if (req_valid) begin
                op_q <= req_op;
                x_q <= req_op == OP_PLAY || req_op == OP_READ ? req_x : 5'd0;
                y_q <= req_op == OP_PLAY || req_op == OP_READ ? req_y : 5'd0;
                white_side_q <= white_to_move_q ^ (req_op == OP_TAKE_BACK);
                state_q <= LOOK;
            end
            LOOK: begin
                reason_q <= refusal;
                disc_q <= 2'd0;
                flipped_q <= 7'd0;
                counts_q <= 32'd0;
                will_pass_q <= 1'b0;
                will_be_over_q <= 1'b0;
                set_out(x_q, y_q);
                state_q <= END;
                if (refusal != 0) state_q <= REFUSE;
                else if (op_q == OP_PLAY) state_q <= COUNT;
                else if (taking_back) state_q <= RECALL;
                else if (op_q == OP_READ) begin
                    disc_q  <= {whites_q[cell_q], blacks_q[cell_q]};
                    state_q <= RESPOND;
                end
            end
            COUNT:
            if (next_is_other) go_on;
            else begin
                counts_q <= counted;
                next_direction;
                if (last_direction) begin
                    reason_q <= counted == 0 ? FLIPS_NOTHING : 3'd0;
                    state_q  <= counted == 0 ? REFUSE : PLACE;
                end
            end
            PLACE: begin
                whites_q[cell_q] <= white_side_q;
                blacks_q[cell_q] <= !white_side_q;
                white_count_q <= white_count_q + {8'd0, white_side_q};
                black_count_q <= black_count_q + {8'd0, !white_side_q};
                state_q <= FLIP;
            end
            RECALL: begin
                {will_pass_q, x_q, y_q, counts_q} <= recalled_q;
                set_out(recalled_q[41:37], recalled_q[36:32]);
                state_q <= recalled_q[42] ? END : FLIP;
            end
            FLIP:
            if (direction_done) begin
                counts_q <= {counts_q[3:0], counts_q[31:4]};
                next_direction;
                if (last_direction) begin
                    white_side_q <= white_side_q ^ !taking_back;
                    state_q <= taking_back ? REMOVE : SCAN;
                end
            end else begin
                whites_q[next] <= turns_white;
                blacks_q[next] <= !turns_white;
                white_count_q <= turns_white ? white_count_q + 9'd1 : white_count_q - 9'd1;
                black_count_q <= turns_white ? black_count_q - 9'd1 : black_count_q + 9'd1;
                flipped_q <= flipped_q + 7'd1;
                go_on;
            end
            REMOVE: begin
                whites_q[cell_q] <= 1'b0;
                blacks_q[cell_q] <= 1'b0;
                white_count_q <= white_count_q - {8'd0, white_side_q};
                black_count_q <= black_count_q - {8'd0, !white_side_q};
                state_q <= END;
            end
            SCAN:
            if (can_move) state_q <= END;
            else if (!wave_ends) begin
                wave_q <= arriving & others;
                go_on;
            end else begin
                next_direction;
                if (last_direction) begin  // this side cannot move: what about the mover?
                    white_side_q <= !white_side_q;
                    will_pass_q <= !will_pass_q;
                    will_be_over_q <= will_pass_q;
                    if (will_pass_q) state_q <= END;
                end
            end
            END: begin
                white_to_move_q <= !white_to_move_q;
                turns_q <= taking_back ? turns_q - 1'b1 : turns_q + 1'b1;
                must_pass_q <= will_pass_q;
                over_q <= will_be_over_q;
                winner_q <= {2{will_be_over_q}} & {white_count_q > black_count_q, black_count_q > white_count_q};
                if (op_q == OP_NEW) begin_game;
                state_q <= RESPOND;
            end
            REFUSE:  state_q <= RESPOND;
            RESPOND: if (resp_ready) state_q <= IDLE;
            default: state_q <= IDLE;
        endcase
        if (rst) begin
            begin_game;
            {must_pass_q, over_q, winner_q} <= 4'd0;
            {op_q, reason_q, x_q, y_q, disc_q, flipped_q} <= 25'd0;
            {white_side_q, counts_q, direction_q, steps_q, at_x_q, at_y_q} <= 50'd0;
            state_q <= IDLE;
        end
    end

    // --- what is said about it -------------------------------------------------------------------------------------

    assign req_ready = state_q == IDLE;
    assign resp_valid = state_q == RESPOND;
    assign resp_reason = reason_q;
    assign resp_disc = disc_q;
    assign resp_flipped = flipped_q;
    assign resp_black = black_count_q;
    assign resp_white = white_count_q;
    assign resp_to_move = {white_to_move_q, !white_to_move_q};
    assign resp_must_pass = must_pass_q;
    assign resp_over = over_q;
    assign resp_winner = winner_q;

    reg [31:0] order_q;
    always @(posedge clk) order_q <= rst ? 32'd0 : order_q + {31'd0, vp_valid};

    wire flipping = state_q == FLIP && !direction_done;
    wire side_disc = state_q == PLACE || state_q == REMOVE;
    wire white_disc = flipping ? turns_white : white_side_q;

    assign vp_valid = flipping || side_disc || state_q == END || state_q == REFUSE;
    assign vp_order = order_q;
    assign vp_kind = state_q == PLACE ? PLACED : state_q == FLIP ? FLIPPED : state_q == REMOVE ? REMOVED
        : state_q == REFUSE ? REFUSED : op_q == OP_NEW ? NEW : taking_back ? TAKEN_BACK : END_OF_TURN;
    assign vp_reason = reason_q;
    assign vp_x = flipping ? next_x : x_q;
    assign vp_y = flipping ? next_y : y_q;
    assign vp_disc = {2{flipping || side_disc}} & {white_disc, !white_disc};
    assign vp_state = {state_q, black_count_q, white_count_q, resp_to_move, must_pass_q, over_q, winner_q};

endmodule

`default_nettype wire
