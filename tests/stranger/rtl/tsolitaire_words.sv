// What is asked, what is told of it, and where the stones stand before the first tile.
package tsolitaire_words;
    typedef logic [8:0] place_t;  // a cell, and the port of it before which a stone stands

    localparam logic [2:0] NEW = 0, NEXT = 1, PLACE = 2, LIST = 3, UNDO = 4, REDO = 5, READ = 6;

    localparam logic [3:0] OVER = 1, NO_PIECE = 2, RANGE = 3, REPEAT = 4;
    localparam logic [3:0] OCCUPIED = 5, NO_STONE = 6, LEAVES = 7, NOTHING = 8;

    localparam logic [3:0] BEGUN = 1, DRAWN = 2, PASSED = 3, RESTS = 4, LEFT = 5;
    localparam logic [3:0] PLACED = 6, TAKEN_BACK = 7, RESTORED = 8, REFUSED = 9;

    localparam logic [5:0] PIECES = 35, CELLS = 36, NO_HAND = 63;

    // From stone 7, on 2A, to stone 0, on 1B
    localparam logic [71:0] STARTS = {
        6'd6, 3'd6, 6'd24, 3'd7, 6'd31, 3'd4, 6'd34, 3'd5, 6'd29, 3'd2, 6'd11, 3'd3, 6'd4, 3'd0, 6'd1, 3'd1
    };
endpackage
