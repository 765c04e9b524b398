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

    output reg                line_valid,
    input  wire               line_ready,
    output reg  [        2:0] line_kind,    // 0 move, 1 -T, 2 -W, 3 -B, 4 unreadable
    output reg  [LOG2_SIZE:0] line_column,  // of a move, as written: @ is 0; all ones: too large
    output reg  [LOG2_SIZE:0] line_row,
    output reg  [        1:0] line_symbol   // 0 +, 1 /, 2 \
);

    localparam [2:0] MOVE = 3'd0, IDENTIFY = 3'd1, WHITE = 3'd2, RED = 3'd3, UNREADABLE = 3'd4;
    localparam [4:0] LONGEST = 24;  // no move has more characters

    // What the line has been so far.
    localparam [2:0] NOTHING = 3'd0, AT = 3'd1, LETTERS = 3'd2, ZERO = 3'd3, DIGITS = 3'd4, DASH = 3'd5;
    localparam [2:0] WHOLE = 3'd6, RUBBISH = 3'd7;

    reg [2:0] state, next;
    reg [4:0] length;

    wire line_end = !in_error && (in_data == 8'h0a || in_data == 8'h0d);
    wire letter = in_data >= "A" && in_data <= "Z";
    wire digit = in_data >= "0" && in_data <= "9";
    wire plus = in_data == "+", slash = in_data == "/", backslash = in_data == 8'h5c;
    wire command = in_data == "T" || in_data == "W" || in_data == "B";

    always @* begin
        next = RUBBISH;
        case (state)
            NOTHING:
            if (in_data == "@") next = AT;
            else if (in_data == "-") next = DASH;
            else if (letter) next = LETTERS;
            AT: if (digit) next = in_data == "0" ? ZERO : DIGITS;
            LETTERS:
            if (letter) next = LETTERS;
            else if (digit) next = in_data == "0" ? ZERO : DIGITS;
            ZERO: if (plus || slash || backslash) next = WHOLE;
            DIGITS:
            if (digit) next = DIGITS;
            else if (plus || slash || backslash) next = WHOLE;
            DASH: if (command) next = WHOLE;
            default: ;
        endcase
        if (in_error || length == LONGEST) next = RUBBISH;
    end

    // --- numbers -----------------------------------------------------------------------------------------------------

    localparam integer WIDTH = LOG2_SIZE + 6;  // no product overflows: 26 is less than 2^5

    wire in_row = state == ZERO || state == DIGITS;
    wire [LOG2_SIZE:0] number = digit && in_row ? line_row : !digit && state == LETTERS ? line_column : 0;
    wire [WIDTH-1:0] one = {5'd0, number};
    wire [WIDTH-1:0] ten = (one << 3) + (one << 1);
    wire [WIDTH-1:0] sixteen = digit ? {WIDTH{1'b0}} : one << 4;
    wire [WIDTH-1:0] value = {{LOG2_SIZE + 1{1'b0}}, in_data[4] && !digit, in_data[3:0]};
    wire [WIDTH-1:0] sum = sixteen + ten + value;
    wire [LOG2_SIZE:0] result = sum[WIDTH-1:LOG2_SIZE+1] != 0 ? {LOG2_SIZE + 1{1'b1}} : sum[LOG2_SIZE:0];

    wire take = in_valid && in_ready;

    always @(posedge clk) begin
        if (rst) begin
            state <= NOTHING;
            length <= 0;
            line_valid <= 1'b0;
        end else begin
            if (line_ready) line_valid <= 1'b0;
            if (take) begin
                state <= line_end ? NOTHING : next;
                length <= line_end ? 5'd0 : length + {4'd0, length != LONGEST};
                line_valid <= line_end && state != NOTHING;
            end
        end

        if (take) begin
            if (line_end) begin
                if (state != WHOLE) line_kind <= UNREADABLE;
            end else if (state == DASH) begin
                line_kind <= in_data == "T" ? IDENTIFY : in_data == "W" ? WHITE : RED;
            end else line_kind <= MOVE;
            if (next == AT || next == LETTERS) line_column <= result;
            if (next == ZERO || next == DIGITS) line_row <= result;
            if (next == WHOLE) line_symbol <= {backslash, slash};
        end
    end

    assign in_ready = !line_valid;

endmodule

`default_nettype wire
