// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The host's end of a serial line: plays a waveform into a player, and records what comes back.
 *
 * Python describes the waveform down to the cycle, so that a line may be as bad as it likes: glitches, breaks, a wrong
 * baud rate, a reset in the middle of a byte. It writes it into a file, sets `go`, and sleeps until as many lines have
 * come back as it waits for, or its patience is over. The record has every edge of the line that comes back, and every
 * cycle in which a lamp changes, or anything on a verification port, if there is one.
 */
`default_nettype none
`timescale 1ns / 1ps

module loopline_line #(
    parameter integer EVENT_W = 1,  // width of an event of the verification port
    parameter integer STATE_W = 1,  // width of that part of its state that changes by events only
    parameter integer LAMPS   = 0,  // outputs that say what the player is at
    parameter integer PERIOD  = 10  // of the clock, in ns; even
) (
    output reg  clk,
    output reg  rst,
    output reg  rx,
    input  wire tx,

    input wire [(LAMPS > 0 ? LAMPS : 1)-1:0] lamps,

    input wire               event_valid,
    input wire [EVENT_W-1:0] event_data,
    input wire [STATE_W-1:0] state
);

    // --- what Python sees ----------------------------------------------------------------------------------------

    reg [31:0] go /* verilator public_flat_rw */ = 0;  // number of the waveform to play; a new one starts it
    reg [31:0] fresh /* verilator public_flat_rw */ = 0;  // number of the record to write; a new one starts it
    reg [31:0] wanted /* verilator public_flat_rw */ = 0;  // lines to wait for after it
    reg [31:0] patience /* verilator public_flat_rw */ = 0;  // for so many cycles
    reg [31:0] tail /* verilator public_flat_rw */ = 0;  // cycles to watch after the last of them
    reg [31:0] bit_cycles /* verilator public_flat_rw */ = 1;  // of the line that comes back
    reg [31:0] done /* verilator public_flat_rw */ = 0;  // number of the last waveform played
    reg [31:0] cycle /* verilator public_flat_rw */ = 0;  // of the record
    reg [63:0] began /* verilator public_flat_rw */ = 0;  // when its first cycle began, in ns
    reg [31:0] lines /* verilator public_flat_rw */ = 0;  // that have come back since the waveform began

    // --- the clock -----------------------------------------------------------------------------------------------

    initial clk = 1'b0;
    always #(PERIOD / 2) clk = ~clk;

    // --- the waveform --------------------------------------------------------------------------------------------

    localparam [1:0] IDLE = 0, PLAY = 1, HEAR = 2, TAIL = 3;
    // A line of the file: a level for so many cycles. 0 low, 1 high, 2 low in reset, 3 high in reset.
    reg [8*1024-1:0] wave_file, record_file;
    reg [1:0] level;
    reg [31:0] duration;
    integer wave, record = 0;

    reg [1:0] phase = IDLE;
    reg [31:0] timer = 0, opened = 0;

    initial begin
        rst = 1'b0;
        rx  = 1'b1;
        if (!$value$plusargs("wave=%s", wave_file)) $display("+wave=FILE is missing");
        if (!$value$plusargs("record=%s", record_file)) $display("+record=FILE is missing");
    end

    task next_level;
        begin
            if ($fscanf(wave, "%h %h", level, duration) == 2) begin
                rx <= level[0];
                rst <= level[1];
                timer <= duration;
            end else begin
                $fclose(wave);
                rst <= 1'b0;
                timer <= patience;
                phase <= HEAR;
            end
        end
    endtask

    always @(posedge clk) begin
        timer <= timer - 1;
        case (phase)
            IDLE:
            if (go != done) begin
                wave = $fopen(wave_file, "r");
                phase <= PLAY;
                next_level;
            end
            PLAY: if (timer == 1) next_level;
            HEAR:
            if (lines >= wanted) begin
                timer <= tail;
                phase <= TAIL;
            end else if (timer == 0) begin
                timer <= 1;
                phase <= TAIL;
            end
            default:
            if (timer <= 1) begin
                $fflush(record);
                phase <= IDLE;
                done  <= go;
            end
        endcase
    end

    // --- the ear: enough to know that a line has come to its end ---------------------------------------------------

    reg hearing = 1'b0;
    reg [31:0] sample = 0;
    reg [3:0] position = 0;
    reg [7:0] heard = 0;

    always @(posedge clk) begin
        sample <= sample - 1;
        if (phase == IDLE && go != done) lines <= 0;
        if (rst) hearing <= 1'b0;  // whatever it was saying is over
        else if (!hearing) begin
            hearing <= tx === 1'b0;
            sample <= bit_cycles + bit_cycles / 2 - 1;
            position <= 0;
        end else if (sample == 0) begin
            sample <= bit_cycles - 1;
            position <= position + 4'd1;
            heard <= {tx, heard[7:1]};
            if (position == 4'd8) begin
                hearing <= 1'b0;
                if (heard == 8'h0A) lines <= lines + 1;
            end
        end
    end

    // --- the recorder --------------------------------------------------------------------------------------------

    // What does not count is blanked, so that it is no change. But it must be known, so if it is not it stays.
    wire [EVENT_W-1:0] happened = event_valid === 1'b0 && ^event_data !== 1'bx ? {EVENT_W{1'b0}} : event_data;
    wire unknown = ^{happened, state} === 1'bx;
    reg last_tx;
    reg last_playing = 1'b0;
    reg last_event = 1'b0;  // the cycle after an event has a line too: has the state followed?
    reg last_unknown = 1'b0;
    reg [STATE_W-1:0] last_state;
    reg [(LAMPS > 0 ? LAMPS : 1)-1:0] last_lamps;
    reg shown = 1'b0;  // the lamps: each record says so anew

    always @(posedge clk) begin
        cycle <= cycle + 1;
        if (fresh != opened) begin
            if (record != 0) $fclose(record);
            record = $fopen(record_file, "w");
            opened <= fresh;
            cycle  <= 0;
            began  <= $time;
        end else if (record != 0) begin
            if (tx !== last_tx) $fwrite(record, "T %h %b\n", cycle, tx);
            if (last_playing && phase != PLAY) $fwrite(record, "S %h\n", cycle);
            if (LAMPS != 0 && (!shown || lamps !== last_lamps)) $fwrite(record, "L %h %b\n", cycle, lamps);
            if (event_valid !== 1'b0 || last_event || state !== last_state || unknown != last_unknown) begin
                if (!unknown) $fwrite(record, "V %h %b %h %h\n", cycle, event_valid, happened, state);
                else $fwrite(record, "V %h %b %b %b\n", cycle, event_valid, happened, state);
            end
        end
        last_tx <= fresh != opened ? 1'b1 : tx;
        last_playing <= phase == PLAY;
        last_state <= state;
        last_lamps <= lamps;
        shown <= fresh == opened;
        last_event <= event_valid !== 1'b0;
        last_unknown <= fresh == opened && unknown;  // each record says so anew
    end

endmodule

`default_nettype wire
