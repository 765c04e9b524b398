// Says on its serial line what its manners make it say, whatever is on the board. Not for synthesis.
`default_nettype none
`timescale 1ns / 1ps

module stub #(
    parameter [8*40-1:0] MANNERS = "plays the same for ever",
    parameter integer BIT = 16  // cycles
) (
    input  wire clk,
    input  wire rst,
    input  wire rx,
    output reg  tx
);

    // --- hears ---

    reg [7:0] heard, first, second;
    integer length = 0;
    integer n;

    task hear;
        begin
            @(negedge rx);
            repeat (BIT + BIT / 2) @(posedge clk);
            for (n = 0; n < 8; n = n + 1) begin
                heard[n] = rx;
                repeat (BIT) @(posedge clk);
            end
        end
    endtask

    // --- says ---

    integer m;

    task say(input [7:0] letter, input integer bits);
        begin
            tx = 1'b0;
            repeat (BIT) @(posedge clk);
            for (m = 0; m < bits; m = m + 1) begin
                tx = letter[m];
                repeat (MANNERS == "has another rate" ? BIT + 2 : BIT) @(posedge clk);
            end
            tx = MANNERS != "has no stop bit";
            repeat (BIT) @(posedge clk);
            tx = 1'b1;
        end
    endtask

    task answer(input [8*4-1:0] text);
        for (n = 3; n >= 0; n = n - 1) if (text[8*n+:8] != 0) say(text[8*n+:8], 8);
    endtask

    initial begin
        tx = 1'b1;
        if (MANNERS == "is stuck low") tx = 1'b0;
        if (MANNERS == "is unknown") tx = 1'bx;
        if (MANNERS == "floats") tx = 1'bz;
        if (MANNERS == "speaks unasked")
            forever begin
                @(negedge rst);
                repeat (300) @(posedge clk);
                answer("hi\n");
            end
        forever begin
            hear;
            if (heard == "\n" && tx === 1'b1) begin
                if (MANNERS == "ends the simulation") $finish;
                if (MANNERS == "crashes") $fatal(1, "the player says it is broken");
                if (MANNERS == "loops in zero time") while (rx) tx = #0 1'b1;
                if (MANNERS == "is late") repeat (60_000) @(posedge clk);
                if (MANNERS == "never answers") length = 0;
                else if (first == "-" && second == "T") answer(MANNERS == "has no name" ? "\n" : "ST\n");
                else if (first == "-" && second == "B") answer(MANNERS == "answers -B" ? "@0+\n" : "");
                else if (MANNERS == "says half a line") answer("@0");
                else if (MANNERS == "says rubbish") answer("Zz?\n");
                else if (MANNERS == "says it twice") begin
                    answer("@0+\n");
                    answer("@0+\n");
                end else answer("@0+\n");
                length = 0;
            end else if (heard != "\r") begin
                if (length == 0) first = heard;
                if (length == 1) second = heard;
                length = length + 1;
            end
        end
    end

endmodule

`default_nettype wire
