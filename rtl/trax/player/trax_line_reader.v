// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Bytes of the serial line in, one contest line out: a move, a command, or something that is neither.
 *
 * The low bits of a character are its value: of @ A ... Z 0 ... 26, of a digit the digit. So one multiply-and-add reads
 * both the column, by 26, and the row, by 10. It stops at all ones, which no cell has as its column or row, and stays
 * there, as all ones times ten are more than all ones.
 */
`default_nettype none

module trax_line_reader #(
    parameter integer LOG2_SIZE = 6  // of the engine; 3 to 7
) (
    input wire clk,
    input wire rst,

    input  wire       in_valid,
    output wire       in_ready,
    input  wire       in_error,  // this byte is not what was sent, or bytes before it are missing
    input  wire [7:0] in_data,

    output wire               line_valid,
    input  wire               line_ready,
    output wire [        2:0] line_kind,    // move, -T, -W, -B, unreadable
    output wire [LOG2_SIZE:0] line_column,  // of a move, as written: @ is 0; all ones: too large
    output wire [LOG2_SIZE:0] line_row,
    output wire [        1:0] line_symbol   // +, /, \
);

    `include "trax_codes.vh"

    reg line_valid_q;
    reg [2:0] line_kind_q;
    reg [LOG2_SIZE:0] line_column_q, line_row_q;
    reg [1:0] line_symbol_q;

    localparam [4:0] LONGEST = 24;  // no move has more characters

    // What the line has been so far.
    localparam [2:0] NOTHING = 3'd0, AT = 3'd1, LETTERS = 3'd2, ZERO = 3'd3, DIGITS = 3'd4, DASH = 3'd5;
    localparam [2:0] WHOLE = 3'd6, RUBBISH = 3'd7;

    reg [2:0] state_q, state_d;
    reg [4:0] length_q;

    wire line_end = !in_error && (in_data == 8'h0a || in_data == 8'h0d);
    wire letter = in_data >= "A" && in_data <= "Z";
    wire digit = in_data >= "0" && in_data <= "9";
    wire plus = in_data == "+", slash = in_data == "/", backslash = in_data == 8'h5c;
    wire command = in_data == "T" || in_data == "W" || in_data == "B";

    always @* begin
        state_d = RUBBISH;
        case (state_q)
            NOTHING:
            if (in_data == "@") state_d = AT;
            else if (in_data == "-") state_d = DASH;
            else if (letter) state_d = LETTERS;
            AT: if (digit) state_d = in_data == "0" ? ZERO : DIGITS;
            LETTERS:
            if (letter) state_d = LETTERS;
            else if (digit) state_d = in_data == "0" ? ZERO : DIGITS;
            ZERO: if (plus || slash || backslash) state_d = WHOLE;
            DIGITS:
            if (digit) state_d = DIGITS;
            else if (plus || slash || backslash) state_d = WHOLE;
            DASH: if (command) state_d = WHOLE;
            default: ;
        endcase
        if (in_error || length_q == LONGEST) state_d = RUBBISH;
    end

    // --- numbers -----------------------------------------------------------------------------------------------------

    localparam integer WIDTH = LOG2_SIZE + 6;  // no product overflows: 26 is less than 2^5

    wire in_row = state_q == ZERO || state_q == DIGITS;
    wire [LOG2_SIZE:0] number = digit && in_row ? line_row_q : !digit && state_q == LETTERS ? line_column_q : 0;
    wire [WIDTH-1:0] one = {5'd0, number};
    wire [WIDTH-1:0] ten = (one << 3) + (one << 1);
    wire [WIDTH-1:0] sixteen = digit ? {WIDTH{1'b0}} : one << 4;
    wire [WIDTH-1:0] value = {{LOG2_SIZE + 1{1'b0}}, in_data[4] && !digit, in_data[3:0]};
    wire [WIDTH-1:0] sum = sixteen + ten + value;
    wire [LOG2_SIZE:0] result = sum[WIDTH-1:LOG2_SIZE+1] != 0 ? {LOG2_SIZE + 1{1'b1}} : sum[LOG2_SIZE:0];

    wire take = in_valid && in_ready;

    always @(posedge clk) begin
        if (rst) begin
            state_q <= NOTHING;
            length_q <= 0;
            line_valid_q <= 1'b0;
        end else begin
            if (line_ready) line_valid_q <= 1'b0;
            if (take) begin
                state_q <= line_end ? NOTHING : state_d;
                length_q <= line_end ? 5'd0 : length_q + {4'd0, length_q != LONGEST};
                line_valid_q <= line_end && state_q != NOTHING;
            end
        end

        if (take) begin
            if (line_end) begin
                if (state_q != WHOLE) line_kind_q <= LINE_UNREADABLE;
            end else if (state_q == DASH) begin
                line_kind_q <= in_data == "T" ? LINE_IDENTIFY : in_data == "W" ? LINE_WHITE : LINE_RED;
            end else line_kind_q <= LINE_MOVE;
            if (state_d == AT || state_d == LETTERS) line_column_q <= result;
            if (state_d == ZERO || state_d == DIGITS) line_row_q <= result;
            if (state_d == WHOLE) line_symbol_q <= {backslash, slash};
        end
    end

    assign in_ready    = !line_valid_q;
    assign line_valid  = line_valid_q;
    assign line_kind   = line_kind_q;
    assign line_column = line_column_q;
    assign line_row    = line_row_q;
    assign line_symbol = line_symbol_q;

endmodule

`default_nettype wire
