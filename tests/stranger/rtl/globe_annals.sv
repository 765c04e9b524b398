// Every position of the game, by its number. Positions with the same hash are chained, the latest first: so a
// position that comes up again is found by walking one chain, and the occurrence kept there is one less than its own.
module globe_annals #(
    parameter int K = 9
) (
    input  logic         clk,
    input  logic         hush,
    input  logic         wipe,      // forget all, then note the position as number 0
    input  logic         note,      // note it as number `number`
    input  logic         drop,      // forget number `number`, look at the one before
    input  logic         look,      // look at number `number`
    input  logic [K-1:0] number,
    input  logic [K-1:0] since,     // the first number that counts
    input  logic [ 41:0] position,
    input  logic [K-1:0] quiet,
    output logic         done,
    output logic [  1:0] times,     // of the position that was noted or is looked at
    output logic [ 41:0] old_position,
    output logic [K-1:0] old_quiet
);
    localparam int H = 4;
    localparam int N = 2 * K + 3;  // quiet, times, is there a link?, link

    typedef enum logic [3:0] {IDLE, SWEEP, HEAD, FIRST, READ, WALK, WRITE, LINK, UNLINK, GET, GOT, DONE} stage_t;
    stage_t stage;

    logic [41:0] boards[0:2**K-1];
    logic [N-1:0] notes[0:2**K-1];
    logic [K:0] heads[0:2**H-1];

    logic [41:0] board_q;
    logic [N-1:0] note_q;
    logic [K:0] head_q, head;
    logic [K-1:0] at;
    logic [H-1:0] row;

    function automatic logic [H-1:0] hash(input logic [41:0] b);
        hash = 4'd0;
        for (int i = 0; i < 42; i++) if (b[i]) hash = hash ^ 4'(i + i / 15);
    endfunction

    logic [K-1:0] n_quiet, n_link;
    logic [1:0] n_times;
    logic n_linked;
    assign {n_quiet, n_times, n_linked, n_link} = note_q;

    logic same;
    assign same = board_q == position && at[0] == number[0];

    logic [H-1:0] bucket;
    assign bucket = stage == SWEEP ? row : hash(position);

    always_ff @(posedge clk) begin
        board_q <= boards[at];
        note_q  <= notes[at];
        head_q  <= heads[bucket];
        if (stage == WRITE) begin
            boards[number] <= position;
            notes[number]  <= {quiet, times, head};
        end
        if (stage == SWEEP) heads[bucket] <= '0;
        else if (stage == WRITE) heads[bucket] <= {1'b1, number};
        else if (stage == UNLINK) heads[bucket] <= {n_linked, n_link};
    end

    always_ff @(posedge clk) begin
        if (hush) begin
            stage <= IDLE;
            {at, head, row, times, old_position, old_quiet} <= '0;
        end else begin
            case (stage)
                IDLE: begin
                    at <= number;
                    row <= '0;
                    if (wipe) stage <= SWEEP;
                    else if (note) stage <= HEAD;
                    else if (drop) stage <= LINK;
                    else if (look) stage <= GET;
                end
                SWEEP: begin
                    row <= row + 1'b1;
                    if (&row) stage <= HEAD;
                end
                HEAD: begin  // the head of the chain is read
                    times <= 2'd1;
                    stage <= FIRST;
                end
                FIRST: begin
                    head <= head_q;
                    at <= head_q[K-1:0];
                    stage <= head_q[K] && head_q[K-1:0] >= since ? READ : WRITE;
                end
                READ: stage <= WALK;
                WALK: begin
                    at <= n_link;
                    if (same) begin
                        times <= n_times + 2'd1;
                        stage <= WRITE;
                    end else stage <= n_linked && n_link >= since ? READ : WRITE;
                end
                WRITE: stage <= DONE;
                LINK: begin  // the note of the position that goes is read
                    at <= number - 1'b1;
                    stage <= UNLINK;
                end
                UNLINK: stage <= GOT;
                GET: stage <= GOT;
                GOT: begin
                    old_position <= board_q;
                    old_quiet <= n_quiet;
                    times <= n_times;
                    stage <= DONE;
                end
                default: stage <= IDLE;  // DONE
            endcase
        end
    end

    assign done = stage == DONE;
endmodule
