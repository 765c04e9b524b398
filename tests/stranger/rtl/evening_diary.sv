// What has been placed and declined, the last on top.
module evening_diary #(
    parameter int WIDTH = 8,
    parameter int DEPTH = 64
) (
    input  logic             tick,
    input  logic             clear,
    input  logic             push,
    input  logic             pop,
    input  logic [WIDTH-1:0] entry,
    output logic [WIDTH-1:0] last,
    output logic             empty
);
    logic [$clog2(DEPTH+1)-1:0] pages;
    logic [WIDTH-1:0] diary [0:DEPTH-1];

    always_ff @(posedge tick) begin
        if (clear) pages <= '0;
        else if (push) pages <= pages + 1'b1;
        else if (pop) pages <= pages - 1'b1;
        if (push) begin
            diary[pages] <= entry;
            last <= entry;
        end else if (pages != 0) last <= diary[pages - 1'b1];
    end

    assign empty = pages == 0;
endmodule
