`default_nettype none
/* verilator lint_off PROCASSINIT */  // registers begin as in an FPGA, so a reset that forgets one shows only later

// A FIFO of 32 bytes that keeps whole frames only: one that is marked bad at its end, or does not fit, is dropped.
module frame_fifo (
    input  wire       clk,
    input  wire       rst,
    input  wire       s_valid,  // there is no ready: what cannot be stored is lost
    input  wire [7:0] s_data,
    input  wire       s_last,
    input  wire       s_bad,    // matters with s_last
    output reg        dropped,  // one cycle, after the end of a frame that is dropped
    output wire       m_valid,
    output wire [7:0] m_data,
    output wire       m_last,
    input  wire       m_ready
);
    reg [8:0] memory[0:31];
    reg [5:0] written = 0, committed = 0, read = 0;
    reg  lost = 0;  // a byte of this frame was
    wire full = written == (read ^ 6'd32);
    assign m_valid = read != committed;
    assign {m_last, m_data} = memory[read[4:0]];
    always @(posedge clk)
        if (rst) begin
            written   <= 0;
            committed <= 0;
            read      <= 0;
            lost      <= 0;
            dropped   <= 0;
        end else begin
            dropped <= 0;
            if (m_valid && m_ready) read <= read + 1'b1;
            if (s_valid) begin
                if (full) lost <= 1;
                else begin
                    memory[written[4:0]] <= {s_last, s_data};
                    written <= written + 1'b1;
                end
                if (s_last) begin
                    lost <= 0;
                    if (full || lost || s_bad) begin
                        written <= committed;
                        dropped <= 1;
                    end else committed <= written + 1'b1;
                end
            end
        end
endmodule

`default_nettype wire
