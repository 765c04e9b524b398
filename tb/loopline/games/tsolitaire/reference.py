"""The reference figures of RULES 3.6."""

#: Legal placements of each tile on the empty board.
FIRST_PLACEMENTS = (
    *(0, 16, 16, 24, 24, 24, 24, 24, 24, 8, 24, 24, 8, 16, 32, 32, 32, 32),
    *(16, 32, 32, 32, 16, 16, 32, 32, 16, 8, 32, 16, 16, 8, 16, 8, 8),
)

#: By deck: sequences of legal placements, ply by ply.
PERFT = {
    "16 8 12 32 13": (32, 784, 7_140, 103_536, 1_455_084),
    "1 2 3 4 5": (16, 240, 5_016, 103_908, 2_144_652),
    "34 33 32 31 30": (8, 64, 1_024, 8_080, 119_984),
}

#: It clears the board and leaves 3C empty.
CLEARED = (
    "6B16B 5F8L 6F12T 5A32R 2A13R 1B23T 5B21L 1E22T 4F6R 1C24L 4B31T 6E18R 5E3B 1A14R 2F10T 1D17T 2B29R 3F26T 6D4T "
    "6C11T 6A30T 4A15T 1F1T 5C5B 3E20R 3B9T 4E33T 3A7L 2C27T 2D19R 4D34T 4C28B 2E25R 3D2R 5D0T"
)
LEFT_EMPTY = "3C"

#: Tile 0 cannot be placed.
STUCK = "1B13R 1E33T 0/"

#: Two records of one game, and what is on the board.
SAME_GAME = (
    "1: 2F8B 2: 2A17B 3: 1F2B 4: 3A7L* 5: 1E4R* 4: 3A7L 5: 5F4B",
    "1: 2F8B 2: 2A17B 3: 1F2B 4: 3A7L 5: 1E4R Undo Undo Redo 5: 5F4B",
)
SAME_GAME_BOARD = "2F8B 2A17B 1F2B 3A7L 5F4B"

#: By how many rotations of a tile differ.
TILES_OF_PERIOD = {1: (0, 27, 31, 33, 34), 2: (9, 12, 13, 18, 22, 23, 26, 29, 30, 32)}
