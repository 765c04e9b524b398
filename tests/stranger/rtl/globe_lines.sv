// The lines of the board as a small ROM: for each point its neighbours, five bits each; 31 stands for none.
// The answer comes a cycle after the question, as a set of points.
module globe_lines (
    input  logic        clk,
    input  logic [ 4:0] point,
    output logic [20:0] around
);
    logic [19:0] rom[0:31];
    logic [19:0] word;

    function automatic logic [19:0] near(input int a, input int b, input int c, input int d);
        near = {5'(a), 5'(b), 5'(c), 5'(d)};
    endfunction

    initial begin
        for (int i = 0; i < 32; i++) rom[i] = 20'hfffff;
        // north 0..3, west 4..7, south 8..11, east 12..15, circle 16..20
        rom[0]  = near(1, 2, 3, 31);
        rom[1]  = near(0, 2, 4, 31);
        rom[2]  = near(0, 1, 3, 16);
        rom[3]  = near(0, 2, 12, 31);
        rom[4]  = near(5, 7, 1, 31);
        rom[5]  = near(4, 6, 7, 31);
        rom[6]  = near(5, 7, 9, 31);
        rom[7]  = near(4, 5, 6, 17);
        rom[8]  = near(9, 10, 11, 18);
        rom[9]  = near(8, 10, 6, 31);
        rom[10] = near(8, 9, 11, 31);
        rom[11] = near(8, 10, 14, 31);
        rom[12] = near(13, 15, 3, 31);
        rom[13] = near(12, 14, 15, 19);
        rom[14] = near(13, 15, 11, 31);
        rom[15] = near(12, 13, 14, 31);
        rom[16] = near(17, 19, 20, 2);
        rom[17] = near(16, 18, 20, 7);
        rom[18] = near(17, 19, 20, 8);
        rom[19] = near(18, 16, 20, 13);
        rom[20] = near(16, 17, 18, 19);
    end

    always_ff @(posedge clk) word <= rom[point];

    logic [31:0] marks;
    always @* begin
        marks = 32'd0;
        marks[word[4:0]]   = 1'b1;
        marks[word[9:5]]   = 1'b1;
        marks[word[14:10]] = 1'b1;
        marks[word[19:15]] = 1'b1;
    end
    assign around = marks[20:0];
endmodule
