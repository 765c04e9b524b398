// The Globe as another team has it: positions are chained by their hash, captures are hunted piece by piece, and the
// reset comes in through two registers, so it is heard two cycles late.
module globe_lens #(
    parameter int LIMIT = 64,
    parameter int K = $clog2(7 * LIMIT + 1)
) (
    input  logic         clock,
    input  logic         reset_n,
    input  logic         ask_valid,
    output logic         ask_ready,
    input  logic [  2:0] ask_what,
    input  logic [  1:0] ask_custom,
    input  logic         ask_side,
    input  logic [  4:0] ask_from,
    input  logic [  4:0] ask_to,
    input  logic [ 41:0] ask_board,
    input  logic [K-1:0] ask_ago,
    output logic         say_valid,
    input  logic         say_ready,
    output logic [  3:0] say_why,
    output logic [ 20:0] say_points,
    output logic [ 41:0] say_board,
    output logic [  2:0] say_norths,
    output logic [  2:0] say_souths,
    output logic         say_side,
    output logic         say_must_pass,
    output logic [  1:0] say_custom,
    output logic [  1:0] say_times,
    output logic [  2:0] say_verdict,
    output logic [K-1:0] say_plies,
    output logic [K-1:0] say_quiet,
    output logic         spy_valid,
    output logic [ 31:0] spy_number,
    output logic [  3:0] spy_kind,
    output logic [  3:0] spy_why,
    output logic [ 20:0] spy_points,
    output logic [2*K+53:0] spy_state
);
    logic calm, calm_too;
    always_ff @(posedge clock) {calm_too, calm} <= {calm, reset_n};

    logic [ 3:0] stage_code;
    logic [41:0] board;
    globe_court #(.LIMIT(LIMIT), .K(K)) court (
        .clk(clock), .hush(!calm_too),
        .ask(ask_valid), .ready(ask_ready), .ask_what(ask_what), .ask_custom(ask_custom), .ask_side(ask_side),
        .ask_from(ask_from), .ask_to(ask_to), .ask_board(ask_board), .ask_ago(ask_ago),
        .tell(say_valid), .heard(say_ready), .why(say_why), .points(say_points), .picture(say_board),
        .norths(say_norths), .souths(say_souths), .side(say_side), .must_pass(say_must_pass), .custom(say_custom),
        .times(say_times), .verdict(say_verdict), .plies(say_plies), .quiet(say_quiet),
        .news(spy_valid), .news_kind(spy_kind), .news_why(spy_why), .news_points(spy_points),
        .stage_code(stage_code), .board(board)
    );

    logic [31:0] number;
    always_ff @(posedge clock)
        if (!calm_too) number <= 32'd0;
        else if (spy_valid) number <= number + 32'd1;

    assign spy_number = number;
    assign spy_state = {stage_code, say_plies, say_quiet, board, say_side, say_custom, say_times, say_verdict};
endmodule
