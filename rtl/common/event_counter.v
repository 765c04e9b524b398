// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Numbers the events of a verification port: `order` is the number of the event in this cycle, or of the next one. It
 * counts from 0 after a reset; an event in a cycle of the reset is not counted.
 */
`default_nettype none

module event_counter (
    input wire clk,
    input wire rst,
    input wire valid, // there is an event in this cycle

    output wire [31:0] order
);

    reg [31:0] order_q;

    always @(posedge clk) begin
        if (rst) order_q <= 32'd0;
        else if (valid) order_q <= order_q + 32'd1;
    end

    assign order = order_q;

endmodule

`default_nettype wire
