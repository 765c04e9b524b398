"""The model and the oracle, side by side: tiles, boards, stones, what each of them passes, and what is refused."""

import model.tsolitaire.oracle as oracle
from goldenrules.tsolitaire import CELLS, JOINTS, Leaves, Position, Refused, cell_name, rotations
from hypothesis import given, settings
from hypothesis import strategies as st
from loopline.games.tsolitaire.record import records


def board_of(position):
    return {oracle.named(str(move)[:2]): str(move)[2:] for move in position.placed.values()}


def place_of(place):
    return oracle.named(cell_name(place.cell)), place.port


def refusal(position, *placement):
    """The reason, and the stones that leave; no reason if it is legal."""
    try:
        position.play(*placement)
    except Refused as refused:
        return refused.reason, list(refused.stones) if isinstance(refused, Leaves) else []
    position.take_back()
    return None, []


def test_the_tiles():
    assert len(oracle.TILES) == len(JOINTS) == 35
    for number, orientations in enumerate(JOINTS):
        assert list(orientations) == oracle.four_rotations(oracle.TILES[number])
        assert [f"{number}{'TRBL'[rotation]}" for rotation in rotations(number)] == oracle.looks(number)


@settings(max_examples=60)
@given(records())
def test_stones_and_what_they_pass(record):
    board, passed = {}, [[] for _ in range(8)]
    for position in record.positions():
        for turn in position.turns[-1:]:
            move = str(turn.move)
            board, _ = oracle.place(board, oracle.named(move[:2]), move[2:])
            for run in turn.runs:
                passed[run.stone] += [(oracle.named(cell_name(one.cell)), one.entry, one.exit) for one in run.passes]
        assert board_of(position) == board
        for stone, place in enumerate(position.stones):
            assert oracle.track(board, stone) == (passed[stone], place_of(place))


@settings(max_examples=25)
@given(records(), st.data())
def test_what_is_legal_and_what_is_refused(record, data):
    position = record.position()
    board = board_of(position)
    tile = data.draw(st.integers(0, 34))
    assert [str(move) for move in position.legal_moves(tile)] == oracle.legal(board, tile)
    for cell in CELLS:
        for rotation in rotations(tile):
            expected, leaving = oracle.place(board, oracle.named(cell_name(cell)), f"{tile}{'TRBL'[rotation]}")
            reason, stones = refusal(position, cell, tile, rotation)
            assert (reason or "legal") == (expected if isinstance(expected, str) else "legal")
            assert stones == leaving


@settings(max_examples=40)
@given(records(), st.data())
def test_when_a_game_is_over(record, data):
    position = record.position()
    if left := record.tiles_left:
        position.offer(data.draw(st.sampled_from(left)))
        assert position.over == (not oracle.legal(board_of(position), position.next_tile))


def test_a_random_game_from_a_deck_to_its_end():
    for first in range(0, 35, 12):
        deck = [*range(first, 35), *range(first)]
        position, board = Position(deck), {}
        while legal := oracle.legal(board, position.next_tile):
            assert not position.over
            position.play(legal[len(legal) // 2])
            board = board_of(position)
        assert position.over
