// The reader and the writer of contest lines, which have nothing to do with each other but clock and size.
`default_nettype none

module line_pair #(
    parameter integer LOG2_SIZE = 6
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 in_valid,
    output wire                 in_ready,
    input  wire                 in_error,
    input  wire [          7:0] in_data,
    output wire                 line_valid,
    input  wire                 line_ready,
    output wire [          2:0] line_kind,
    output wire [  LOG2_SIZE:0] line_column,
    output wire [  LOG2_SIZE:0] line_row,
    output wire [          1:0] line_symbol,
    input  wire                 say_valid,
    output wire                 say_ready,
    input  wire                 say_kind,
    input  wire [LOG2_SIZE-1:0] say_column,
    input  wire [LOG2_SIZE-1:0] say_row,
    input  wire [          1:0] say_symbol,
    output wire                 out_valid,
    input  wire                 out_ready,
    output wire [          7:0] out_data
);

    trax_line_reader #(.LOG2_SIZE(LOG2_SIZE)) reader (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_error(in_error), .in_data(in_data),
        .line_valid(line_valid), .line_ready(line_ready), .line_kind(line_kind),
        .line_column(line_column), .line_row(line_row), .line_symbol(line_symbol)
    );

    trax_line_writer #(.LOG2_SIZE(LOG2_SIZE), .IDENTITY("Xy")) writer (
        .clk(clk), .rst(rst),
        .say_valid(say_valid), .say_ready(say_ready), .say_kind(say_kind),
        .say_column(say_column), .say_row(say_row), .say_symbol(say_symbol),
        .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data)
    );

endmodule

`default_nettype wire
