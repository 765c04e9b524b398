// Weighs group after group. How much of either colour touches each point is kept bit by bit: plane i has bit i of the
// sums of all points, so that a group is added to all points that it touches at once. How many groups of each size
// there are is one long number a colour, with the largest size in front: the larger number leads.
module evening_scales #(
    parameter int EDGE = 5
) (
    input  logic                                 tick,
    input  logic                                 clear,
    input  logic                                 weigh,
    input  logic                                 dark,
    input  logic [$clog2(3*EDGE*(EDGE-1)+2)-1:0] size,
    input  logic [(2*EDGE-1)*4*EDGE-1:0]         shore,

    output logic [(2*EDGE-1)*4*EDGE-1:0]         light_heavier,
    output logic [(2*EDGE-1)*4*EDGE-1:0]         dark_heavier,
    output logic                                 light_ahead,
    output logic                                 dark_ahead,

    input  logic [$clog2(3*EDGE*(EDGE-1)+2)-1:0] asked,
    output logic [$clog2(3*EDGE*(EDGE-1)+2)-1:0] light_groups,
    output logic [$clog2(3*EDGE*(EDGE-1)+2)-1:0] dark_groups
);
    `include "evening_board.svh"

    typedef logic [BITS-1:0][GRID-1:0] planes_t;
    typedef logic [CELLS:0][BITS-1:0] list_t;

    planes_t light_sums, dark_sums;
    list_t light_list, dark_list;

    function automatic planes_t added(input planes_t sums);
        grid_t carry, addend;
        carry = '0;
        for (int i = 0; i < BITS; i++) begin
            addend = size[i] ? shore : '0;
            added[i] = sums[i] ^ addend ^ carry;
            carry = (sums[i] & addend) | (sums[i] & carry) | (addend & carry);
        end
    endfunction

    always_ff @(posedge tick) begin
        if (clear) begin
            light_sums <= '0;
            dark_sums <= '0;
            light_list <= '0;
            dark_list <= '0;
        end else if (weigh && dark) begin
            dark_sums <= added(dark_sums);
            dark_list[size] <= dark_list[size] + 1'b1;
        end else if (weigh) begin
            light_sums <= added(light_sums);
            light_list[size] <= light_list[size] + 1'b1;
        end
    end

    always_comb begin
        light_heavier = '0;
        dark_heavier = '0;
        for (int i = BITS - 1; i >= 0; i--) begin
            light_heavier = light_heavier | (light_sums[i] & ~dark_sums[i] & ~dark_heavier);
            dark_heavier = dark_heavier | (dark_sums[i] & ~light_sums[i] & ~light_heavier);
        end
    end

    assign light_ahead = light_list > dark_list;
    assign dark_ahead = dark_list > light_list;
    assign light_groups = light_list[asked];
    assign dark_groups = dark_list[asked];
endmodule
