"""Examples of each strategy, the same in every run; generated and looked at once for all tests."""

from functools import cache

from loopline.drawing import examples_of
from loopline.games.general import GENERAL
from loopline.games.trax.strategies import NAMED
from loopline.games.trax.strategies.facts import facts_of

MANY = 150
#: What is rarer, or takes longer to look at.
OTHERS = {
    "resets": 1000,
    **dict.fromkeys(("wins", "traps"), 400),
    "illegal_moves": 250,
    "cascades": 60,
    "extremes": 50,
    **dict.fromkeys((one.__name__ for one in GENERAL), 100),
    **dict.fromkeys(("rule_sets", "supply", "field_edge", "draws", "connexion", "two_reasons"), 200),
}


def many(name):
    return OTHERS.get(name, MANY)


def generate(name, size, examples):
    return examples_of(NAMED[name](size), examples, seed=1)


_generated = cache(generate)


@cache
def _looked_at(name, size, examples):
    return [facts_of(script, size) for script in _generated(name, size, examples)]


def scripts(name, size=64, examples=None):
    return _generated(name, size, examples or many(name))


def facts(name, size=64, examples=None):
    """Comes with an answer of the reference engine to each request, so also says that it has one."""
    return _looked_at(name, size, examples or many(name))


def share(holds, things):
    return sum(map(bool, map(holds, things))) / len(things)
