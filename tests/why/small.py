"""A small design, and what describes one."""

from copies import copied_heap

SMALL = """
module tiny (
    input wire clk, input wire rst, input wire req_valid, output wire req_ready, input wire [1:0] req_op,
    output reg resp_valid, input wire resp_ready, output wire [1:0] resp_reason, output wire [7:0] resp_left,
    input wire [2:0] req_number
);
    reg [1:0] state, kept, begun = 0;
    assign req_ready = !resp_valid;
    assign resp_reason = state;
    assign resp_left = {6'd0, kept & begun};
    always @(posedge clk) begin
        case (req_op)
            2'd1: kept <= 1;
            2'd2: begun <= 2'd2;
            default: ;
        endcase
        resp_valid <= req_valid;
        state <= req_op;
        if (rst) begin
            resp_valid <= 1'b0;
            state <= 2'd0;
        end
    end
endmodule
"""


def described(folder, game):
    """Return the description of the small design, written into a folder, with its game in a module of that name."""
    description = copied_heap(folder, game)
    words = description.read_text().replace("verification_port = true", "").replace("heap.v", "small.v")
    words = words.replace('top = "heap"', 'top = "tiny"').replace('_parameter = "STONES"', '_parameter = ""')
    description.write_text(words)
    description.with_name("small.v").write_text(SMALL)
    return description
