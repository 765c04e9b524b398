// Types that depend on the size of the board: for modules with the parameter BITS.
localparam int SIZE = 1 << BITS;

typedef logic [BITS-1:0] coord_t;

typedef struct packed {
    coord_t row;
    coord_t col;
} cell_t;

function automatic cell_t beside(input cell_t at, input logic [1:0] side);
    beside = at;
    case (side)
        NORTH: beside.row = at.row - 1'b1;
        EAST: beside.col = at.col + 1'b1;
        SOUTH: beside.row = at.row + 1'b1;
        default: beside.col = at.col - 1'b1;
    endcase
endfunction
