// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
//
// Written by ci/codes.py, not by hand: the codes in the fields of the ports. A module uses some of them.
/* verilator lint_off UNUSEDPARAM */

localparam [1:0] OP_NEW = 2'd0;
localparam [1:0] OP_PLAY = 2'd1;
localparam [1:0] OP_TAKE_BACK = 2'd2;
localparam [1:0] OP_READ = 2'd3;

localparam [1:0] SYMBOL_PLUS = 2'd0;
localparam [1:0] SYMBOL_SLASH = 2'd1;
localparam [1:0] SYMBOL_BACKSLASH = 2'd2;
localparam [1:0] SYMBOL_NONE = 2'd3;

localparam [3:0] REASON_DONE = 4'd0;
localparam [3:0] REASON_GAME_OVER = 4'd1;
localparam [3:0] REASON_BAD_SYMBOL = 4'd2;
localparam [3:0] REASON_OCCUPIED = 4'd3;
localparam [3:0] REASON_FIRST_MOVE = 4'd4;
localparam [3:0] REASON_UNCONNECTED = 4'd5;
localparam [3:0] REASON_BOX_LIMIT = 4'd6;
localparam [3:0] REASON_CAPACITY = 4'd7;
localparam [3:0] REASON_MISMATCH = 4'd8;
localparam [3:0] REASON_TRAP = 4'd9;
localparam [3:0] REASON_NOTHING_TO_TAKE_BACK = 4'd10;
localparam [3:0] REASON_OUTSIDE = 4'd11;
localparam [3:0] REASON_SUPPLY = 4'd12;
localparam [3:0] REASON_DEAD_CELL = 4'd13;

localparam [1:0] COLOUR_NONE = 2'd0;
localparam [1:0] COLOUR_WHITE = 2'd1;
localparam [1:0] COLOUR_RED = 2'd2;

localparam [1:0] DRAW_NONE = 2'd0;
localparam [1:0] DRAW_FULL = 2'd1;
localparam [1:0] DRAW_SUPPLY = 2'd2;
localparam [1:0] DRAW_STALEMATE = 2'd3;

localparam [2:0] EVENT_NEW = 3'd1;
localparam [2:0] EVENT_CHOSEN = 3'd2;
localparam [2:0] EVENT_FORCED = 3'd3;
localparam [2:0] EVENT_REMOVED = 3'd4;
localparam [2:0] EVENT_END_OF_TURN = 3'd5;
localparam [2:0] EVENT_REFUSED = 3'd6;
localparam [2:0] EVENT_TAKEN_BACK = 3'd7;

localparam [3:0] STATE_BOOT = 4'd0;
localparam [3:0] STATE_IDLE = 4'd1;
localparam [3:0] STATE_SWEEP = 4'd2;
localparam [3:0] STATE_FETCH = 4'd3;
localparam [3:0] STATE_LOOK = 4'd4;
localparam [3:0] STATE_MATCH = 4'd5;
localparam [3:0] STATE_LAST = 4'd6;
localparam [3:0] STATE_END = 4'd7;
localparam [3:0] STATE_RESPOND = 4'd8;
localparam [3:0] STATE_SEEK = 4'd9;
localparam [3:0] STATE_NORTH = 4'd12;
localparam [3:0] STATE_EAST = 4'd13;
localparam [3:0] STATE_SOUTH = 4'd14;
localparam [3:0] STATE_WEST = 4'd15;

localparam [2:0] LINE_MOVE = 3'd0;
localparam [2:0] LINE_IDENTIFY = 3'd1;
localparam [2:0] LINE_WHITE = 3'd2;
localparam [2:0] LINE_RED = 3'd3;
localparam [2:0] LINE_UNREADABLE = 3'd4;

/* verilator lint_on UNUSEDPARAM */
