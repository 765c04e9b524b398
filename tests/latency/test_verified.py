"""What `verify` tells of how long answers take: a sample of the examples, by kind."""

import pytest
from cosim.engines import ENGINE, OUT, ROOT, needs
from latency.designs import ENGINE as WAITS
from latency.designs import slower
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import Change
from loopline.design.dut import load
from loopline.report.findings import answer_times
from loopline.workers.pool import LocalPool
from player.test_bundled_player import PLAYERS


def verified(dut, out, names, jobs=1, examples=6):
    """Kind: how many were timed, the median and the largest."""
    board = Change("16")
    dut = dut.with_board(board).model_copy(update={"cycle_exact": False})
    campaign = Campaign(Plan(Subject.of(dut), out, 1, examples, board=board), pool=LocalPool(jobs))
    campaign.verify(needs("icarus"), names, lambda *_: None)
    assert {one.outcome.state for one in campaign.findings} == {"agrees"}
    times = answer_times(campaign)
    assert {one.limit for one in times} == {round(dut.limit * dut.clock.mhz * 1e6)}
    return {one.kind: (one.timed, one.median, one.largest) for one in times}


def test_times_of_an_engine_and_of_a_slower_one(tmp_path):
    """A cycle more for each answer, but for that to a new game, of which some take as long as the board is large."""
    names = ["games", "traps"]
    found = verified(load(ENGINE), OUT, names)
    assert found["read"][1:] == found["refused"][1:] == (4, 4)
    assert 9 <= found["play"][1] < found["play"][2]
    copy = slower(tmp_path, WAITS) / ENGINE.relative_to(ROOT)
    assert verified(load(copy), tmp_path / "out", names) == {
        kind: (timed, median + 1, largest + 1) for kind, (timed, median, largest) in found.items()
    }


@pytest.mark.parametrize("depth", PLAYERS)
def test_times_of_a_player(depth):
    """Of four conversations the last is timed."""
    (timed, median, largest) = verified(load(PLAYERS[depth]), OUT, ["games"], examples=4)["move"]
    assert timed
    assert 0 < median <= largest
