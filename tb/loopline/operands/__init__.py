"""Which operands have mattered: of every comparison, sum and index of a design, the cases near its limits that games
have met. Watched in its netlist, as Yosys reads it.

May import: campaign and below."""
