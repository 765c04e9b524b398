"""Every bin that is not left out with a reason can be filled: witnesses.trx has scripts that fill them all.

They are for 64 × 64 cells; `loopline replay tests/coverage/witnesses.trx` has the hardware play them.
"""

from pathlib import Path

from loopline.contract.coverage import hits
from loopline.games.trax.coverage import Collector, model
from loopline.games.trax.script import read_script
from loopline.simulation.session import timings_of

WITNESSES = Path(__file__).with_name("witnesses.trx").read_text().splitlines()


def filled(lines, size):
    collector = Collector(size)
    for line in filter(None, lines):
        words = line.split()
        delays = bytes.fromhex(words.pop(0).removeprefix("delays:")) if words[0].startswith("delays:") else b""
        collector.add(read_script(words, size), timings_of(delays))
    return {(group, name) for group, bins in hits(model(size), collector.counts).items() for name in bins}


def test_every_bin_has_a_witness():
    wanted = {(group.name, one.name) for group in model(64) for one in group.bins.values() if not one.unreachable}
    assert not wanted - filled(WITNESSES, 64)


def test_nothing_unreachable_is_met():
    excluded = {(group.name, one.name) for group in model(64) for one in group.bins.values() if one.unreachable}
    assert excluded
    assert not excluded & filled(WITNESSES, 64)
