// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
//
// Written by ci/codes.py, not by hand: the codes in the fields of the ports. A module uses some of them.
/* verilator lint_off UNUSEDPARAM */

localparam [2:0] OP_NEW = 3'd0;
localparam [2:0] OP_LOAD = 3'd1;
localparam [2:0] OP_PLACE = 3'd2;
localparam [2:0] OP_DECLINE = 3'd3;
localparam [2:0] OP_TAKE_BACK = 3'd4;
localparam [2:0] OP_READ = 3'd5;
localparam [2:0] OP_LISTS = 3'd6;
localparam [2:0] OP_CELLS = 3'd7;

localparam [0:0] RULE_BASE = 1'd0;
localparam [0:0] RULE_ODD_EVEN = 1'd1;

localparam [0:0] PROTOCOL_LOSER_MOVES = 1'd0;
localparam [0:0] PROTOCOL_FREE = 1'd1;

localparam [3:0] REASON_DONE = 4'd0;
localparam [3:0] REASON_OVER = 4'd1;
localparam [3:0] REASON_RANGE = 4'd2;
localparam [3:0] REASON_OCCUPIED = 4'd3;
localparam [3:0] REASON_FIRST = 4'd4;
localparam [3:0] REASON_TURN = 4'd5;
localparam [3:0] REASON_EQUAL = 4'd6;
localparam [3:0] REASON_OTHER = 4'd7;
localparam [3:0] REASON_NOTHING = 4'd8;

localparam [1:0] COLOUR_NONE = 2'd0;
localparam [1:0] COLOUR_WHITE = 2'd1;
localparam [1:0] COLOUR_BLACK = 2'd2;

localparam [3:0] EVENT_NEW = 4'd1;
localparam [3:0] EVENT_STONE = 4'd2;
localparam [3:0] EVENT_JOINED = 4'd3;
localparam [3:0] EVENT_GROUP = 4'd4;
localparam [3:0] EVENT_OWNER = 4'd5;
localparam [3:0] EVENT_VERDICT = 4'd6;
localparam [3:0] EVENT_REFUSED = 4'd7;
localparam [3:0] EVENT_DECLINED = 4'd8;
localparam [3:0] EVENT_REMOVED = 4'd9;
localparam [3:0] EVENT_RETRACTED = 4'd10;

localparam [3:0] STATE_BOOT = 4'd0;
localparam [3:0] STATE_IDLE = 4'd1;
localparam [3:0] STATE_LOOK = 4'd2;
localparam [3:0] STATE_MATCH = 4'd3;
localparam [3:0] STATE_LAST = 4'd4;
localparam [3:0] STATE_NAME = 4'd5;
localparam [3:0] STATE_PASS = 4'd6;
localparam [3:0] STATE_END = 4'd7;
localparam [3:0] STATE_RESPOND = 4'd8;
localparam [3:0] STATE_UPPER_LEFT = 4'd10;
localparam [3:0] STATE_UPPER_RIGHT = 4'd11;
localparam [3:0] STATE_RIGHT = 4'd12;
localparam [3:0] STATE_LOWER_RIGHT = 4'd13;
localparam [3:0] STATE_LOWER_LEFT = 4'd14;
localparam [3:0] STATE_LEFT = 4'd15;

/* verilator lint_on UNUSEDPARAM */
