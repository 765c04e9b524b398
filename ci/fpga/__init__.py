"""How large and how fast a design is on an FPGA: `make synth`, docs/synthesis.md. Uses Yosys and nextpnr."""
