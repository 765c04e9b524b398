// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The positions of the game up to the present one, which is not among them; and how many of them equal it.
 *
 * They are compared, not looked up by a hash: what is found is equal in every bit, and the time has a fixed bound. What
 * makes this quick:
 *
 *   - Positions with the same side to move are those of even distance, so only every second one is looked at: those are
 *     together in rows of LANES positions, and a row is compared in a cycle.
 * - Only those since the last capture are looked at, HISTORY at most. A row may also hold earlier ones; that does no
 * harm, because those have more pieces and so equal none of the later ones.
 *   - With twice the HISTORY there are twice the LANES. So it is never more than 33 rows.
 *
 * The positions before a capture stay: a game has six captures at most that do not end it, so 7 * HISTORY positions are
 * a whole game, and all of it can be taken back. Where the segments between captures begin is kept apart.
 *
 * Three points are a number in base 3, so that a position has 35 bits and, in a row, a block RAM of its own.
 */
`default_nettype none

module globe_history #(
    parameter integer HISTORY = 1024,  // plies without a capture, by which a game is drawn
    parameter integer INDEX_W = 13     // bits of a number of plies
) (
    input wire clk,

    input wire clear,     // the game begins
    input wire push,      // a ply: what is on the board becomes the past
    input wire captured,  // by this ply: the history is empty now
    input wire pop,       // the last ply is taken back
    input wire start,     // the cycle before the first in which rows are read
    input wire scan,      // a row is read, and another one

    input wire [41:0] board,
    input wire [INDEX_W-1:0] back,  // the position to recall is this many plies back

    output wire [       41:0] recalled,  // two cycles later
    output wire               last_row,
    output wire [        1:0] found,     // positions equal to the present one
    output wire [INDEX_W-1:0] plies,     // of the game
    output wire [INDEX_W-1:0] quiet      // of them, since the last capture
);

    localparam integer LOG2_LANES = HISTORY > 256 ? $clog2(HISTORY) - 6 : 2;
    localparam integer LANES = 1 << LOG2_LANES;
    localparam integer ROW_W = INDEX_W - LOG2_LANES;
    localparam [INDEX_W-1:0] ONE = 1;

    // --- where a position lies: {row, lane, parity} is its number ----------------------------------------------------

    reg [INDEX_W-1:0] plies_q, base_q;
    reg [INDEX_W-1:0] bases[0:7];  // of the segments before
    reg [2:0] segment_q;

    always @(posedge clk) begin
        if (clear) plies_q <= 0;
        else if (push) plies_q <= plies_q + ONE;
        else if (pop) plies_q <= plies_q - ONE;

        if (clear) segment_q <= 3'd0;
        else if (captured && quiet != 0) segment_q <= segment_q + 3'd1;
        else if (pop && quiet == 0) segment_q <= segment_q - 3'd1;

        bases[segment_q] <= base_q;

        if (clear) base_q <= 0;
        else if (captured) base_q <= plies_q;
        else if (pop && quiet == 0) base_q <= bases[segment_q-3'd1];
    end

    assign plies = plies_q;
    assign quiet = plies_q - base_q;

    // --- the rows ----------------------------------------------------------------------------------------------------

    reg [ROW_W-2:0] row_q;

    wire [INDEX_W-1:0] at = plies_q - back;
    wire [ROW_W-1:0] address = scan ? {row_q, plies_q[0]} : {at[INDEX_W-1:LOG2_LANES+1], at[0]};
    wire [34:0] key = packed_board(board);
    wire [35*LANES-1:0] row;
    wire [LANES-1:0] equal;

    always @(posedge clk) begin
        if (start) row_q <= plies_q[INDEX_W-1:LOG2_LANES+1];
        else if (scan) row_q <= row_q - 1'b1;
    end

    assign last_row = row_q == base_q[INDEX_W-1:LOG2_LANES+1];

    genvar lane;
    for (lane = 0; lane < LANES; lane = lane + 1) begin : g_lane
        ram_1r1w #(
            .WIDTH     (35),
            .LOG2_DEPTH(ROW_W)
        ) positions (
            .clk  (clk),
            .we   (push && plies_q[LOG2_LANES:1] == lane),
            .waddr({plies_q[INDEX_W-1:LOG2_LANES+1], plies_q[0]}),
            .wdata(key),
            .raddr(address),
            .rdata(row[35*lane+:35])
        );
        assign equal[lane] = row[35*lane+:35] == key;
    end

    reg [LOG2_LANES-1:0] lane_q;
    reg [34:0] word_q;

    always @(posedge clk) begin
        lane_q <= at[LOG2_LANES:1];
        word_q <= row[35*lane_q+:35];
    end

    assign recalled = unpacked_board(word_q);

    // --- how many are equal ------------------------------------------------------------------------------------------

    // A row comes a cycle after its address, and its hits are counted in the cycle after that. In the first row, lanes from
    // the present position on are not of this game, or of a part of it that has been taken back.
    localparam [LANES-1:0] ONE_LANE = 1;
    wire [LANES-1:0] past = (ONE_LANE << plies_q[LOG2_LANES:1]) - ONE_LANE;

    reg [1:0] started_q;
    reg row_there_q;
    reg [LANES-1:0] hits_q;
    reg [1:0] found_q;

    wire one_hit = hits_q != 0;
    wire two_hits = (hits_q & (hits_q - ONE_LANE)) != 0;

    always @(posedge clk) begin
        started_q   <= {started_q[0], start};
        row_there_q <= scan;
        hits_q      <= equal & (started_q[1] ? past : {LANES{1'b1}}) & {LANES{row_there_q}};
        if (start) found_q <= 2'd0;
        else found_q <= found_q + {two_hits, one_hit && !two_hits};
    end

    assign found = found_q;

    // --- three points are five bits ----------------------------------------------------------------------------------

    function [34:0] packed_board(input [41:0] pieces);  // North's, South's
        integer three;
        for (three = 0; three < 7; three = three + 1)
        packed_board[5*three+:5] = {3'd0, digit(pieces, 3 * three)} + threefold(digit(pieces, 3 * three + 1)) +
            ninefold(digit(pieces, 3 * three + 2));
    endfunction

    // Of 0, 1 and 2; so nothing is carried, and no multiplier is asked for.
    function [4:0] threefold(input [1:0] one);
        threefold = {2'd0, one, 1'b0} | {3'd0, one};
    endfunction

    function [4:0] ninefold(input [1:0] one);
        ninefold = {one, 1'b0, one};
    endfunction

    function [1:0] digit(input [41:0] pieces, input integer point);
        digit = {pieces[point], pieces[21+point]};
    endfunction

    function [41:0] unpacked_board(input [34:0] word);
        integer three;
        for (three = 0; three < 7; three = three + 1)
        {unpacked_board[3*three+:3], unpacked_board[21+3*three+:3]} = three_points(word[5*three+:5]);
    endfunction

    function [5:0] three_points(input [4:0] number);  // South's, North's
        reg [4:0] ones, threes;
        begin
            threes = number >= 5'd18 ? number - 5'd18 : number >= 5'd9 ? number - 5'd9 : number;
            ones = threes >= 5'd6 ? threes - 5'd6 : threes >= 5'd3 ? threes - 5'd3 : threes;
            three_points = {
                number >= 5'd18,
                threes >= 5'd6,
                ones >= 5'd2,
                number >= 5'd9 && number < 5'd18,
                threes >= 5'd3 && threes < 5'd6,
                ones == 5'd1
            };
        end
    endfunction

endmodule

`default_nettype wire
