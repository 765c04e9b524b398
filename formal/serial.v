// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The serial line: what the transmitter puts on it, to the clock, and that the receiver at its other end gets each byte,
 * once. A bit has eight clocks, the fewest there may be.
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

    // The frame that is on the line, and how many of its 80 clocks are over; and the same two clocks ago, which is what
    // the receiver sees.
    reg reset = 1'b0;  // there has been one
    reg busy, busy_1, busy_2;
    reg quiet_1, quiet_2, quiet_3;  // so long ago there was no reset
    reg [6:0] at, at_1, at_2;
    reg [9:0] frame, frame_1, frame_2;

    wire begins = valid && ready;

    always @(posedge clk) begin
        if (rst) reset <= 1'b1;
        {quiet_3, quiet_2, quiet_1} <= rst ? 3'b000 : {quiet_2, quiet_1, 1'b1};
        busy <= !rst && (begins || (busy && at != 7'd79));
        at <= begins ? 7'd0 : at + 7'd1;
        if (begins) frame <= {1'b1, data, 1'b0};
        {busy_1, at_1, frame_1} <= {busy && !rst, at, frame};
        {busy_2, at_2, frame_2} <= {busy_1 && !rst, at_1, frame_1};
    end

    wire [18:0] rest = {9'h1ff, frame} >> at[6:3];

    always @* begin
        if (!reset) assume (rst);
        else begin
            assert (line == (busy ? frame[at[6:3]] : 1'b1));
            assert (ready == (!busy || at == 7'd79));

            if (busy) assert (at < 7'd80 && frame[9] && !frame[0]);
            if (busy) assert (\sender.left_q == 4'd10 - at[6:3] && \sender.count_q == at[2:0]);
            if (busy) assert (\sender.frame_q == rest[8:0]);
            else assert (\sender.left_q == 0 && \sender.frame_q == 9'h1ff);
        end
    end

    // --- the other end ------------------------------------------------------------------------------------------------

    wire [6:0] sampled = at_2 + 7'd2;
    wire [3:0] known = busy_2 ? sampled[6:3] : 4'd0;  // bits of it, by then
    wire bit_now = frame_2[at_2[6:3]];

    always @* begin
        if (reset) begin
            // 78 clocks after its beginning, and only then, there is the byte.
            assert (received == (busy_2 && at_2 == 7'd78));
            if (received) assert (!error && got == frame_2[8:1]);

            assert ((quiet_1 || !quiet_2) && (quiet_2 || !quiet_3));
            if (busy_1 && at_1 != 7'd79) assert (busy && at == at_1 + 7'd1 && frame == frame_1);
            else assert (!busy || at == 0);
            if (busy_2 && at_2 != 7'd79) assert (busy_1 && at_1 == at_2 + 7'd1 && frame_1 == frame_2);
            else assert (!busy_1 || at_1 == 0);
            if (busy) assert (quiet_1);
            if (busy_1) assert (quiet_2 && at_1 < 7'd80 && frame_1[9] && !frame_1[0]);
            if (busy_2) assert (quiet_3 && at_2 < 7'd80 && frame_2[9] && !frame_2[0]);
            if (quiet_1) assert (\receiver.early_q == (busy_1 ? frame_1[at_1[6:3]] : 1'b1));
            else assert (!\receiver.early_q );
            if (quiet_2) assert (\receiver.line_q == (busy_2 ? bit_now : 1'b1));
            else assert (!\receiver.line_q );
            assert (\receiver.hush_q == !quiet_3);
            if (busy_2) assert (\receiver.left_q == (at_2 == 0 ? 4'd0 : 4'd10 - known));
            else assert (\receiver.left_q == 0);
            if (busy_2 && at_2 != 0) assert (\receiver.count_q == at_2[2:0]);
            if (busy_2 && at_2 != 0 && at_2[2:0] != 3'd4 && at_2[2:0] != 3'd5) assert (\receiver.ones_q == 0);
            if (busy_2 && at_2[2:0] == 3'd4) assert (\receiver.ones_q == {1'b0, bit_now});
            if (busy_2 && at_2[2:0] == 3'd5) assert (\receiver.ones_q == {bit_now, 1'b0});
        end
    end

    genvar i;
    for (i = 0; i < 10; i = i + 1) begin : g_bit
        // Bit i has gone in at the top, and those after it have pushed it down.
        wire [3:0] depth = known - 4'd1 - i;
        always @* if (reset && known > i && depth < 4'd9) assert (\receiver.frame_q [4'd8-depth] == frame_2[i]);
    end

endmodule

`default_nettype wire
