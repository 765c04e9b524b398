"""Many simulations measure what one does; killed at random, and in shares, too."""

import pytest
from cosim.engines import described, needs
from loopline.design import simulators
from loopline.design.change import Change
from loopline.errors import BadInput
from loopline.latency import searches
from loopline.latency.run import Measurement
from loopline.latency.shards import hand_in, take_over
from loopline.workers.handed_in import gather, write
from loopline.workers.pool import LocalPool
from loopline.workers.shard import Shard
from workers.killing import Killer

#: Games of a search, of which there are three; and a game that is known.
GAMES, KNOWN = 2, "new:classic @0/ A0+ A2/"


@pytest.fixture(scope="module", autouse=True)
def short_searches():
    needs("icarus")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searches, "GAMES", GAMES)
        yield


def measurement(folder, jobs=1, **more):
    fields = {"seed": 3, "examples": 3 * GAMES, "longer": 2 * searches.ROUND, "turns": 4, "games": [KNOWN], **more}
    return Measurement(described(None, Change("16")), folder, pool=LocalPool(jobs), **fields)


def measured(run, watch=lambda *_: None):
    run.measure(simulators.find("icarus"), watch)
    assert not run.findings
    assert not list((run.out / "run").iterdir())
    return run.played


@pytest.fixture(scope="module")
def alone(short_searches, tmp_path_factory):
    return measured(measurement(tmp_path_factory.mktemp("alone")))


def test_killed_at_random_they_measure_what_one_does(alone, tmp_path):
    kill = Killer(tmp_path, 4)
    assert measured(measurement(tmp_path, 3), kill) == alone
    assert len(kill.killed) == 4
    assert [one.script for one in alone].count(KNOWN) == 1
    assert len(alone) > 3 * GAMES + 1 + 3 * searches.ROUND


def test_shares_add_up(alone, tmp_path):
    """Killed, too. Of three shares of four searches one has two."""
    icarus = simulators.find("icarus")
    for number in (1, 2, 3):
        run = measurement(tmp_path / str(number), shard=Shard(number, 3))
        kill = Killer(run.out, number % 2)
        measured(run, kill)
        assert len(kill.killed) == number % 2
        write(hand_in(run, icarus, {"seed": 3}), run.out)
    (handed_in,) = gather(tmp_path / str(number) for number in (2, 3, 1)).values()
    whole = measurement(tmp_path / "whole")
    take_over(whole, icarus, handed_in)
    assert whole.played == alone
    assert not whole.findings
    with pytest.raises(BadInput, match=r"is of another run than could be here: the seed: 3, here 4"):
        take_over(measurement(tmp_path / "other", seed=4), icarus, handed_in)
