// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * A priority queue of eight places, sorted: the first to come out is in place 0. A new value goes before those that are
 * less urgent, which move up a place, all in one cycle; so the oldest of equally urgent ones stays first.
 */
`default_nettype none

module priorities (
    input wire clk,
    input wire rst,

    input  wire       req_valid,
    output wire       req_ready,
    input  wire [1:0] req_op,       // 0 push, 1 pop, 2 peek
    input  wire [2:0] req_urgency,  // push
    input  wire [7:0] req_value,

    output wire       resp_valid,
    input  wire       resp_ready,
    output wire [1:0] resp_reason,   // 0 done, 1 full, 2 empty
    output wire [2:0] resp_urgency,  // pop, peek
    output wire [7:0] resp_value,
    output wire [3:0] resp_count,

    output wire        vp_valid,
    output wire [31:0] vp_order,
    output wire [ 1:0] vp_kind,     // 1 pushed, 2 popped, 3 refused
    output wire [ 1:0] vp_reason,
    output wire [ 2:0] vp_urgency,
    output wire [ 7:0] vp_value,
    output wire [ 3:0] vp_state     // count
);

    localparam [1:0] PUSH = 2'd0, POP = 2'd1;
    localparam [1:0] IDLE = 2'd0, WORK = 2'd1, RESPOND = 2'd2;

    reg [1:0] state_q, op_q, reason_q;
    reg [ 3:0] count_q;
    reg [10:0] places_q[0:7];  // urgency, value
    reg [10:0] asked_q, answer_q;
    reg  [31:0] order_q;

    wire [ 7:0] ahead;  // of each place: it comes out before what is asked for
    genvar place;
    for (place = 0; place < 8; place = place + 1) begin : g_ahead
        assign ahead[place] = place < count_q && places_q[place][10:8] >= asked_q[10:8];
    end

    wire full = count_q == 4'd8;
    wire empty = count_q == 4'd0;
    wire [1:0] refusal = op_q == PUSH ? {1'b0, full} : {empty, 1'b0};
    wire [10:0] first = empty || op_q == PUSH ? 11'd0 : places_q[0];

    integer n;

    always @(posedge clk) begin
        case (state_q)
            IDLE:
            if (req_valid) begin
                op_q <= req_op;
                asked_q <= {req_urgency, req_value};
                state_q <= WORK;
            end
            WORK: begin
                reason_q <= refusal;
                answer_q <= first;
                if (refusal == 2'd0 && op_q == PUSH) begin
                    for (n = 0; n < 8; n = n + 1) begin
                        if (!ahead[n]) places_q[n] <= n == 0 || ahead[n-1] ? asked_q : places_q[n-1];
                    end
                    count_q <= count_q + 4'd1;
                end
                if (refusal == 2'd0 && op_q == POP) begin
                    for (n = 0; n < 7; n = n + 1) places_q[n] <= places_q[n+1];
                    count_q <= count_q - 4'd1;
                end
                state_q <= RESPOND;
            end
            default: if (resp_ready) state_q <= IDLE;
        endcase
        if (vp_valid) order_q <= order_q + 32'd1;
        if (rst) begin
            state_q <= IDLE;
            count_q <= 4'd0;
            order_q <= 32'd0;
            op_q <= 2'd0;
            reason_q <= 2'd0;
            asked_q <= 11'd0;
            answer_q <= 11'd0;
        end
    end

    assign req_ready = state_q == IDLE;
    assign resp_valid = state_q == RESPOND;
    assign resp_reason = reason_q;
    assign {resp_urgency, resp_value} = answer_q;
    assign resp_count = count_q;

    assign vp_valid = state_q == WORK && (op_q == PUSH || op_q == POP || refusal != 2'd0);
    assign vp_order = order_q;
    assign vp_kind = refusal != 2'd0 ? 2'd3 : op_q == PUSH ? 2'd1 : 2'd2;
    assign vp_reason = refusal;
    assign {vp_urgency, vp_value} = refusal != 2'd0 ? 11'd0 : op_q == PUSH ? asked_q : first;
    assign vp_state = count_q;

endmodule

`default_nettype wire
