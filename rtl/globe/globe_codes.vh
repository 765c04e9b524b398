// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
//
// Written by ci/codes.py, not by hand: the codes in the fields of the ports. A module uses some of them.
/* verilator lint_off UNUSEDPARAM */

localparam [2:0] OP_NEW = 3'd0;
localparam [2:0] OP_LOAD = 3'd1;
localparam [2:0] OP_MOVE = 3'd2;
localparam [2:0] OP_PASS = 3'd3;
localparam [2:0] OP_TAKE_BACK = 3'd4;
localparam [2:0] OP_LIST = 3'd5;
localparam [2:0] OP_READ = 3'd6;

localparam [1:0] CAPTURE_GROUP = 2'd0;
localparam [1:0] CAPTURE_PIECE = 2'd1;
localparam [1:0] CAPTURE_TRAPPED = 2'd2;
localparam [1:0] CAPTURE_NONE = 2'd3;

localparam [0:0] SIDE_NORTH = 1'd0;
localparam [0:0] SIDE_SOUTH = 1'd1;

localparam [3:0] REASON_DONE = 4'd0;
localparam [3:0] REASON_OPTION = 4'd1;
localparam [3:0] REASON_OVERLAP = 4'd2;
localparam [3:0] REASON_MATERIAL = 4'd3;
localparam [3:0] REASON_OVER = 4'd4;
localparam [3:0] REASON_POINT = 4'd5;
localparam [3:0] REASON_FROM = 4'd6;
localparam [3:0] REASON_LINE = 4'd7;
localparam [3:0] REASON_OCCUPIED = 4'd8;
localparam [3:0] REASON_PASS = 4'd9;
localparam [3:0] REASON_NOTHING = 4'd10;

localparam [2:0] RESULT_NONE = 3'd0;
localparam [2:0] RESULT_NORTH = 3'd1;
localparam [2:0] RESULT_SOUTH = 3'd2;
localparam [2:0] RESULT_REPETITION = 3'd3;
localparam [2:0] RESULT_LENGTH = 3'd4;

localparam [3:0] EVENT_NEW = 4'd1;
localparam [3:0] EVENT_LOAD = 4'd2;
localparam [3:0] EVENT_STEP = 4'd3;
localparam [3:0] EVENT_CAPTURE = 4'd4;
localparam [3:0] EVENT_PASS = 4'd5;
localparam [3:0] EVENT_END_OF_TURN = 4'd6;
localparam [3:0] EVENT_RETURN = 4'd7;
localparam [3:0] EVENT_TAKEN_BACK = 4'd8;
localparam [3:0] EVENT_REFUSED = 4'd9;

localparam [3:0] STATE_IDLE = 4'd0;
localparam [3:0] STATE_LOOK = 4'd1;
localparam [3:0] STATE_STEP = 4'd2;
localparam [3:0] STATE_SEED = 4'd3;
localparam [3:0] STATE_FREE = 4'd4;
localparam [3:0] STATE_GROUP = 4'd5;
localparam [3:0] STATE_SPREAD = 4'd6;
localparam [3:0] STATE_RECALL = 4'd7;
localparam [3:0] STATE_SCAN = 4'd8;
localparam [3:0] STATE_COMPARE = 4'd9;
localparam [3:0] STATE_COUNT = 4'd10;
localparam [3:0] STATE_END = 4'd11;
localparam [3:0] STATE_RESPOND = 4'd12;
localparam [3:0] STATE_FETCH = 4'd13;

/* verilator lint_on UNUSEDPARAM */
