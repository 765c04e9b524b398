// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * How the game stands: the rules, the stones, who has declined, and the verdict. Colours are bits here: {Black, White}.
 */
`default_nettype none

module evening_score #(
    parameter integer COUNT_W = 6  // bits of a number of stones
) (
    input wire clk,
    input wire rst,

    input wire       new_rules,  // these:
    input wire       odd_even,
    input wire       free,
    input wire       add,        // a stone of this colour comes,
    input wire       remove,     // or goes
    input wire [1:0] colour,

    input wire       begin_game,     // in the last cycle of an operation: which has begun a game,
    input wire       judge,          // placed, loaded or taken back a stone,
    input wire [1:0] declined_then,  // so that these have declined,
    input wire       decline,        // or made this colour decline,
    input wire       retract,        // or taken that back
    input wire [1:0] lead,           // who has the larger list of sizes, or none
    input wire [1:0] can_place,      // who has a cell to place on

    output wire [COUNT_W-1:0] white_stones,
    output wire [COUNT_W-1:0] black_stones,
    output wire [        1:0] has_the_move,
    output wire [        1:0] declined,
    output wire [        1:0] last_declined,  // the one who did so last
    output wire [        1:0] loser,
    output wire               identical,
    output wire               over,
    output wire [        1:0] winner,
    output wire [        1:0] leader          // as it will be judged
);

    `include "evening_codes.vh"

    localparam [COUNT_W-1:0] ONE = 1;

    reg [COUNT_W-1:0] white_q, black_q;
    reg [1:0] declined_q, first_q, loser_q;
    reg odd_even_q, free_q, identical_q, over_q;

    wire decides = judge && lead == COLOUR_NONE;  // the rule does
    assign leader = lead != COLOUR_NONE ? lead : odd_even_q && white_q[0] ? COLOUR_WHITE : COLOUR_BLACK;

    wire [1:0] loser_d = judge ? ~leader : loser_q;
    wire [1:0] changed = decline ? declined_q | colour : retract ? declined_q & ~last_declined : declined_q;
    wire [1:0] declined_d = judge ? declined_then : changed;
    wire [1:0] unable = declined_d | ~can_place;

    always @(posedge clk) begin
        if (rst) {odd_even_q, free_q} <= 2'b00;
        else if (new_rules) {odd_even_q, free_q} <= {odd_even, free};

        if (rst || begin_game) {white_q, black_q} <= 0;
        else if (add || remove) begin
            if (colour[0]) white_q <= add ? white_q + ONE : white_q - ONE;
            if (colour[1]) black_q <= add ? black_q + ONE : black_q - ONE;
        end

        if (rst || begin_game) begin
            loser_q <= COLOUR_WHITE;
            {declined_q, first_q} <= 4'd0;
            {identical_q, over_q} <= 2'b10;
        end else begin
            if (decline && declined_q == 0) first_q <= colour;
            if (judge) begin
                first_q <= declined_then;
                identical_q <= decides;
            end
            if (judge || decline || retract) over_q <= free_q ? &unable : (unable & loser_d) != 0;
            loser_q <= loser_d;
            declined_q <= declined_d;
        end
    end

    assign white_stones  = white_q;
    assign black_stones  = black_q;
    assign has_the_move  = free_q ? 2'b11 : loser_q;
    assign declined      = declined_q;
    assign last_declined = declined_q == first_q ? first_q : ~first_q;
    assign loser         = loser_q;
    assign identical     = identical_q;
    assign over          = over_q;
    assign winner        = over_q ? ~loser_q : COLOUR_NONE;

endmodule

`default_nettype wire
