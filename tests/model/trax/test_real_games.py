"""Two thousand games that people and programs have played, and four hundred traps, if their collection is at hand."""

from pathlib import Path

import pytest
from goldenrules.trax import CLASSIC, Position, Trap, read_move
from model.trax.playing import board_of, edges_of, winner_of

DATA = Path(__file__).parents[4] / "shared" / "data"

#: The collection's number of a tile.
CODES = {"wrwr": 1, "rwrw": 2, "wrrw": 3, "rwwr": 4, "wwrr": 5, "rrww": 6}


def lines_of(name):
    path = DATA / name
    if not path.exists():
        pytest.skip(f"needs ../shared/data/{name} beside the repository")
    return [line for line in path.read_text().splitlines() if not line.startswith("#")]


def play_words(words):
    """The position, and after how many turns somebody has won."""
    position = Position(CLASSIC)
    for word in words:
        assert position.winner is None
        position.play(*read_move(position, word))
    return position


def drawn_as(position):
    """The board in the collection's writing."""
    return "|".join("".join(str(CODES[edges_of(tile)] if tile else 0) for tile in row) for row in position.rows())


def test_every_real_game_ends_as_it_did():
    games = lines_of("real-games.tsv")
    assert len(games) == 2000
    for line in games:
        words, verdict, tiles, box, board = line.split("\t")
        words = words.split()
        position = play_words(words)
        assert f"{(winner_of(position) or 'ongoing').upper()} {len(words)}" == verdict
        assert len(position.tiles) == len(board_of(position)) == int(tiles)
        assert f"{position.box.columns}x{position.box.rows}" == box
        assert drawn_as(position) == board


def test_every_trap_is_one_at_its_last_move_and_not_before():
    traps = lines_of("traps.txt")
    assert len(traps) == 400
    for line in traps:
        *words, last = line.split()
        position = play_words(words)
        assert position.winner is None
        with pytest.raises(Trap):
            position.play(*read_move(position, last))
        assert len(position.turns) == len(words)
