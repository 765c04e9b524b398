/*
 * The verification port: one event for each change of the board or of the game, in the cycle in which it is made, and
 * the state in every cycle. Outputs only; whatever is here is here for the port alone and goes when it is left open.
 */
`default_nettype none

module trax_port #(
    parameter integer LOG2_SIZE = 6  // the board is a torus of 2^LOG2_SIZE x 2^LOG2_SIZE cells
) (
    input wire clk,
    input wire rst,

    input wire                   lay,          // a tile is laid on `cell`
    input wire                   lift,         // or lifted from there
    input wire                   finish,       // the operation ends
    input wire                   asked,        // `where` is the request's
    input wire                   op_new,
    input wire                   op_play,
    input wire                   op_read,
    input wire [            3:0] reason,
    input wire [            3:0] tile,
    input wire [2*LOG2_SIZE-1:0] where,
    input wire                   trap,         // `trap_where` is a trap
    input wire [2*LOG2_SIZE-1:0] trap_where,

    output wire                 valid,
    output reg  [         31:0] order,
    output wire [          2:0] kind,
    output wire [          3:0] why,
    output wire [LOG2_SIZE-1:0] x,
    output wire [LOG2_SIZE-1:0] y,
    output wire [          3:0] placing
);

    localparam [2:0] NEW = 3'd1, CHOSEN = 3'd2, FORCED = 3'd3, REMOVED = 3'd4;
    localparam [2:0] TURN_ENDS = 3'd5, REFUSED = 3'd6, TAKEN_BACK = 3'd7;
    localparam [3:0] TRAP = 4'd9;

    reg [2:0] what;
    reg [2*LOG2_SIZE-1:0] chosen_q, trap_q, at;

    always @* begin
        if (lift) what = REMOVED;
        else if (lay) what = asked ? CHOSEN : FORCED;
        else if (reason != 0) what = REFUSED;
        else if (op_play) what = TURN_ENDS;
        else what = op_new ? NEW : TAKEN_BACK;

        case (what)
            NEW: at = 0;
            TURN_ENDS: at = chosen_q;
            REFUSED: at = reason == TRAP ? trap_q : where;
            default: at = where;
        endcase
    end

    always @(posedge clk) begin
        if (rst) order <= 0;
        else if (valid) order <= order + 32'd1;
        if (lay && asked) chosen_q <= where;
        if (trap) trap_q <= trap_where;
    end

    assign valid   = lay || lift || (finish && !op_read);
    assign kind    = valid ? what : 3'd0;
    assign why     = valid && what == REFUSED ? reason : 4'd0;
    assign {y, x}  = valid ? at : 0;
    assign placing = lay || lift ? tile : 4'd0;

endmodule

`default_nettype wire
