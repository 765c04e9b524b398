"""What holds for every strategy of the registry."""

from random import Random

import pytest
from games.trax.strategies.examples import facts, many, scripts
from goldenrules.trax import CONTEST
from loopline.contract.coverage import hits as counted
from loopline.drawing import examples_of
from loopline.games.trax import strategies
from loopline.games.trax.coverage import Collector, model
from loopline.games.trax.protocol import Op
from loopline.games.trax.requests import Reader, new, read_script, write_script
from loopline.games.trax.strategies import NAMED, OF_VARIANTS, STRATEGIES
from loopline.simulation.session import timings_of

ALL = pytest.mark.parametrize("name", NAMED)


def hits(name):
    """Random games are for nothing in particular."""
    return STRATEGIES.get(NAMED[name], lambda found: True)


@pytest.mark.room(30)  # the tests of this folder use what is generated here
@ALL
def test_every_example_is_what_the_strategy_is_for(name):
    found = facts(name)
    assert len(found) == many(name)
    assert [one for one in found if not hits(name)(one)] == []


@pytest.mark.room(20)
def test_all_of_them_together_fill_every_bin():
    """Each kind of trap, win, refusal, take-back, reset and so on comes up, in both colours, at each length."""
    collector, dice = Collector(64, variants=True), Random(1)
    with_options = examples_of(strategies.scripts(NAMED["two_reasons"], 64, True), 150, seed=1)
    others = (script for name in NAMED for script in scripts(name)[: 400 if name == "traps" else 100])
    for script in (*with_options, *others):
        collector.add(script, timings_of(dice.randbytes(32)))
    groups = model(64, variants=True)
    found = counted(groups, collector.counts)
    bins = {(group.name, one.name) for group in groups for one in group.bins.values() if not one.unreachable}
    assert sorted(bins - {(group, name) for group, names in found.items() for name in names}) == []


@ALL
def test_examples_differ(name):
    requests = {(script.at, tuple(step[:3] for step in script.steps)) for script in scripts(name)}
    assert len(requests) > 0.9 * many(name)


VARIANTS = {one.__name__ for one in OF_VARIANTS}


#: These begin each game by rules of their own.
BEGUN = {"random_games", "rule_options"}


@pytest.mark.parametrize("name", sorted(NAMED.keys() - VARIANTS - BEGUN))
def test_a_script_begins_with_a_new_game_or_what_the_reset_has_left(name):
    """Which is a game by the contest's rules; that it is not begun first tries the reset."""
    assert all(len(script.steps) == 1 or script.steps[0] != new(CONTEST) for script in scripts(name))
    begun = sum(script.steps[0].op == Op.NEW for script in scripts(name))
    assert many(name) // 4 < begun < many(name)


@ALL
def test_written_and_read_again_it_asks_the_same(name):
    """Read at once, and word by word."""
    for script in scripts(name)[::5]:
        words = write_script(script).split()
        assert list(read_script(words).requests(64)) == list(script.requests(64))
        reader = Reader(64)
        assert [request for word in words for _, request in reader.read([word])] == list(script.requests(64))


@ALL
@pytest.mark.parametrize("size", [16, 128])
def test_engines_of_other_sizes(name, size):
    """Whatever the engine can hold, nothing of it is exceeded but on purpose."""
    examples = facts(name, size, 20)
    assert all(hits(name)(found) for found in examples)
    assert all(max(found.columns, found.rows) <= size - 2 for found in examples)
