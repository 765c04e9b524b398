/*
 * Two players with an engine each, mouth to ear. Python has one of them begin and the other wait; the log has the moves,
 * and how the game ends: M cycle column row symbol, E cycle over won foul, of the second and of the first.
 */
`default_nettype none
`timescale 1ns / 1ps

module trax_duel_bench #(
    parameter integer LOG2_SIZE = 6,
    parameter integer DEPTH     = 1
);

    localparam [2:0] WHITE = 3'd2, RED = 3'd3;
    localparam integer QUIET = 1_000;  // cycles that a turn takes to check, at most

    reg rst /* verilator public_flat_rw */ = 1'b1;
    reg ended /* verilator public_flat_rw */ = 1'b0;
    reg clk /* verilator public_flat_rw */ = 1'b0;
    always #5 clk = !clk;

    wire [1:0] said, heard, thinking, over, won, foul;
    wire [2*LOG2_SIZE+1:0] move[0:1];
    reg [1:0] told = 2'b00;  // its colour

    genvar me;
    generate
        for (me = 0; me < 2; me = me + 1) begin : g_player
            localparam integer OTHER = 1 - me;
            wire req_valid, req_ready, req_fouls_lose, req_lines, resp_valid, resp_ready, resp_over;
            wire [1:0] req_op, req_symbol, resp_winner, resp_to_move;
            wire [LOG2_SIZE-1:0] req_x, req_y, req_box_limit, resp_left, resp_top, resp_columns, resp_rows;
            wire [3:0] resp_reason, resp_tile;
            wire [7:0] resp_entries;
            wire [2*LOG2_SIZE:0] resp_placed, resp_count;
            wire [LOG2_SIZE-1:0] column = move[OTHER][2*LOG2_SIZE+1-:LOG2_SIZE];
            wire [LOG2_SIZE-1:0] row = move[OTHER][LOG2_SIZE+1-:LOG2_SIZE];

            trax_player #(.LOG2_SIZE(LOG2_SIZE), .DEPTH(DEPTH)) player (
                .clk(clk), .rst(rst),
                .line_valid(!told[me] || said[OTHER]), .line_ready(heard[me]),
                .line_kind(told[me] ? 3'd0 : me == 0 ? WHITE : RED),
                .line_column({1'b0, column}), .line_row({1'b0, row}), .line_symbol(move[OTHER][1:0]),
                .say_valid(said[me]), .say_ready(heard[OTHER] && told[OTHER]), .say_kind(),
                .say_column(move[me][2*LOG2_SIZE+1-:LOG2_SIZE]), .say_row(move[me][LOG2_SIZE+1-:LOG2_SIZE]),
                .say_symbol(move[me][1:0]),
                .req_valid(req_valid), .req_ready(req_ready),
                .req_op(req_op), .req_x(req_x), .req_y(req_y), .req_symbol(req_symbol),
                .req_fouls_lose(req_fouls_lose), .req_lines(req_lines), .req_box_limit(req_box_limit),
                .resp_valid(resp_valid), .resp_ready(resp_ready),
                .resp_reason(resp_reason), .resp_winner(resp_winner), .resp_over(resp_over),
                .resp_to_move(resp_to_move),
                .resp_placed(resp_placed), .resp_tile(resp_tile), .resp_entries(resp_entries),
                .resp_count(resp_count),
                .resp_left(resp_left), .resp_top(resp_top), .resp_columns(resp_columns), .resp_rows(resp_rows),
                .thinking(thinking[me]), .foul(foul[me]), .unreadable(), .over(over[me]), .won(won[me])
            );

            trax_engine #(.LOG2_SIZE(LOG2_SIZE)) engine (
                .clk(clk), .rst(rst),
                .req_valid(req_valid), .req_ready(req_ready),
                .req_op(req_op), .req_x(req_x), .req_y(req_y), .req_symbol(req_symbol),
                .req_fouls_lose(req_fouls_lose), .req_lines(req_lines), .req_box_limit(req_box_limit),
                .req_line_length({LOG2_SIZE{1'b0}}), .req_field({LOG2_SIZE{1'b0}}), .req_tiles({2*LOG2_SIZE+1{1'b0}}),
                .req_connexion(1'b0), .req_draws(1'b0), .resp_draw(),
                .resp_valid(resp_valid), .resp_ready(resp_ready),
                .resp_reason(resp_reason), .resp_wins(), .resp_winner(resp_winner), .resp_over(resp_over),
                .resp_to_move(resp_to_move),
                .resp_placed(resp_placed), .resp_tile(resp_tile), .resp_entries(resp_entries),
                .resp_count(resp_count),
                .resp_left(resp_left), .resp_top(resp_top), .resp_columns(resp_columns), .resp_rows(resp_rows),
                .vp_valid(), .vp_order(), .vp_kind(), .vp_reason(), .vp_x(), .vp_y(), .vp_tile(), .vp_state()
            );
        end
    endgenerate

    integer log, speaker;
    reg [31:0] cycle = 0, still = 0;
    initial log = $fopen("log.txt", "w");

    always @(posedge clk) begin
        cycle <= cycle + 1;
        if (!rst && !ended) begin
            told <= told | heard;
            for (speaker = 0; speaker < 2; speaker = speaker + 1)
                if (said[speaker] && heard[1-speaker] && told[1-speaker])
                    $fwrite(log, "M %0d %0d %0d %0d\n", cycle, move[speaker][2*LOG2_SIZE+1-:LOG2_SIZE],
                            move[speaker][LOG2_SIZE+1-:LOG2_SIZE], move[speaker][1:0]);
            still <= said != 0 || thinking != 0 || told != 2'b11 ? 0 : still + 1;
            if (still == QUIET) begin
                $fwrite(log, "E %0d %b %b %b\n", cycle, over, won, foul);
                $fflush(log);
                ended <= 1'b1;
            end
        end
    end

endmodule

`default_nettype wire
