"""Sessions without a reset, in which more happens than most engines have bits to count it."""

import pytest
from loopline.drawing import examples_of
from loopline.games.general import counters
from loopline.games.tsolitaire.game import TsolitaireEngine
from loopline.games.tsolitaire.protocol import Square

EXAMPLES = 40


def examples(number):
    [one] = (one for one in TsolitaireEngine(Square()).properties() if one.name == "long sessions")
    return examples_of(one.scripts, number, seed=1)


@pytest.fixture(scope="module")
def scripts():
    return examples(EXAMPLES)


def test_long_sessions_have_no_reset(scripts):
    assert not any(request.cut for script in scripts for request in script.steps)


@pytest.mark.parametrize("bits", [4, 8, 12, 16])
def test_long_sessions_overflow_small_counters(scripts, bits):
    found = [events(script) for script in scripts]
    assert any(1 << bits <= count < 2 << bits for count in found)


def test_a_game_may_be_over_when_a_turn_is_to_be_repeated(monkeypatch):
    """Tile 0 fits nowhere on the empty board, and that it has been drawn cannot be taken back."""
    monkeypatch.setattr(counters, "_OF_GAMES", 1)
    assert all(events(script) > 1 << 4 for script in examples(5))


def events(script):
    model = TsolitaireEngine(Square()).model()
    count = 0
    for request in script.steps:
        model.begin(request)
        while due := model.due():
            model.happen(next(iter(due)))
            count += 1
    return count
