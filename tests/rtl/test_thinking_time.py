"""How long the player thinks where that is long. That the cycles are the hardware's:
tests/latency/test_measured.py."""

from goldenrules.trax import CONTEST, Position, read_move
from goldenrules.trax.scan import column_name
from rtl.trax_search_cycles import thinking

#: The worst that a search among positions with at most 250 legal turns has found: one long row, nearly all of it `\`.
#: A turn beside such a row often forces a tile on every cell along it; few of White's turns stop what Red threatens.
ROW = ["@0/", "B1+", *(f"{column_name(column)}1\\" for column in range(3, 40)), "AN1+"]
WORST = [*ROW, *"AI2\\ I3\\ AJ2\\ AL2\\".split()]  # noqa: SIM905 (as games are written)

#: The longest known thoughts, in cycles, at depths 1 and 2.
LONGEST = 65_925, 11_182_858


def test_the_longest_known():
    position = Position(CONTEST)
    for text in WORST:
        position.play(*read_move(position, text))
    assert len(position.legal_moves()) == 250
    assert (thinking(position, 1), thinking(position, 2)) == LONGEST
