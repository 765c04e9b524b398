"""How fast the model and the harness are: `make bench`.

The harness is measured against a lean plain testbench, and against what every harness must do.
"""
