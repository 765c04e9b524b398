"""Playing games in the tests."""

from copy import deepcopy

from goldenrules.tsolitaire import Position

#: RULES 3.6
CLEARED = (
    "6B16B 5F8L 6F12T 5A32R 2A13R 1B23T 5B21L 1E22T 4F6R 1C24L 4B31T 6E18R 5E3B 1A14R 2F10T 1D17T 2B29R 3F26T 6D4T "
    "6C11T 6A30T 4A15T 1F1T 5C5B 3E20R 3B9T 4E33T 3A7L 2C27T 2D19R 4D34T 4C28B 2E25R 3D2R 5D0T"
)

#: The stones 2 to 6 face 4C.
FACED_BY_FIVE = (
    "2A20T 5F33T 1B19R 2F12T 1E16B 6E17R 5A28T 2E3B 1D32T 6B5L 1C34T 5B30T 4B29R 3B31T 2B7L 2D22T 6A0T 3D18R 5E26T "
    "2C25R 4A24L 5D6B 5C8T 4E27T 4D1R 3E2T 3C9R"
)


def after(text, turns=None, deck=None):
    """The position after a game written as placements, or after its first turns."""
    return Position.from_moves(text.split()[:turns], deck)


def everything_in(position):
    """All that a position remembers, private or not."""
    return deepcopy(vars(position))
