"""Games written out as a plain Verilog testbench, with what a design has to answer: no Python, any simulator.

`expected` finds out what that is, `write` puts it into files; hdl/loopline_deck.v plays them.

May import: games, campaign, design and below."""
