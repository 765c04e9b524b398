"""A deck has no more turns than it may."""

from loopline.distil.game import Game
from loopline.distil.run import Distilling


def test_what_is_worth_least_is_given_up():
    games = [
        Game("a", "", 10, frozenset({1})),
        Game("b", "", 40, frozenset({2, 3}), frozenset({("group", "bin")})),
        Game("c", "", 30, frozenset({4, 5})),
    ]
    run = Distilling(None, turns=55)
    assert [one.script for one in run._limited([], games)] == ["b", "a"]
    assert run.lost == {4, 5}


def test_what_is_to_stay_is_not_given_up():
    kept = [Game("x", "", 30), Game("y", "", 20, frozenset({1}))]
    run = Distilling(None, turns=60)
    games = [Game("a", "", 10, frozenset({2})), Game("b", "", 20, frozenset({3, 4}))]
    assert [one.script for one in run._limited(kept, games)] == ["x", "y", "a"]
    assert run.lost == {3, 4}
