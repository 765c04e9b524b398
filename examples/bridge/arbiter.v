`default_nettype none

// Grants one of four requests a cycle. The search begins after the one that was granted last, so all have their turn.
module arbiter (
    input  wire       clk,
    input  wire       rst,
    input  wire [3:0] request,
    output reg  [3:0] grant
);
    reg  [1:0] latest;
    wire [1:0] first = latest + 2'd1, second = latest + 2'd2, third = latest + 2'd3;
    wire [1:0] chosen = request[first] ? first : request[second] ? second : request[third] ? third : latest;
    always @(posedge clk)
        if (rst) begin
            grant  <= 0;
            latest <= 3;
        end else begin
            grant <= |request ? 4'b0001 << chosen : 4'b0000;
            if (|request) latest <= chosen;
        end
endmodule

`default_nettype wire
