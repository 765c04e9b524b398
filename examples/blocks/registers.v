// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * A register file with access rights: six registers of 16 bits. Register 0 is read only; in register 5 a one that is
 * written clears a flag; any can be locked, and then only privileged requests write it.
 */
`default_nettype none

module registers (
    input wire clk,
    input wire rst,

    input  wire        req_valid,
    output wire        req_ready,
    input  wire [ 1:0] req_op,         // 0 write, 1 read, 2 lock, 3 unlock
    input  wire [ 2:0] req_address,
    input  wire [15:0] req_data,
    input  wire [ 1:0] req_strobe,     // write: which bytes
    input  wire        req_privileged, // write, unlock

    output wire        resp_valid,
    input  wire        resp_ready,
    output wire [ 2:0] resp_reason,  // 0 done, 1 no such register, 2 read only, 3 locked, 4 not privileged
    output wire [15:0] resp_data,
    output wire [ 5:0] resp_locked
);

    localparam [1:0] WRITE = 2'd0, READ = 2'd1, LOCK = 2'd2, UNLOCK = 2'd3;

    reg [15:0] values[0:5];
    reg [5:0] locked_q;
    reg busy_q;
    reg [2:0] reason_q;
    reg [15:0] data_q;

    wire none = req_address >= 3'd6;
    wire is_locked = !none && locked_q[req_address];
    wire [2:0] place = none ? 3'd0 : req_address;
    wire [15:0] old = values[place];
    wire [15:0] mask = {{8{req_strobe[1]}}, {8{req_strobe[0]}}};
    wire [15:0] written = req_address == 3'd5 ? old & ~(req_data & mask) : old & ~mask | req_data & mask;

    wire [2:0] refusal =
        none ? 3'd1 :
        req_op == WRITE && req_address == 3'd0 ? 3'd2 :
        req_op == WRITE && is_locked && !req_privileged ? 3'd3 :
        req_op == UNLOCK && !req_privileged ? 3'd4 : 3'd0;

    integer n;

    always @(posedge clk) begin
        if (!busy_q) begin
            if (req_valid) begin
                busy_q   <= 1'b1;
                reason_q <= refusal;
                data_q   <= req_op == READ && !none ? old : 16'd0;
                if (refusal == 3'd0) begin
                    if (req_op == WRITE) values[req_address] <= written;
                    if (req_op == LOCK) locked_q[req_address] <= 1'b1;
                    if (req_op == UNLOCK) locked_q[req_address] <= 1'b0;
                end
            end
        end else if (resp_ready) busy_q <= 1'b0;
        if (rst) begin
            busy_q   <= 1'b0;
            locked_q <= 6'd0;
            reason_q <= 3'd0;
            data_q   <= 16'd0;
            for (n = 1; n < 5; n = n + 1) values[n] <= 16'd0;
            values[0] <= 16'h1234;
            values[5] <= 16'hffff;
        end
    end

    assign req_ready   = !busy_q;
    assign resp_valid  = busy_q;
    assign resp_reason = reason_q;
    assign resp_data   = data_q;
    assign resp_locked = locked_q;

endmodule

`default_nettype wire
