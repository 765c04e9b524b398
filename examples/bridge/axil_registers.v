`default_nettype none
/* verilator lint_off UNUSEDSIGNAL */  // the two lowest bits of an address, as there are strobes

// Four registers of 32 bits on AXI-Lite. Addresses beyond them are answered by an error, and change nothing.
module axil_registers (
    input  wire        clk,
    input  wire        rst,
    input  wire [ 5:0] s_awaddr,
    input  wire        s_awvalid,
    output wire        s_awready,
    input  wire [31:0] s_wdata,
    input  wire [ 3:0] s_wstrb,
    input  wire        s_wvalid,
    output wire        s_wready,
    output reg  [ 1:0] s_bresp,
    output reg         s_bvalid,
    input  wire        s_bready,
    input  wire [ 5:0] s_araddr,
    input  wire        s_arvalid,
    output wire        s_arready,
    output reg  [31:0] s_rdata,
    output reg  [ 1:0] s_rresp,
    output reg         s_rvalid,
    input  wire        s_rready
);
    reg [31:0] value[0:3];
    wire write = s_awvalid && s_wvalid && (!s_bvalid || s_bready);
    wire read = s_arvalid && (!s_rvalid || s_rready);
    integer i;
    initial for (i = 0; i < 4; i = i + 1) value[i] = 0;
    assign {s_awready, s_wready, s_arready} = {write, write, read};
    always @(posedge clk)
        if (rst) begin
            s_bvalid <= 0;
            s_rvalid <= 0;
            for (i = 0; i < 4; i = i + 1) value[i] <= 0;
        end else begin
            if (s_bready) s_bvalid <= 0;
            if (s_rready) s_rvalid <= 0;
            if (write) begin
                s_bvalid <= 1;
                s_bresp  <= {|s_awaddr[5:4], 1'b0};
                for (i = 0; i < 4; i = i + 1)
                if (s_wstrb[i] && s_awaddr[5:4] == 0) value[s_awaddr[3:2]][8*i+:8] <= s_wdata[8*i+:8];
            end
            if (read) begin
                s_rvalid <= 1;
                s_rresp  <= {|s_araddr[5:4], 1'b0};
                s_rdata  <= s_araddr[5:4] != 0 ? 0 : value[s_araddr[3:2]];
            end
        end
endmodule

`default_nettype wire
