/*
 * The player and its engine, a host that hands over one line at a time, and a log of what happens, in the order in which
 * it does: Python writes a line, sleeps until it is taken or all is quiet, and reads the log.
 *
 *   L cycle                                       the line is taken
 *   S cycle thinking foul unreadable over won     the first the player shows after a line, or after it has thought
 *   F cycle                                       the player owes no move any more
 *   A cycle kind move                             the player says something; move is {column, row, symbol}
 *   X cycle                                       somebody has changed his mind about what he offers
 */
`default_nettype none
`timescale 1ns / 1ps

module trax_player_bench #(
    parameter integer LOG2_SIZE = 6,
    parameter integer DEPTH     = 1
);

    localparam integer QUIET = 8;  // cycles in which nothing more can come of a line

    // --- what Python sets and sees -----------------------------------------------------------------------------------

    reg rst /* verilator public_flat_rw */ = 1'b1;
    reg [31:0] send /* verilator public_flat_rw */ = 0;  // number of the line to hand over
    reg [2*LOG2_SIZE+6:0] line /* verilator public_flat_rw */ = 0;  // kind, column, row, symbol
    reg [31:0] delay /* verilator public_flat_rw */ = 0;  // cycles to wait before it
    reg [31:0] stall /* verilator public_flat_rw */ = 0;  // cycles for which what the player says is not taken
    reg [31:0] patience /* verilator public_flat_rw */ = 32'd1_000_000_000;  // cycles without a sign of life
    reg [31:0] sent /* verilator public_flat_rw */ = 0;
    reg quiet /* verilator public_flat_rw */ = 1'b0;  // all that there is to do is done
    reg hung /* verilator public_flat_rw */ = 1'b0;

    // --- the design --------------------------------------------------------------------------------------------------

    reg clk /* verilator public_flat_rw */ = 1'b0;
    always #5 clk = !clk;

    wire line_ready, say_valid, say_kind, thinking, foul, unreadable, over, won;
    wire [LOG2_SIZE-1:0] say_column, say_row;
    wire [1:0] say_symbol;
    wire req_valid, req_ready, req_fouls_lose, req_lines, resp_valid, resp_ready, resp_over;
    wire [1:0] req_op, req_symbol, resp_winner, resp_to_move;
    wire [LOG2_SIZE-1:0] req_x, req_y, req_box_limit, resp_left, resp_top, resp_columns, resp_rows;
    wire [3:0] resp_reason, resp_tile;
    wire [7:0] resp_entries;
    wire [2*LOG2_SIZE:0] resp_placed;
    wire [2*LOG2_SIZE:0] resp_count /* verilator public_flat_rw */;

    reg line_valid = 1'b0;
    reg [31:0] waited = 0;
    wire say_ready = say_valid && waited >= stall;

    trax_player #(.LOG2_SIZE(LOG2_SIZE), .DEPTH(DEPTH)) player (
        .clk(clk), .rst(rst),
        .line_valid(line_valid), .line_ready(line_ready),
        .line_kind(line[2*LOG2_SIZE+6-:3]),
        .line_column(line[2*LOG2_SIZE+3-:LOG2_SIZE+1]), .line_row(line[LOG2_SIZE+2-:LOG2_SIZE+1]),
        .line_symbol(line[1:0]),
        .say_valid(say_valid), .say_ready(say_ready),
        .say_kind(say_kind), .say_column(say_column), .say_row(say_row), .say_symbol(say_symbol),
        .req_valid(req_valid), .req_ready(req_ready),
        .req_op(req_op), .req_x(req_x), .req_y(req_y), .req_symbol(req_symbol),
        .req_fouls_lose(req_fouls_lose), .req_lines(req_lines), .req_box_limit(req_box_limit),
        .resp_valid(resp_valid), .resp_ready(resp_ready),
        .resp_reason(resp_reason), .resp_winner(resp_winner), .resp_over(resp_over), .resp_to_move(resp_to_move),
        .resp_placed(resp_placed), .resp_tile(resp_tile), .resp_entries(resp_entries), .resp_count(resp_count),
        .resp_left(resp_left), .resp_top(resp_top), .resp_columns(resp_columns), .resp_rows(resp_rows),
        .thinking(thinking), .foul(foul), .unreadable(unreadable), .over(over), .won(won)
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
        .resp_placed(resp_placed), .resp_tile(resp_tile), .resp_entries(resp_entries), .resp_count(resp_count),
        .resp_left(resp_left), .resp_top(resp_top), .resp_columns(resp_columns), .resp_rows(resp_rows),
        .vp_valid(), .vp_order(), .vp_kind(), .vp_reason(), .vp_x(), .vp_y(), .vp_tile(), .vp_state()
    );

    // --- the host ----------------------------------------------------------------------------------------------------

    reg [31:0] timer = 0, still = 0, idle = 0;
    reg waiting = 1'b0;
    wire take = line_valid && line_ready;
    wire busy = rst || send != sent || thinking || say_valid || !line_ready || req_valid || !engine.req_ready;

    always @(posedge clk) begin
        if (send != sent && !waiting && !line_valid) begin
            timer <= delay;
            waiting <= 1'b1;
        end else if (waiting) begin
            timer <= timer - 1;
            if (timer == 0) begin
                waiting <= 1'b0;
                line_valid <= 1'b1;
            end
        end
        if (take) begin
            line_valid <= 1'b0;
            sent <= send;
        end
        waited <= say_valid && !say_ready ? waited + 1 : 0;
        still <= busy ? 0 : still + 1;
        quiet <= !busy && still >= QUIET;  // one cycle after the log is written
        idle <= take || (say_valid && say_ready) || quiet ? 0 : idle + 1;
        if (idle == patience) hung <= 1'b1;
    end

    // --- the log -----------------------------------------------------------------------------------------------------

    integer log;
    reg [31:0] cycle = 0;
    reg owed = 1'b0, expect_status = 1'b0;
    reg say_held = 1'b0, req_held = 1'b0;
    reg [2*LOG2_SIZE+2:0] say_was;
    reg [2*LOG2_SIZE+3:0] req_was;
    wire [2*LOG2_SIZE+2:0] say = {say_kind, say_kind ? {2 * LOG2_SIZE + 2{1'b0}} : {say_column, say_row, say_symbol}};
    wire [2*LOG2_SIZE+3:0] req = {req_op, req_op[0] ? {req_x, req_y, req_symbol} : {2 * LOG2_SIZE + 2{1'b0}}};
    wire unknown = ^{
        line_ready, say_valid, say_valid && ^say, req_valid, req_valid && ^req, thinking, foul, unreadable, over, won
    } === 1'bx;

    initial log = $fopen("log.txt", "w");

    always @(posedge clk) begin
        cycle <= cycle + 1;
        if (rst) begin
            owed <= 1'b0;
            expect_status <= 1'b0;
        end else begin
            if (line_ready === 1'b1) begin
                if (owed && !thinking) $fwrite(log, "F %0d\n", cycle);
                if (expect_status || (owed && !thinking))
                    $fwrite(log, "S %0d %b %b %b %b %b\n", cycle, thinking, foul, unreadable, over, won);
                owed <= thinking;
                expect_status <= take;
            end
            if (take) $fwrite(log, "L %0d\n", cycle);
            if (say_valid === 1'b1 && say_ready)
                $fwrite(log, "A %0d %b %0d\n", cycle, say_kind, say[2*LOG2_SIZE+1:0]);
            if ((say_held && (!say_valid || say !== say_was)) || (req_held && (!req_valid || req !== req_was)) || unknown)
                $fwrite(log, "X %0d\n", cycle);
        end
        if (rst || (!busy && still == QUIET)) $fflush(log);
        say_held <= !rst && say_valid && !say_ready;
        req_held <= !rst && req_valid && !req_ready;
        say_was <= say;
        req_was <= req;
    end

endmodule

`default_nettype wire
