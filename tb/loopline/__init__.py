"""Co-verification of Trax hardware: a golden model beside your Verilog, on every clock cycle."""
