// How to look at a board, a torus: for modules that have one, called `board`. After shape.svh.
function automatic tile_t tile_at(input cell_t at);
    return board[4*at +: 4];
endfunction

function automatic inward_t inward_at(input cell_t at);
    tile_t next;
    logic [3:0] enters_red, enters_white;
    for (int side = 0; side < 4; side++) begin
        next = tile_at(beside(at, side[1:0]));
        enters_red[side] = next != 0 && next[facing(side[1:0])];
        enters_white[side] = next != 0 && !next[facing(side[1:0])];
    end
    return {enters_red, enters_white};
endfunction
