// Looks through the frame, row by row from its corner, for the first empty cell in which something must happen.
module trax_forcing
    import trax_rules::*;
#(
    parameter int BITS = 4
) (
    input  logic                      tick,
    input  logic                      go,
    input  logic [4*(4**BITS)-1:0]    board,
    input  logic [BITS-1:0]           left,
    input  logic [BITS-1:0]           top,
    input  logic [BITS-1:0]           wide,
    input  logic [BITS-1:0]           tall,
    output finding_e                  finding,
    output logic [2*BITS-1:0]         where,
    output tile_t                     tile
);
    `include "shape.svh"
    `include "board.svh"

    cell_t here;
    inward_t inward;

    always_ff @(posedge tick) begin
        if (go) begin
            finding = SETTLED;
            for (int y = 0; y < int'(tall) && finding == SETTLED; y++) begin
                for (int x = 0; x < int'(wide) && finding == SETTLED; x++) begin
                    here.row = top + y[BITS-1:0];
                    here.col = left + x[BITS-1:0];
                    inward = inward_at(here);
                    if (tile_at(here) == 0) begin
                        if (how_many(inward.red) > 2 || how_many(inward.white) > 2) finding = TRAPPED;
                        else if (how_many(inward.red) == 2 || how_many(inward.white) == 2) finding = FORCED;
                    end
                    where <= here;
                    tile <= how_many(inward.red) == 2 ? inward.red : ~inward.white;
                end
            end
        end
    end
endmodule
