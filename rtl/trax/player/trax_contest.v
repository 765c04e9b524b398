// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * A contest player: one serial line, and lamps. docs/reference/player.md.
 *
 *   rx -> uart_rx -> fifo_fwft -> trax_line_reader -> trax_player -> trax_line_writer -> uart_tx -> tx
 *                                                   |   ^
 *                                                trax_engine -> vp_*
 *
 * Bytes wait in the queue while the engine does something that cannot be interrupted. If the queue overflows, the
 * incomplete line must not be mistaken for another: the next byte goes in marked as an error.
 */
`default_nettype none

module trax_contest #(
    parameter integer LOG2_SIZE = 6,  // of the engine: 2^LOG2_SIZE x 2^LOG2_SIZE cells; 3 to 7
    parameter integer DEPTH = 1,  // of the search: 1 own turns, 2 the replies too
    parameter integer CLOCK_HZ = 50_000_000,
    parameter integer BAUD = 115_200,  // CLOCK_HZ / 8 at most, and 2 % off at most when made from this clock
    parameter [15:0] IDENTITY = "LL"  // the answer to -T: two characters
) (
    input wire clk,
    input wire rst,

    input  wire rx,
    output wire tx,

    output wire thinking,    // a move is owed
    output wire foul,        // the opponent has broken the rules in this game
    output wire unreadable,  // a line of this game was none
    output wire over,        // the game is
    output wire won,         // by this player
    output wire overrun,     // bytes have been lost since the reset

    output wire                    vp_valid,
    output wire [            31:0] vp_order,
    output wire [             2:0] vp_kind,
    output wire [             3:0] vp_reason,
    output wire [   LOG2_SIZE-1:0] vp_x,
    output wire [   LOG2_SIZE-1:0] vp_y,
    output wire [             3:0] vp_tile,
    output wire [8*LOG2_SIZE+10:0] vp_state
);

    reg overrun_q;

    // --- lines in ----------------------------------------------------------------------------------------------------

    wire rx_valid, rx_error, room;
    wire [7:0] rx_data;

    uart_rx #(
        .CLOCK_HZ(CLOCK_HZ),
        .BAUD    (BAUD)
    ) receiver (
        .clk  (clk),
        .rst(rst),
        .rx   (rx),
        .valid(rx_valid),
        .error(rx_error),
        .data (rx_data)
    );

    reg lost_q;  // the byte before

    always @(posedge clk) begin
        if (rst) {overrun_q, lost_q} <= 2'b00;
        else if (rx_valid) {overrun_q, lost_q} <= {overrun_q || !room, !room};
    end

    wire in_valid, in_ready, in_error;
    wire [7:0] in_data;

    fifo_fwft #(
        .WIDTH     (9),
        .LOG2_DEPTH(6)
    ) queue (
        .clk      (clk),
        .rst      (rst),
        .in_valid (rx_valid),
        .in_ready (room),
        .in_data  ({rx_error || lost_q, rx_data}),
        .out_valid(in_valid),
        .out_ready(in_ready),
        .out_data ({in_error, in_data})
    );

    wire line_valid, line_ready;
    wire [2:0] line_kind;
    wire [LOG2_SIZE:0] line_column, line_row;
    wire [1:0] line_symbol;

    trax_line_reader #(
        .LOG2_SIZE(LOG2_SIZE)
    ) reader (
        .clk        (clk),
        .rst        (rst),
        .in_valid   (in_valid),
        .in_ready   (in_ready),
        .in_error   (in_error),
        .in_data    (in_data),
        .line_valid (line_valid),
        .line_ready (line_ready),
        .line_kind  (line_kind),
        .line_column(line_column),
        .line_row   (line_row),
        .line_symbol(line_symbol)
    );

    // --- the player and its engine -----------------------------------------------------------------------------------

    wire say_valid, say_ready, say_kind;
    wire [LOG2_SIZE-1:0] say_column, say_row;
    wire [1:0] say_symbol;

    wire req_valid, req_ready, req_fouls_lose, req_lines, resp_valid, resp_ready, resp_over;
    wire [1:0] req_op, req_symbol, resp_winner, resp_to_move;
    wire [3:0] resp_reason, resp_tile;
    wire [5:0] unused_wins;
    wire [1:0] unused_draw, unused_draw_too;
    wire [7:0] resp_entries;
    wire [LOG2_SIZE-1:0] req_x, req_y, req_box_limit, resp_left, resp_top, resp_columns, resp_rows;
    wire [2*LOG2_SIZE:0] resp_placed, resp_count;

    trax_player #(
        .LOG2_SIZE(LOG2_SIZE),
        .DEPTH    (DEPTH)
    ) player (
        .clk           (clk),
        .rst           (rst),
        .line_valid    (line_valid),
        .line_ready    (line_ready),
        .line_kind     (line_kind),
        .line_column   (line_column),
        .line_row      (line_row),
        .line_symbol   (line_symbol),
        .say_valid     (say_valid),
        .say_ready     (say_ready),
        .say_kind      (say_kind),
        .say_column    (say_column),
        .say_row       (say_row),
        .say_symbol    (say_symbol),
        .req_valid     (req_valid),
        .req_ready     (req_ready),
        .req_op        (req_op),
        .req_x         (req_x),
        .req_y         (req_y),
        .req_symbol    (req_symbol),
        .req_fouls_lose(req_fouls_lose),
        .req_lines     (req_lines),
        .req_box_limit (req_box_limit),
        .resp_valid    (resp_valid),
        .resp_ready    (resp_ready),
        .resp_reason   (resp_reason),
        .resp_winner   (resp_winner),
        .resp_over     (resp_over),
        .resp_to_move  (resp_to_move),
        .resp_placed   (resp_placed),
        .resp_tile     (resp_tile),
        .resp_entries  (resp_entries),
        .resp_count    (resp_count),
        .resp_left     (resp_left),
        .resp_top      (resp_top),
        .resp_columns  (resp_columns),
        .resp_rows     (resp_rows),
        .thinking      (thinking),
        .foul          (foul),
        .unreadable    (unreadable),
        .over          (over),
        .won           (won)
    );

    trax_engine #(
        .LOG2_SIZE(LOG2_SIZE),
        .VARIANTS (0)
    ) engine (
        .clk            (clk),
        .rst            (rst),
        .req_valid      (req_valid),
        .req_ready      (req_ready),
        .req_op         (req_op),
        .req_x          (req_x),
        .req_y          (req_y),
        .req_symbol     (req_symbol),
        .req_fouls_lose (req_fouls_lose),
        .req_lines      (req_lines),
        .req_box_limit  (req_box_limit),
        .req_line_length({LOG2_SIZE{1'b0}}),
        .req_field      ({LOG2_SIZE{1'b0}}),
        .req_tiles      ({2 * LOG2_SIZE + 1{1'b0}}),
        .req_connexion  (1'b0),
        .req_draws      (1'b0),
        .resp_valid     (resp_valid),
        .resp_ready     (resp_ready),
        .resp_reason    (resp_reason),
        .resp_wins      (unused_wins),
        .resp_winner    (resp_winner),
        .resp_over      (resp_over),
        .resp_to_move   (resp_to_move),
        .resp_placed    (resp_placed),
        .resp_tile      (resp_tile),
        .resp_entries   (resp_entries),
        .resp_count     (resp_count),
        .resp_left      (resp_left),
        .resp_top       (resp_top),
        .resp_columns   (resp_columns),
        .resp_rows      (resp_rows),
        .resp_draw      (unused_draw),
        .vp_valid       (vp_valid),
        .vp_order       (vp_order),
        .vp_kind        (vp_kind),
        .vp_reason      (vp_reason),
        .vp_x           (vp_x),
        .vp_y           (vp_y),
        .vp_tile        (vp_tile),
        .vp_state       ({vp_state, unused_draw_too})
    );

    // --- lines out ---------------------------------------------------------------------------------------------------

    wire out_valid, out_ready;
    wire [7:0] out_data;

    trax_line_writer #(
        .LOG2_SIZE(LOG2_SIZE),
        .IDENTITY (IDENTITY)
    ) writer (
        .clk       (clk),
        .rst       (rst),
        .say_valid (say_valid),
        .say_ready (say_ready),
        .say_kind  (say_kind),
        .say_column(say_column),
        .say_row   (say_row),
        .say_symbol(say_symbol),
        .out_valid (out_valid),
        .out_ready (out_ready),
        .out_data  (out_data)
    );

    uart_tx #(
        .CLOCK_HZ(CLOCK_HZ),
        .BAUD    (BAUD)
    ) transmitter (
        .clk  (clk),
        .rst(rst),
        .valid(out_valid),
        .ready(out_ready),
        .data (out_data),
        .tx   (tx)
    );

    assign overrun = overrun_q;

endmodule

`default_nettype wire
