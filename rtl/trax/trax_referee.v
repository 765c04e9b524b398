/*
 * May the chosen tile lie there? The reasons why not, in the order in which they are asked. Reason 9, trap, is not for
 * this moment, and 10, nothing to take back, not for this operation.
 */
`default_nettype none

module trax_referee (
    input  wire       game_over,
    input  wire [1:0] symbol,
    input  wire       occupied,
    input  wire       first_move,
    input  wire       connected,
    input  wire       over_limit,
    input  wire       over_capacity,
    input  wire       mismatch,
    output reg  [3:0] reason
);

    always @* begin
        if (game_over) reason = 4'd1;
        else if (symbol == 2'd3) reason = 4'd2;
        else if (occupied) reason = 4'd3;
        else if (first_move) reason = symbol == 2'd2 ? 4'd4 : 4'd0;
        else if (!connected) reason = 4'd5;
        else if (over_limit) reason = 4'd6;
        else if (over_capacity) reason = 4'd7;
        else if (mismatch) reason = 4'd8;
        else reason = 4'd0;
    end

endmodule

`default_nettype wire
