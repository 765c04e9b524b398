// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The log of the game: each placement, and where the stones were before it. What has been taken back stays behind the
 * end, to be restored, until another placement takes its place.
 *
 * The stones are kept before a placement is tried. If it is refused they are the way back, and nothing is lost: behind
 * the end the log has had the very same stones, as they follow from the placements before.
 */
`default_nettype none

module tsolitaire_log (
    input wire        clk,
    input wire        clear,
    input wire        keep,       // the stones, before they run
    input wire        lay,        // a placement stands
    input wire        lift,       // the last one is taken back
    input wire        back,       // look at the last one, not at the one that can be restored
    input wire        ahead,      // look at the one that can be restored after it
    input wire        anew,       // the placement is not one that is restored: what was taken back is forgotten
    input wire [13:0] placement,  // cell, tile, rotation
    input wire [71:0] stones,

    output wire [13:0] logged,
    output wire [71:0] log_stones,
    output wire [ 5:0] placed,
    output wire [ 5:0] redos
);

    reg [5:0] placed_q, redos_q;

    wire [5:0] look_at = placed_q + {{5{back}}, back || ahead};

    ram_1r1w #(
        .WIDTH     (14),
        .LOG2_DEPTH(6)
    ) placements (
        .clk  (clk),
        .we   (lay),
        .waddr(placed_q),
        .wdata(placement),
        .raddr(look_at),
        .rdata(logged)
    );

    ram_1r1w #(
        .WIDTH     (72),
        .LOG2_DEPTH(6)
    ) stones_before (
        .clk  (clk),
        .we   (keep),
        .waddr(placed_q),
        .wdata(stones),
        .raddr(look_at),
        .rdata(log_stones)
    );

    always @(posedge clk) begin
        if (clear) {placed_q, redos_q} <= 12'd0;
        else if (lay) {placed_q, redos_q} <= {placed_q + 6'd1, anew ? 6'd0 : redos_q - 6'd1};
        else if (lift) {placed_q, redos_q} <= {placed_q - 6'd1, redos_q + 6'd1};
    end

    assign placed = placed_q;
    assign redos  = redos_q;

endmodule

`default_nettype wire
