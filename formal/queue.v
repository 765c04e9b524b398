// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The queue of four words: it holds as many as it says, and gives back what it has been given, in order. Any one word is
 * watched on its way through.
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

    reg reset = 1'b0;  // there has been one
    reg [2:0] count;   // words inside
    reg watching;
    reg [1:0] word;
    reg [2:0] ahead;   // words before it
    wire [1:0] place = \fifo.taken_q [1:0] + ahead[1:0];

    always @(posedge clk) begin
        if (rst) reset <= 1'b1;
        if (rst) count <= 0;
        else count <= count + {2'd0, goes_in} - {2'd0, goes_out};

        if (rst) watching <= 1'b0;
        else if (!watching && watch && goes_in) begin
            watching <= 1'b1;
            word <= in_data;
            ahead <= count - {2'd0, goes_out};
        end else if (watching && goes_out) begin
            watching <= ahead != 0;
            ahead <= ahead - 3'd1;
        end
    end

    always @* begin
        if (!reset) assume (rst);
        else begin
            assert (count <= 3'd4);
            assert (in_ready == (count != 3'd4));
            assert (out_valid == (count != 0));
            if (watching && ahead == 0) assert (out_data == word);

            assert (waiting == count);
            if (watching) assert (ahead < count && words[2*place+:2] == word);
        end
    end

endmodule

`default_nettype wire
