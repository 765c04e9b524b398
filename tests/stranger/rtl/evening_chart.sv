// Between cells as they are numbered and points as they lie.
module evening_chart #(
    parameter int EDGE = 5
) (
    input  logic [$clog2(3*EDGE*(EDGE-1)+2)-1:0] number,
    output logic [(2*EDGE-1)*4*EDGE-1:0]         point,  // that of this cell, none if there is no such cell

    input  logic [(2*EDGE-1)*4*EDGE-1:0]         light_points,
    input  logic [(2*EDGE-1)*4*EDGE-1:0]         dark_points,
    output logic [3*EDGE*(EDGE-1):0]             light_cells,
    output logic [3*EDGE*(EDGE-1):0]             dark_cells
);
    `include "evening_board.svh"

    genvar row, place;
    generate
        for (row = 0; row < ROWS; row = row + 1) begin : g_row
            localparam int SHIFT = row < EDGE ? EDGE - 1 - row : row - EDGE + 1;
            localparam int LENGTH = ROWS - SHIFT;
            // The rows above: all of them would be ROWS long, without what the corners lack.
            localparam int FIRST = row < EDGE
                ? row * EDGE + row * (row - 1) / 2
                : CELLS - (ROWS - row) * EDGE - (ROWS - row) * (ROWS - row - 1) / 2;
            for (place = 0; place < PITCH; place = place + 1) begin : g_point
                localparam int AT = row * PITCH + place;
                localparam int CELL = FIRST + (place - SHIFT) / 2;
                if (place >= SHIFT && place < SHIFT + 2 * LENGTH && (place - SHIFT) % 2 == 0) begin : g_cell
                    assign point[AT] = int'(number) == CELL;
                    assign light_cells[CELL] = light_points[AT];
                    assign dark_cells[CELL] = dark_points[AT];
                end else begin : g_gap
                    assign point[AT] = 1'b0;
                end
            end
        end
    endgenerate
endmodule
