`default_nettype none
/* verilator lint_off PROCASSINIT */  // registers begin as in an FPGA, so a reset that forgets one shows only later

// A FIFO on an AXI stream: sixteen bytes, each with its `last`, and one more in the register at the output.
module axis_fifo (
    input  wire       clk,
    input  wire       rst,
    input  wire [7:0] s_tdata,
    input  wire       s_tlast,
    input  wire       s_tvalid,
    output wire       s_tready,
    output reg  [7:0] m_tdata,
    output reg        m_tlast,
    output reg        m_tvalid,
    input  wire       m_tready
);
    reg [8:0] memory[0:15];
    reg [4:0] written = 0, read = 0;  // a bit more than an address, so that full is not empty
    wire full = written == (read ^ 5'd16);
    wire empty = written == read;
    wire free = !m_tvalid || m_tready;
    assign s_tready = !full;
    always @(posedge clk)
        if (rst) begin
            written  <= 0;
            read     <= 0;
            m_tvalid <= 0;
        end else begin
            if (s_tvalid && s_tready) begin
                memory[written[3:0]] <= {s_tlast, s_tdata};
                written <= written + 1'b1;
            end
            if (free) begin
                {m_tlast, m_tdata} <= memory[read[3:0]];
                m_tvalid <= !empty;
                if (!empty) read <= read + 1'b1;
            end
        end
endmodule

`default_nettype wire
