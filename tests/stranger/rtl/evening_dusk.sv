// A rules engine for Evening. After each stone it finds all groups anew, by flooding them. The witness tells what it
// does while it does it. (Icarus 11 never leaves some processes that are always_comb; so these are always @*.)
module evening_dusk
    import evening_terms::*;
#(
    parameter int EDGE = 5
) (
    input  logic                                 tick,
    input  logic                                 nrst,

    input  logic                                 order,
    output logic                                 order_taken,
    input  order_e                               order_kind,
    input  logic                                 order_dark,
    input  logic [$clog2(3*EDGE*(EDGE-1)+2)-1:0] order_number,
    input  logic                                 order_parity,
    input  logic                                 order_open,

    output logic                                 reply,
    input  logic                                 reply_taken,
    output why_e                                 reply_why,
    output side_e                                reply_stone,
    output logic [$clog2(3*EDGE*(EDGE-1)+2)-1:0] reply_size,
    output logic [$clog2(3*EDGE*(EDGE-1)+2)-1:0] reply_light_groups,
    output logic [$clog2(3*EDGE*(EDGE-1)+2)-1:0] reply_dark_groups,
    output logic [$clog2(3*EDGE*(EDGE-1)+2)-1:0] reply_light,
    output logic [$clog2(3*EDGE*(EDGE-1)+2)-1:0] reply_dark,
    output logic [3*EDGE*(EDGE-1):0]             reply_light_may,
    output logic [3*EDGE*(EDGE-1):0]             reply_dark_may,
    output side_e                                reply_behind,
    output logic                                 reply_same,
    output logic                                 reply_ended,
    output side_e                                reply_victor,
    output logic [1:0]                           reply_declined,

    output logic                                 witness,
    output logic [31:0]                          witness_number,
    output news_e                                witness_news,
    output why_e                                 witness_why,
    output logic [$clog2(3*EDGE*(EDGE-1)+2)-1:0] witness_cell,
    output logic [1:0]                           witness_side,
    output logic [$clog2(3*EDGE*(EDGE-1)+2)-1:0] witness_size,
    output logic [2*(3*EDGE*(EDGE-1)+1)+2*$clog2(3*EDGE*(EDGE-1)+2)+11:0] witness_state
);
    `include "evening_board.svh"

    typedef enum logic [3:0] {
        RESTING, JUDGING, LIFTING, ABUTTING, GATHERING, DRAWING, SEEDING, FLOODING, SETTLING, HANDING, SOUNDING, REPLYING
    } phase_e;

    typedef struct packed {
        logic       stone;
        logic       dark;
        number_t    where;
        logic [1:0] declined;  // before it
    } page_t;

    // The rules of this game, and the game.
    logic parity, open;
    grid_t light, dark;
    number_t light_stones, dark_stones;
    cells_t light_may, dark_may;
    side_e behind, victor;
    logic same, ended;
    logic [1:0] declined;

    // What is being done.
    phase_e phase;
    order_e kind;
    logic is_dark, asks_parity, asks_open;
    number_t number;
    why_e why;
    grid_t near, rest, pool;  // groups to be joined, stones to be weighed, the group at hand
    logic pool_is_dark;
    number_t size;
    cells_t light_due, dark_due;
    logic [1:0] declined_due;

    // --- the reset is heard two cycles later -------------------------------------------------------------------------

    logic reset, reset_q;

    always_ff @(posedge tick) {reset, reset_q} <= {reset_q, !nrst};

    // --- the parts ---------------------------------------------------------------------------------------------------

    grid_t shore, point, light_heavier, dark_heavier;
    cells_t light_free, dark_free;
    logic light_ahead, dark_ahead, first_page, weighing, fine, empties, begins, notes, tears;
    number_t light_groups, dark_groups, pool_size, asked;
    page_t page, last_page;

    assign asked = phase == RESTING ? order_number : number;
    assign empties = reset || phase == ABUTTING || phase == LIFTING || (phase == JUDGING && kind == NEW);
    assign begins = reset || (phase == JUDGING && fine && (kind == NEW || kind == LOAD));
    assign notes = phase == JUDGING && fine && (kind == PLACE || kind == DECLINE);
    assign tears = phase == JUDGING && fine && kind == UNDO;
    assign page = {kind == PLACE, is_dark, number, declined};

    evening_tide #(.EDGE(EDGE)) tide (.pool, .shore);

    evening_chart #(.EDGE(EDGE)) chart (
        .number(asked), .point,
        .light_points(dark_heavier & ~light & ~dark), .dark_points(light_heavier & ~light & ~dark),
        .light_cells(light_free), .dark_cells(dark_free)
    );

    evening_scales #(.EDGE(EDGE)) scales (
        .tick, .clear(empties), .weigh(weighing), .dark(pool_is_dark), .size(pool_size), .shore,
        .light_heavier, .dark_heavier, .light_ahead, .dark_ahead,
        .asked(order_number), .light_groups, .dark_groups
    );

    evening_diary #(.WIDTH($bits(page_t)), .DEPTH(2 * CELLS + 2)) diary (
        .tick, .clear(begins), .push(notes), .pop(tears), .entry(page), .last(last_page), .empty(first_page)
    );

    // --- is the order refused? ---------------------------------------------------------------------------------------

    logic has_turn;
    why_e objection;

    assign has_turn = open || behind == (is_dark ? BLACK : WHITE);
    assign fine = objection == FINE;

    always @* begin
        objection = FINE;
        case (kind)
            LOAD, PLACE:
                if (kind == PLACE && ended) objection = OVER;
                else if (point == 0) objection = OFF_BOARD;
                else if ((point & (light | dark)) != 0) objection = OCCUPIED;
                else if (kind == LOAD) objection = FINE;
                else if (light_stones == 0 && dark_stones == 0) begin
                    if (is_dark) objection = NOT_WHITE;
                end else if (!has_turn) objection = NOT_HIS_TURN;
                else if (!light_may[number] && !dark_may[number]) objection = BALANCED;
                else if (is_dark ? light_may[number] : dark_may[number]) objection = OF_THE_OTHER;
            DECLINE:
                if (ended) objection = OVER;
                else if (!has_turn || declined[is_dark]) objection = NOT_HIS_TURN;
            UNDO: if (first_page) objection = NO_MOVE;
            default: ;
        endcase
    end

    // --- who leads, and has he won? ----------------------------------------------------------------------------------

    side_e leader;
    logic nobody_goes_on;
    logic [1:0] declined_then;

    always @* begin
        leader = BLACK;
        if (light_ahead || (!dark_ahead && parity && light_stones[0])) leader = WHITE;
        declined_then = declined_due;
        if (kind == DECLINE) declined_then = declined | {is_dark, !is_dark};
        if (open) nobody_goes_on = (declined_then[0] || light_may == 0) && (declined_then[1] || dark_may == 0);
        else nobody_goes_on = declined_then != 0 || (leader == BLACK ? light_may : dark_may) == 0;
    end

    // --- step by step ------------------------------------------------------------------------------------------------

    grid_t own, flooded;
    cells_t to_hand, handed;
    number_t hand_number;
    logic high_tide;

    assign own = (pool_is_dark ? dark : light) & ~(phase == DRAWING ? point : '0);
    assign flooded = pool | (shore & own);
    assign high_tide = flooded == pool;
    assign pool_size = number_t'($countones(pool));
    assign weighing = phase == FLOODING && high_tide;

    // The first cell that is to get another owner.
    assign to_hand = (light_may ^ light_due) | (dark_may ^ dark_due);
    assign handed = to_hand & -to_hand;

    always @* begin
        hand_number = '0;
        for (int i = 0; i < CELLS; i++) if (handed[i]) hand_number = number_t'(i);
    end

    always_ff @(posedge tick) begin
        case (phase)
            RESTING: begin
                kind <= order_kind;
                is_dark <= order_dark;
                {asks_parity, asks_open} <= {order_parity, order_open};
                number <= order_number;
                if (order) begin
                    why <= FINE;
                    reply_stone <= NOBODY;
                    {reply_size, reply_light_groups, reply_dark_groups} <= '0;
                    phase <= JUDGING;
                    case (order_kind)
                        LOOK: begin
                            pool <= point;
                            phase <= SOUNDING;
                            if (point == 0) begin
                                why <= OFF_BOARD;
                                phase <= REPLYING;
                            end else if ((point & light) != 0) begin
                                reply_stone <= WHITE;
                                pool_is_dark <= 1'b0;
                            end else if ((point & dark) != 0) begin
                                reply_stone <= BLACK;
                                pool_is_dark <= 1'b1;
                            end else phase <= REPLYING;
                        end
                        LISTS: begin
                            phase <= REPLYING;
                            if (order_number == 0 || int'(order_number) > CELLS) why <= OFF_BOARD;
                            else begin
                                reply_light_groups <= light_groups;
                                reply_dark_groups <= dark_groups;
                            end
                        end
                        STATUS: phase <= REPLYING;
                        default: ;
                    endcase
                end
            end
            JUDGING: begin
                why <= objection;
                phase <= REPLYING;
                pool <= point;
                pool_is_dark <= is_dark;
                declined_due <= '0;
                size <= 1;
                if (fine) begin
                    case (kind)
                        NEW: begin
                            {parity, open} <= {asks_parity, asks_open};
                            {light, dark, light_stones, dark_stones, dark_may} <= '0;
                            light_may <= '1;
                            {behind, same, ended, victor, declined} <= {WHITE, 1'b1, 1'b0, NOBODY, 2'b00};
                        end
                        DECLINE: begin
                            declined <= declined_then;
                            ended <= nobody_goes_on;
                            if (nobody_goes_on) victor <= leader;
                        end
                        UNDO:
                            if (last_page.stone) begin
                                number <= last_page.where;
                                is_dark <= last_page.dark;
                                declined_due <= last_page.declined;
                                phase <= LIFTING;
                            end else begin
                                declined <= last_page.declined;
                                ended <= 1'b0;
                                victor <= NOBODY;
                            end
                        default: begin
                            if (is_dark) dark <= dark | point;
                            else light <= light | point;
                            if (is_dark) dark_stones <= dark_stones + 1'b1;
                            else light_stones <= light_stones + 1'b1;
                            phase <= ABUTTING;
                        end
                    endcase
                end
            end
            LIFTING: begin
                light <= light & ~point;
                dark <= dark & ~point;
                if (is_dark) dark_stones <= dark_stones - 1'b1;
                else light_stones <= light_stones - 1'b1;
                rest <= (light | dark) & ~point;
                phase <= SEEDING;
            end
            ABUTTING: begin
                near <= shore & own;
                phase <= GATHERING;
            end
            GATHERING: begin
                pool <= near & -near;
                rest <= light | dark;
                phase <= near == 0 ? SEEDING : DRAWING;
            end
            DRAWING: begin
                pool <= flooded;
                if (high_tide) begin
                    size <= size + pool_size;
                    near <= near & ~pool;
                    phase <= GATHERING;
                end
            end
            SEEDING: begin
                pool <= rest & -rest;
                pool_is_dark <= (rest & -rest & dark) != 0;
                phase <= rest == 0 ? SETTLING : FLOODING;
            end
            FLOODING: begin
                pool <= flooded;
                if (high_tide) begin
                    rest <= rest & ~pool;
                    phase <= SEEDING;
                end
            end
            SETTLING: begin
                light_due <= light_stones == 0 && dark_stones == 0 ? '1 : light_free;
                dark_due <= dark_free;
                phase <= HANDING;
            end
            HANDING: begin
                light_may <= (light_may & ~handed) | (light_due & handed);
                dark_may <= (dark_may & ~handed) | (dark_due & handed);
                if (to_hand == 0) begin
                    behind <= leader == WHITE ? BLACK : WHITE;
                    same <= !light_ahead && !dark_ahead;
                    ended <= nobody_goes_on;
                    victor <= nobody_goes_on ? leader : NOBODY;
                    declined <= declined_due;
                    phase <= REPLYING;
                end
            end
            SOUNDING: begin
                pool <= flooded;
                if (high_tide) begin
                    reply_size <= pool_size;
                    phase <= REPLYING;
                end
            end
            default: if (reply_taken) phase <= RESTING;
        endcase

        if (reset) begin
            phase <= RESTING;
            {parity, open, light, dark, light_stones, dark_stones, dark_may} <= '0;
            light_may <= '1;
            {behind, same, ended, victor, declined} <= {WHITE, 1'b1, 1'b0, NOBODY, 2'b00};
            why <= FINE;
            reply_stone <= NOBODY;
            {reply_size, reply_light_groups, reply_dark_groups, size, pool} <= '0;
            {light_due, dark_due} <= {{CELLS{1'b1}}, {CELLS{1'b0}}};
        end
    end

    // --- the reply ---------------------------------------------------------------------------------------------------

    assign order_taken = phase == RESTING && !reset;
    assign reply = phase == REPLYING;
    assign reply_why = why;
    assign reply_light = light_stones;
    assign reply_dark = dark_stones;
    assign reply_light_may = light_may;
    assign reply_dark_may = dark_may;
    assign reply_behind = behind;
    assign reply_same = same;
    assign reply_ended = ended;
    assign reply_victor = victor;
    assign reply_declined = declined;

    // --- the witness -------------------------------------------------------------------------------------------------

    news_e news;

    always @* begin
        news = SILENCE;
        case (phase)
            JUDGING:
                if (!fine) news = REFUSED;
                else if (kind == NEW) news = BEGUN;
                else if (kind == DECLINE) news = DECLINED;
                else if (kind != UNDO) news = LAID;
                else if (!last_page.stone) news = RESUMED;
            LIFTING: news = LIFTED;
            GATHERING: if (near == 0) news = UNITED;
            DRAWING: if (high_tide) news = JOINED;
            HANDING:
                if (to_hand != 0) news = OWNED;
                else news = JUDGED;
            default: ;
        endcase
        if (reset) news = SILENCE;
    end

    always_ff @(posedge tick)
        if (reset) witness_number <= '0;
        else if (news != SILENCE) witness_number <= witness_number + 1'b1;

    logic of_a_stone, of_a_request;
    logic [1:0] placer;

    assign of_a_stone = news == LAID || news == LIFTED || news == JOINED || news == UNITED;
    assign of_a_request = news == REFUSED && (kind == LOAD || kind == PLACE);
    assign placer = is_dark ? 2'(BLACK) : 2'(WHITE);

    assign witness_cell = of_a_stone || of_a_request ? number : news == OWNED ? hand_number : '0;
    assign witness_side = of_a_stone || of_a_request || news == DECLINED || (news == REFUSED && kind == DECLINE) ? placer
                        : news == OWNED ? {(handed & dark_due) != 0, (handed & light_due) != 0}
                        : news == RESUMED ? {last_page.dark, !last_page.dark}
                        : news == JUDGED ? leader : 2'd0;
    assign witness_size = news == JOINED ? pool_size : news == UNITED ? size : '0;
    assign witness = news != SILENCE;
    assign witness_news = news;
    always_comb begin
        if (news == REFUSED) witness_why = objection;
        else witness_why = FINE;
    end
    assign witness_state = {
        phase, light_stones, dark_stones, light_may, dark_may, behind, same, ended, victor, declined
    };
endmodule
