"""Co-verification of hardware that plays games: a golden model beside your Verilog, on every clock cycle."""
