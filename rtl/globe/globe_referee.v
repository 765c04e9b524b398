// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Whether a request is allowed, and if not, why: the first reason that applies.
 */
`default_nettype none

module globe_referee (
    input wire op_new,
    input wire op_load,
    input wire op_move,
    input wire op_pass,
    input wire op_take,
    input wire op_list,
    input wire op_read,

    input wire        game_over,
    input wire        no_option,     // new: the code of none
    input wire [41:0] load,          // load: the points of North's pieces, and of South's
    input wire        no_point,      // move: one of the two; list: the first
    input wire        not_yours,     // move: no piece of the mover's there
    input wire        no_line,       // move: from there to there
    input wire        occupied,      // move: something is there
    input wire        move_at_hand,  // pass
    input wire        no_past,       // take back: nothing; read: not so much

    output reg [3:0] reason
);

    `include "globe_codes.vh"

    wire overlap = (load[41:21] & load[20:0]) != 0;
    wire material = !fit(load[41:21]) || !fit(load[20:0]);

    function fit(input [20:0] points);  // three to six of them
        integer at;
        reg [4:0] pieces;
        begin
            pieces = 5'd0;
            for (at = 0; at < 21; at = at + 1) pieces = pieces + {4'd0, points[at]};
            fit = pieces >= 5'd3 && pieces <= 5'd6;
        end
    endfunction

    always @* begin
        reason = REASON_DONE;
        if (op_new && no_option) reason = REASON_OPTION;
        else if (op_load && overlap) reason = REASON_OVERLAP;
        else if (op_load && material) reason = REASON_MATERIAL;
        else if ((op_move || op_pass) && game_over) reason = REASON_OVER;
        else if (op_move || op_list) begin
            if (no_point) reason = REASON_POINT;
            else if (op_list) reason = REASON_DONE;
            else if (not_yours) reason = REASON_FROM;
            else if (no_line) reason = REASON_LINE;
            else if (occupied) reason = REASON_OCCUPIED;
        end else if (op_pass && move_at_hand) reason = REASON_PASS;
        else if ((op_take || op_read) && no_past) reason = REASON_NOTHING;
    end

endmodule

`default_nettype wire
