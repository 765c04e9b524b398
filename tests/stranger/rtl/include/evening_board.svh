// The board of side EDGE as it lies on the table: a grid with PITCH points a row, on which the cells of a row are two
// points apart. Neighbours in a row are 2 points away, those in the rows beside it PITCH - 1 and PITCH + 1.
localparam int CELLS = 3 * EDGE * (EDGE - 1) + 1;
localparam int ROWS = 2 * EDGE - 1;
localparam int PITCH = 4 * EDGE;
localparam int GRID = ROWS * PITCH;
localparam int BITS = $clog2(CELLS + 1);

typedef logic [BITS-1:0] number_t;
typedef logic [CELLS-1:0] cells_t;
typedef logic [GRID-1:0] grid_t;
