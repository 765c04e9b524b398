// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Claims about a queue of four words: it holds as many as it says, and returns them in order. Any one word is watched on
 * its way through.
 */
`default_nettype none

module queue (
    input wire       clk,
    input wire       rst,
    input wire       in_valid,
    input wire [1:0] in_data,
    input wire       out_ready,
    input wire       watch       // the word that is going in, if none is being watched
);

    wire in_ready, out_valid;
    wire [1:0] out_data;

    fifo_fwft #(
        .WIDTH     (2),
        .LOG2_DEPTH(2)
    ) fifo (
        .clk      (clk), .rst(rst),
        .in_valid (in_valid),
        .in_ready (in_ready),
        .in_data  (in_data),
        .out_valid(out_valid),
        .out_ready(out_ready),
        .out_data (out_data)
    );

    (* hierconn *) wire [2:0] \fifo.written_q ;
    (* hierconn *) wire [2:0] \fifo.taken_q ;
    (* hierconn *) wire [1:0] \fifo.mem[0] ;
    (* hierconn *) wire [1:0] \fifo.mem[1] ;
    (* hierconn *) wire [1:0] \fifo.mem[2] ;
    (* hierconn *) wire [1:0] \fifo.mem[3] ;
    wire [2:0] waiting = \fifo.written_q - \fifo.taken_q ;
    wire [7:0] words = {\fifo.mem[3] , \fifo.mem[2] , \fifo.mem[1] , \fifo.mem[0] };

    wire goes_in = in_valid && in_ready;
    wire goes_out = out_valid && out_ready;

    reg reset_q = 1'b0;  // the design has been reset
    reg [2:0] count_q;   // words inside
    reg watching_q;
    reg [1:0] word_q;
    reg [2:0] ahead_q;   // words before it
    wire [1:0] place = \fifo.taken_q [1:0] + ahead_q[1:0];

    always @(posedge clk) begin
        if (rst) reset_q <= 1'b1;
        if (rst) count_q <= 0;
        else count_q <= count_q + {2'd0, goes_in} - {2'd0, goes_out};

        if (rst) watching_q <= 1'b0;
        else if (!watching_q && watch && goes_in) begin
            watching_q <= 1'b1;
            word_q <= in_data;
            ahead_q <= count_q - {2'd0, goes_out};
        end else if (watching_q && goes_out) begin
            watching_q <= ahead_q != 0;
            ahead_q <= ahead_q - 3'd1;
        end
    end

    always @* begin
        if (!reset_q) assume (rst);
        else begin
            assert (count_q <= 3'd4);
            assert (in_ready == (count_q != 3'd4));
            assert (out_valid == (count_q != 0));
            if (watching_q && ahead_q == 0) assert (out_data == word_q);

            assert (waiting == count_q);
            if (watching_q) assert (ahead_q < count_q && words[2*place+:2] == word_q);
        end
    end

endmodule

`default_nettype wire
