// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The host's end of a serial line: plays a waveform into a player, and records what comes back.
 *
 * Python describes the waveform cycle by cycle, so the line can be as bad as it likes: glitches, breaks, a wrong baud
 * rate, a reset in the middle of a byte. Python writes the waveform to a file, sets `go`, and sleeps until enough lines
 * have come back, or `patience` is over. The record has every edge of the line that comes back, every cycle in which a
 * lamp changes, and every change on the verification port, if there is one. Behind what belongs to a waveform comes how
 * many of its levels were played.
 *
 * Registers end in `_q`, except ports and what Python sees.
 */
`default_nettype none
`timescale 1ns / 1ps

module loopline_line #(
    parameter integer EVENT_W = 1,  // width of an event of the verification port
    parameter integer STATE_W = 1,  // width of that part of its state that changes by events only
    parameter integer LAMPS   = 0   // outputs that show what the player is doing
) (
    input  wire clk,
    output reg  rst,
    output reg  rx,
    input  wire tx,

    input wire [(LAMPS > 0 ? LAMPS : 1)-1:0] lamps,

    input wire               event_valid,
    input wire [EVENT_W-1:0] event_data,
    input wire [STATE_W-1:0] state,

    output wire asleep  // a waveform is being played: Python waits for its end
);

    // --- what Python sees ----------------------------------------------------------------------------------------

    reg [31:0] go  /* verilator public_flat_rw */ = 0;  // number of the waveform to play; a new one starts it
    reg [31:0] fresh  /* verilator public_flat_rw */ = 0;  // number of the record to write; a new one starts it
    reg [31:0] wanted  /* verilator public_flat_rw */ = 0;  // lines to wait for after it
    reg [31:0] patience  /* verilator public_flat_rw */ = 0;  // and for how many cycles
    reg [31:0] tail  /* verilator public_flat_rw */ = 0;  // cycles to watch after the last of them
    reg [31:0] bit_cycles  /* verilator public_flat_rw */ = 1;  // of the line that comes back
    reg [15:0] length  /* verilator public_flat_rw */ = 0;  // bytes of each line; 0: a line feed ends it
    reg [31:0] done  /* verilator public_flat_rw */ = 0;  // number of the last waveform played
    reg [31:0] cycle  /* verilator public_flat_rw */ = 0;  // of the record
    reg [63:0] began  /* verilator public_flat_rw */ = 0;  // when its first cycle began, in ns
    reg [31:0] lines  /* verilator public_flat_rw */ = 0;  // that have come back since the waveform began

    assign asleep = go != done;

    // verilator lint_off UNUSEDSIGNAL
    reg [7:0] tx_byte_q = 0;  // the last one that has come back: for waves
    // verilator lint_on UNUSEDSIGNAL
    wire begins = fresh != opened_q;  // a record begins with the next cycle

    // --- the waveform --------------------------------------------------------------------------------------------

    localparam [1:0] IDLE = 0, PLAY = 1, HEAR = 2, TAIL = 3;
    // A line of the file: a level, and its duration in cycles. 0 low, 1 high, 2 low in reset, 3 high in reset. Anything
    // else ends it.
    reg [8*1024-1:0] wave_file, record_file;
    reg [ 1:0] level;
    reg [31:0] duration;
    integer wave, record = 0;

    reg [1:0] phase_q = IDLE;
    reg [31:0] timer_q = 0, opened_q = 0, levels_q = 0;

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
                timer_q <= duration;
                levels_q <= levels_q + 1;
            end else begin
                $fclose(wave);
                rst <= 1'b0;
                timer_q <= patience;
                phase_q <= HEAR;
            end
        end
    endtask

    always @(posedge clk) begin
        timer_q <= timer_q - 1;
        case (phase_q)
            IDLE:
            if (go != done) begin
                wave = $fopen(wave_file, "r");
                phase_q <= PLAY;
                next_level;
            end
            PLAY: if (timer_q == 1) next_level;
            HEAR:
            if (lines >= wanted) begin
                timer_q <= tail;
                phase_q <= TAIL;
            end else if (timer_q == 0) begin
                timer_q <= 1;
                phase_q <= TAIL;
            end
            default:
            if (timer_q <= 1) begin
                $fwrite(record, "end %0h\n", levels_q);
                $fflush(record);
                levels_q <= 0;
                phase_q <= IDLE;
                done <= go;
            end
        endcase
    end

    // --- a simple receiver, to know when a line has ended -----------------------------------------------------------

    reg hearing_q = 1'b0;
    reg [31:0] sample_q = 0;
    reg [3:0] position_q = 0;
    reg [7:0] heard_q = 0;
    reg [15:0] bytes_q = 0;  // of a line that has begun

    always @(posedge clk) begin
        sample_q <= sample_q - 1;
        if (phase_q == IDLE && go != done) lines <= 0;
        if (rst || begins) bytes_q <= 0;
        if (rst) hearing_q <= 1'b0;  // a byte under way is over
        else if (!hearing_q) begin
            hearing_q  <= tx === 1'b0;
            sample_q   <= bit_cycles + bit_cycles / 2 - 1;
            position_q <= 0;
        end else if (sample_q == 0) begin
            sample_q <= bit_cycles - 1;
            position_q <= position_q + 4'd1;
            heard_q <= {tx, heard_q[7:1]};
            if (position_q == 4'd8) begin
                hearing_q <= 1'b0;
                tx_byte_q <= heard_q;
                bytes_q   <= bytes_q + 16'd1 == length ? 16'd0 : bytes_q + 16'd1;
                if (length == 0 ? heard_q == 8'h0A : bytes_q + 16'd1 == length) lines <= lines + 1;
            end
        end
    end

    // --- the recorder --------------------------------------------------------------------------------------------

    // The payload of an event that is not valid is blanked, so that it is not a change. But it must not be X: X is kept.
    wire [EVENT_W-1:0] happened = event_valid === 1'b0 && ^event_data !== 1'bx ? {EVENT_W{1'b0}} : event_data;
    wire unknown = ^{happened, state} === 1'bx;
    reg last_tx_q;
    reg last_playing_q = 1'b0;
    reg last_event_q = 1'b0;  // the cycle after an event has a line too: has the state followed?
    reg last_unknown_q = 1'b0;
    reg [STATE_W-1:0] last_state_q;
    reg [(LAMPS > 0 ? LAMPS : 1)-1:0] last_lamps_q;
    reg shown_q = 1'b0;  // each record begins with the lamps

    always @(posedge clk) begin
        cycle <= cycle + 1;
        if (begins) begin
            if (record != 0) $fclose(record);
            record = $fopen(record_file, "w");
            opened_q <= fresh;
            cycle <= 0;
            began <= $time;
        end else if (record != 0) begin
            if (tx !== last_tx_q) $fwrite(record, "T %h %b\n", cycle, tx);
            if (last_playing_q && phase_q != PLAY) $fwrite(record, "S %h\n", cycle);
            if (LAMPS != 0 && (!shown_q || lamps !== last_lamps_q)) $fwrite(record, "L %h %b\n", cycle, lamps);
            if (event_valid !== 1'b0 || last_event_q || state !== last_state_q || unknown != last_unknown_q) begin
                if (!unknown) $fwrite(record, "V %h %b %h %h\n", cycle, event_valid, happened, state);
                else $fwrite(record, "V %h %b %b %b\n", cycle, event_valid, happened, state);
            end
        end
        last_tx_q <= fresh != opened_q ? 1'b1 : tx;
        last_playing_q <= phase_q == PLAY;
        last_state_q <= state;
        last_lamps_q <= lamps;
        shown_q <= fresh == opened_q;
        last_event_q <= event_valid !== 1'b0;
        last_unknown_q <= fresh == opened_q && unknown;  // each record begins with it
    end

endmodule

`default_nettype wire
