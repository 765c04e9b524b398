/*
 * A system with an engine two levels down: it resets it, asks it and takes its answers, and says what came of it. Nothing
 * has the names that the engine has.
 */
`default_nettype none

module soc #(
    parameter integer LOG2_SIZE = 3
) (
    input  wire       clock_100,
    input  wire       power_good_n,
    output wire       finished,
    output wire [1:0] victor
);

    // White's tiles of a game that Red wins: column, row and symbol of each.
    localparam [26:0] MOVES = {3'd1, 3'd1, 3'd1, 3'd1, 3'd0, 3'd2, 3'd0, 3'd0, 3'd1};

    reg [1:0] number_q;
    reg [3:0] wait_q;
    reg offer_q, under_way_q;
    wire [8:0] move = MOVES[9*number_q+:9];
    wire taken, done;
    wire accept = done && wait_q[1];

    assign finished = number_q == 3;

    always @(posedge clock_100) begin
        wait_q <= wait_q + 4'd1;
        if (power_good_n) begin
            number_q <= 0;
            {offer_q, under_way_q} <= 0;
            wait_q <= 0;
        end else if (offer_q) {offer_q, under_way_q} <= taken ? 2'b01 : 2'b10;
        else if (under_way_q) begin
            if (accept) begin
                under_way_q <= 0;
                number_q <= number_q + 2'd1;
            end
        end else offer_q <= !finished && &wait_q[1:0];
    end

    soc_shell #(
        .LOG2_SIZE(LOG2_SIZE)
    ) shell (
        .clock  (clock_100),
        .clear  (power_good_n),
        .offer  (offer_q),
        .taken  (taken),
        .column (move[6+:LOG2_SIZE]),
        .row    (move[3+:LOG2_SIZE]),
        .symbol (move[1:0]),
        .done   (done),
        .accept (accept),
        .victor (victor)
    );

endmodule

module soc_shell #(
    parameter integer LOG2_SIZE = 3
) (
    input  wire                 clock,
    input  wire                 clear,
    input  wire                 offer,
    output wire                 taken,
    input  wire [LOG2_SIZE-1:0] column,
    input  wire [LOG2_SIZE-1:0] row,
    input  wire [          1:0] symbol,
    output wire                 done,
    input  wire                 accept,
    output wire [          1:0] victor
);

    localparam [LOG2_SIZE-1:0] NONE = 0;
    localparam [1:0] PLAY = 2'd1;

    /* verilator lint_off PINMISSING */
    trax_engine #(
        .LOG2_SIZE(LOG2_SIZE)
    ) u_rules (
        .clk            (clock),
        .rst            (clear),
        .req_valid      (offer),
        .req_ready      (taken),
        .req_op         (PLAY),
        .req_x          (column),
        .req_y          (row),
        .req_symbol     (symbol),
        .req_fouls_lose (1'b0),
        .req_lines      (1'b0),
        .req_box_limit  (NONE),
        // and 0 on those of the variants of the rules: see test_soc.py
        .resp_valid     (done),
        .resp_ready     (accept),
        .resp_winner    (victor)
    );
    /* verilator lint_on PINMISSING */

endmodule
