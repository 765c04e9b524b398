"""Scripts with resets of every kind and length, at many moments."""

import random

from loopline.drawing import examples_of
from loopline.resets import KINDS, Reset
from loopline.simulation.delays import drawn, write_delays

LONGEST = 30


def with_resets(game, scripts, seed):
    """So many scripts in which one request in four has a reset, as text, and the delays of each."""
    dice = random.Random(seed)
    for script in examples_of(game.properties()[0].scripts, scripts, seed):
        requests = [list(request) for request in game.requests(script)[:LONGEST]]
        for request in requests:
            reset = Reset(dice.choice((0, 1, 2, 3, 7, 40)), dice.choice(KINDS), dice.choice((0, 0, 0, 1, 300)))
            if dice.random() < 0.25 and reset.cycles >= reset.fewest:
                request[-1] = reset.cut
        yield game.write(game.script_of(requests)), write_delays(drawn(dice.randbytes(dice.randrange(24))))
