// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * Refuses a baud rate that this clock cannot produce. A bit is a whole number of clocks, so the rate is a little off;
 * the receiver's own error comes on top of that of its peer, and both together must stay below half a bit in a frame.
 */
`default_nettype none

module uart_check #(
    parameter integer CLOCK_HZ = 50_000_000,
    parameter integer BAUD     = 115_200,
    parameter integer DIVIDER  = 434          // clocks a bit
) ();

    localparam integer MADE = DIVIDER * BAUD;  // the clock at which the rate would be exact
    localparam integer OFF = MADE > CLOCK_HZ ? MADE - CLOCK_HZ : CLOCK_HZ - MADE;

    if (DIVIDER >= 8) begin : g_possible
        if (OFF > CLOCK_HZ / 50) begin : g_off
            BAUD_would_be_off_by_more_than_2_percent stop ();
        end
    end else begin : g_too_fast
        CLOCK_HZ_must_be_8_times_BAUD_or_more stop ();
    end

endmodule

`default_nettype wire
