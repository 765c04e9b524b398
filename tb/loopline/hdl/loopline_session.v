// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Plays a session of requests against a design and records every cycle of it, so that Python need not wake on each
 * clock edge: Python writes the session to a file, sets `go`, sleeps until `done`, and reads the record from another
 * file.
 *
 * Registers end in `_q`, except ports and what Python sees.
 *
 * Nothing is sampled or skipped. A line is written for every cycle in which anything differs from the cycle before, or
 * in which something happens (a handshake, an event); the cycles in between were equal to the line above. A design may do
 * anything during reset, so only the reset itself is recorded. The last line says how many cycles came after the one above
 * it: without it, the record is not all of the session.
 */
`default_nettype none
`timescale 1ns / 1ps

module loopline_session #(
    parameter integer REQUEST_W = 1,  // width of a request
    parameter integer RESPONSE_W = 1,  // width of a response
    parameter integer EVENT_W = 1,  // width of an event of the verification port
    parameter integer STATE_W = 1  // width of its state
) (
    input  wire clk,
    output reg  rst,

    output wire                  req_valid,
    input  wire                  req_ready,
    output wire [ REQUEST_W-1:0] req,
    input  wire                  resp_valid,
    output wire                  resp_ready,
    input  wire [RESPONSE_W-1:0] resp,

    input wire               event_valid,
    input wire [EVENT_W-1:0] event_data,
    input wire [STATE_W-1:0] state,

    output wire asleep,  // a session is being played: Python waits for its end

    output reg        probing,  // changes as the clock falls in a cycle that the probe looks at;
    input  wire [1:0] tenth,    // what makes the clock counts 1, 2, 3 in the tenths of the period after that

    // A line of the record, if this cycle has one. In Verilator, loopline_main.cpp writes it.
    output wire                  noted,
    output wire [          31:0] noted_skipped,  // cycles before it without a line
    output wire [           7:0] noted_flags,
    output wire [RESPONSE_W-1:0] noted_answer,
    output wire [   EVENT_W-1:0] noted_event,
    output wire [   STATE_W-1:0] noted_state
);

    // --- what Python sees ----------------------------------------------------------------------------------------

    reg [31:0] go  /* verilator public_flat_rw */ = 0;  // number of the session to play; a new one starts it
    reg [31:0] count  /* verilator public_flat_rw */ = 0;  // of its requests
    reg [31:0] reset_cycles  /* verilator public_flat_rw */ = 0;  // how long reset lasts at the beginning
    reg [31:0] patience  /* verilator public_flat_rw */ = 0;  // cycles in which it owes a handshake: it has hung
    reg [REQUEST_W-1:0] held  /* verilator public_flat_rw */ = 0;  // bits of a request that stay until it is answered
    reg [31:0] done  /* verilator public_flat_rw */ = 0;  // number of the last session played
    reg hung  /* verilator public_flat_rw */ = 0;  // that session ended because of `patience`

    reg [63:0] began  /* verilator public_flat_rw */ = 0;  // when its first cycle began, in ns

    reg watch  /* verilator public_flat_rw */ = 1;  // 0: play only, for a measurement of the simulator alone

    assign asleep = go != done;

    // --- the player ----------------------------------------------------------------------------------------------

    localparam [2:0] IDLE = 0, RESET = 1, GAP = 2, ASK = 3, ANSWER = 4, TAIL = 5, CUT = 6;
    localparam integer TAIL_CYCLES = 16;  // watched after the last answer: nothing may happen any more

    // The session is a file of bytes, 11 + BYTES for each request: the delays, then the request itself.
    // - `timer`: how many cycles to wait before the request; `stall`: how many to leave its answer waiting.
    // - `first`: behind a reset it does not wait, and is made in the very first cycle.
    // - `early`, if the answer has to wait: for how many cycles `resp_ready` is up before it comes.
    // - `cut`, if not 0: no answer is taken; a reset comes instead. `cycles` and `kind` say when, `longer` how many cycles
    //   more than `reset_cycles` it lasts:
    //   - AFTER: so many cycles after the request was taken;
    //   - EARLY: the same, and the request is made again at once, and held;
    //   - HELD: so many cycles after the request was made, taken or not;
    //   - UNMADE: after so many idle cycles. The request is not made. Two resets have a cycle between them.
    // - `ahead`, if not 0: the next request does not wait for this one's answer. It is made this many cycles after this
    //   one was taken, and held, unless it is one that may not be taken.
    // What the request port and `resp_ready` carry during a reset is in a record of its own: the first one of the file,
    // and one behind each request with a reset. The design must ignore that.
    localparam integer BYTES = (REQUEST_W + 7) / 8;
    /* verilator lint_off UNUSEDSIGNAL */  // requests are padded to whole bytes; the first record has no delays
    reg [8*(11+BYTES)-1:0] offered = 0, made_q = 0, coming = 0;
    /* verilator lint_on UNUSEDSIGNAL */
    wire [1:0] offering = offered[8*BYTES+:2];
    wire [REQUEST_W-1:0] offer = offered[REQUEST_W-1:0];
    wire in_reset = phase_q == RESET;

    reg [8*1024-1:0] session_file;
    localparam [1:0] AFTER = 0, EARLY = 1, HELD = 2, UNMADE = 3;
    localparam integer CUT_AT = 8 * BYTES + 16, KIND_AT = CUT_AT + 20, LONGER_AT = CUT_AT + 22, GAP_AT = CUT_AT + 32;
    localparam integer FIRST_AT = GAP_AT + 15;
    wire [15:0] early = made_q[8*BYTES+72+:16];
    wire [7:0] ahead = made_q[8*BYTES+64+:8];
    wire [19:0] cycles = made_q[CUT_AT+:20];
    wire [1:0] kind = made_q[KIND_AT+:2];
    wire is_cut = cycles != 0 || kind != AFTER;
    wire [15:0] stall = made_q[8*BYTES+:16];
    wire [REQUEST_W-1:0] request = made_q[REQUEST_W-1:0];
    integer session;

    reg [2:0] phase_q = IDLE;
    reg [31:0] left_q, timer_q, quiet_q;
    reg [31:0] skipped_q;
    reg [15:0] waiting_q;
    reg asking_q = 1'b0, taking_q = 1'b0, is_ahead_q = 1'b0;
    reg [15:0] early_q = 16'd0;  // so many cycles more `resp_ready` is up,
    reg came = 1'b0;  // unless there is an answer
    localparam [5:0] PROBES = 32;
    reg [5:0] probes = 0;  // so many cycles more are looked at by the probe

    // `held` and `watch`, as they were when the session began: whatever follows a signal that Python can set at any time is
    // computed anew in every step, and that would be half of the design.
    reg [REQUEST_W-1:0] held_q = 0;
    reg noting_q = 1'b0;

    wire asked = req_valid && req_ready === 1'b1;
    wire answered = resp_valid === 1'b1 && resp_ready;

    initial begin
        rst = 1'b0;
        probing = 1'b0;
        if (!$value$plusargs("session=%s", session_file)) $display("+session=FILE is missing");
    end

    task reset;
        begin
            if ($fread(offered, session) != 11 + BYTES) $display("the session does not say what a reset shows");
            rst <= 1'b1;
            rest;
            probes  <= PROBES;
            timer_q <= reset_cycles;
            phase_q <= RESET;
        end
    endtask

    // A reset instead of the answer to the last request that was read.
    task cut_short;
        begin
            reset;
            timer_q <= reset_cycles + {22'd0, coming[LONGER_AT+:10]};
        end
    endtask

    // Stop asking and taking, so that nothing of a session is left in the next one.
    task rest;
        begin
            asking_q   <= 1'b0;
            taking_q   <= 1'b0;
            early_q    <= 0;
            is_ahead_q <= 1'b0;
        end
    endtask

    task next_request;
        begin
            left_q  <= left_q - 1;
            timer_q <= TAIL_CYCLES;
            phase_q <= TAIL;
            if (left_q != 0) begin
                read_request;
                wait_for_it;
            end
        end
    endtask

    // Make the request that was read after its gap, or never.
    task wait_for_it;
        begin
            timer_q <= {17'd0, coming[GAP_AT+:15]};
            phase_q <= GAP;
            if (coming[KIND_AT+:2] == UNMADE) begin
                timer_q <= coming[CUT_AT+:20] == 0 ? 32'd1 : {12'd0, coming[CUT_AT+:20]};
                phase_q <= CUT;
                if (coming[CUT_AT+:20] == 0 && !in_reset) cut_short;
            end else if (coming[FIRST_AT] && in_reset) make_it;
        end
    endtask

    task make_it;
        begin
            asking_q <= 1'b1;
            timer_q  <= {12'd0, coming[CUT_AT+:20]};
            phase_q  <= ASK;
        end
    endtask

    // Nonblocking, because the design may be taking the old request at this very edge.
    task read_request;
        begin
            if ($fread(coming, session) != 11 + BYTES) $display("the session ends too early");
            made_q <= coming;
        end
    endtask

    // Does the design owe something in this cycle: to take a request, or to answer one? Only such cycles count against its
    // patience: not those in which it is left waiting, nor those before a reset.
    wire owes = (phase_q == ASK && !asked) || (phase_q == ANSWER && resp_valid !== 1'b1);
    wire hangs = owes && quiet_q == patience;
    wire begins = phase_q == IDLE && go != done;
    wire ends = hangs || (phase_q == TAIL && timer_q == 0);

    always @(posedge clk) begin
        timer_q <= timer_q - 1;
        quiet_q <= owes ? quiet_q + 1 : 0;
        if (early_q != 0) early_q <= early_q - 16'd1;
        case (phase_q)
            IDLE:
            if (begins) begin
                session = $fopen(session_file, "rb");
                left_q <= count;
                held_q <= held;
                noting_q <= watch;
                hung <= 1'b0;
                began <= $time;
                reset;
            end
            RESET: begin
                if (timer_q == 1) begin
                    rst <= 1'b0;
                    next_request;
                end
            end
            GAP:     if (timer_q == 0) make_it;
            ASK: begin
                if (asked) begin
                    asking_q  <= kind == EARLY;
                    taking_q  <= stall == 0 && !is_cut;
                    early_q   <= early;
                    came      <= 1'b0;
                    waiting_q <= stall;
                    if (kind != HELD) timer_q <= {12'd0, cycles};
                    phase_q <= is_cut ? CUT : ANSWER;
                    if (ahead != 0 && !is_cut && left_q != 0) begin
                        left_q <= left_q - 1;
                        timer_q <= {24'd0, ahead} - 32'd2;
                        is_ahead_q <= 1'b1;
                        read_request;
                        asking_q <= ahead == 8'd1 && !coming[KIND_AT+1];
                    end
                end
                if (kind == HELD && timer_q == 1) cut_short;
            end
            ANSWER: begin
                if (is_ahead_q && timer_q == 0 && !kind[1]) asking_q <= 1'b1;
                if (resp_valid === 1'b1 && !taking_q) begin
                    waiting_q <= waiting_q - 16'd1;
                    taking_q  <= waiting_q == 16'd1;
                end
                if (answered) begin
                    taking_q <= 1'b0;
                    early_q <= 0;
                    is_ahead_q <= 1'b0;
                    if (!is_ahead_q) next_request;
                    else if (kind[1]) wait_for_it;
                    else phase_q <= asking_q || timer_q == 0 ? ASK : GAP;
                end
                if (asked) begin  // taken before the answer to the last one: the record shows that, so end here
                    rest;
                    timer_q <= TAIL_CYCLES;
                    phase_q <= TAIL;
                end
            end
            CUT:     if (timer_q == 1) cut_short;
            TAIL:    if (timer_q == 0) phase_q <= IDLE;
            default: ;
        endcase
        if (hangs) begin
            rest;
            hung <= 1'b1;
            phase_q <= IDLE;
        end
        if (ends) begin
            $fclose(session);
            noting_q <= 1'b0;
            done <= go;
        end
    end

    // While no request is valid the port carries the inverse, to find designs that look at it anyway. Only to find out
    // whether that is why a script fails, `held` keeps bits of a request until its answer.
    reg [REQUEST_W-1:0] accepted_q = 0;
    always @(posedge clk) if (asked) accepted_q <= req;
    wire [REQUEST_W-1:0] kept = phase_q == ANSWER || (phase_q == CUT && kind != UNMADE) ? held_q : {REQUEST_W{1'b0}};

    assign req_valid  = in_reset ? offering[0] : asking_q ^ flip;
    assign req        = in_reset ? offer : req_valid ? request : (~request & ~kept) | (accepted_q & kept);
    assign resp_ready = in_reset ? offering[1] : (taking_q || (early_q != 0 && !came)) ^ flip;

    // At the clock's other edge, so that a design whose answer depends on `resp_ready` makes no loop. Only where that is
    // looked at: what follows it is computed twice a cycle.
    wire falling = clk || (early_q == 0 && probes == 0);
    always @(negedge falling) came = resp_valid === 1'b1;

    // --- the probe -----------------------------------------------------------------------------------------------

    // Does `req_ready` or `resp_valid` depend on its partner in the same cycle? Nothing is sampled while the clock is
    // low, so `req_valid` and `resp_ready` are flipped there for a tenth of the period. They are back long before the
    // next edge. An output that follows them, there and back, depends on them. Each session tries this a few times.
    reg flip = 1'b0;
    reg [1:0] alone, flipped;
    reg [1:0] swayed = 2'b00;  // which of the two outputs moved in this cycle

    wire met = phase_q == GAP || (phase_q == ASK && req_ready === 1'b1) || (phase_q == ANSWER && resp_valid === 1'b1);

    always @(negedge falling)
        if (met && probes != 0) begin
            probes  = probes - 6'd1;
            probing = !probing;
        end

    // Who makes the clock waits: a block with delays here would cost simulation time in every cycle.
    always @(tenth)
        case (tenth)
            1: begin
                alone = {req_ready, resp_valid};
                flip  = 1'b1;
            end
            2: begin
                flipped = {req_ready, resp_valid};
                flip = 1'b0;
            end
            3: if ({req_ready, resp_valid} === alone) swayed = alone ^ flipped;
            default: ;
        endcase

    // --- the recorder --------------------------------------------------------------------------------------------

    // The payload of an answer or event that is not valid is blanked, so that it is not a change. But it must not be X,
    // so X is kept. Of a reset only the first cycle has a line, with nothing but the flag.
    wire [RESPONSE_W-1:0] answer = resp_valid === 1'b0 && ^resp !== 1'bx ? {RESPONSE_W{1'b0}} : resp;
    wire [EVENT_W-1:0] happened = event_valid === 1'b0 && ^event_data !== 1'bx ? {EVENT_W{1'b0}} : event_data;
    wire [7:0] flags = {swayed, rst, req_valid, req_ready, resp_valid, resp_ready, event_valid};
    wire [8+RESPONSE_W+EVENT_W+STATE_W-1:0] now = {flags, answer, happened, state};
    localparam [8+RESPONSE_W+EVENT_W+STATE_W-1:0] RESETTING = {8'h20, {RESPONSE_W + EVENT_W + STATE_W{1'b0}}};
    reg [8+RESPONSE_W+EVENT_W+STATE_W-1:0] last_q;
    reg was_reset_q = 1'b0;

    wire something = was_reset_q || now !== last_q || event_valid !== 1'b0 || asked || answered;
    assign noted = noting_q && (rst ? !was_reset_q : something);
    assign noted_skipped = skipped_q;
    assign {noted_flags, noted_answer, noted_event, noted_state} = rst ? RESETTING : now;

    always @(posedge clk) begin
        skipped_q <= phase_q == IDLE || noted ? 0 : skipped_q + 1;
        last_q <= now;
        swayed <= 2'b00;
        was_reset_q <= phase_q != IDLE && rst;
    end

`ifndef VERILATOR
    reg [8*1024-1:0] record_file;
    integer record;
    initial if (!$value$plusargs("record=%s", record_file)) $display("+record=FILE is missing");

    // All that is driven here is known, whatever a design does: X would make it look wrong.
    reg unknown = 1'b0;

    always @(posedge clk) begin
        if (phase_q != IDLE && ^{rst, req_valid, req, resp_ready} === 1'bx) unknown = 1'b1;
        if (begins) begin
            record  = $fopen(record_file, "w");
            unknown = 1'b0;
        end
        if (noted && skipped_q != 0) $fwrite(record, "+%0h ", skipped_q);
        if (noted && ^{noted_flags, noted_answer, noted_event, noted_state} !== 1'bx)
            $fwrite(record, "%h %h %h %h\n", noted_flags, noted_answer, noted_event, noted_state);
        else if (noted) $fwrite(record, "%b %b %b %b\n", noted_flags, noted_answer, noted_event, noted_state);
        if (ends) begin
            if (unknown) $fwrite(record, "unknown\n");
            else $fwrite(record, "end %0h\n", noted ? 0 : skipped_q + 1);
            $fclose(record);
        end
    end
`endif

endmodule

`default_nettype wire
