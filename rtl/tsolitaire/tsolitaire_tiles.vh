// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
//
// Written by ci/codes.py, not by hand: the tiles, as goldenrules.tsolitaire finds and numbers them.

// For each port the one to which its path leads: an octal digit each, port 0 last. The tile is not turned.
function [23:0] joined_by(input [5:0] number);
    case (number)
        6'd0: joined_by = 24'o67452301;
        6'd1: joined_by = 24'o54762301;
        6'd2: joined_by = 24'o45672301;
        6'd3: joined_by = 24'o53726401;
        6'd4: joined_by = 24'o35627401;
        6'd5: joined_by = 24'o43276501;
        6'd6: joined_by = 24'o34267501;
        6'd7: joined_by = 24'o52734601;
        6'd8: joined_by = 24'o42375601;
        6'd9: joined_by = 24'o32457601;
        6'd10: joined_by = 24'o25634701;
        6'd11: joined_by = 24'o24365701;
        6'd12: joined_by = 24'o23456701;
        6'd13: joined_by = 24'o54761032;
        6'd14: joined_by = 24'o45671032;
        6'd15: joined_by = 24'o53716042;
        6'd16: joined_by = 24'o35617042;
        6'd17: joined_by = 24'o43176052;
        6'd18: joined_by = 24'o34167052;
        6'd19: joined_by = 24'o51734062;
        6'd20: joined_by = 24'o41375062;
        6'd21: joined_by = 24'o15634072;
        6'd22: joined_by = 24'o14365072;
        6'd23: joined_by = 24'o45670123;
        6'd24: joined_by = 24'o52710643;
        6'd25: joined_by = 24'o25610743;
        6'd26: joined_by = 24'o42170653;
        6'd27: joined_by = 24'o41270563;
        6'd28: joined_by = 24'o53706124;
        6'd29: joined_by = 24'o35607124;
        6'd30: joined_by = 24'o52701634;
        6'd31: joined_by = 24'o32107654;
        6'd32: joined_by = 24'o23106754;
        6'd33: joined_by = 24'o23016745;
        6'd34: joined_by = 24'o05634127;
        default: joined_by = 24'o0;
    endcase
endfunction

// The last of the rotations in which it looks like no other before.
function [1:0] last_rotation_of(input [5:0] number);
    case (number)
        6'd0, 6'd27, 6'd31, 6'd33, 6'd34: last_rotation_of = 2'd0;
        6'd9, 6'd12, 6'd13, 6'd18, 6'd22, 6'd23, 6'd26, 6'd29, 6'd30, 6'd32: last_rotation_of = 2'd1;
        default: last_rotation_of = 2'd3;
    endcase
endfunction
