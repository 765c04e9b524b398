// A receiver and a transmitter that have nothing to do with each other but rate and clock.
`default_nettype none

module uart_pair #(
    parameter integer CLOCK_HZ = 50_000_000,
    parameter integer BAUD     = 115_200
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       rx,
    output wire       rx_valid,
    output wire       rx_error,
    output wire [7:0] rx_data,
    input  wire       tx_valid,
    output wire       tx_ready,
    input  wire [7:0] tx_data,
    output wire       tx
);

    uart_rx #(.CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD)) receiver (
        .clk(clk), .rst(rst), .rx(rx), .valid(rx_valid), .error(rx_error), .data(rx_data)
    );

    uart_tx #(.CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD)) transmitter (
        .clk(clk), .rst(rst), .valid(tx_valid), .ready(tx_ready), .data(tx_data), .tx(tx)
    );

endmodule

`default_nettype wire
