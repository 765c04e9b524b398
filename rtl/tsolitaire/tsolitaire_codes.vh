// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
//
// Written by ci/codes.py, not by hand: the codes in the fields of the ports. A module uses some of them.
/* verilator lint_off UNUSEDPARAM */

localparam [2:0] OP_NEW = 3'd0;
localparam [2:0] OP_NEXT = 3'd1;
localparam [2:0] OP_PLACE = 3'd2;
localparam [2:0] OP_LIST = 3'd3;
localparam [2:0] OP_UNDO = 3'd4;
localparam [2:0] OP_REDO = 3'd5;
localparam [2:0] OP_READ = 3'd6;

localparam [3:0] REASON_DONE = 4'd0;
localparam [3:0] REASON_OVER = 4'd1;
localparam [3:0] REASON_NO_TILE = 4'd2;
localparam [3:0] REASON_RANGE = 4'd3;
localparam [3:0] REASON_REPEAT = 4'd4;
localparam [3:0] REASON_OCCUPIED = 4'd5;
localparam [3:0] REASON_NO_STONE = 4'd6;
localparam [3:0] REASON_LEAVES = 4'd7;
localparam [3:0] REASON_NOTHING = 4'd8;

localparam [3:0] EVENT_NEW = 4'd1;
localparam [3:0] EVENT_NEXT = 4'd2;
localparam [3:0] EVENT_PASSED = 4'd3;
localparam [3:0] EVENT_RESTS = 4'd4;
localparam [3:0] EVENT_LEAVES = 4'd5;
localparam [3:0] EVENT_PLACED = 4'd6;
localparam [3:0] EVENT_TAKEN_BACK = 4'd7;
localparam [3:0] EVENT_RESTORED = 4'd8;
localparam [3:0] EVENT_REFUSED = 4'd9;

localparam [2:0] STATE_IDLE = 3'd0;
localparam [2:0] STATE_LOOK = 3'd1;
localparam [2:0] STATE_FETCH = 3'd2;
localparam [2:0] STATE_PICK = 3'd3;
localparam [2:0] STATE_AIM = 3'd4;
localparam [2:0] STATE_RUN = 3'd5;
localparam [2:0] STATE_END = 3'd6;
localparam [2:0] STATE_RESPOND = 3'd7;

localparam [5:0] CELLS = 6'd36;
localparam [5:0] TILES = 6'd35;
localparam [5:0] NO_TILE = 6'd63;
localparam [71:0] START = 72'd501655840822037069833;

/* verilator lint_on UNUSEDPARAM */
