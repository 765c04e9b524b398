// The engine without its spy.
module torus_trax #(
    parameter int BITS = 4
) (
    input  logic              tick,
    input  logic              rst_b,

    input  logic              ask,
    output logic              ask_ok,
    input  logic [1:0]        ask_what,
    input  logic [BITS-1:0]   ask_col,
    input  logic [BITS-1:0]   ask_row,
    input  logic [1:0]        ask_shape,
    input  logic              ask_strict,
    input  logic              ask_lines,
    input  logic [BITS-1:0]   ask_most,

    output logic              tell,
    input  logic              tell_ok,
    output logic [3:0]        tell_why,
    output logic [5:0]        tell_made,
    output logic [1:0]        tell_victor,
    output logic              tell_finished,
    output logic [1:0]        tell_turn_of,
    output logic [2*BITS:0]   tell_moved,
    output logic [3:0]        tell_tile,
    output logic [7:0]        tell_inward,
    output logic [2*BITS:0]   tell_count,
    output logic [BITS-1:0]   tell_left,
    output logic [BITS-1:0]   tell_top,
    output logic [BITS-1:0]   tell_wide,
    output logic [BITS-1:0]   tell_tall
);
    torus_trax_spied #(.BITS(BITS)) engine (
        .*,
        .spy(), .spy_number(), .spy_news(), .spy_why(), .spy_col(), .spy_row(), .spy_tile(), .spy_state()
    );
endmodule
