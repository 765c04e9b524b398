"""Evening and the Globe before a referee: their players, their logs, and what they refuse."""

from itertools import pairwise, product

import pytest
from goldenrules import evening, globe
from goldenrules.evening import BLACK, WHITE, Rule, RuleSet
from goldenrules.globe import Capture, Rules
from loopline.games.evening.contest import EveningContest
from loopline.games.evening.contest import contest as contest_of_evening
from loopline.games.globe.contest import GlobeContest
from loopline.games.globe.contest import contest as contest_of_globe
from loopline.games.globe.paper import PAPER

CONTESTS = {RuleSet: (contest_of_evening, EveningContest), Rules: (contest_of_globe, GlobeContest)}
SIDE_3 = RuleSet(3)


def played(rules, *names, seed=0, turns=600):
    """A game between these players, and the words of its log."""
    contest, begin = CONTESTS[type(rules)]
    choosers = [contest(rules).golden[name].chooser(seed + number) for number, name in enumerate(names)]
    game, log = begin(rules), []
    while game.outcome is None and len(log) < turns:
        move = choosers[game.to_move](game)
        assert move in game.moves()
        game.play(move)
        log.append(game.logged(len(log) + 1, move))
    return game, log


@pytest.mark.parametrize("rules", [*(RuleSet(4, rule) for rule in Rule), *(Rules(capture, 60) for capture in Capture)])
def test_a_game_and_its_log(rules):
    game, log = played(rules, "greedy", "random")
    assert game.outcome is not None
    picture, caption = game.picture(80, None).plain, game.caption
    if isinstance(rules, Rules):
        assert globe.replay("\n".join(log)) == game.position
        assert ("plies" in caption, "N1" in picture) == (True, True)
        return
    text = " ".join([*log, game.closing(game.outcome[0], "")])
    assert evening.replay(text) == game.position
    assert text.splitlines()[0] == f"side=4 rule={rules.rule.value} protocol=loser-moves"
    assert text.endswith(f"{'White' if game.position.winner is WHITE else 'Black'} wins")
    assert ("stones" in caption, "a1" in picture) == (True, True)


@pytest.mark.parametrize(("rules", "players"), [(SIDE_3, ("greedy", "perfect")), (Rules(), ("greedy", "greedy"))])
def test_the_same_seeds_play_the_same_game(rules, players):
    games = {" ".join(played(rules, *players, seed=seed, turns=40)[1]) for seed in (1, 3, 5, 1, 3, 5)}
    assert 1 < len(games) < 4


@pytest.mark.parametrize(
    ("game", "begun", "refused"),
    [
        (EveningContest(SIDE_3), ["Wc3"], ["", "c4", "Bc3", "Wc4", "Be3", "B99", "hello"]),
        (GlobeContest(Rules()), [], ["", "N3-N1", "pass", "hello"]),
    ],
    ids=["evening", "globe"],
)
def test_unreadable_move_changes_nothing(game, begun, refused):
    for move in begun:
        game.play(move)
    before = game.position.copy()
    for text in refused:
        with pytest.raises(ValueError, match=r"\w: "):
            game.play(text)
    assert game.position == before


# --- Evening ----------------------------------------------------------------------------------------------------------


def test_a_side_moves_several_times_running():
    movers, game = [], EveningContest(SIDE_3)
    while game.outcome is None:
        movers.append(game.to_move)
        game.play(game.moves()[0])
    assert movers[0] == 0
    assert any(one == another for one, another in pairwise(movers))


@pytest.mark.parametrize(("rules", "white"), [(SIDE_3, True), (RuleSet(2), False), (RuleSet(2, Rule.ODD_EVEN), True)])
def test_perfect_wins_what_can_be_won(rules, white):
    """White has a first cell that wins on side 3, and on side 2 under the Odd-Even rule."""
    for names in [("perfect", "greedy") if white else ("greedy", "perfect"), ("perfect", "perfect")]:
        assert played(rules, *names)[0].position.winner is (WHITE if white else BLACK)


def test_greedy_beats_random():
    """As either side, in most of the games of side 5. On the Globe it loses none of ten, and wins some."""
    won = 0
    for seed, rule in product(range(4), Rule):
        won += played(RuleSet(5, rule), "greedy", "random", seed=seed)[0].position.winner is WHITE
        won += played(RuleSet(5, rule), "random", "greedy", seed=seed)[0].position.winner is BLACK
    assert won >= 13
    games = [played(Rules(), "greedy", "random", seed=seed)[0] for seed in range(10)]
    winners = [game.outcome and game.outcome[0] for game in games]
    assert 1 not in winners
    assert winners.count(0) > 2


def test_declining_ends_the_game():
    game = EveningContest(SIDE_3)
    game.play("Wc3")
    game.play("B-")
    assert game.outcome == (0, "one group more")
    assert game.closing(0, "") == "White wins"


# --- the Globe --------------------------------------------------------------------------------------------------------


def test_how_a_game_of_the_globe_ends():
    game = GlobeContest(Rules())
    for move in ["E1-E2", "S1-C3", "E2-E1", "C3-S1"] * 2:
        assert game.outcome is None
        game.play(move)
    assert game.outcome == (None, "repetition")
    game.position = globe.Position(Rules(), "....nns.nn...s.snssns", 1)
    game.play("W1-W4")
    assert game.outcome == (0, "2 pieces left")


def test_the_tables_are_of_one_rule_only():
    assert [*PAPER.contest(Rules()).players] == ["greedy", "perfect"]
    assert [*PAPER.contest(Rules(Capture.PIECE)).players] == ["greedy"]
