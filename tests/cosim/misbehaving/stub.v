/*
 * An engine that knows no rules but can misbehave: it refuses everything as a first move. MANNERS says how it behaves.
 */
`default_nettype none

module stub #(
    parameter MANNERS = "polite",
    parameter integer AT = 6      // the size of the board: 2^AT cells each way
) (
    input wire clk,
    input wire rst,

    input  wire          req_valid,
    output wire          req_ready,
    input  wire [   1:0] req_op,
    input  wire [AT-1:0] req_x,
    input  wire [AT-1:0] req_y,
    input  wire [   1:0] req_symbol,
    input  wire          req_fouls_lose,
    input  wire          req_lines,
    input  wire [AT-1:0] req_box_limit,

    output wire          resp_valid,
    input  wire          resp_ready,
    output wire [   3:0] resp_reason,
    output wire [   5:0] resp_wins,
    output wire [   1:0] resp_winner,
    output wire          resp_over,
    output wire [   1:0] resp_to_move,
    output wire [2*AT:0] resp_placed,
    output wire [   3:0] resp_tile,
    output wire [   7:0] resp_entries,
    output wire [2*AT:0] resp_count,
    output wire [AT-1:0] resp_left,
    output wire [AT-1:0] resp_top,
    output wire [AT-1:0] resp_columns,
    output wire [AT-1:0] resp_rows
);

    localparam [1:0] NEW = 2'd0, PLAY = 2'd1;

    reg answering, again;
    reg [1:0] op;
    wire accept = req_valid && req_ready;

    always @(posedge clk) begin
        if (rst) begin
            answering <= 1'b0;
            again <= 1'b0;
            op <= NEW;
        end else if (accept) begin
            answering <= MANNERS != "never answers";
            again <= MANNERS == "answers twice";
            op <= req_op;
        end else if (answering && resp_ready) begin
            answering <= again;
            again <= 1'b0;
        end
    end

    assign req_ready    = MANNERS == "never ready" ? 1'b0 : MANNERS == "ready is X" ? 1'bx : !answering;
    assign resp_valid   = MANNERS == "answers before it is asked" ? !rst : MANNERS == "valid is Z" ? 1'bz : answering;
    assign resp_reason  = MANNERS == "answers X" ? 4'bx : op == NEW ? 4'd0 : op == PLAY ? 4'd4 : 4'd10;
    assign resp_wins    = 6'd0;
    assign resp_winner  = 2'd0;
    assign resp_over    = 1'b0;
    assign resp_to_move = 2'd1;
    assign resp_placed  = {2*AT+1{1'b0}};
    assign resp_tile    = 4'd0;
    assign resp_entries = 8'd0;
    assign resp_count   = {2*AT+1{1'b0}};
    assign resp_left    = {AT{1'b0}};
    assign resp_top     = {AT{1'b0}};
    assign resp_columns = {AT{1'b0}};
    assign resp_rows    = {AT{1'b0}};

    wire loop = MANNERS == "loops in zero time" && accept;
    reg spin = 1'b0;
    always @* while (loop) spin = !spin;

    wire restless = MANNERS == "never settles" && accept && !rst && !restless;
    always @(posedge clk) if (restless) $display("which no simulator gets to know");

    always @(posedge clk) if (accept && MANNERS == "ends the simulation") $finish;
    initial if (MANNERS == "ends at once") $finish;

    // What loopline's own files are called, or were.
    task scribble(input [8*16-1:0] name);
        integer file;
        begin
            file = $fopen(name, "w");
            $fwrite(file, "{\"name\": \n[1, 2\n");
            $fclose(file);
        end
    endtask

    reg [7:0] memory[0:3];
    initial
        if (MANNERS == "writes everywhere") begin
            $writememh("record.txt", memory);
            scribble("session");
        end

    always @(posedge clk)
        if (accept && MANNERS == "writes everywhere") begin
            scribble("record.txt");
            scribble("session.hex");
            scribble("record");
            scribble("session");
            scribble("trace");
            scribble("script.txt");
        end

    always @(posedge clk) if (accept && MANNERS == "crashes") $fatal(1, "the design says it is broken");

endmodule

`default_nettype wire
