// A player for the contest: a clock, a line in, a line out, and no reset.
//
// It does one thing after the other. What comes while it plays waits in a buffer. It plays any turn that is legal.
module trax_box
    import trax_rules::*;
#(
    parameter int CLOCK = 50_000_000,
    parameter int RATE = 19_200
) (
    input  logic osc,
    input  logic rxd,
    output logic txd
);
    localparam int BITS = 6;
    localparam int BIT = CLOCK / RATE;

    // --- power on ----------------------------------------------------------------------------------------------------

    logic [3:0] awake = 4'd0;
    logic rst_b;
    assign rst_b = &awake;
    always_ff @(posedge osc) if (!rst_b) awake <= awake + 1'b1;

    // --- a byte in: the line is looked at in the middle of each bit ---------------------------------------------------

    logic [2:0] line = 3'b111;
    logic listening = 1'b0;
    int wait_in = 0;
    logic [3:0] bit_in = 4'd0;
    logic [7:0] heard = 8'd0;
    logic byte_in = 1'b0;

    always_ff @(posedge osc) begin
        line <= {line[1:0], rxd};
        byte_in <= 1'b0;
        if (!listening) begin
            listening <= line[2] && !line[1];
            wait_in <= BIT / 2;
            bit_in <= 4'd0;
        end else if (wait_in != 0) wait_in <= wait_in - 1;
        else begin
            wait_in <= BIT - 1;
            bit_in <= bit_in + 1'b1;
            if (bit_in == 4'd0 && line[1]) listening <= 1'b0;
            if (bit_in >= 4'd1 && bit_in <= 4'd8) heard <= {line[1], heard[7:1]};
            if (bit_in == 4'd9) begin
                listening <= 1'b0;
                byte_in <= line[1];
            end
        end
    end

    // --- what waits --------------------------------------------------------------------------------------------------

    logic [7:0] waiting[256];
    logic [7:0] first = 8'd0, last = 8'd0;
    logic take;

    always_ff @(posedge osc) begin
        if (byte_in) begin
            waiting[last] <= heard;
            last <= last + 1'b1;
        end
        if (take) first <= first + 1'b1;
    end

    // --- a byte out --------------------------------------------------------------------------------------------------

    logic [9:0] saying = 10'h3ff;
    logic [3:0] bits_left = 4'd0;
    int wait_out = 0;
    logic say;
    logic [7:0] letter;

    assign txd = saying[0];
    always_ff @(posedge osc) begin
        if (say) begin
            saying <= {1'b1, letter, 1'b0};
            bits_left <= 4'd10;
            wait_out <= BIT - 1;
        end else if (bits_left != 0) begin
            wait_out <= wait_out - 1;
            if (wait_out == 0) begin
                wait_out <= BIT - 1;
                saying <= {1'b1, saying[9:1]};
                bits_left <= bits_left - 1'b1;
            end
        end
    end

    // --- the engine --------------------------------------------------------------------------------------------------

    logic ask = 1'b0, ask_ok, tell, tell_finished;
    logic [1:0] ask_what = 2'd0, ask_shape = 2'd0;
    logic [BITS-1:0] ask_col, ask_row;
    logic [3:0] tell_why;
    logic [BITS-1:0] tell_left, tell_top, tell_wide, tell_tall;

    torus_trax #(.BITS(BITS)) engine (
        .tick(osc), .rst_b, .ask, .ask_ok, .ask_what, .ask_col, .ask_row, .ask_shape,
        .ask_strict(1'b0), .ask_lines(1'b1), .ask_most('0),
        .tell, .tell_ok(1'b1), .tell_why, .tell_finished, .tell_left, .tell_top, .tell_wide, .tell_tall,
        .tell_made(), .tell_victor(), .tell_turn_of(), .tell_moved(), .tell_tile(), .tell_inward(), .tell_count()
    );

    // --- lines in and out --------------------------------------------------------------------------------------------

    // A column is at most ZZ, a row at most 999.
    typedef struct packed {
        logic valid;
        logic [9:0] col;
        logic [9:0] row;
        logic [1:0] shape;
    } move_t;

    function automatic move_t read(input logic [7:0][7:0] text, input int length);
        int at;
        at = 0;
        read = '0;
        if (at < length && text[at] == "@") at++;
        else while (at < length && at < 2 && text[at] >= "A" && text[at] <= "Z") begin
            read.col = read.col * 10'd26 + 10'(text[at]) - 10'd64;
            at++;
        end
        read.valid = at > 0 && at + 1 < length;
        while (at < length - 1) begin
            if (text[at] < "0" || text[at] > "9") read.valid = 1'b0;
            read.row = read.row * 10'd10 + 10'(text[at]) - 10'd48;
            at++;
        end
        case (text[at])
            "+": read.shape = PLUS;
            "/": read.shape = SLASH;
            "\\": read.shape = BACKSLASH;
            default: read.valid = 1'b0;
        endcase
    endfunction

    typedef enum logic [3:0] {HEAR, OBEY, CLEAR, JUDGE, CHOOSE, TRY, WRITE, SPEAK} doing_e;

    doing_e doing = HEAR;
    logic [7:0][7:0] text = '0, answer = '0;
    int length = 0, letters = 0, spoken = 0, tried = 0;
    logic playing = 1'b0, mine = 1'b0, empty = 1'b1;
    logic [15:0] luck = 16'hace1;
    logic [BITS-1:0] left = '0, top = '0, wide = '0, tall = '0, col = '0, row = '0;
    move_t move;
    logic [9:0] last_col, last_row;  // that a tile can be placed in; column and row 0 are before the box

    assign last_col = empty ? 10'd0 : 10'(wide) + 10'd1;
    assign last_row = empty ? 10'd0 : 10'(tall) + 10'd1;
    assign {ask_col, ask_row} = {left + col - 1'b1, top + row - 1'b1};
    assign take = doing == HEAR && first != last;
    assign say = doing == SPEAK && bits_left == 0 && spoken != letters;
    assign letter = answer[spoken];

    function automatic logic [BITS-1:0] some(input logic [BITS-1:0] below);
        return BITS'(luck % (16'(below) + 16'd1));
    endfunction

    always_ff @(posedge osc) begin
        luck <= {luck[14:0], luck[15] ^ luck[13] ^ luck[12] ^ luck[10]};
        move = read(text, length);
        if (ask_ok) ask <= 1'b0;
        if (tell) {left, top, wide, tall} <= {tell_left, tell_top, tell_wide, tell_tall};
        case (doing)
            HEAR: if (take) begin
                if (waiting[first] == 8'h0a || waiting[first] == 8'h0d) doing <= OBEY;
                else begin
                    if (length < 8) text[length] <= waiting[first];
                    if (length < 9) length <= length + 1;
                end
            end
            OBEY: begin
                length <= 0;
                doing <= HEAR;
                if (length == 2 && text[0] == "-") begin
                    if (text[1] == "T") begin
                        answer <= {"\n", "9", "Q"};
                        letters <= 3;
                        doing <= SPEAK;
                    end else if (text[1] == "W" || text[1] == "B") begin
                        mine <= text[1] == "W";
                        ask_what <= NEW;
                        doing <= CLEAR;
                        ask <= 1'b1;
                    end
                end else if (playing && length <= 8 && move.valid) begin
                    playing <= 1'b0;
                    if (move.col <= last_col && move.row <= last_row) begin
                        ask_what <= PLAY;
                        {col, row} <= {move.col[BITS-1:0], move.row[BITS-1:0]};
                        ask_shape <= move.shape;
                        ask <= 1'b1;
                        doing <= JUDGE;
                    end
                end
            end
            CLEAR: if (tell) begin
                playing <= 1'b1;
                empty <= 1'b1;
                doing <= mine ? CHOOSE : HEAR;
            end
            JUDGE: if (tell) begin
                empty <= 1'b0;
                playing <= tell_why == FINE && !tell_finished;
                doing <= tell_why == FINE && !tell_finished ? CHOOSE : HEAR;
            end
            CHOOSE: begin
                col <= empty ? '0 : some(wide + 1'b1);
                row <= empty ? '0 : some(tall + 1'b1);
                ask_shape <= empty ? {1'b0, luck[0]} : luck[1:0] == 2'd3 ? 2'd0 : luck[1:0];
                ask_what <= PLAY;
                tried <= 0;
                ask <= 1'b1;
                doing <= TRY;
            end
            TRY: if (tell && tell_why == FINE) begin
                empty <= 1'b0;
                playing <= !tell_finished;
                doing <= WRITE;
            end else if (tell) begin
                ask <= 1'b1;
                tried <= tried + 1;
                ask_shape <= ask_shape == BACKSLASH ? PLUS : ask_shape + 1'b1;
                if (tried % 3 == 2) begin
                    col <= col > wide ? '0 : col + 1'b1;
                    if (col > wide) row <= row > tall ? '0 : row + 1'b1;
                end
                if (tried == 20000) begin  // more than there are: no turn is left
                    playing <= 1'b0;
                    ask <= 1'b0;
                    doing <= HEAR;
                end
            end
            WRITE: begin
                {answer, letters} <= written();
                doing <= SPEAK;
            end
            default: if (spoken == letters && bits_left == 0) begin
                spoken <= 0;
                doing <= HEAR;
            end else if (say) spoken <= spoken + 1;
        endcase
    end

    function automatic logic [95:0] written();
        logic [7:0][7:0] words;
        int n;
        words = '0;
        n = 0;
        if (col > 26) begin
            words[n] = 8'd64 + 8'((col - 1) / 26);
            n++;
        end
        words[n] = col == 0 ? "@" : 8'd65 + 8'((col - 1) % 26);
        n++;
        if (row > 9) begin
            words[n] = 8'd48 + 8'(row / 10);
            n++;
        end
        words[n] = 8'd48 + 8'(row % 10);
        words[n+1] = ask_shape == PLUS ? "+" : ask_shape == SLASH ? "/" : "\\";
        words[n+2] = "\n";
        n = n + 3;
        return {words, n};
    endfunction
endmodule
