"""The model beside a second, slow and obvious implementation of the rules."""

import pytest
from goldenrules.globe import NAMES, Capture, Rules
from hypothesis import given
from loopline.games.globe.record import Record, games, texts
from model.globe import oracle


def beginning(record):
    letters = {"NORTH": "n", "SOUTH": "s"}
    board = dict(zip(oracle.NAMES, record.board, strict=True))
    return oracle.Game(str(record.rules.capture), record.rules.history, board, letters[record.to_move.name])


def alike(position, game):
    assert tuple(oracle.NAMES) == NAMES
    assert position.board == "".join(game.board.get(point, ".") for point in oracle.NAMES)
    assert sorted(texts(position)) == game.moves()
    assert (position.end and str(position.end)) == game.end
    assert (position.winner and position.winner.name[0].lower()) == game.winner
    assert position.to_move.name[0].lower() == game.to_move


@given(games(max_turns=60))
def test_whole_games(record):
    position, game = record.begin(), beginning(record)
    alike(position, game)
    for move in record.moves:
        turn, taken = position.play(move), game.play(move)
        assert {NAMES[point] for part in turn.captured for point in part} == taken
        assert turn.occurrence == game.occurrence
        alike(position, game)


@pytest.mark.parametrize("capture", Capture)
def test_every_game_of_four_plies(capture):
    def walk(moves, plies):
        record = Record(moves, Rules(capture))
        game = beginning(record)
        for move in moves:
            game.play(move)
        alike(record.position(), game)
        if plies:
            for move in game.moves():
                walk((*moves, move), plies - 1)

    walk((), 4)
