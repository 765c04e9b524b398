// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * A move or the player's name out, as the bytes of one line.
 *
 * A number is written from its highest place down: the value of the place is subtracted as often as it goes, and the count
 * is the character. A column is counted in 26s and ones, but without a zero: what is left must be 1 to 26, as Z is
 * followed by AA. The serial line is so slow that the subtractions cost nothing.
 */
`default_nettype none

module trax_line_writer #(
    parameter integer LOG2_SIZE = 6,     // of the engine; 3 to 7
    parameter [15:0]  IDENTITY  = "LL"
) (
    input wire clk,
    input wire rst,

    input  wire                 say_valid,
    output wire                 say_ready,
    input  wire                 say_kind,    // 0 move, 1 identity
    input  wire [LOG2_SIZE-1:0] say_column,  // as it is to be written: @ is 0
    input  wire [LOG2_SIZE-1:0] say_row,
    input  wire [          1:0] say_symbol
    ,                                         // +, /, \

    output wire       out_valid,
    input  wire       out_ready,
    output reg  [7:0] out_data
);

    `include "trax_codes.vh"

    // A line is written in this order; the identity joins in for its end, after which the count wraps round.
    localparam [3:0] IDLE = 4'd0, FIRST = 4'd1, SECOND = 4'd2;
    localparam [3:0] COLUMN_26 = 4'd9, COLUMN_1 = 4'd10, ROW_100 = 4'd11, ROW_10 = 4'd12, ROW_1 = 4'd13;
    localparam [3:0] SYMBOL = 4'd14, LINE_END = 4'd15;

    reg [3:0] state_q;
    reg [7:0] number_q;  // what is left of it
    reg [3:0] count_q;  // how often the value of the place has been subtracted
    reg leading_q;  // no digit of the row yet: zeros are not written
    reg [LOG2_SIZE-1:0] row_q;
    reg [1:0] symbol_q;

    reg [7:0] place, least;

    always @* begin
        case (state_q)
            COLUMN_26: {place, least} = {8'd26, 8'd27};
            ROW_100:   {place, least} = {8'd100, 8'd100};
            default:   {place, least} = {8'd10, 8'd10};
        endcase

        case (state_q)
            FIRST: out_data = IDENTITY[15:8];
            SECOND: out_data = IDENTITY[7:0];
            COLUMN_26: out_data = {4'h4, count_q};
            COLUMN_1: out_data = {3'b010, number_q[4:0]};
            ROW_100, ROW_10: out_data = {4'h3, count_q};
            ROW_1: out_data = {4'h3, number_q[3:0]};
            SYMBOL: out_data = symbol_q == SYMBOL_PLUS ? "+" : symbol_q == SYMBOL_SLASH ? "/" : 8'h5c;
            default: out_data = 8'h0a;
        endcase
    end

    wire counts = state_q == COLUMN_26 || state_q == ROW_100 || state_q == ROW_10;  // else it is a digit
    wire subtract = counts && number_q >= least;
    wire skip = counts && count_q == 0 && (state_q == COLUMN_26 || leading_q);

    assign say_ready = state_q == IDLE;
    assign out_valid = state_q != IDLE && !subtract && !skip;

    always @(posedge clk) begin
        if (rst) state_q <= IDLE;
        else if (say_ready) begin
            if (say_valid) state_q <= say_kind ? FIRST : COLUMN_26;
            number_q <= {{8 - LOG2_SIZE{1'b0}}, say_column};
            row_q <= say_row;
            symbol_q <= say_symbol;
            count_q <= 0;
        end else if (subtract) begin
            number_q <= number_q - place;
            count_q  <= count_q + 4'd1;
        end else if (skip || out_ready) begin
            state_q <= state_q == SECOND ? LINE_END : state_q + 4'd1;
            if (state_q == COLUMN_1) number_q <= {{8 - LOG2_SIZE{1'b0}}, row_q};
            leading_q <= skip || state_q == COLUMN_1;
            count_q   <= 0;
        end
    end

endmodule

`default_nettype wire
