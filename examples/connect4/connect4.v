// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * An engine for Connect Four. The discs of each player are bits, a column in seven of them; the seventh always is 0, so
 * that no line goes from one column's top to the next one's bottom. Four in a row are four bits at equal distances.
 */
`default_nettype none

module connect4 (
    input wire clk,
    input wire rst,

    input  wire       req_valid,
    output wire       req_ready,
    input  wire [1:0] req_op,     // 0 new, 1 play, 2 undo, 3 read
    input  wire [2:0] req_x,      // play, read: the column
    input  wire [2:0] req_y,      // read: the row, 0 at the bottom

    output wire       resp_valid,
    input  wire       resp_ready,
    output wire [2:0] resp_reason,   // 0 done, 1 over, 2 no column, 3 full, 4 nothing
    output wire [1:0] resp_disc,     // read
    output wire [2:0] resp_y,        // play, undo
    output wire [5:0] resp_count,
    output wire [1:0] resp_to_move,
    output wire       resp_over,
    output wire [1:0] resp_winner,

    output wire        vp_valid,
    output wire [31:0] vp_order,
    output wire [ 2:0] vp_kind,    // 1 begun, 2 dropped, 3 lifted, 4 refused
    output wire [ 2:0] vp_reason,
    output wire [ 2:0] vp_x,
    output wire [ 2:0] vp_y,
    output wire [ 1:0] vp_disc,
    output wire [10:0] vp_state    // count, to_move, over, winner
);

    localparam [1:0] NEW = 2'd0, PLAY = 2'd1, UNDO = 2'd2;
    localparam [1:0] IDLE = 2'd0, WORK = 2'd1, RESPOND = 2'd2;

    reg [1:0] state_q, op_q;
    reg [2:0] x_q, y_q;
    reg [48:0] first_q, second_q;  // discs of the player who began, and of the other
    reg [ 2:0] height_q[0:6];
    reg [ 2:0] log_q   [0:41];  // columns, in the order of play
    reg [5:0] count_q;
    reg [1:0] winner_q, disc_q;
    reg [2:0] reason_q, row_q;
    reg [31:0] order_q;

    wire over = winner_q != 2'd0 || count_q == 6'd42;
    wire [1:0] to_move = {count_q[0], !count_q[0]};

    wire [2:0] last = count_q == 6'd0 ? 3'd0 : log_q[count_q-6'd1];
    wire [2:0] column = op_q == UNDO ? last : x_q;
    wire on_board = column != 3'd7;
    wire [2:0] height = on_board ? height_q[column] : 3'd0;
    wire [2:0] row = op_q == UNDO ? height - 3'd1 : op_q == PLAY ? height : y_q;
    wire [48:0] place = 49'd1 << 6'd7 * {3'd0, column} + {3'd0, row};
    wire seen = on_board && row < 3'd6;

    wire [48:0] mine = (count_q[0] ? second_q : first_q) | place;
    wire four = |(mine & mine >> 1 & mine >> 2 & mine >> 3) || |(mine & mine >> 7 & mine >> 14 & mine >> 21)
        || |(mine & mine >> 6 & mine >> 12 & mine >> 18) || |(mine & mine >> 8 & mine >> 16 & mine >> 24);

    reg [2:0] refusal;
    always @* begin
        refusal = 3'd0;
        if (op_q == PLAY) refusal = over ? 3'd1 : !on_board ? 3'd2 : height == 3'd6 ? 3'd3 : 3'd0;
        if (op_q == UNDO) refusal = count_q == 6'd0 ? 3'd4 : 3'd0;
    end
    wire plays = op_q == PLAY && refusal == 3'd0;
    wire lifts = op_q == UNDO && refusal == 3'd0;

    integer n;

    always @(posedge clk) begin
        case (state_q)
            IDLE:
            if (req_valid) begin
                {op_q, x_q, y_q} <= {req_op, req_x, req_y};
                state_q <= WORK;
            end
            WORK: begin
                reason_q <= refusal;
                row_q <= plays || lifts ? row : 3'd0;
                disc_q <= op_q != 2'd3 || !seen ? 2'd0 : {|(second_q & place), |(first_q & place)};
                if (plays) begin
                    if (count_q[0]) second_q <= mine;
                    else first_q <= mine;
                    height_q[column] <= height + 3'd1;
                    log_q[count_q] <= column;
                    count_q <= count_q + 6'd1;
                    if (four) winner_q <= to_move;
                end
                if (lifts) begin
                    first_q <= first_q & ~place;
                    second_q <= second_q & ~place;
                    height_q[column] <= row;
                    count_q <= count_q - 6'd1;
                    winner_q <= 2'd0;
                end
                state_q <= RESPOND;
            end
            default: if (resp_ready) state_q <= IDLE;
        endcase
        if (vp_valid) order_q <= order_q + 32'd1;
        if (rst || state_q == WORK && op_q == NEW) begin
            {first_q, second_q} <= 98'd0;
            for (n = 0; n < 7; n = n + 1) height_q[n] <= 3'd0;
            count_q  <= 6'd0;
            winner_q <= 2'd0;
        end
        if (rst) begin
            state_q <= IDLE;
            order_q <= 32'd0;
            {reason_q, row_q, disc_q} <= 8'd0;
            {op_q, x_q, y_q} <= 8'd0;
        end
    end

    assign req_ready = state_q == IDLE;
    assign resp_valid = state_q == RESPOND;
    assign {resp_reason, resp_disc, resp_y} = {reason_q, disc_q, row_q};
    assign {resp_count, resp_to_move, resp_over, resp_winner} = vp_state;

    assign vp_valid = state_q == WORK && op_q != 2'd3;
    assign vp_order = order_q;
    assign vp_kind = refusal != 3'd0 ? 3'd4 : op_q == NEW ? 3'd1 : op_q == PLAY ? 3'd2 : 3'd3;
    assign vp_reason = refusal;
    assign {vp_x, vp_y} = plays || lifts ? {column, row} : 6'd0;
    assign vp_disc = plays ? to_move : 2'd0;
    assign vp_state = {count_q, to_move, over, winner_q};

endmodule

`default_nettype wire
