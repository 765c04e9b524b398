// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Plays a deck of games against a design and compares what comes back with what a file says, without Python: for any
 * simulator that knows Verilog-2001. `loopline testbench` writes the file, and the module that joins this one to the
 * design.
 *
 * The file holds hexadecimal numbers only: the number of games, then for each game the number of its requests and the
 * requests. A request is six numbers:
 * - the cycles to wait before it; in bit 31: behind a reset it does not wait, and is made in the very first cycle;
 * - the cycles from when it is taken until the next one is made, or 0: the next one waits for the answer;
 * - the cycles that its answer is left waiting;
 * - if it has to wait: the cycles in which `resp_ready` is up before it comes;
 * - the reset that comes instead of its answer, or 0: the cycles in 20 bits, the kind in 2 (see below), and how many
 *   cycles more than RESET_CYCLES it lasts;
 * - the request itself.
 * Then comes what is expected: the answer, how events are compared, how many there are, the events, the signature. One
 * more signature ends a game.
 *
 * The signature is the trick that keeps the file small. For a cycle-exact design it is computed from every signal in
 * every cycle of the game so far, timing and state included; one wrong bit in one cycle changes it. The games are played
 * with the same timing as by loopline_session.v.
 *
 * Registers that are assigned at the end of a cycle have names in `_q`, except ports.
 */
`default_nettype none
`timescale 1ns / 1ps

module loopline_deck #(
    parameter integer REQUEST_W = 1,  // width of a request
    parameter integer RESPONSE_W = 1,  // width of a response
    parameter integer EVENT_W = 1,  // width of an event of the verification port
    parameter integer ORDER_W = 1,  // width of its number, in the highest bits
    parameter integer STATE_W = 1,  // width of the port's state
    parameter integer EVENTS = 1,  // of one request, at most
    parameter integer RESET_CYCLES = 1,  // how long reset lasts
    parameter integer PATIENCE = 1000,  // cycles in which it owes a handshake: it has hung
    parameter integer EXACT = 0,  // 1: signatures are compared
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
    input wire [STATE_W-1:0] state,

    // The first difference, which the module around this one puts into words; and the end.
    output reg                  failed,
    output reg                  of_answer,      // the difference is in the answer: see `answered_with`
    output reg                  of_event,       // the difference is in an event: see `happened`
    output reg [ REQUEST_W-1:0] asked_for,
    output reg [RESPONSE_W-1:0] answer,         // as expected
    output reg [RESPONSE_W-1:0] answered_with,
    output reg [   EVENT_W-1:0] due,            // as expected
    output reg [   EVENT_W-1:0] happened,
    output reg                  passed
);

    initial clk = 1'b0;
    always #(PERIOD / 2) clk = ~clk;

    // --- the file ------------------------------------------------------------------------------------------------

    localparam [31:0] UNCOMPARED = 0, IN_THIS_ORDER = 2;  // of events; 1: in any order

    reg [8*1024-1:0] name;
    integer file, games, game, requests, number, taken, ended, total;
    reg [31:0] gap, ahead, stall, early, cut, made_at, order_of_events, events;
    reg [REQUEST_W-1:0] request_q = 0, coming;
    reg [21:0] cut_q = 0;  // when a reset comes instead of the answer to the request in request_q
    reg [EVENT_W-1:0] expected[0:EVENTS-1];
    reg [EVENTS-1:0] seen;
    reg [63:0] signature_expected;
    integer index;

    reg broken = 1'b0;  // the file cannot be read
    task check(input integer read, input integer wanted);
        if (read != wanted && !broken) begin
            broken = 1'b1;
            $display("FAIL: the deck's file cannot be read, or ends too early");
        end
    endtask

    task read_request;
        begin
            check($fscanf(file, "%h %h %h %h %h %h", gap, ahead, stall, early, cut, coming), 6);
            request_q <= coming;  // nonblocking: the design may be taking the old one at this edge
            cut_q <= cut[21:0];
            number = number + 1;
        end
    endtask

    task read_expected(input [REQUEST_W-1:0] request);
        begin
            check($fscanf(file, "%h %h %h", answer, order_of_events, events), 3);
            for (index = 0; index < events && !broken; index = index + 1)
            check($fscanf(file, "%h", expected[index]), 1);
            check($fscanf(file, "%h", signature_expected), 1);
            asked_for = request;
            taken = taken + 1;
            total = total + 1;
        end
    endtask

    initial begin
        rst = 1'b0;
        failed = 1'b0;
        passed = 1'b0;
        of_answer = 1'b0;
        of_event = 1'b0;
        game = 0;
        number = 0;
        taken = 0;
        ended = 0;
        requests = 0;
        total = 0;
        if (!$value$plusargs("deck=%s", name)) name = "deck.txt";
        file = $fopen(name, "r");
        if (file == 0) check(0, 1);
        if (!broken) check($fscanf(file, "%h", games), 1);
        if (broken) failed = 1'b1;
    end

    // --- the player ----------------------------------------------------------------------------------------------

    localparam [2:0] IDLE = 0, RESET = 1, GAP = 2, ASK = 3, ANSWER = 4, TAIL = 5, CUT = 6;
    localparam integer TAIL_CYCLES = 16;  // watched after the last answer: nothing may happen any more

    reg [2:0] phase_q = IDLE;
    reg [31:0] timer_q, waiting_q, quiet_q, cycle_q;
    reg asking_q = 1'b0, taking_q = 1'b0, is_ahead_q = 1'b0;
    reg [31:0] early_q = 0;  // so many cycles more `resp_ready` is up,
    reg came = 1'b0;  // unless there is an answer

    wire asked = req_valid && req_ready === 1'b1;
    wire answered = resp_valid === 1'b1 && resp_ready;

    // When a reset comes: so many cycles after the request was taken; the same, and the request is made again at once, and
    // held; so many cycles after it was made, taken or not; or after so many idle cycles, and it is not made.
    localparam [1:0] AFTER = 0, EARLY = 1, HELD = 2, UNMADE = 3;
    wire [19:0] cycles = cut_q[19:0];
    wire [1:0] kind = cut_q[21:20];
    wire is_cut = cycles != 0 || kind != AFTER;

    // Does the design owe something in this cycle: to take a request, or to answer one?
    wire owes = (phase_q == ASK && !asked) || (phase_q == ANSWER && resp_valid !== 1'b1);

    task reset;
        begin
            rst <= 1'b1;
            asking_q <= 1'b0;
            taking_q <= 1'b0;
            early_q <= 0;
            is_ahead_q <= 1'b0;
            timer_q <= RESET_CYCLES;
            phase_q <= RESET;
        end
    endtask

    // A reset instead of the answer to the last request that was read.
    task cut_short;
        begin
            reset;
            timer_q <= RESET_CYCLES + {22'd0, cut[31:22]};
            ended = ended + 1;
        end
    endtask

    task next_request;
        begin
            if (number == requests) begin
                check($fscanf(file, "%h", signature_expected), 1);
                timer_q <= TAIL_CYCLES;
                phase_q <= TAIL;
            end else begin
                read_request;
                wait_for_it;
            end
        end
    endtask

    // Make the request that was read after its gap, or never. What is expected of one that may not be taken is read now.
    task wait_for_it;
        begin
            timer_q <= {1'b0, gap[30:0]};
            phase_q <= GAP;
            if (cut[21]) read_expected(coming);
            if (cut[21:20] == UNMADE) begin
                timer_q <= cut[19:0] == 0 ? 32'd1 : {12'd0, cut[19:0]};
                phase_q <= CUT;
                if (cut[19:0] == 0 && !rst) cut_short;
            end else if (gap[31] && rst) make_it;
        end
    endtask

    task make_it;
        begin
            asking_q <= 1'b1;
            timer_q  <= {12'd0, cut[19:0]};
            phase_q  <= ASK;
        end
    endtask

    always @(posedge clk)
        if (!failed && !passed) begin
            compare;
            timer_q <= timer_q - 1;
            cycle_q <= phase_q == IDLE ? 0 : cycle_q + 1;
            quiet_q <= owes ? quiet_q + 1 : 0;
            if (answered) ended = ended + 1;
            if (early_q != 0) early_q <= early_q - 1;
            case (phase_q)
                IDLE:
                if (game == games) begin
                    passed <= 1'b1;
                    $display("PASS: %0d games, %0d requests", games, total);
                end else begin
                    check($fscanf(file, "%h", requests), 1);
                    game   = game + 1;
                    number = 0;
                    taken  = 0;
                    ended  = 0;
                    reset;
                end
                RESET: begin
                    if (timer_q == 1) begin
                        rst <= 1'b0;
                        next_request;
                    end
                end
                GAP: if (timer_q == 0) make_it;
                ASK: begin
                    if (asked) begin
                        asking_q  <= kind == EARLY;
                        taking_q  <= stall == 0 && !is_cut;
                        early_q   <= early;
                        waiting_q <= stall;
                        if (kind != HELD) begin
                            timer_q <= {12'd0, cycles};
                            read_expected(request_q);
                        end
                        phase_q <= is_cut ? CUT : ANSWER;
                        if (ahead != 0 && !is_cut && number != requests) begin
                            timer_q <= ahead - 2;
                            is_ahead_q <= 1'b1;
                            made_at = ahead;
                            read_request;
                            asking_q <= made_at == 1 && !cut[21];
                        end
                    end
                    if (kind == HELD && timer_q == 1) cut_short;
                end
                ANSWER: begin
                    if (is_ahead_q && timer_q == 0 && !kind[1]) asking_q <= 1'b1;
                    if (resp_valid === 1'b1 && !taking_q) begin
                        waiting_q <= waiting_q - 1;
                        taking_q  <= waiting_q == 1;
                    end
                    if (answered) begin
                        taking_q   <= 1'b0;
                        early_q    <= 0;
                        is_ahead_q <= 1'b0;
                        if (!is_ahead_q) next_request;
                        else if (kind[1]) wait_for_it;
                        else phase_q <= asking_q || timer_q == 0 ? ASK : GAP;
                    end
                end
                CUT: if (timer_q == 1) cut_short;
                TAIL:
                if (timer_q == 0) begin
                    phase_q <= IDLE;
                    if (!failing && (taken != requests || ended != requests)) begin
                        fail;
                        $display("not played to its end: %0d requests taken, %0d answered or reset", taken, ended);
                    end
                end
                default: ;
            endcase
            if (broken) failed <= 1'b1;
        end

    // While no request is valid the port carries the inverse: the design must not look at it.
    assign req_valid  = asking_q;
    assign req        = req_valid ? request_q : ~request_q;
    assign resp_ready = taking_q || (early_q != 0 && !came);

    // At the clock's other edge, so that a design whose answer depends on `resp_ready` makes no loop.
    always @(negedge clk) came = resp_valid === 1'b1;

    // --- the signature -------------------------------------------------------------------------------------------

    // Each cycle in which anything changes or happens adds its number and all signals. The payload of an answer or event
    // that is not valid is blanked.
    localparam integer SIGNALS_W = 8 + RESPONSE_W + EVENT_W + STATE_W;
    localparam integer WORDS = (32 + SIGNALS_W + 63) / 64;
    wire [RESPONSE_W-1:0] shown = resp_valid === 1'b0 ? {RESPONSE_W{1'b0}} : resp;
    wire [EVENT_W-1:0] event_shown = event_valid === 1'b0 ? {EVENT_W{1'b0}} : event_data;
    wire [7:0] flags = {2'b00, rst, req_valid, req_ready, resp_valid, resp_ready, event_valid};
    wire [SIGNALS_W-1:0] now = {flags, shown, event_shown, state};

    reg [SIGNALS_W-1:0] last_q;
    reg was_reset_q = 1'b0;
    reg [WORDS*64-1:0] word;
    reg [63:0] signature, product;
    integer place;

    // --- what is expected ----------------------------------------------------------------------------------------

    localparam integer CONTENT_W = EVENT_W - ORDER_W;  // of an event, without its number
    localparam [EVENT_W-1:0] ONE = 1;

    reg [EVENT_W-1:0] order;  // the number of the next event, in its place
    reg [31:0] count;  // of the events of this request
    reg pending;  // an answer was offered in the cycle before, and not taken
    reg found;
    reg failing;  // this cycle is the first wrong one

    // A request that may not be taken is under way only if it was.
    wire under_way = phase_q == ANSWER || (phase_q == CUT && kind != UNMADE);
    wire is_over = timer_q == 1 && (phase_q == CUT || (phase_q == ASK && kind == HELD));

    task fail;
        begin
            failed <= 1'b1;
            $write("FAIL: game %0d of %0d, request %0d of %0d, cycle %0d: ", game, games,
                   taken + (!under_way && !kind[1]), requests, cycle_q);
        end
    endtask

    task compare;
        if (rst || phase_q == IDLE) begin
            pending = 1'b0;
            if (rst) begin
                order = 0;
                signature = 0;
                count = 0;
                seen = 0;
            end
        end else begin
            compare_handshakes;
            if (event_valid !== 1'b0 && !failing) compare_event;
            if (resp_valid !== 1'b0 && !failing && phase_q == ANSWER) compare_answer;
            if (!failing) compare_signature;
            pending = resp_valid === 1'b1 && !resp_ready;
            if (asked) begin
                count = 0;
                seen  = 0;
            end
        end
    endtask

    task compare_handshakes;
        begin
            failing = 1'b1;
            if (owes && quiet_q == PATIENCE) begin
                fail;
                if (under_way) $display("no answer");
                else $display("the request is not accepted");
            end else if (under_way && req_ready !== 1'b0) begin
                fail;
                $display("ready for another request before its answer was taken");
            end else if (!under_way && resp_valid !== 1'b0) begin
                fail;
                $display("an answer, or X, although nothing was asked");
            end else if (pending && resp_valid !== 1'b1) begin
                fail;
                $display("the answer was withdrawn before it was taken");
            end else if (event_valid !== 1'b0 && (!under_way || pending)) begin
                fail;
                $display("an event, or X, although nothing is being carried out");
            end else if (req_ready === 1'bx || req_ready === 1'bz) begin
                fail;
                $display("req_ready is X");
            end else failing = 1'b0;
        end
    endtask

    task compare_event;
        begin
            happened <= event_data;
            due <= order;
            found = order_of_events == UNCOMPARED && event_data >> CONTENT_W === order >> CONTENT_W;
            for (index = 0; index < events; index = index + 1)
            if (!found && !seen[index] && (order_of_events != IN_THIS_ORDER || index == count)) begin
                due <= order | expected[index];
                found = event_data === (order | expected[index]);
                seen[index] = found;
            end
            if (!found) begin
                fail;
                failing = 1'b1;
                of_event <= order_of_events == UNCOMPARED || count < events;
                if (order_of_events == UNCOMPARED) $display("an event's number is not as expected");
                else if (count < events) $display("an event is not as expected");
                else $display("one event too many");
            end
            order = order + (ONE << CONTENT_W);
            count = count + 1;
        end
    endtask

    task compare_answer;
        begin
            answered_with <= resp;
            if (resp_valid !== 1'b1 || resp !== answer) begin
                fail;
                failing = 1'b1;
                of_answer <= 1'b1;
                if (pending) $display("the answer changed before it was taken");
                else $display("the answer is not as expected");
            end else if (order_of_events != UNCOMPARED && count != events) begin
                fail;
                failing = 1'b1;
                $display("the answer came after %0d events, and %0d were expected", count, events);
            end
        end
    endtask

    task compare_signature;
        if (EXACT != 0) begin
            if (was_reset_q || now !== last_q || event_valid !== 1'b0 || asked || answered) begin
                word = 0;
                word[31+SIGNALS_W:0] = {cycle_q, now};
                for (place = 0; place < WORDS; place = place + 1) begin
                    product   = (signature ^ word[64*place+:64]) * 64'h9E3779B97F4A7C15;
                    signature = {product[34:0], product[63:35]};
                end
            end
            if ((answered || is_over || (phase_q == TAIL && timer_q == 0)) && signature !== signature_expected) begin
                fail;
                failing = 1'b1;
                $display("the state or the timing differed in a cycle since the request before");
            end
        end
    endtask

    always @(posedge clk) begin
        last_q <= now;
        was_reset_q <= phase_q != IDLE && rst;
    end

endmodule

`default_nettype wire
