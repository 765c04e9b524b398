// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * A CRC unit: CRC-16 with the polynomial x^16 + x^12 + x^5 + 1, two bits a cycle.
 */
`default_nettype none

module crc (
    input wire clk,
    input wire rst,

    input  wire        req_valid,
    output wire        req_ready,
    input  wire [ 1:0] req_op,       // 0 start, 1 feed a byte, 2 feed a word, 3 read
    input  wire [15:0] req_seed,     // start: the sum at first
    input  wire        req_reflect,  // start: the lowest bit of each byte goes first
    input  wire [ 7:0] req_byte,
    input  wire [15:0] req_word,     // its high byte goes first

    output wire        resp_valid,
    input  wire        resp_ready,
    output wire [15:0] resp_sum
);

    localparam [1:0] START = 2'd0, FEED = 2'd1, FEED_WORD = 2'd2;
    localparam [1:0] IDLE = 2'd0, STEP = 2'd1, RESPOND = 2'd2;

    reg [1:0] state_q;
    reg [15:0] sum_q, data_q;  // what is fed leaves at the top
    reg [3:0] left_q;  // cycles
    reg reflect_q;

    function [7:0] turned(input [7:0] byte_);
        turned = {byte_[0], byte_[1], byte_[2], byte_[3], byte_[4], byte_[5], byte_[6], byte_[7]};
    endfunction

    function [15:0] step(input [15:0] sum, input bit_);
        step = {sum[14:0], 1'b0} ^ (sum[15] ^ bit_ ? 16'h1021 : 16'h0000);
    endfunction

    wire [7:0] first = req_op == FEED_WORD ? req_word[15:8] : req_byte;
    wire [7:0] second = req_word[7:0];

    always @(posedge clk) begin
        case (state_q)
            IDLE:
            if (req_valid) begin
                if (req_op == START) begin
                    sum_q <= req_seed;
                    reflect_q <= req_reflect;
                end
                data_q  <= reflect_q ? {turned(first), turned(second)} : {first, second};
                left_q  <= req_op == FEED_WORD ? 4'd8 : 4'd4;
                state_q <= req_op == FEED || req_op == FEED_WORD ? STEP : RESPOND;
            end
            STEP: begin
                sum_q  <= step(step(sum_q, data_q[15]), data_q[14]);
                data_q <= {data_q[13:0], 2'b00};
                left_q <= left_q - 4'd1;
                if (left_q == 4'd1) state_q <= RESPOND;
            end
            default: if (resp_ready) state_q <= IDLE;
        endcase
        if (rst) begin
            state_q <= IDLE;
            sum_q <= 16'hffff;
            reflect_q <= 1'b0;
        end
    end

    assign req_ready  = state_q == IDLE;
    assign resp_valid = state_q == RESPOND;
    assign resp_sum   = sum_q;

endmodule

`default_nettype wire
