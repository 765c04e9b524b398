// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * In a build with waves: what the model expects of the design in each cycle of a session, as signals of its own.
 *
 * Python writes it to a file before the session is played. A line is a cycle, counted from the beginning of the session,
 * and the values from then on, both in hexadecimal. Without the file, and after its last line, nothing changes.
 */
`default_nettype none
`timescale 1ns / 1ps

module loopline_model #(
    parameter integer W = 1  // width of the values
) (
    input wire clk,
    input wire begins,  // a session begins with the next cycle
    output reg [W-1:0] values
);

    reg [8*1024-1:0] name;
    reg [W-1:0] coming;
    reg [31:0] at, cycle;
    integer file = 0;

    initial begin
        values = 0;
        if (!$value$plusargs("model=%s", name)) $display("+model=FILE is missing");
    end

    task read;
        if ($fscanf(file, "%h %h", at, coming) != 2) begin
            $fclose(file);
            file = 0;
        end
    endtask

    always @(posedge clk) begin
        cycle = begins ? 0 : cycle + 1;
        if (begins) begin
            if (file != 0) $fclose(file);
            file = $fopen(name, "r");
            values <= 0;
            if (file != 0) read;
        end
        if (file != 0 && at == cycle) begin
            values <= coming;
            read;
        end
    end

endmodule

`default_nettype wire
