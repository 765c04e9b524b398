// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The verification port: one event for each change of the board or of the game, in the cycle in which it is made.
 * Outputs only: all logic here serves the port alone, and synthesis removes it if the port is left open.
 */
`default_nettype none

module evening_port #(
    parameter integer COUNT_W = 6  // bits of a cell's number
) (
    input wire clk,
    input wire rst,

    input wire       add,     // a stone comes to `cell_number`,
    input wire       remove,  // or goes from there
    input wire       found,   // a group of this size is joined
    input wire       named,   // the new one has this size
    input wire       change,  // `number` has a new owner
    input wire       finish,  // the operation ends,
    input wire [2:0] op,
    input wire [3:0] reason,  // and was refused for this reason,
    input wire       retract, // or has taken a decline back

    input wire [COUNT_W-1:0] cell_number,
    input wire [        1:0] colour,
    input wire [COUNT_W-1:0] group_size,
    input wire [COUNT_W-1:0] new_size,
    input wire [COUNT_W-1:0] number,
    input wire [        1:0] owner,
    input wire [        1:0] leader,

    output wire               valid,
    output wire [       31:0] order,
    output reg  [        3:0] kind,
    output wire [        3:0] why,
    output reg  [COUNT_W-1:0] where,
    output reg  [        1:0] who,
    output reg  [COUNT_W-1:0] size
);

    `include "evening_codes.vh"

    wire refused = finish && reason != REASON_DONE;

    always @* begin
        {kind, where, who, size} = 0;
        if (add || remove) {kind, where, who} = {add ? EVENT_STONE : EVENT_REMOVED, cell_number, colour};
        if (found) {kind, where, who, size} = {EVENT_JOINED, cell_number, colour, group_size};
        if (named) {kind, where, who, size} = {EVENT_GROUP, cell_number, colour, new_size};
        if (change) {kind, where, who} = {EVENT_OWNER, number, owner};
        if (refused)
            case (op)
                OP_LOAD, OP_PLACE: {kind, where, who} = {EVENT_REFUSED, cell_number, colour};
                OP_DECLINE: {kind, who} = {EVENT_REFUSED, colour};
                OP_TAKE_BACK: kind = EVENT_REFUSED;
                default: ;
            endcase
        else if (finish)
            case (op)
                OP_NEW: kind = EVENT_NEW;
                OP_LOAD, OP_PLACE: {kind, who} = {EVENT_VERDICT, leader};
                OP_DECLINE: {kind, who} = {EVENT_DECLINED, colour};
                OP_TAKE_BACK: {kind, who} = retract ? {EVENT_RETRACTED, colour} : {EVENT_VERDICT, leader};
                default: ;
            endcase
    end

    assign valid = kind != 0;
    assign why   = kind == EVENT_REFUSED ? reason : REASON_DONE;

    event_counter counter (
        .clk  (clk),
        .rst  (rst),
        .valid(valid),
        .order(order)
    );

endmodule

`default_nettype wire
