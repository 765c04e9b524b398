// A picture of the whole board from before every turn, so that each turn can be taken back.
module trax_album
    import trax_rules::*;
#(
    parameter int BITS = 4
) (
    input  logic                      tick,
    input  logic                      clear,
    input  logic                      push,
    input  logic                      pop,
    input  logic [4*(4**BITS)-1:0]    board,
    input  logic [2*BITS:0]           count,
    input  logic [2*BITS-1:0]         chosen,
    output logic                      empty,
    output logic [4*(4**BITS)-1:0]    last_board,
    output logic [2*BITS:0]           last_count,
    output logic [2*BITS-1:0]         last_chosen
);
    typedef struct packed {
        logic [4*(4**BITS)-1:0] board;
        logic [2*BITS:0]        count;
        logic [2*BITS-1:0]      chosen;
    } picture_t;

    picture_t pictures[0:4**BITS-1];
    picture_t last;
    logic [2*BITS:0] depth;

    assign empty = depth == 0;
    assign last_board = last.board;
    assign last_count = last.count;
    assign last_chosen = last.chosen;

    always_ff @(posedge tick) begin
        if (clear) begin
            depth <= '0;
            last <= '0;
        end else if (push) begin
            pictures[depth[2*BITS-1:0]] <= {board, count, chosen};
            last <= {board, count, chosen};
            depth <= depth + 1'b1;
        end else if (pop) begin
            last <= depth > 1 ? pictures[depth[2*BITS-1:0] - 2] : '0;
            depth <= depth - 1'b1;
        end
    end
endmodule
