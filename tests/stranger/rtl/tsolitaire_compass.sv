// What is behind a port of a cell: a place on the cell beside it, or nothing.
module tsolitaire_compass
    import tsolitaire_words::*;
(
    input  logic [5:0] from,
    input  logic [2:0] leave,
    output logic       outside,
    output place_t     beside
);
    wire west = from == 0 || from == 6 || from == 12 || from == 18 || from == 24 || from == 30;
    wire east = from == 5 || from == 11 || from == 17 || from == 23 || from == 29 || from == 35;

    logic [5:0] there;
    always @* begin
        case (leave[2:1])
            2'd0: {outside, there} = {from < 6'd6, from - 6'd6};
            2'd1: {outside, there} = {east, from + 6'd1};
            2'd2: {outside, there} = {from >= 6'd30, from + 6'd6};
            default: {outside, there} = {west, from - 6'd1};
        endcase
    end
    assign beside = {there, leave ^ 3'd5};
endmodule
