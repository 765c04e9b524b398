"""How large a design is on an FPGA, and how fast: Yosys makes cells of it, nextpnr places and routes them.

May import: campaign and below."""
