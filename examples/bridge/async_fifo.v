`default_nettype none
/* verilator lint_off PROCASSINIT */  // registers begin as in an FPGA, so a reset that forgets one shows only later

// A FIFO of sixteen bytes between two clocks. Each side sees the other's pointer in Gray code, two cycles late.
module async_fifo (
    input  wire       wclk,
    input  wire       rclk,
    input  wire       rst,    // of both sides, for some cycles of each
    input  wire       push,
    input  wire [7:0] wdata,
    output wire       full,
    input  wire       pop,
    output wire [7:0] rdata,
    output wire       empty
);
    reg [7:0] memory[0:15];
    reg [4:0] written = 0, read = 0;
    reg [4:0] written_gray = 0, written_1 = 0, written_2 = 0;
    reg [4:0] read_gray = 0, read_1 = 0, read_2 = 0;
    wire [4:0] written_next = written + 1'b1, read_next = read + 1'b1;
    assign full  = written_gray == {~read_2[4:3], read_2[2:0]};
    assign empty = read_gray == written_2;
    assign rdata = memory[read[3:0]];
    always @(posedge wclk)
        if (rst) begin
            {written, written_gray} <= 0;
            {read_1, read_2} <= 0;
        end else begin
            {read_1, read_2} <= {read_gray, read_1};
            if (push && !full) begin
                memory[written[3:0]] <= wdata;
                written <= written_next;
                written_gray <= written_next ^ (written_next >> 1);
            end
        end
    always @(posedge rclk)
        if (rst) begin
            {read, read_gray} <= 0;
            {written_1, written_2} <= 0;
        end else begin
            {written_1, written_2} <= {written_gray, written_1};
            if (pop && !empty) begin
                read <= read_next;
                read_gray <= read_next ^ (read_next >> 1);
            end
        end
endmodule

`default_nettype wire
