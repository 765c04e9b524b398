/*
 * One heap of STONES stones; a turn takes one to three of them, and whoever takes the last one has won. Stones are lifted
 * one a cycle, the uppermost first. BUG puts something wrong into it.
 */
`default_nettype none

module heap #(
    parameter integer STONES = 15,
    parameter integer BUG = 0
) (
    input wire clk,
    input wire rst,

    input  wire       req_valid,
    output wire       req_ready,
    input  wire [1:0] req_op,
    input  wire [2:0] req_number,

    output wire       resp_valid,
    input  wire       resp_ready,
    output wire [1:0] resp_reason,
    output wire [7:0] resp_left,

    output wire        vp_valid,
    output reg  [31:0] vp_order,
    output wire [ 0:0] vp_kind,
    output wire [ 7:0] vp_stone,
    output wire [ 7:0] vp_state
);

    localparam [1:0] NEW = 2'd0, TAKE = 2'd1, LOOK = 2'd2;
    localparam [1:0] DONE = 2'd0, TOO_FEW = 2'd1, NOT_ALLOWED = 2'd2;
    localparam [1:0] IDLE = 2'd0, LIFT = 2'd1, ANSWER = 2'd2;

    reg [1:0] control, reason;
    reg [2:0] lifting;
    reg looking;
    reg [7:0] left;

    wire none = req_number == 0 && BUG != 1;
    wire too_many = req_number > 3;

    assign req_ready = control == IDLE;
    assign resp_valid = control == ANSWER;
    assign resp_reason = reason;
    assign resp_left = left - {7'd0, looking && BUG == 5};

    assign vp_valid = control == LIFT && (BUG != 2 || left != 2);
    assign vp_kind = 1'b1;
    assign vp_stone = left - 8'd1;
    assign vp_state = left;

    always @(posedge clk) begin
        case (control)
            IDLE:
            if (req_valid) begin
                control <= ANSWER;
                reason <= DONE;
                looking <= req_op == LOOK;
                if (req_op == NEW) left <= STONES[7:0];
                else if (req_op == TAKE) begin
                    if (none || too_many) reason <= NOT_ALLOWED;
                    else if ({5'd0, req_number} > left && BUG != 3) reason <= TOO_FEW;
                    else if (req_number != 0) begin
                        lifting <= req_number;
                        control <= LIFT;
                    end
                end
            end
            LIFT: begin
                left <= left - 8'd1;
                lifting <= lifting - 3'd1;
                if (lifting == 3'd1) control <= ANSWER;
            end
            default: if (resp_ready) control <= IDLE;
        endcase
        if (vp_valid) vp_order <= vp_order + 32'd1;
        if (rst) begin
            control <= IDLE;
            reason <= DONE;
            vp_order <= 32'd0;
            if (BUG != 4 || left == 0) left <= STONES[7:0];
        end
    end

endmodule
