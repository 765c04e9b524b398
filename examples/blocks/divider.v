// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * A divider: restoring division, a bit of the quotient a cycle. The trick is to begin where the quotient does: leading
 * zeros of the dividend are shifted out at once, so that small numbers take few cycles.
 */
`default_nettype none

module divider (
    input wire clk,
    input wire rst,

    input  wire        req_valid,
    output wire        req_ready,
    input  wire        req_op,        // 0 divide, 1 with signs
    input  wire [11:0] req_dividend,
    input  wire [11:0] req_divisor,

    output wire        resp_valid,
    input  wire        resp_ready,
    output wire [ 1:0] resp_reason,    // 0 done, 1 by zero, 2 overflow
    output wire [11:0] resp_quotient,  // towards zero
    output wire [11:0] resp_remainder  // with the sign of the dividend
);

    localparam [1:0] IDLE = 2'd0, STEP = 2'd1, RESPOND = 2'd2;

    reg [1:0] state_q, reason_q;
    reg [11:0] quotient_q, divisor_q;  // the dividend leaves quotient_q at the top, the quotient enters at the bottom
    reg [11:0] remainder_q;
    reg [ 3:0] left_q;  // bits of the dividend
    reg negative_q, negative_rest_q;

    wire minus_a = req_op && req_dividend[11];
    wire minus_b = req_op && req_divisor[11];
    wire [11:0] a = minus_a ? -req_dividend : req_dividend;
    wire [11:0] b = minus_b ? -req_divisor : req_divisor;

    wire by_zero = req_divisor == 12'd0;
    wire overflow = req_op && req_dividend == 12'h800 && req_divisor == 12'hfff;

    wire [3:0] size = a[11:8] != 0 ? 4'd12 : a[7:4] != 0 ? 4'd8 : 4'd4;  // its bits, in steps of four

    wire [12:0] shifted = {remainder_q, quotient_q[11]};
    wire [12:0] less = shifted - {1'b0, divisor_q};
    wire fits = !less[12];

    always @(posedge clk) begin
        case (state_q)
            IDLE:
            if (req_valid) begin
                reason_q <= by_zero ? 2'd1 : overflow ? 2'd2 : 2'd0;
                quotient_q <= by_zero || overflow ? 12'd0 : a << 4'd12 - size;
                divisor_q <= b;
                remainder_q <= 12'd0;
                left_q <= size;
                negative_q <= minus_a ^ minus_b;
                negative_rest_q <= minus_a;
                state_q <= by_zero || overflow ? RESPOND : STEP;
            end
            STEP: begin
                remainder_q <= fits ? less[11:0] : shifted[11:0];
                quotient_q <= {quotient_q[10:0], fits};
                left_q <= left_q - 4'd1;
                if (left_q == 4'd1) state_q <= RESPOND;
            end
            default: if (resp_ready) state_q <= IDLE;
        endcase
        if (rst) begin  // what is shown must be known before the first answer, too
            state_q <= IDLE;
            reason_q <= 2'd0;
            {quotient_q, remainder_q} <= 24'd0;
            {negative_q, negative_rest_q} <= 2'd0;
        end
    end

    assign req_ready = state_q == IDLE;
    assign resp_valid = state_q == RESPOND;
    assign resp_reason = reason_q;
    assign resp_quotient = negative_q ? -quotient_q : quotient_q;
    assign resp_remainder = negative_rest_q ? -remainder_q : remainder_q;

endmodule

`default_nettype wire
