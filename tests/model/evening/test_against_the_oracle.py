"""The model against the second implementation: on random games, on boards that are loaded, on counts."""

import model.evening.oracle as oracle
import pytest
from goldenrules.evening import (
    BLACK,
    COLOUR_NAMES,
    SIDES,
    WHITE,
    Move,
    Position,
    Protocol,
    Refused,
    Rule,
    RuleSet,
    perft,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from loopline.games.evening.record import games

LETTER = {WHITE: "W", BLACK: "B"}


def referee_of(rules):
    return oracle.Referee(rules.side, rules.rule is Rule.ODD_EVEN, rules.protocol is Protocol.FREE)


def numbers(side, cells):
    order = oracle.cells(side)
    return [order.index(cell) for cell in cells]


def agree(position, referee):
    side = referee.side
    for colour, letter in LETTER.items():
        assert position.cells(colour) == numbers(side, oracle.may_place(referee.board, side, letter))
        assert position.sizes(colour) == oracle.sizes(referee.board, letter)
    assert position.identical == (oracle.sizes(referee.board, "W") == oracle.sizes(referee.board, "B"))
    assert LETTER[position.leader] == referee.leader
    assert position.over == referee.over


def refused(position, move):
    try:
        position.play(move)
    except Refused as error:
        return error.reason
    position.take_back()
    return ""


@settings(max_examples=100)
@given(games((2, 3)), st.randoms())
def test_games(record, random):
    follow(record, random)


@settings(max_examples=20)
@given(games((4, 5, 6)), st.randoms())
def test_games_on_larger_boards(record, random):
    follow(record, random)


def follow(record, random):
    """Every position, and in each a handful of moves, most of which are refused."""
    position, referee = Position(record.rules), referee_of(record.rules)
    for move in [*record.moves, None]:
        agree(position, referee)
        for _ in range(4):
            cell = random.choice([None, *range(-1, len(position.hexagon) + 1)])
            tried = Move(random.choice([WHITE, BLACK]), cell)
            assert refused(position, tried) == referee.refusal(LETTER[tried.colour], cell)
        if move:
            assert referee.refusal(LETTER[move.colour], move.cell) == ""
            position.play(move)
            referee.play(LETTER[move.colour], move.cell)


@settings(max_examples=30)
@given(st.sampled_from(SIDES), st.sampled_from(Rule), st.randoms())
def test_boards_that_no_game_comes_to(side, rule, random):
    position, referee = Position(RuleSet(side, rule)), oracle.Referee(side, rule is Rule.ODD_EVEN)
    stones = {cell: random.choice([WHITE, BLACK]) for cell in position.hexagon.cells if random.random() < 0.8}
    position.load(stones)
    referee.board = {oracle.cells(side)[cell]: LETTER[colour] for cell, colour in stones.items()}
    agree(position, referee)


@pytest.mark.parametrize("side", SIDES)
def test_neighbours(side):
    board, order = Position(RuleSet(side)).hexagon, oracle.cells(side)
    assert len(board) == len(order) == 3 * side * (side - 1) + 1
    for cell, near in enumerate(board.neighbours):
        assert sorted(near) == sorted(numbers(side, [c for c in oracle.beside(order[cell]) if c in order]))


@pytest.mark.parametrize("rule", Rule)
@pytest.mark.parametrize(("side", "plies"), [(2, 6), (3, 4)])
def test_counts_of_free_play(side, plies, rule):
    found = [row.sequences for row in perft(plies, RuleSet(side, rule, Protocol.FREE))]
    assert found == [oracle.perft(side, rule is Rule.ODD_EVEN, True, ply) for ply in range(1, plies + 1)]


def test_the_names_of_the_colours():
    assert [name[0] for name in COLOUR_NAMES.values()] == list(LETTER.values())
