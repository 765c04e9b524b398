"""A thousand examples of each strategy, the same in every run; generated and looked at once for all tests."""

from functools import cache

from loopline.games.trax.strategies import REGISTRY
from loopline.games.trax.strategies.facts import facts_of
from loopline.games.trax.strategies.measure import examples_of

MANY = 1000


@cache
def scripts(name, size=64, examples=MANY):
    return examples_of(REGISTRY[name].scripts(size), examples, seed=1)


@cache
def facts(name, size=64, examples=MANY):
    """Comes with an answer of the reference engine to each request, so also says that it has one."""
    return [facts_of(script, size) for script in scripts(name, size, examples)]


def share(holds, things):
    return sum(map(bool, map(holds, things))) / len(things)
