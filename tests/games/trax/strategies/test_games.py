"""Games as they come."""

from games.trax.strategies.examples import facts, scripts, share
from goldenrules.trax import CLASSIC, CONTEST
from loopline.games.trax.protocol import Op, Reason
from loopline.games.trax.strategies.building_blocks import RULES


def test_nothing_is_refused_but_turns_after_the_end():
    for name in ("games", "random_games"):
        reasons = {reason for found in facts(name) for reason in found.reasons}
        assert reasons <= {Reason.DONE, Reason.GAME_OVER, *({Reason.TRAP} if name == "random_games" else ())}


def test_all_rule_sets_and_more_than_one_game():
    rules = [step.rules for script in scripts("games") for step in script.steps if step.op == Op.NEW]
    assert {*rules} == {*RULES}
    assert CONTEST in RULES
    assert CLASSIC in RULES
    assert share(lambda found: found.games > 1, facts("games")) > 0.5


def test_long_by_default():
    turns = [found.turns for found in facts("games")]
    assert sum(turns) / len(turns) > 60
    assert max(found.most_tiles for found in facts("games")) > 200


def test_take_backs_and_reads():
    assert share(lambda found: found.taken_back, facts("games")) > 0.5
    assert share(lambda found: found.reads, facts("games")) > 0.5


def test_across_the_seam_and_elsewhere():
    for holds in (lambda found: found.seam_across, lambda found: found.seam_down):
        assert 0.2 < share(holds, facts("games")) < 0.9


def test_the_next_game_begins_on_the_last_ones_cells_or_elsewhere():
    """An engine that does not clear its board is found out by either."""
    firsts = []
    for script in scripts("games"):
        beginnings = [n for n, step in enumerate(script.steps[:-1]) if step.op == Op.NEW]
        firsts.append({script.steps[n + 1].cell for n in beginnings if script.steps[n + 1].op == Op.PLAY})
    assert 0.2 < share(lambda cells: len(cells) > 1, firsts) < 0.9
