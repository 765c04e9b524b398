// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Plays a session of requests against a design and records every cycle of it, so that Python need not wake on a clock
 * edge: it writes the session into a file, sets `go`, sleeps until `done`, and reads another file.
 *
 * Nothing is sampled or skipped. A line is written for every cycle in which anything differs from the cycle before, or
 * in which something happens (a handshake, an event); the cycles in between were equal to the line above. During reset
 * nothing is promised, so nothing is compared but that it is there.
 */
`default_nettype none
`timescale 1ns / 1ps

module loopline_session #(
    parameter integer REQUEST_W = 1,  // width of a request
    parameter integer RESPONSE_W = 1,  // width of a response
    parameter integer EVENT_W = 1,  // width of an event of the verification port
    parameter integer STATE_W = 1,  // width of its state
    parameter integer PERIOD = 10  // of the clock, in ns; even
) (
    output reg clk,
    output reg rst,

    output wire                  req_valid,
    input  wire                  req_ready,
    output wire [ REQUEST_W-1:0] req,
    input  wire                  resp_valid,
    output wire                  resp_ready,
    input  wire [RESPONSE_W-1:0] resp,

    input wire               event_valid,
    input wire [EVENT_W-1:0] event_data,
    input wire [STATE_W-1:0] state
);

    // --- what Python sees ----------------------------------------------------------------------------------------

    reg [31:0] go /* verilator public_flat_rw */ = 0;  // number of the session to play; a new one starts it
    reg [31:0] count /* verilator public_flat_rw */ = 0;  // of its requests
    reg [31:0] reset_cycles /* verilator public_flat_rw */ = 0;  // how long reset lasts at the beginning
    reg [31:0] patience /* verilator public_flat_rw */ = 0;  // cycles without a handshake before the design is hung
    reg [31:0] done /* verilator public_flat_rw */ = 0;  // number of the last session played
    reg hung /* verilator public_flat_rw */ = 0;  // it ended because patience did

    reg [63:0] began /* verilator public_flat_rw */ = 0;  // when its first cycle began, in ns

    reg watch /* verilator public_flat_rw */ = 1;  // 0: play only, for a measurement of the simulator alone

    // --- the clock -----------------------------------------------------------------------------------------------

    initial clk = 1'b0;
    always #(PERIOD / 2) clk = ~clk;

    // --- the player ----------------------------------------------------------------------------------------------

    localparam [2:0] IDLE = 0, RESET = 1, GAP = 2, ASK = 3, ANSWER = 4, TAIL = 5, CUT = 6;
    localparam integer TAIL_CYCLES = 16;  // watched after the last answer: nothing may happen any more

    // The session is a file of bytes, as many for each request: how many cycles to wait before it, how many to leave its
    // answer waiting, and it. If `cut` is not 0 no answer is taken: after so many cycles of the operation comes a reset. If
    // `ahead` is not 0 the next request does not wait for this one's answer: so many cycles after this one was taken it is
    // made, and kept up. Before all of them comes what is on the request port during every reset, and whether it is valid
    // there, and an answer welcome: nothing of that may leave a trace.
    localparam integer BYTES = (REQUEST_W + 7) / 8;
    /* verilator lint_off UNUSEDSIGNAL */  // requests are padded to whole bytes; what is offered has no times
    reg [8*(6+BYTES)-1:0] offered, made, coming;
    /* verilator lint_on UNUSEDSIGNAL */
    wire [1:0] offering = offered[8*BYTES+:2];
    wire [REQUEST_W-1:0] offer = offered[REQUEST_W-1:0];
    wire in_reset = phase == RESET;

    reg [8*1024-1:0] session_file, record_file;
    wire [7:0] ahead = made[8*BYTES+40+:8];
    wire [23:0] cut = made[8*BYTES+8+:24];
    wire [7:0] stall = made[8*BYTES+:8];
    wire [REQUEST_W-1:0] request = made[REQUEST_W-1:0];
    integer session, record;

    reg [2:0] phase = IDLE;
    reg [31:0] left, timer, quiet;
    reg [31:0] cycle;
    reg [7:0] waiting;
    reg asking = 1'b0, taking = 1'b0, is_ahead = 1'b0;

    wire asked = req_valid && req_ready === 1'b1;
    wire answered = resp_valid === 1'b1 && resp_ready;

    initial begin
        rst = 1'b0;
        if (!$value$plusargs("session=%s", session_file)) $display("+session=FILE is missing");
        if (!$value$plusargs("record=%s", record_file)) $display("+record=FILE is missing");
    end

    task reset;
        begin
            rst   <= 1'b1;
            timer <= reset_cycles;
            phase <= RESET;
        end
    endtask

    // Neither ask nor take: whatever a session ends with, the next one begins without it.
    task rest;
        begin
            asking   <= 1'b0;
            taking   <= 1'b0;
            is_ahead <= 1'b0;
        end
    endtask

    task next_request;
        begin
            left  <= left - 1;
            timer <= TAIL_CYCLES;
            phase <= TAIL;
            if (left != 0) begin
                read_request;
                timer <= {24'd0, coming[8*BYTES+32+:8]};
                phase <= GAP;
            end
        end
    endtask

    // What is on the port stays until the edge is over, at which the design may just be taking it.
    task read_request;
        begin
            if ($fread(coming, session) != 6 + BYTES) $display("the session ends too early");
            made <= coming;
        end
    endtask

    always @(posedge clk) begin
        timer <= timer - 1;
        quiet <= asked || answered ? 0 : quiet + 1;
        case (phase)
            IDLE:
            if (go != done) begin
                session = $fopen(session_file, "rb");
                record = $fopen(record_file, "w");
                if ($fread(offered, session) != 6 + BYTES) $display("the session has no beginning");
                left <= count;
                hung <= 1'b0;
                began <= $time;
                reset;
            end
            RESET: begin
                quiet <= 0;
                if (timer == 1) begin
                    rst <= 1'b0;
                    next_request;
                end
            end
            GAP:
            if (timer == 0) begin
                asking <= 1'b1;
                phase <= ASK;
            end
            ASK:
            if (asked) begin
                asking <= 1'b0;
                taking <= stall == 0 && cut == 0;
                waiting <= stall;
                timer <= {8'd0, cut};
                phase <= cut == 0 ? ANSWER : CUT;
                if (ahead != 0 && cut == 0 && left != 0) begin
                    left <= left - 1;
                    timer <= {24'd0, ahead - 8'd1};
                    is_ahead <= 1'b1;
                    read_request;
                end
            end
            ANSWER: begin
                if (is_ahead && timer == 0) asking <= 1'b1;
                if (resp_valid === 1'b1 && !taking) begin
                    waiting <= waiting - 8'd1;
                    taking  <= waiting == 8'd1;
                end
                if (answered) begin
                    taking <= 1'b0;
                    is_ahead <= 1'b0;
                    if (!is_ahead) next_request;
                    else phase <= asking || timer == 0 ? ASK : GAP;
                end
                if (asked) begin  // too early: nothing that comes now counts
                    rest;
                    timer <= TAIL_CYCLES;
                    phase <= TAIL;
                end
            end
            CUT: if (timer == 1) reset;
            TAIL: if (timer == 0) phase <= IDLE;
            default: ;
        endcase
        if (phase != IDLE && phase != RESET && phase != CUT && phase != TAIL && quiet == patience) begin
            rest;
            hung  <= 1'b1;
            phase <= IDLE;
        end
        if (phase != IDLE && phase != CUT && (quiet == patience || (phase == TAIL && timer == 0))) begin
            $fclose(session);
            $fclose(record);
            done <= go;
        end
    end

    // What is not asked is no request: who looks at it is to be found out.
    assign req_valid  = in_reset ? offering[0] : asking ^ flip;
    assign req        = in_reset ? offer : req_valid ? request : ~request;
    assign resp_ready = in_reset ? offering[1] : taking ^ flip;

    // --- the probe -----------------------------------------------------------------------------------------------

    // Does `req_ready` or `resp_valid` depend on what meets it in the same cycle? While the clock is low nobody samples:
    // there `req_valid` and `resp_ready` are flipped for a tenth of the period, and are back long before the next edge.
    // An output that moves with them, there and back, depends on them. A session tries that a few times at its beginning.
    localparam [5:0] PROBES = 32;
    reg [5:0] probes = 0;
    reg flip = 1'b0, probing = 1'b0;
    reg [1:0] alone, flipped;
    reg [1:0] swayed = 2'b00;  // of this cycle: which of them has moved

    wire met = phase == GAP || (phase == ASK && req_ready === 1'b1) || (phase == ANSWER && resp_valid === 1'b1);

    always @(negedge clk) begin
        swayed = 2'b00;
        if (phase == RESET) probes = PROBES;
        else if (met && probes != 0) begin
            probes = probes - 6'd1;
            probing = !probing;
        end
    end

    // By itself, because a block that waits costs a simulator time in every cycle.
    always @(probing) begin
        #(PERIOD / 10.0) alone = {req_ready, resp_valid};
        flip = 1'b1;
        #(PERIOD / 10.0) flipped = {req_ready, resp_valid};
        flip = 1'b0;
        #(PERIOD / 10.0) if ({req_ready, resp_valid} === alone) swayed = alone ^ flipped;
    end

    // --- the recorder --------------------------------------------------------------------------------------------

    // What does not count is blanked, so that it is no change: the payload of an answer that is not there. But it must be
    // known, so if it is not it stays. Of a reset only the first cycle has a line, and that has only its flag.
    wire [RESPONSE_W-1:0] answer = resp_valid === 1'b0 && ^resp !== 1'bx ? {RESPONSE_W{1'b0}} : resp;
    wire [EVENT_W-1:0] happened = event_valid === 1'b0 && ^event_data !== 1'bx ? {EVENT_W{1'b0}} : event_data;
    wire [7:0] flags = {swayed, rst, req_valid, req_ready, resp_valid, resp_ready, event_valid};
    wire [8+RESPONSE_W+EVENT_W+STATE_W-1:0] now = {flags, answer, happened, state};
    localparam [8+RESPONSE_W+EVENT_W+STATE_W-1:0] NOTHING = 0;
    localparam [7:0] RESETTING = 8'h20;
    reg [8+RESPONSE_W+EVENT_W+STATE_W-1:0] last;
    reg was_reset = 1'b0;

    always @(posedge clk) begin
        cycle <= phase == IDLE ? 0 : cycle + 1;
        last  <= now;
        was_reset <= phase != IDLE && rst;
        if (watch && phase != IDLE) begin
            if (rst && !was_reset)
                $fwrite(record, "%h %h %h %h %h\n", cycle, RESETTING, NOTHING[RESPONSE_W-1:0], NOTHING[EVENT_W-1:0],
                        NOTHING[STATE_W-1:0]);
            if (!rst && (was_reset || now !== last || event_valid !== 1'b0 || asked || answered))
                if (^now !== 1'bx) $fwrite(record, "%h %h %h %h %h\n", cycle, flags, answer, happened, state);
                else $fwrite(record, "%h %b %b %b %b\n", cycle, flags, answer, happened, state);
        end
    end

endmodule

`default_nettype wire
