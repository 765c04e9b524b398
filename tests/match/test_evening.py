"""Evening before a referee: its players, its log, and what it refuses."""

from itertools import pairwise, product

import pytest
from goldenrules.evening import BLACK, WHITE, Position, Protocol, Rule, RuleSet, replay
from loopline.errors import BadInput
from loopline.games.evening.contest import EveningContest, contest

SIDE_3 = RuleSet(3)


def played(rules, *names, seed=0):
    """A game between these players, and its lines in a file of games."""
    found = contest(rules)
    choosers = [found.golden[name].chooser(seed + number) for number, name in enumerate(names)]
    game, log = EveningContest(rules), []
    while game.outcome is None:
        move = choosers[game.to_move](game)
        assert move in game.moves()
        game.play(move)
        log.append(game.logged(len(log) + 1, move))
    return game, " ".join([*log, game.closing(game.outcome[0], "")])


@pytest.mark.parametrize("rule", Rule)
def test_a_game_and_its_log(rule):
    game, log = played(RuleSet(4, rule), "greedy", "random")
    assert replay(log) == game.position
    assert log.splitlines()[0] == f"side=4 rule={rule.value} protocol=loser-moves"
    assert log.endswith(f"{'White' if game.position.winner is WHITE else 'Black'} wins")
    assert "stones" in game.caption
    assert "a1" in game.picture(80, None).plain


def test_a_side_moves_several_times_running():
    movers = []
    game = EveningContest(SIDE_3)
    while game.outcome is None:
        movers.append(game.to_move)
        game.play(game.moves()[0])
    assert movers[0] == 0
    assert any(one == another for one, another in pairwise(movers))


@pytest.mark.parametrize(("rules", "white"), [(SIDE_3, True), (RuleSet(2), False), (RuleSet(2, Rule.ODD_EVEN), True)])
def test_perfect_wins_what_can_be_won(rules, white):
    """White has a first cell that wins on side 3, and on side 2 under the Odd-Even rule."""
    names = ("perfect", "greedy") if white else ("greedy", "perfect")
    game, _ = played(rules, *names)
    assert game.position.winner is (WHITE if white else BLACK)
    assert played(rules, "perfect", "perfect")[0].position.winner is game.position.winner


def test_greedy_beats_random():
    """As either side, in most of the games of side 5."""
    won = 0
    for seed, rule in product(range(4), Rule):
        won += played(RuleSet(5, rule), "greedy", "random", seed=seed)[0].position.winner is WHITE
        won += played(RuleSet(5, rule), "random", "greedy", seed=seed)[0].position.winner is BLACK
    assert won >= 13


def test_the_same_seeds_play_the_same_game():
    games = {played(SIDE_3, "greedy", "perfect", seed=seed)[1] for seed in (1, 2, 3, 1, 2, 3)}
    assert 1 < len(games) < 4


def test_declining_ends_the_game():
    game = EveningContest(SIDE_3)
    game.play("Wc3")
    game.play("B-")
    assert game.outcome == (0, "one group more")
    assert game.closing(0, "") == "White wins"


@pytest.mark.parametrize("text", ["", "c4", "Bc3", "Wc4", "Be3", "B99", "hello"])
def test_a_move_that_is_none_changes_nothing(text):
    game = EveningContest(SIDE_3)
    game.play("Wc3")
    with pytest.raises(ValueError, match=r"\w: "):
        game.play(text)
    assert game.position == Position.from_moves(["Wc3"], SIDE_3)


def test_what_there_are_no_matches_of():
    with pytest.raises(BadInput, match="free play has no turns"):
        contest(RuleSet(3, protocol=Protocol.FREE))
    with pytest.raises(BadInput, match=r"side 4 cannot be solved.* use side 2 or 3"):
        contest(RuleSet(4)).golden["perfect"].chooser(0)
