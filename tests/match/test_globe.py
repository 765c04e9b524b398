"""The Globe before a referee: its players, its log."""

import pytest
from goldenrules.globe import Capture, Position, Rules, replay
from loopline.games.globe.contest import GlobeContest, contest
from loopline.games.globe.paper import PAPER


def played(rules, players, turns=300):
    game, log = GlobeContest(rules), []
    while game.outcome is None and len(log) < turns:
        move = players[game.to_move](game)
        assert move in game.moves()
        game.play(move)
        log.append(game.logged(len(log) + 1, move))
    return game, "\n".join(log)


@pytest.mark.parametrize("capture", Capture)
def test_a_game_and_its_log(capture):
    rules = Rules(capture, 60)
    found = contest(rules)
    players = [found.golden["greedy"].chooser(1), found.golden["random"].chooser(2)]
    game, log = played(rules, players)
    assert replay(log) == game.position
    assert game.outcome is not None
    assert "plies" in game.caption
    assert "N1" in game.picture(80, None).plain


def test_greedy_beats_random():
    """Of ten games against it, it loses none, and wins some."""
    found = contest(Rules())
    outcomes = []
    for seed in range(10):
        game, _ = played(Rules(), [found.golden["greedy"].chooser(seed), found.golden["random"].chooser(seed)], 600)
        outcomes.append(game.outcome and game.outcome[0])
    assert 1 not in outcomes
    assert outcomes.count(0) > 2


def test_the_same_seed_plays_the_same_game():
    chooser = contest(Rules()).golden["greedy"].chooser
    logs = {played(Rules(), [chooser(3), chooser(4)], 40)[1] for _ in range(2)}
    assert len(logs) == 1


def test_how_a_game_ends():
    game = GlobeContest(Rules())
    for move in ["E1-E2", "S1-C3", "E2-E1", "C3-S1"] * 2:
        assert game.outcome is None
        game.play(move)
    assert game.outcome == (None, "repetition")
    game.position = Position(Rules(), "....nns.nn...s.snssns", 1)
    game.play("W1-W4")
    assert game.outcome == (0, "2 pieces left")


def test_a_move_that_is_none_changes_nothing():
    game = GlobeContest(Rules())
    for text in ("", "N3-N1", "pass", "hello"):
        with pytest.raises(ValueError, match=r"\w: "):
            game.play(text)
    assert game.position == Position()


def test_the_tables_are_of_one_rule_only():
    assert [*PAPER.contest(Rules()).players] == ["greedy", "perfect"]
    assert [*PAPER.contest(Rules(Capture.PIECE)).players] == ["greedy"]
