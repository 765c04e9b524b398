// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * trax_match and trax_beside against the golden model's tables, for every combination of edges that can enter a cell.
 * fitting_table is generated from goldenrules.trax.tiles.
 */
`default_nettype none

module fitting (
    input wire [7:0] entries,  // two bits per side, north lowest: nothing, white or red
    input wire [1:0] symbol,
    input wire [1:0] side,     // where a new edge enters
    input wire       is_red,
    input wire [1:0] unseen    // what the memory still shows on that side
);

    `include "trax_codes.vh"

    wire [3:0] red = {entries[7], entries[5], entries[3], entries[1]};
    wire [3:0] white = {entries[6], entries[4], entries[2], entries[0]};

    wire [3:0] here = 4'b0001 << side;
    wire [7:0] new_edge = {6'd0, is_red, !is_red} << 2 * side;

    wire [3:0] model_fitting, model_forced, model_then, unused_fitting;
    wire model_trap, model_trap_then;

    fitting_table now (
        .entries(entries),
        .symbol (symbol),
        .fitting(model_fitting),
        .forced (model_forced),
        .trap   (model_trap)
    );
    fitting_table then (
        .entries(entries | new_edge),
        .symbol (symbol),
        .fitting(unused_fitting),
        .forced (model_then),
        .trap   (model_trap_then)
    );

    wire [3:0] forced, chosen;
    wire mismatch, beside_forced, beside_trap;

    trax_match matching (
        .red     (red),
        .white   (white),
        .symbol  (symbol),
        .forced  (forced),
        .chosen  (chosen),
        .mismatch(mismatch)
    );
    trax_beside beside (
        .red   (unseen[1] ? red | here : red),
        .white (unseen[0] ? white | here : white),
        .side  (side),
        .is_red(is_red),
        .forced(beside_forced),
        .trap  (beside_trap)
    );

    always @* begin
        assume ((red & white) == 0);
        assume (symbol != SYMBOL_NONE);

        assert (mismatch == (model_fitting == 0));
        if (!mismatch) assert (chosen == model_fitting);
        if (model_forced != 0) assert (forced == model_forced);

        if (!model_trap && ((red | white) & here) == 0) begin
            assert (beside_trap == model_trap_then);
            assert (beside_forced == (model_then != 0 && model_forced == 0));
        end
    end

endmodule

`default_nettype wire
