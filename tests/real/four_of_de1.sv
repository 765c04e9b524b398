// The two modules of FPGA-Connect_Four that know the rules, joined as its DE1_SoC joins them; the board is one vector.
module four_of_de1 (
    input clk, rst, drop,
    input [2:0] column,
    output over,
    output [1:0] winner, player,
    output [95:0] cells
);
    wire clear, token, change, validate, find, full, won, all;
    logic [1:0] board[6][8];
    connect_four_datapath datapath (
        .clk(clk), .reset(rst), .clear_board(clear), .validate_enable(validate), .find_row_enable(find),
        .drop_token(token), .switch_player_enable(change), .cursor_col(column), .column_full(full), .win_found(won),
        .board_full(all), .board(board), .current_player(player)
    );
    connect_four_controller controller (
        .clk(clk), .reset_edge(rst), .drop_edge(drop), .game_enable(1'b1), .column_full(full), .win_found(won),
        .board_full(all), .current_player(player), .clear_board(clear), .drop_token(token), .update_display(),
        .drop_requested(), .switch_player_enable(change), .validate_enable(validate), .find_row_enable(find),
        .winner_enable(over), .drop_latched(), .winner_player(winner)
    );
    for (genvar row = 0; row < 6; row++) for (genvar at = 0; at < 8; at++) assign cells[2*(8*row+at)+:2] = board[row][at];
endmodule
