/* Two engines of different games side by side, each with a clock of its own; the shells are driven from the test. */
`default_nettype none

module pair;

    registers_shell left ();
    crc_shell right ();

endmodule

module registers_shell;

    reg clk, rst, req_valid, req_privileged, resp_ready;
    reg [1:0] req_op, req_strobe;
    reg [2:0] req_address;
    reg [15:0] req_data;
    wire req_ready, resp_valid;
    wire [ 2:0] resp_reason;
    wire [15:0] resp_data;
    wire [ 5:0] resp_locked;

    registers engine (
        .clk           (clk),
        .rst           (rst),
        .req_valid     (req_valid),
        .req_ready     (req_ready),
        .req_op        (req_op),
        .req_address   (req_address),
        .req_data      (req_data),
        .req_strobe    (req_strobe),
        .req_privileged(req_privileged),
        .resp_valid    (resp_valid),
        .resp_ready    (resp_ready),
        .resp_reason   (resp_reason),
        .resp_data     (resp_data),
        .resp_locked   (resp_locked)
    );

endmodule

module crc_shell;

    reg clk, rst, req_valid, req_reflect, resp_ready;
    reg [1:0] req_op;
    reg [7:0] req_byte;
    reg [15:0] req_seed, req_word;
    wire req_ready, resp_valid;
    wire [15:0] sum;
    wire [15:0] resp_sum = sum ^ {15'd0, $test$plusargs("bug") != 0 && sum == 16'h1d0f};

    crc engine (
        .clk        (clk),
        .rst        (rst),
        .req_valid  (req_valid),
        .req_ready  (req_ready),
        .req_op     (req_op),
        .req_seed   (req_seed),
        .req_reflect(req_reflect),
        .req_byte   (req_byte),
        .req_word   (req_word),
        .resp_valid (resp_valid),
        .resp_ready (resp_ready),
        .resp_sum   (sum)
    );

endmodule

`default_nettype wire
