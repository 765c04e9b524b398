// The reset comes from far away.
module tsolitaire_dawn (
    input  logic tock,
    input  logic hush_n,
    output logic asleep
);
    logic [2:0] far = 3'b111;
    always_ff @(posedge tock) far <= {far[1:0], !hush_n};
    assign asleep = far[2];
endmodule
