"""Playing games in the tests."""

from copy import deepcopy

from goldenrules.tsolitaire import Position

#: RULES 3.6
CLEARED = (
    "6B16B 5F8L 6F12T 5A32R 2A13R 1B23T 5B21L 1E22T 4F6R 1C24L 4B31T 6E18R 5E3B 1A14R 2F10T 1D17T 2B29R 3F26T 6D4T "
    "6C11T 6A30T 4A15T 1F1T 5C5B 3E20R 3B9T 4E33T 3A7L 2C27T 2D19R 4D34T 4C28B 2E25R 3D2R 5D0T"
)


def after(text, turns=None, deck=None):
    """The position after a game written as placements, or after its first turns."""
    return Position.from_moves(text.split()[:turns], deck)


def everything_in(position):
    """All that a position remembers, private or not."""
    return deepcopy(vars(position))
