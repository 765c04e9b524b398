// Which enemy pieces a step has caught: they are looked at one after the other, from the last point to the first.
// Under option G a piece draws its whole group behind it. What is caught is judged on the board of the start.
module globe_hunt (
    input  logic        clk,
    input  logic        hush,
    input  logic        start,
    input  logic [ 1:0] custom,   // 0 groups, 1 pieces among enemies, 2 pieces that have just lost their last way
    input  logic [20:0] hunters,
    input  logic [20:0] prey,
    input  logic [20:0] were_empty, // what was empty before the step
    output logic        caught,
    output logic [20:0] bag,
    output logic        done
);
    typedef enum logic [2:0] {REST, NEXT, LOOK, TEST, JUDGE} stage_t;
    stage_t stage;

    logic [20:0] foes, herd, holes, old_holes, todo, group, front;
    logic        escapes;
    logic        had_way;

    function automatic logic [4:0] last(input logic [20:0] points);
        last = 5'd0;
        for (int i = 0; i < 21; i++) if (points[i]) last = 5'(i);
    endfunction

    logic [ 4:0] head;
    logic [20:0] head_mark, around, joined;
    assign head = last(stage == NEXT ? todo : front);
    assign head_mark = 21'd1 << head;
    globe_lines lines (.clk(clk), .point(head), .around(around));
    assign joined = custom == 2'd0 ? around & herd & ~group : 21'd0;

    always_ff @(posedge clk) begin
        if (hush) begin
            stage <= REST;
            {foes, herd, holes, old_holes, todo, group, front} <= '0;
            {escapes, had_way} <= '0;
        end else begin
            case (stage)
                REST:
                if (start) begin
                    foes <= hunters;
                    herd <= prey;
                    todo <= prey;
                    holes <= ~(hunters | prey);
                    old_holes <= were_empty;
                    stage <= NEXT;
                end
                NEXT: begin
                    group <= head_mark;
                    front <= head_mark;
                    escapes <= 1'b0;
                    had_way <= 1'b0;
                    stage <= todo == 21'd0 ? REST : LOOK;
                end
                LOOK: begin
                    front <= front & ~head_mark;
                    stage <= TEST;
                end
                TEST: begin
                    if (custom == 2'd1 ? |(around & ~foes) : |(around & holes)) escapes <= 1'b1;
                    if (|(around & old_holes)) had_way <= 1'b1;
                    group <= group | joined;
                    front <= front | joined;
                    stage <= (front | joined) == 21'd0 ? JUDGE : LOOK;
                end
                default: begin  // JUDGE
                    todo <= todo & ~group;
                    stage <= NEXT;
                end
            endcase
        end
    end

    assign caught = stage == JUDGE && !escapes && (had_way || custom != 2'd2);
    assign bag = group;
    assign done = stage == NEXT && todo == 21'd0;
endmodule
