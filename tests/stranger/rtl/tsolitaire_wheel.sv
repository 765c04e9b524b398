// Eight stones run at once, on one wheel: each has its turn in every eighth cycle, whether or not it still runs. In two
// cycles the wheel finds out what lies on the cell that the stone faces and where it leads. A stone faces what is laid
// on its own cell as if it lay there already.
module tsolitaire_wheel
    import tsolitaire_words::*;
(
    input  logic        tock,
    input  logic        asleep,
    input  logic        start,
    input  logic [ 7:0] runners,
    input  logic [71:0] from,
    input  logic        laying,
    input  logic [ 5:0] piece,
    input  logic [ 1:0] turn,
    output logic [ 5:0] floor_at,
    input  logic [ 8:0] floor_word,
    input  logic [ 5:0] looked_at,
    output logic [ 1:0] last_turn,
    output logic        running,
    output logic        passes,
    output logic        rests,
    output logic        leaves,
    output logic [ 2:0] stone,
    output place_t      place,
    output logic [ 2:0] leave
);
    logic [2:0] spoke;
    logic [7:0] to_run, fresh;
    logic [9:0] tracks[0:7];  // whether the stone has left the board, and where it is

    wire place_t home = from[9*spoke+:9];
    wire [9:0] track = fresh[spoke] ? {1'b0, home} : tracks[spoke];

    // The first cycle: the floor is read
    logic first, first_gone, first_home;
    logic   [2:0] first_stone;
    place_t       first_place;
    assign floor_at = track[8:3];

    // The second: the shape is read
    logic second, second_gone, second_laid;
    wire [8:0] lies = first_home ? {1'b1, piece, turn} : floor_word;

    logic outside;
    place_t beside;

    tsolitaire_shapes shapes (
        .tock(tock),
        .piece(lies[7:2]),
        .turn(lies[1:0]),
        .enter(first_place[2:0]),
        .leave(leave),
        .looked_at(looked_at),
        .last_turn(last_turn)
    );

    tsolitaire_compass compass (
        .from(place[8:3]),
        .leave(leave),
        .outside(outside),
        .beside(beside)
    );

    assign running = to_run != 0;
    assign passes = second && second_laid && !second_gone;
    assign rests = second && !second_laid && !second_gone;
    assign leaves = second && second_gone;

    always_ff @(posedge tock) begin
        spoke <= spoke + 1'b1;

        first <= to_run[spoke];
        first_stone <= spoke;
        {first_gone, first_place} <= track;
        first_home <= laying && track[8:3] == home[8:3];

        second <= first;
        second_gone <= first_gone;
        second_laid <= lies[8];
        stone <= first_stone;
        place <= first_place;

        if (passes) begin
            fresh[stone]  <= 1'b0;
            tracks[stone] <= outside ? {1'b1, place[8:3], leave} : {1'b0, beside};
        end
        if (rests || leaves) to_run[stone] <= 1'b0;

        if (start) begin
            to_run <= runners;
            fresh  <= '1;
        end
        if (asleep) {spoke, to_run, fresh, first, second} <= '0;
    end
endmodule
