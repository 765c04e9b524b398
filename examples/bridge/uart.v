`default_nettype none
/* verilator lint_off PROCASSINIT */  // registers begin as in an FPGA, so a reset that forgets one shows only later

// A UART, eight bits without parity, eight cycles a bit. A byte whose stop bit is missing is reported as an error.
module uart (
    input  wire       clk,
    input  wire       rst,
    input  wire       rx,
    output reg  [7:0] rx_data,
    output reg        rx_valid,  // one cycle, in the middle of the stop bit
    output reg        rx_error,  // likewise, instead of rx_valid
    input  wire [7:0] tx_data,
    input  wire       tx_valid,
    output wire       tx_ready,
    output wire       tx
);
    reg [9:0] leaving = 0;  // start bit, data, stop bit
    reg [3:0] tx_bits = 0;  // that are still to be sent
    reg [2:0] tx_ticks;
    assign tx_ready = tx_bits == 0;
    assign tx = tx_ready || leaving[0];
    always @(posedge clk)
        if (rst) tx_bits <= 0;
        else if (tx_ready) begin
            leaving  <= {1'b1, tx_data, 1'b0};
            tx_ticks <= 0;
            if (tx_valid) tx_bits <= 10;
        end else begin
            tx_ticks <= tx_ticks + 1'b1;
            if (tx_ticks == 7) begin
                leaving <= leaving >> 1;
                tx_bits <= tx_bits - 1'b1;
            end
        end

    reg line_1 = 1, line = 1, earlier = 1;
    reg [3:0] rx_bits = 0;  // 0: idle
    reg [2:0] rx_ticks;
    always @(posedge clk) begin
        {earlier, line, line_1} <= {line, line_1, rx};
        rx_valid <= 0;
        rx_error <= 0;
        if (rst) rx_bits <= 0;
        else if (rx_bits == 0) begin
            rx_ticks <= 0;
            if (earlier && !line) rx_bits <= 10;  // where a stop bit is missing, the line is low for longer
        end else begin
            rx_ticks <= rx_ticks + 1'b1;
            if (rx_ticks == 3) begin  // the middle
                rx_bits <= rx_bits - 1'b1;
                if (rx_bits == 10 && line) rx_bits <= 0;  // no start bit, but a glitch
                else if (rx_bits == 1) {rx_valid, rx_error} <= {line, !line};
                else if (rx_bits != 10) rx_data <= {line, rx_data[7:1]};
            end
        end
    end
endmodule

`default_nettype wire
