`default_nettype none

// The number of the highest bit that is set, by halves, whose lowest bit never matters. No clock.
module priority_encoder (
    input  wire [15:0] request,
    output wire        valid,
    output wire [ 3:0] index
);
    wire [7:1] half = |request[15:8] ? request[15:9] : request[7:1];
    wire [3:1] quarter = |half[7:4] ? half[7:5] : half[3:1];
    wire       upper = |quarter[3:2] ? quarter[3] : quarter[1];
    assign valid = |request;
    assign index = {|request[15:8], |half[7:4], |quarter[3:2], upper};
endmodule

`default_nettype wire
