// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Claims about the serial line: what the transmitter sends in each clock, and that the receiver at the other end gets
 * each byte once. A bit has eight clocks, the fewest allowed.
 */
`default_nettype none

module serial (
    input wire       clk,
    input wire       rst,
    input wire       valid,
    input wire [7:0] data
);

    wire ready, line, received, error;
    wire [7:0] got;

    uart_tx #(
        .CLOCK_HZ(8),
        .BAUD    (1)
    ) sender (
        .clk  (clk), .rst(rst),
        .valid(valid),
        .ready(ready),
        .data (data),
        .tx   (line)
    );
    uart_rx #(
        .CLOCK_HZ(8),
        .BAUD    (1)
    ) receiver (
        .clk  (clk), .rst(rst),
        .rx   (line),
        .valid(received),
        .error(error),
        .data (got)
    );

    (* hierconn *) wire [3:0] \sender.left_q ;
    (* hierconn *) wire [2:0] \sender.count_q ;
    (* hierconn *) wire [8:0] \sender.frame_q ;
    (* hierconn *) wire [3:0] \receiver.left_q ;
    (* hierconn *) wire [2:0] \receiver.count_q ;
    (* hierconn *) wire [8:0] \receiver.frame_q ;
    (* hierconn *) wire [1:0] \receiver.ones_q ;
    (* hierconn *) wire \receiver.hush_q ;
    (* hierconn *) wire \receiver.early_q ;
    (* hierconn *) wire \receiver.line_q ;

    // The frame on the line and the clock in it, of 80; and the same one and two clocks ago: the receiver sees the latter.
    reg reset_q = 1'b0;  // the design has been reset
    reg busy_q, busy_1_q, busy_2_q;
    reg quiet_1_q, quiet_2_q, quiet_3_q;  // there was no reset one, two, three clocks ago
    reg [6:0] at_q, at_1_q, at_2_q;
    reg [9:0] frame_q, frame_1_q, frame_2_q;

    wire begins = valid && ready;

    always @(posedge clk) begin
        if (rst) reset_q <= 1'b1;
        {quiet_3_q, quiet_2_q, quiet_1_q} <= rst ? 3'b000 : {quiet_2_q, quiet_1_q, 1'b1};
        busy_q <= !rst && (begins || (busy_q && at_q != 7'd79));
        at_q <= begins ? 7'd0 : at_q + 7'd1;
        if (begins) frame_q <= {1'b1, data, 1'b0};
        {busy_1_q, at_1_q, frame_1_q} <= {busy_q && !rst, at_q, frame_q};
        {busy_2_q, at_2_q, frame_2_q} <= {busy_1_q && !rst, at_1_q, frame_1_q};
    end

    wire [18:0] rest = {9'h1ff, frame_q} >> at_q[6:3];

    always @* begin
        if (!reset_q) assume (rst);
        else begin
            assert (line == (busy_q ? frame_q[at_q[6:3]] : 1'b1));
            assert (ready == (!busy_q || at_q == 7'd79));

            if (busy_q) assert (at_q < 7'd80 && frame_q[9] && !frame_q[0]);
            if (busy_q) assert (\sender.left_q == 4'd10 - at_q[6:3] && \sender.count_q == at_q[2:0]);
            if (busy_q) assert (\sender.frame_q == rest[8:0]);
            else assert (\sender.left_q == 0 && \sender.frame_q == 9'h1ff);
        end
    end

    // --- the other end ------------------------------------------------------------------------------------------------

    wire [6:0] sampled = at_2_q + 7'd2;
    wire [3:0] known = busy_2_q ? sampled[6:3] : 4'd0;  // bits sampled by then
    wire bit_now = frame_2_q[at_2_q[6:3]];

    always @* begin
        if (reset_q) begin
            // The byte is reported 78 clocks after the frame began, and only then.
            assert (received == (busy_2_q && at_2_q == 7'd78));
            if (received) assert (!error && got == frame_2_q[8:1]);

            assert ((quiet_1_q || !quiet_2_q) && (quiet_2_q || !quiet_3_q));
            if (busy_1_q && at_1_q != 7'd79) assert (busy_q && at_q == at_1_q + 7'd1 && frame_q == frame_1_q);
            else assert (!busy_q || at_q == 0);
            if (busy_2_q && at_2_q != 7'd79) assert (busy_1_q && at_1_q == at_2_q + 7'd1 && frame_1_q == frame_2_q);
            else assert (!busy_1_q || at_1_q == 0);
            if (busy_q) assert (quiet_1_q);
            if (busy_1_q) assert (quiet_2_q && at_1_q < 7'd80 && frame_1_q[9] && !frame_1_q[0]);
            if (busy_2_q) assert (quiet_3_q && at_2_q < 7'd80 && frame_2_q[9] && !frame_2_q[0]);
            if (quiet_1_q) assert (\receiver.early_q == (busy_1_q ? frame_1_q[at_1_q[6:3]] : 1'b1));
            else assert (!\receiver.early_q );
            if (quiet_2_q) assert (\receiver.line_q == (busy_2_q ? bit_now : 1'b1));
            else assert (!\receiver.line_q );
            assert (\receiver.hush_q == !quiet_3_q);
            if (busy_2_q) assert (\receiver.left_q == (at_2_q == 0 ? 4'd0 : 4'd10 - known));
            else assert (\receiver.left_q == 0);
            if (busy_2_q && at_2_q != 0) assert (\receiver.count_q == at_2_q[2:0]);
            if (busy_2_q && at_2_q != 0 && at_2_q[2:0] != 3'd4 && at_2_q[2:0] != 3'd5) assert (\receiver.ones_q == 0);
            if (busy_2_q && at_2_q[2:0] == 3'd4) assert (\receiver.ones_q == {1'b0, bit_now});
            if (busy_2_q && at_2_q[2:0] == 3'd5) assert (\receiver.ones_q == {bit_now, 1'b0});
        end
    end

    genvar i;
    for (i = 0; i < 10; i = i + 1) begin : g_bit
        // Bit i was shifted in at the top; the bits after it have shifted it down.
        wire [3:0] depth = known - 4'd1 - i;
        always @* if (reset_q && known > i && depth < 4'd9) assert (\receiver.frame_q [4'd8-depth] == frame_2_q[i]);
    end

endmodule

`default_nettype wire
