`default_nettype none
/* verilator lint_off PROCASSINIT */  // registers begin as in an FPGA, so a reset that forgets one shows only later

// Makes words of four bytes from a stream of bytes, the first one lowest. A packet may end within a word.
module width_adapter (
    input  wire        clk,
    input  wire        rst,
    input  wire [ 7:0] s_tdata,
    input  wire        s_tlast,
    input  wire        s_tvalid,
    output wire        s_tready,
    output reg  [31:0] m_tdata,
    output reg  [ 3:0] m_tkeep,
    output reg         m_tlast,
    output reg         m_tvalid,
    input  wire        m_tready
);
    reg [1:0] count = 0;
    reg [23:0] held;
    wire complete = s_tlast || count == 3;
    assign s_tready = !m_tvalid || m_tready;
    always @(posedge clk)
        if (rst) begin
            count    <= 0;
            m_tvalid <= 0;
        end else begin
            if (m_tready) m_tvalid <= 0;
            if (s_tvalid && s_tready) begin
                held[8*count+:8] <= s_tdata;
                count <= complete ? 2'd0 : count + 1'b1;
                if (complete) begin
                    m_tvalid <= 1;
                    m_tlast  <= s_tlast;
                    m_tkeep  <= 4'b1111 >> (2'd3 - count);
                    case (count)
                        0: m_tdata <= {24'd0, s_tdata};
                        1: m_tdata <= {16'd0, s_tdata, held[7:0]};
                        2: m_tdata <= {8'd0, s_tdata, held[15:0]};
                        default: m_tdata <= {s_tdata, held};
                    endcase
                end
            end
        end
endmodule

`default_nettype wire
