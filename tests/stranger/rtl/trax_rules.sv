// What the rules of Trax say of one tile, wherever it lies.
package trax_rules;
    typedef enum logic [1:0] {NORTH = 2'd0, EAST = 2'd1, SOUTH = 2'd2, WEST = 2'd3} side_e;
    typedef enum logic [1:0] {NOBODY = 2'd0, WHITE = 2'd1, RED = 2'd2} colour_e;
    typedef enum logic [1:0] {NEW = 2'd0, PLAY = 2'd1, UNDO = 2'd2, LOOK = 2'd3} order_e;
    typedef enum logic [1:0] {PLUS = 2'd0, SLASH = 2'd1, BACKSLASH = 2'd2, NO_SHAPE = 2'd3} shape_e;
    typedef enum logic [1:0] {SETTLED = 2'd0, FORCED = 2'd1, TRAPPED = 2'd2} finding_e;

    // Why an order is refused.
    typedef enum logic [3:0] {
        FINE = 4'd0,
        FINISHED = 4'd1,
        BAD_SHAPE = 4'd2,
        OCCUPIED = 4'd3,
        BAD_FIRST = 4'd4,
        LONELY = 4'd5,
        TOO_LARGE = 4'd6,
        NO_ROOM = 4'd7,
        MISFIT = 4'd8,
        TRAP = 4'd9,
        NO_TURN = 4'd10
    } why_e;

    // What the spy tells.
    typedef enum logic [2:0] {
        NOTHING = 3'd0,
        BEGUN = 3'd1,
        TILE_CHOSEN = 3'd2,
        TILE_FORCED = 3'd3,
        TILE_LIFTED = 3'd4,
        TURN_DONE = 3'd5,
        TURN_REFUSED = 3'd6,
        TURN_UNDONE = 3'd7
    } news_e;

    // A tile is the set of its red sides: bit 0 north, 1 east, 2 south, 3 west. No tile has none.
    typedef logic [3:0] tile_t;

    // What enters an empty cell, a bit a side for each colour.
    typedef struct packed {
        logic [3:0] red;
        logic [3:0] white;
    } inward_t;

    typedef struct packed {
        logic down;
        logic across;
        logic loop;
    } wins_t;

    function automatic logic [2:0] how_many(input logic [3:0] sides);
        return 3'(sides[0]) + 3'(sides[1]) + 3'(sides[2]) + 3'(sides[3]);
    endfunction

    function automatic logic [1:0] facing(input logic [1:0] side);
        return side + 2'd2;
    endfunction

    // The tile of a shape that is red on its right.
    function automatic tile_t red_right(input logic [1:0] shape);
        case (shape)
            PLUS: return 4'b1010;
            SLASH: return 4'b0110;
            default: return 4'b0011;
        endcase
    endfunction

    function automatic logic fits(input tile_t tile, input inward_t inward);
        return (inward.red & ~tile) == 0 && (inward.white & tile) == 0;
    endfunction

    // The side by which a path leaves that enters a tile by this one.
    function automatic logic [1:0] way_out(input tile_t tile, input logic [1:0] side);
        way_out = side;
        for (int other = 0; other < 4; other++)
            if (other != int'(side) && tile[other] == tile[side]) way_out = other[1:0];
    endfunction

    function automatic logic is_foul(input logic [3:0] why);
        return why != FINE && why != FINISHED && why != NO_ROOM && why != NO_TURN;
    endfunction
endpackage
