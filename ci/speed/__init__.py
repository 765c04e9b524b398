"""How fast the model is, and the harness: against a lean plain testbench, and against what no harness can do without:
`make bench`."""
