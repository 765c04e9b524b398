"""Scripts made of scripts: they can be asked, they differ, and they stay near what they come from."""

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from goldenrules.trax import CONTEST, RULE_SETS
from loopline.drawing import examples_of
from loopline.games.trax.coverage import Collector
from loopline.games.trax.protocol import Op, Reason
from loopline.games.trax.requests import read_script, write_script
from loopline.games.trax.strategies import NAMED
from loopline.games.trax.strategies.facts import facts_of
from loopline.games.trax.strategies.variation import varied

SIZE = 16


@cache
def scripts():
    return [script for one in NAMED.values() for script in examples_of(one(SIZE), 3, seed=1)]


def variations(seed, count=200):
    random = Random(seed)
    for _ in range(count):
        one, other = random.choice(scripts()), random.choice(scripts())
        yield one, varied(one, other, SIZE, True, random)


def test_written_and_read_again_they_ask_the_same():
    for _, script in variations(1):
        assert script.steps
        assert list(read_script(write_script(script, SIZE).split(), SIZE).requests(SIZE)) == list(script.requests(SIZE))


@pytest.mark.parametrize("variants", [False, True])
def test_variations_reach_all_rule_sets_of_the_engine(variants):
    """From scripts by the usual ones only; and turns are played by them."""
    random, size, turns = Random(6), 32, Counter()
    usual = list(examples_of(NAMED["games"](size), 20, seed=2))
    for _ in range(1500):
        one, other = random.choice(usual), random.choice(usual)
        rules = CONTEST
        for step in varied(one, other, size, variants, random).steps:
            rules = step.rules if step.op == Op.NEW else rules
            turns[replace(rules, name="")] += step.op == Op.PLAY
    reached = {name for name, rules in RULE_SETS.items() if turns[replace(rules, name="")] > 20}
    assert reached == (set(RULE_SETS) if variants else {"contest", "classic", "loop"})


def test_most_variations_differ_from_their_originals():
    assert sum(one != script for one, script in variations(2)) > 150


def test_the_same_random_numbers_make_the_same():
    assert [script for _, script in variations(3)] == [script for _, script in variations(3)]


def test_variations_have_few_refusals():
    """Half of what is asked, or more, is carried out, as in what they were made of."""
    reasons = sum(
        (facts_of(script, SIZE).reasons for _, script in variations(4)), start=facts_of(scripts()[0], SIZE).reasons
    )
    assert reasons[Reason.DONE] > reasons.total() / 2


def test_variations_meet_new_situations():
    met, more = Collector(SIZE), Collector(SIZE)
    for script in scripts():
        met.add(script)
    for _, script in variations(5, 400):
        more.add(script)
    for group in ("game over", "resets", "supply", "rule sets"):
        assert more.counts[group].keys() - met.counts[group].keys(), group
