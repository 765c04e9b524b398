"""Every bin that is not left out with a reason can be filled: witnesses.trx has scripts that fill all those of the
rules that every engine plays, witnesses_variants.trx those of their variants.

They are for 64 × 64 cells; `loopline replay tests/games/trax/coverage/witnesses.trx` has the hardware play them.
"""

from pathlib import Path

from loopline.contract.coverage import hits
from loopline.games.trax.coverage import Collector, model
from loopline.games.trax.requests import read_script
from loopline.simulation.delays import read_delays
from loopline.simulation.session import timings_of

SIZE = 64
WITNESSES, OF_VARIANTS = (
    Path(__file__).with_name(name).read_text().splitlines() for name in ("witnesses.trx", "witnesses_variants.trx")
)
BINS = [(group, one) for group in model(SIZE, variants=True) for one in group.bins.values()]


def filled(lines):
    collector = Collector(SIZE, variants=True)
    for line in filter(None, lines):
        words = line.split()
        delays = read_delays(words.pop(0).removeprefix("delays:")) if words[0].startswith("delays:") else b""
        collector.add(read_script(words, SIZE), timings_of(delays))
    found = hits(model(SIZE, variants=True), collector.counts)
    return {(group, name) for group, bins in found.items() for name in bins}


def test_every_bin_has_a_witness():
    wanted = {(group.name, one.name) for group, one in BINS if not one.unreachable}
    assert len(wanted) > 600
    assert not wanted - filled([*WITNESSES, *OF_VARIANTS])


def test_witnesses_fill_the_bins_of_any_engine():
    wanted = {(group.name, one.name) for group in model(SIZE) for one in group.bins.values() if not one.unreachable}
    assert not wanted - filled(WITNESSES)


def test_nothing_unreachable_is_met():
    excluded = {(group.name, one.name) for group, one in BINS if one.unreachable}
    assert excluded
    assert not excluded & filled([*WITNESSES, *OF_VARIANTS])
