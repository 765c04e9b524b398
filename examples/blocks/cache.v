// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * A direct-mapped cache with write-back: four lines of two bytes, in front of a memory of 64 bytes that takes a cycle
 * for each byte. After a reset the memory is cleared, a byte a cycle, before the first request is taken.
 *
 *   hit          LOOK ACCESS
 *   miss         LOOK FETCH FETCH ACCESS
 *   dirty miss   LOOK BACK BACK FETCH FETCH ACCESS
 *   flush        LOOK, then for each line BACK BACK if it is dirty, else NEXT
 */
`default_nettype none

module cache (
    input wire clk,
    input wire rst,

    input  wire       req_valid,
    output wire       req_ready,
    input  wire [1:0] req_op,       // 0 load, 1 store, 2 flush
    input  wire [5:0] req_address,
    input  wire [7:0] req_data,     // store

    output wire       resp_valid,
    input  wire       resp_ready,
    output wire [7:0] resp_data,          // load
    output wire       resp_hit,           // load, store
    output wire       resp_written_back,  // a line was, to make room
    output wire [2:0] resp_lines          // flush: so many were
);

    localparam [1:0] STORE = 2'd1, FLUSH = 2'd2;
    localparam [2:0] CLEAR = 3'd0, IDLE = 3'd1, LOOK = 3'd2, BACK = 3'd3, FETCH = 3'd4, ACCESS = 3'd5, NEXT = 3'd6;
    localparam [2:0] RESPOND = 3'd7;

    reg [7:0] memory[0:63];
    reg [7:0] bytes [ 0:7];  // line, then byte
    reg [2:0] tags  [ 0:3];
    reg [3:0] valid_q, dirty_q;

    reg [2:0] state_q;
    reg [1:0] op_q, line_q;
    reg [5:0] address_q;
    reg [7:0] data_q, answer_q;
    reg hit_q, back_q, byte_q;
    reg [2:0] lines_q;
    reg [5:0] clear_q;

    wire [1:0] line = op_q == FLUSH ? line_q : address_q[2:1];
    wire hit = valid_q[line] && tags[line] == address_q[5:3];

    always @(posedge clk) begin
        case (state_q)
            CLEAR: begin
                memory[clear_q] <= 8'd0;
                clear_q <= clear_q + 6'd1;
                if (clear_q == 6'd63) state_q <= IDLE;
            end
            IDLE:
            if (req_valid) begin
                op_q <= req_op;
                address_q <= req_address;
                data_q <= req_data;
                answer_q <= 8'd0;
                hit_q <= 1'b0;
                back_q <= 1'b0;
                lines_q <= 3'd0;
                line_q <= 2'd0;
                byte_q <= 1'b0;
                state_q <= LOOK;
            end
            LOOK:
            if (op_q == FLUSH) state_q <= dirty_q[line] ? BACK : NEXT;
            else begin
                hit_q   <= hit;
                back_q  <= !hit && dirty_q[line];
                state_q <= hit ? ACCESS : dirty_q[line] ? BACK : FETCH;
            end
            BACK: begin
                memory[{tags[line], line, byte_q}] <= bytes[{line, byte_q}];
                byte_q <= !byte_q;
                if (byte_q) begin
                    dirty_q[line] <= 1'b0;
                    lines_q <= lines_q + {2'd0, op_q == FLUSH};
                    state_q <= op_q == FLUSH ? NEXT : FETCH;
                end
            end
            FETCH: begin
                bytes[{line, byte_q}] <= memory[{address_q[5:1], byte_q}];
                byte_q <= !byte_q;
                if (byte_q) begin
                    tags[line] <= address_q[5:3];
                    valid_q[line] <= 1'b1;
                    state_q <= ACCESS;
                end
            end
            ACCESS: begin
                if (op_q == STORE) begin
                    bytes[address_q[2:0]] <= data_q;
                    dirty_q[line] <= 1'b1;
                end else answer_q <= bytes[address_q[2:0]];
                state_q <= RESPOND;
            end
            NEXT: begin
                valid_q[line_q] <= 1'b0;
                line_q <= line_q + 2'd1;
                state_q <= line_q == 2'd3 ? RESPOND : LOOK;
            end
            default: if (resp_ready) state_q <= IDLE;
        endcase
        if (rst) begin
            state_q <= CLEAR;
            clear_q <= 6'd0;
            valid_q <= 4'd0;
            dirty_q <= 4'd0;
            answer_q <= 8'd0;
            {hit_q, back_q, lines_q} <= 5'd0;
        end
    end

    assign req_ready = state_q == IDLE;
    assign resp_valid = state_q == RESPOND;
    assign resp_data = answer_q;
    assign resp_hit = hit_q;
    assign resp_written_back = back_q;
    assign resp_lines = lines_q;

endmodule

`default_nettype wire
