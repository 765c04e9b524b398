// The 35 pieces. Nobody has typed them in: all ways to join eight ports in pairs are gone through in the order of the
// dictionary, and those that a turn would bring further to the front are left out.
module tsolitaire_shapes (
    input  logic       tock,
    input  logic [5:0] piece,
    input  logic [1:0] turn,
    input  logic [2:0] enter,
    output logic [2:0] leave,  // a cycle later
    input  logic [5:0] looked_at,
    output logic [1:0] last_turn  // by which it looks as by none before
);
    logic [23:0] shapes[0:63];  // the partner of port 0 in the highest three bits
    logic [ 1:0] last_turns[0:63];

    function automatic logic [2:0] partner(input logic [23:0] shape, input logic [2:0] port);
        partner = shape[3*(7-port)+:3];
    endfunction

    function automatic logic [23:0] joined(input logic [23:0] shape, input logic [2:0] one, input logic [2:0] other);
        joined = shape;
        joined[3*(7-one)+:3] = other;
        joined[3*(7-other)+:3] = one;
    endfunction

    // Who is without a partner is his own
    function automatic logic [2:0] first_alone(input logic [23:0] shape);
        integer port;
        first_alone = 0;
        for (port = 7; port >= 0; port = port - 1) if (partner(shape, port[2:0]) == port[2:0]) first_alone = port[2:0];
    endfunction

    function automatic logic [2:0] last_alone(input logic [23:0] shape);
        integer port;
        last_alone = 0;
        for (port = 0; port < 8; port = port + 1) if (partner(shape, port[2:0]) == port[2:0]) last_alone = port[2:0];
    endfunction

    function automatic logic [23:0] turned(input logic [23:0] shape);
        integer port;
        turned = 0;
        for (port = 0; port < 8; port = port + 1)
            turned[3*(7-(port+2)%8)+:3] = partner(shape, port[2:0]) + 3'd2;
    endfunction

    integer count, a, b, c;
    logic [23:0] one, two, three, all, quarter, half, rest;
    initial begin
        for (count = 0; count < 64; count = count + 1) begin
            shapes[count] = 0;
            last_turns[count] = 0;
        end
        count = 0;
        for (a = 1; a < 8; a = a + 1) begin
            one = joined(24'o01234567, 3'd0, a[2:0]);
            for (b = 1; b < 8; b = b + 1)
            if (partner(one, b[2:0]) == b[2:0] && first_alone(one) != b[2:0]) begin
                two = joined(one, first_alone(one), b[2:0]);
                for (c = 1; c < 8; c = c + 1)
                if (partner(two, c[2:0]) == c[2:0] && first_alone(two) != c[2:0]) begin
                    three = joined(two, first_alone(two), c[2:0]);
                    all = joined(three, first_alone(three), last_alone(three));
                    quarter = turned(all);
                    half = turned(quarter);
                    rest = turned(half);
                    if (all <= quarter && all <= half && all <= rest) begin
                        shapes[count] = all;
                        last_turns[count] = all == quarter ? 2'd0 : all == half ? 2'd1 : 2'd3;
                        count = count + 1;
                    end
                end
            end
        end
    end

    logic [23:0] shape;
    logic [ 2:0] enters;
    logic [ 1:0] turns;
    always_ff @(posedge tock) begin
        shape  <= shapes[piece];
        turns  <= turn;
        enters <= enter - {turn, 1'b0};
    end

    assign leave = partner(shape, enters) + {turns, 1'b0};
    assign last_turn = last_turns[looked_at];
endmodule
