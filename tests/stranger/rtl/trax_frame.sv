// The smallest rectangle round the tiles, from how many of them lie in each column and in each row.
module trax_frame
    import trax_rules::*;
#(
    parameter int BITS = 4
) (
    input  logic            tick,
    input  logic            clear,
    input  logic            lay,
    input  logic            lift,
    input  logic [BITS-1:0] col,
    input  logic [BITS-1:0] row,
    output logic [BITS-1:0] left,
    output logic [BITS-1:0] top,
    output logic [BITS-1:0] wide,
    output logic [BITS-1:0] tall
);
    localparam int SIZE = 1 << BITS;

    logic [SIZE-1:0][BITS-1:0] in_col, in_row;

    always_ff @(posedge tick) begin
        if (clear) begin
            in_col <= '0;
            in_row <= '0;
        end else if (lay) begin
            in_col[col] <= in_col[col] + 1'b1;
            in_row[row] <= in_row[row] + 1'b1;
        end else if (lift) begin
            in_col[col] <= in_col[col] - 1'b1;
            in_row[row] <= in_row[row] - 1'b1;
        end
    end

    always_comb begin
        left = '0;
        top = '0;
        wide = '0;
        tall = '0;
        for (int i = 0; i < SIZE; i++) begin
            if (in_col[i] != 0) begin
                wide = wide + 1'b1;
                if (in_col[(i + SIZE - 1) % SIZE] == 0) left = i[BITS-1:0];
            end
            if (in_row[i] != 0) begin
                tall = tall + 1'b1;
                if (in_row[(i + SIZE - 1) % SIZE] == 0) top = i[BITS-1:0];
            end
        end
    end
endmodule
