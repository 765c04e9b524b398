// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * A small player of Connect Four on a serial line of 16 cycles a bit, connect4_player.py. The engine knows the rules: the
 * player asks it for the columns from the middle outwards, until one is free.
 */
`default_nettype none

module connect4_player (
    input  wire clk,
    input  wire rst,
    input  wire rx,
    output wire tx
);

    // --- bytes ---------------------------------------------------------------------------------------------------

    reg early_q, line_q, hears_q, came_q;
    reg [4:0] wait_q;
    reg [3:0] place_q;
    reg [7:0] byte_q;
    always @(posedge clk) begin
        {line_q, early_q} <= {early_q, rx};
        came_q <= 1'b0;
        wait_q <= wait_q - 5'd1;
        if (rst) hears_q <= 1'b0;
        else if (!hears_q) begin
            hears_q <= !line_q;
            wait_q  <= 5'd22;
            place_q <= 4'd0;
        end else if (wait_q == 5'd0) begin
            wait_q  <= 5'd15;
            place_q <= place_q + 4'd1;
            if (place_q == 4'd8) begin
                hears_q <= 1'b0;
                came_q  <= line_q;
            end else byte_q <= {line_q, byte_q[7:1]};
        end
    end

    reg [7:0] say_q, left_q;  // a byte, and the cycles that it still takes
    reg [9:0] frame;
    always @* frame = {1'b1, say_q, 1'b0};
    /* verilator lint_off UNUSEDSIGNAL */  // a bit has 16 cycles
    wire [7:0] said = 8'd160 - left_q;
    /* verilator lint_on UNUSEDSIGNAL */
    assign tx = left_q == 8'd0 || frame[said[7:4]];

    // --- the game ------------------------------------------------------------------------------------------------

    localparam [1:0] NEW = 2'd0, PLAY = 2'd1;
    localparam [2:0] IDLE = 3'd0, BEGIN = 3'd1, THEIRS = 3'd2, OURS = 3'd3;

    reg [2:0] state_q;
    reg asks_q, first_q, open_q;  // a game is open: it is their turn
    reg [2:0] column_q, try_q;
    wire ready, answers, over;
    wire [2:0] reason;
    wire [2:0] ours = try_q == 3'd0 ? 3'd3 : try_q[0] ? 3'd2 - try_q[2:1] : 3'd3 + try_q[2:1];
    wire is_column = byte_q[7:3] == 5'd6 && byte_q[2:0] != 3'd7;

    /* verilator lint_off PINCONNECTEMPTY */  // the engine shows more than is needed
    connect4 engine (
        .clk(clk),
        .rst(rst),
        .req_valid(asks_q),
        .req_ready(ready),
        .req_op(state_q == BEGIN ? NEW : PLAY),
        .req_x(state_q == OURS ? ours : column_q),
        .req_y(3'd0),
        .resp_valid(answers),
        .resp_ready(1'b1),
        .resp_reason(reason),
        .resp_over(over),
        .resp_disc(),
        .resp_y(),
        .resp_count(),
        .resp_to_move(),
        .resp_winner(),
        .vp_valid(),
        .vp_order(),
        .vp_kind(),
        .vp_reason(),
        .vp_x(),
        .vp_y(),
        .vp_disc(),
        .vp_state()
    );
    /* verilator lint_on PINCONNECTEMPTY */

    task ask(input [2:0] state);
        begin
            state_q <= state;
            asks_q  <= 1'b1;
            try_q   <= 3'd0;
        end
    endtask

    always @(posedge clk)
        if (rst) begin
            state_q <= IDLE;
            {asks_q, open_q} <= 2'b00;
            left_q <= 8'd0;
        end else begin
            if (left_q != 8'd0) left_q <= left_q - 8'd1;
            if (asks_q && ready) asks_q <= 1'b0;
            if (came_q && state_q == IDLE) begin
                column_q <= byte_q[2:0];
                first_q  <= byte_q == ">";
                if (byte_q == ">" || byte_q == "<") ask(BEGIN);
                else if (open_q && is_column) ask(THEIRS);
            end
            if (answers)
                case (state_q)
                    BEGIN: begin
                        open_q  <= 1'b1;
                        state_q <= IDLE;
                        if (first_q) ask(OURS);
                    end
                    THEIRS: begin
                        open_q  <= !over;
                        state_q <= IDLE;
                        if (reason == 3'd0 && !over) ask(OURS);
                    end
                    default:
                    if (reason == 3'd0) begin
                        say_q   <= 8'd48 + {5'd0, ours};
                        left_q  <= 8'd160;
                        open_q  <= !over;
                        state_q <= IDLE;
                    end else begin
                        asks_q <= 1'b1;
                        try_q  <= try_q + 3'd1;
                    end
                endcase
        end

endmodule

`default_nettype wire
