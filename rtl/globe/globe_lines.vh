// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
//
// Written by ci/codes.py, not by hand: the lines of the Globe, point 0 in the lowest bit. A module uses some of it.
/* verilator lint_off UNUSEDPARAM */

localparam [41:0] START = {21'h00101f, 21'h004f40};  // North's pieces, South's

function [20:0] beside(input [20:0] points);  // the points with a line to one of these
    beside = {
        |(points & 21'h0f0000),  // C5
        |(points & 21'h152000),  // C4
        |(points & 21'h1a0100),  // C3
        |(points & 21'h150080),  // C2
        |(points & 21'h1a0004),  // C1
        |(points & 21'h007000),  // E4
        |(points & 21'h00a800),  // E3
        |(points & 21'h08d000),  // E2
        |(points & 21'h00a008),  // E1
        |(points & 21'h004500),  // S4
        |(points & 21'h000b00),  // S3
        |(points & 21'h000540),  // S2
        |(points & 21'h040e00),  // S1
        |(points & 21'h020070),  // W4
        |(points & 21'h0002a0),  // W3
        |(points & 21'h0000d0),  // W2
        |(points & 21'h0000a2),  // W1
        |(points & 21'h001005),  // N4
        |(points & 21'h01000b),  // N3
        |(points & 21'h000015),  // N2
        |(points & 21'h00000e)  // N1
    };
endfunction

/* verilator lint_on UNUSEDPARAM */
