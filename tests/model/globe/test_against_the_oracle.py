"""The model beside a second, slow and obvious implementation of the rules, and beside worked examples."""

import json
from pathlib import Path

import pytest
from goldenrules.globe import NAMES, NORTH, SOUTH, Capture, Position, Rules, read_side
from hypothesis import given
from loopline.games.globe.record import Record, games
from model.globe import oracle

SAMPLE = Path(__file__).parents[4] / "shared" / "data" / "globe-sample.jsonl"


def beginning(record):
    letters = {"NORTH": "n", "SOUTH": "s"}
    board = dict(zip(oracle.NAMES, record.board, strict=True))
    return oracle.Game(str(record.rules.capture), record.rules.history, board, letters[record.to_move.name])


def alike(position, game):
    assert tuple(oracle.NAMES) == NAMES
    assert position.board == "".join(game.board.get(point, ".") for point in oracle.NAMES)
    assert sorted(position.legal_moves()) == game.moves()
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


# --- worked examples ----------------------------------------------------------------------------------------------


def examples(kind):
    if not SAMPLE.exists():
        pytest.skip("needs ../shared/data/globe-sample.jsonl beside the repository")
    found = [json.loads(line) for line in SAMPLE.read_text().splitlines()]
    return [one for one in found if one["kind"] == kind]


def captured(turn):
    return [NAMES[point] for point in sorted(point for part in turn.captured for point in part)]


def test_worked_positions():
    positions = examples("position")
    assert len(positions) > 10
    for one in positions:
        position = Position(Rules(Capture(one["option"])), one["board"], read_side(one["to_move"]))
        moves = []
        for step in position.legal_steps():
            turn = position.play(*step)
            moves.append([str(step), captured(turn), "win" if position.winner else ""])
            position.take_back()
        assert moves == one["moves"]
        assert position.must_pass == one["must_pass"]


def test_worked_games():
    found = examples("game")
    assert len(found) > 3
    for one in found:
        position = Position(Rules(Capture(one["option"])), one["start"], read_side(one["first"]))
        for move, taken, north, south, occurrence in one["plies"]:
            turn = position.play(move)
            found = [captured(turn), position.count(NORTH), position.count(SOUTH), turn.occurrence]
            assert found == [taken, north, south, occurrence]
        ended = ["win" if position.winner else "draw", position.winner or 0] if position.over else None
        assert (position.board, position.to_move, ended) == (one["board"], read_side(one["to_move"]), one["result"])
