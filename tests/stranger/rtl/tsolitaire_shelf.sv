// A memory of 64 words. What is read comes a cycle after it was asked for.
module tsolitaire_shelf #(
    parameter int WIDTH = 9
) (
    input  logic             tock,
    input  logic             put,
    input  logic [      5:0] put_at,
    input  logic [WIDTH-1:0] put_word,
    input  logic [      5:0] get_at,
    output logic [WIDTH-1:0] got
);
    logic [WIDTH-1:0] words[0:63];

    always_ff @(posedge tock) begin
        if (put) words[put_at] <= put_word;
        got <= words[get_at];
    end
endmodule
