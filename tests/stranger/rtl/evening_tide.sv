// What a set of points reaches in one step.
module evening_tide #(
    parameter int EDGE = 5
) (
    input  logic [(2*EDGE-1)*4*EDGE-1:0] pool,
    output logic [(2*EDGE-1)*4*EDGE-1:0] shore
);
    localparam int PITCH = 4 * EDGE;

    assign shore = pool << 2 | pool >> 2
                 | pool << (PITCH - 1) | pool >> (PITCH - 1)
                 | pool << (PITCH + 1) | pool >> (PITCH + 1);
endmodule
