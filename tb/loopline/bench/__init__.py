"""How fast the harness is: against a plain testbench, and against what no harness can do without."""
