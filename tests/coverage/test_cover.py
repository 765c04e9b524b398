"""Which games are kept: all that can be reached is reached, by no game that could be left out."""

from hypothesis import given
from hypothesis import strategies as st
from loopline.contract.coverage import chosen

reached = st.dictionaries(st.integers(0, 30), st.frozensets(st.integers(0, 20)), max_size=15)


@given(reached)
def test_cover_is_complete_and_minimal(games):
    kept = chosen(games, dict.fromkeys(games, 1))
    everything = frozenset[int]().union(*games.values())
    assert frozenset[int]().union(*kept.values()) == everything
    assert sum(map(len, kept.values())) == len(everything)
    for one, aims in kept.items():
        assert aims
        assert aims <= games[one]
        assert not games[one] <= frozenset[int]().union(*(games[other] for other in kept if other != one))


def test_the_cheaper_of_two_is_kept():
    games = {"long": frozenset({1, 2}), "short": frozenset({1, 2}), "other": frozenset({3})}
    assert chosen(games, {"long": 90, "short": 9, "other": 1}) == {"short": {1, 2}, "other": {3}}


def test_game_made_superfluous_later_is_dropped():
    """The first is the best alone, and then two others are needed that do all of it."""
    games = {"most": frozenset({1, 2, 3, 4}), "left": frozenset({1, 2, 5}), "right": frozenset({3, 4, 6})}
    assert list(chosen(games, dict.fromkeys(games, 1))) == ["left", "right"]
