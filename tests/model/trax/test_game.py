"""A game: what ends it, what it says then, and that nothing comes after the end."""

from dataclasses import fields, replace

import pytest
from goldenrules.errors import Refused
from goldenrules.trax import (
    CLASSIC,
    CONTEST,
    OPTIONS,
    ORIGIN,
    RED,
    WHITE,
    Game,
    NotationError,
    RuleSet,
    cell_at,
    read_move,
)
from goldenrules.trax.errors import Reason, Trap
from goldenrules.trax.rules import FLAGS, LIMITS, MINI_TRAX
from loopline.games.trax.model_checks import FIRST_TRAP
from model.trax.playing import LINES_OF_FOUR, everything_in

LOOP = r"@0/ B1\ B2/"
BEFORE_A_TRAP = FIRST_TRAP + " "


def game_of(text, rules=CONTEST):
    game = Game(rules)
    for word in text.split():
        game.play(*read_move(game.position, word))
    return game


def test_a_turn_may_be_a_text():
    game = Game()
    assert [game.play(word) for word in LOOP.split()] == [None, None, game.result]
    assert game.position == game_of(LOOP).position


def test_a_text_that_is_no_move_raises_and_ends_nothing():
    game = Game()
    with pytest.raises(NotationError):
        game.play("@0x")
    assert game.result is None


@pytest.mark.parametrize(
    ("text", "how"),
    [
        (r"@0/ @1/ A2/ C1+ A3/ D3\ A4\ C4\ ", "loop and line down"),
        (r"@0/ A0/ @1\ A3/ C1/ C3/ D1/ A0/", "loop and line down"),
        (r"@0/ B1\ B0\ @2+ C0\ C0/ D1\ ", "loop and line across"),
        ("@0+ B1+ @1+ @1/ C2\\ C3/ A2/", "loop and line across"),
    ],
)
def test_two_kinds_of_win_are_named_in_one_order(text, how):
    assert game_of(text, LINES_OF_FOUR).result.how == how


@pytest.mark.parametrize(
    ("cell", "symbol", "foul"),
    [
        (cell_at(0, 0), "/", Reason.OCCUPIED),
        (cell_at(3, 3), "/", Reason.UNCONNECTED),
        (cell_at(1, 1), "/", Reason.MISMATCH),
        (cell_at(1, 1), "?", Reason.BAD_SYMBOL),
    ],
)
def test_refused_turn_is_a_foul_under_contest_rules(cell, symbol, foul):
    game = game_of("@0+ B1+ A2+")
    result = game.play(cell, symbol)
    assert (result.winner, result.how, result.foul.reason) == (WHITE, "foul", foul)
    assert str(result) == f"White wins, foul: {foul}"


def test_a_text_that_is_no_turn_is_a_foul_too():
    game = game_of("@0+ B1+")
    with pytest.raises(NotationError, match=r"^bad row:") as caught:
        read_move(game.position, "A")
    result = game.foul(caught.value)
    assert (result.winner, result.foul) == (RED, caught.value)
    assert str(result) == "Red wins, foul: bad row"


@pytest.mark.parametrize(("text", "turn", "why"), [("@0+ B1+", "A1+", "occupied"), (BEFORE_A_TRAP, "A2/", "trap")])
def test_refused_turn_is_repeated_under_classic_rules(text, turn, why):
    game = game_of(text, CLASSIC)
    before = everything_in(game.position)
    with pytest.raises(Refused, match=f"^{why}:"):
        game.play(turn)
    assert game.result is None
    assert everything_in(game.position) == before
    assert game.position.to_move == WHITE
    assert game.play("@1+") is None
    assert game.position.to_move == RED


@pytest.mark.parametrize(("loser", "winner"), [(None, RED), (WHITE, RED), (RED, WHITE)])
def test_a_resignation(loser, winner):
    game = game_of("@0+ B1+")
    result = game.resign(loser)
    assert (result.winner, result.how) == (winner, "resignation")
    assert game.result == result


ENDED = {
    "won": lambda: game_of(LOOP),
    "foul": lambda: game_of(BEFORE_A_TRAP + "A2/"),
    "resigned": lambda: resigned(game_of(BEFORE_A_TRAP)),
    "drawn": lambda: played_to_a_draw(),
}


def played_to_a_draw():
    game = Game(MINI_TRAX)
    while not game.result:
        game.play(*game.position.legal_moves()[-1])
    assert game.result.winner is None
    return game


def resigned(game):
    game.resign()
    return game


@pytest.mark.parametrize("how", ENDED)
def test_nothing_comes_after_the_end(how):
    game = ENDED[how]()
    result, before = game.result, everything_in(game.position)
    with pytest.raises(Refused, match=r"^game over:"):
        game.play(cell_at(0, -1), "+")
    assert game.resign(result.winner) == result
    assert game.resign() == result
    assert game.foul(Trap(ORIGIN, "+", ORIGIN, 0b010101)) == result
    assert game.result == result
    assert everything_in(game.position) == before


def test_a_foul_is_taken_back_by_itself():
    game = game_of(BEFORE_A_TRAP)
    before = everything_in(game.position)
    game.play(*read_move(game.position, "A2/"))
    game.take_back()
    assert game.result is None
    assert everything_in(game.position) == before
    game.take_back()
    assert len(game.position.turns) == 7


def test_a_resignation_is_taken_back_by_itself():
    game = game_of("@0+ B1+")
    game.resign()
    game.take_back()
    assert game.result is None
    assert len(game.position.turns) == 2


def test_a_win_is_taken_back_with_its_turn():
    game = game_of(LOOP)
    game.take_back()
    assert game.result is None
    assert len(game.position.turns) == 2
    assert game.position.to_move == WHITE
    game.play(*read_move(game.position, "B2/"))
    assert game.result.winner == RED


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_of_the_rules_is_1_or_more(name):
    assert [getattr(replace(CLASSIC, **{name: value}), name) for value in (None, 1)] == [None, 1]
    for value in (0, -1):
        with pytest.raises(ValueError, match=rf"^{name} is {value}; it must be 1 or more, or None"):
            replace(CLASSIC, **{name: value})


def test_each_option_of_the_rules_says_what_it_means():
    assert [*OPTIONS] == [one.name for one in fields(RuleSet)][1:]
    assert {*LIMITS, *FLAGS, "symbols"} == {*OPTIONS}
