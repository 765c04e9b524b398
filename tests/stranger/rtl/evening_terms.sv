// The words in which the players of Evening talk, and those who listen to them.
package evening_terms;
    typedef enum logic [1:0] {NOBODY = 2'd0, WHITE = 2'd1, BLACK = 2'd2} side_e;

    typedef enum logic [2:0] {
        NEW = 3'd0, LOAD = 3'd1, PLACE = 3'd2, DECLINE = 3'd3, UNDO = 3'd4, LOOK = 3'd5, LISTS = 3'd6, STATUS = 3'd7
    } order_e;

    // Why an order is refused.
    typedef enum logic [3:0] {
        FINE = 4'd0,
        OVER = 4'd1,
        OFF_BOARD = 4'd2,
        OCCUPIED = 4'd3,
        NOT_WHITE = 4'd4,
        NOT_HIS_TURN = 4'd5,
        BALANCED = 4'd6,
        OF_THE_OTHER = 4'd7,
        NO_MOVE = 4'd8
    } why_e;

    // What the witness tells.
    typedef enum logic [3:0] {
        SILENCE = 4'd0,
        BEGUN = 4'd1,
        LAID = 4'd2,
        JOINED = 4'd3,
        UNITED = 4'd4,
        OWNED = 4'd5,
        JUDGED = 4'd6,
        REFUSED = 4'd7,
        DECLINED = 4'd8,
        LIFTED = 4'd9,
        RESUMED = 4'd10
    } news_e;
endpackage
