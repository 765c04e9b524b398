"""How good is the harness? Bugs are put into a design, one after the other, and the properties must find each of them.

`netlist` has Yosys make the mutants, all behind one select, so that one build serves them all; `run` plays against
them; `proof` shows of those that are left that nothing could have found them; `score` adds it all up. `deck` then
chooses the fewest games that find the same.

May import: campaign and below.
"""
