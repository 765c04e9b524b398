// Follows paths from tile to tile, at the end of a turn: which loops and lines are there?
module trax_tracer
    import trax_rules::*;
#(
    parameter int BITS = 4
) (
    input  logic                      tick,
    input  logic                      go,
    input  logic [4*(4**BITS)-1:0]    board,
    input  logic [4*(4**BITS)-1:0]    old_board,  // before the turn
    input  logic [BITS-1:0]           left,
    input  logic [BITS-1:0]           top,
    input  logic [BITS-1:0]           wide,
    input  logic [BITS-1:0]           tall,
    input  logic                      lines,
    output wins_t                     red,
    output wins_t                     white
);
    `include "shape.svh"
    `include "board.svh"

    localparam int SHORTEST = 8;  // line
    localparam int LONGEST = 2 * SIZE * SIZE;  // path

    typedef struct packed {
        logic       closed;
        cell_t      last;
        logic [1:0] exit;
    } path_t;

    // Where the path ends that enters this cell by this side.
    function automatic path_t follow(input cell_t first, input logic [1:0] entrance);
        cell_t next;
        logic [1:0] side;
        logic done;
        int steps;
        follow.closed = 1'b0;
        follow.last = first;
        side = entrance;
        done = 1'b0;
        steps = 0;
        while (!done && steps < LONGEST) begin
            steps = steps + 1;
            follow.exit = way_out(tile_at(follow.last), side);
            next = beside(follow.last, follow.exit);
            side = facing(follow.exit);
            if (tile_at(next) == 0) done = 1'b1;
            else if (next == first && side == entrance) begin
                follow.closed = 1'b1;
                done = 1'b1;
            end else follow.last = next;
        end
    endfunction

    // A side that is not of the path of the northern one.
    function automatic logic [1:0] other_path(input tile_t tile);
        return tile[EAST] != tile[NORTH] ? EAST : WEST;
    endfunction

    cell_t here;
    tile_t tile;
    path_t path;
    coord_t right, bottom;

    always_ff @(posedge tick) begin
        if (go) begin
            red = 3'd0;
            white = 3'd0;
            right = left + wide - 1'b1;
            bottom = top + tall - 1'b1;
            for (int y = 0; y < int'(tall); y++) begin
                for (int x = 0; x < int'(wide); x++) begin
                    here.row = top + y[BITS-1:0];
                    here.col = left + x[BITS-1:0];
                    tile = tile_at(here);
                    if (tile != 0 && old_board[4*here +: 4] == 0) begin
                        path = follow(here, NORTH);
                        if (path.closed && tile[NORTH]) red.loop = 1'b1;
                        if (path.closed && !tile[NORTH]) white.loop = 1'b1;
                        path = follow(here, other_path(tile));
                        if (path.closed && !tile[NORTH]) red.loop = 1'b1;
                        if (path.closed && tile[NORTH]) white.loop = 1'b1;
                    end
                    if (tile != 0 && lines && x == 0 && int'(wide) >= SHORTEST) begin
                        path = follow(here, WEST);
                        if (path.last.col == right && path.exit == EAST) begin
                            if (tile[WEST]) red.across = 1'b1;
                            else white.across = 1'b1;
                        end
                    end
                    if (tile != 0 && lines && y == 0 && int'(tall) >= SHORTEST) begin
                        path = follow(here, NORTH);
                        if (path.last.row == bottom && path.exit == SOUTH) begin
                            if (tile[NORTH]) red.down = 1'b1;
                            else white.down = 1'b1;
                        end
                    end
                end
            end
        end
    end
endmodule
