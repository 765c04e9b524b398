"""Every bin can be filled: witnesses.trx has scripts that fill all but these, for which nobody has found one yet.

The scripts are for 64 × 64 cells; `loopline replay tests/coverage/witnesses.trx` has the hardware play them.
"""

from pathlib import Path

from loopline.coverage.model import hits
from loopline.games.trax.coverage import Collector, model
from loopline.games.trax.script import read_script
from loopline.session import timings_of

WITNESSES = Path(__file__).with_name("witnesses.trx").read_text().splitlines()

UNKNOWN = {
    ("cells waiting", "5 and more"),  # met once in a thousand cascades
    ("both colours", "White a line across, Red a line down"),
    ("both colours", "White a line down, Red a line across"),
    ("new games", "a game under way with a tile in one of eight cells or more"),  # of 16 × 16 cells, below
}


def filled(lines, size):
    collector = Collector(size)
    for line in filter(None, lines):
        words = line.split()
        waits = bytes.fromhex(words.pop(0).removeprefix("waits:")) if words[0].startswith("waits:") else b""
        collector.add(read_script(words, size), timings_of(waits))
    return {(group, name) for group, bins in hits(model(size), collector.counts).items() for name in bins}


def test_every_bin_has_a_witness():
    wanted = {(group.name, one.name) for group in model(64) for one in group.bins.values() if not one.unreachable}
    assert wanted - filled(WITNESSES, 64) == UNKNOWN


def test_nothing_unreachable_is_met():
    excluded = {(group.name, one.name) for group in model(64) for one in group.bins.values() if one.unreachable}
    assert excluded
    assert not excluded & filled(WITNESSES, 64)


def test_a_full_board():
    """A row of 14 and a row above it that the next turn forces: 28 tiles, and four more."""
    row = " ".join(["new:classic,loops @0/", *(f"{n},0:/" for n in range(1, 14)), "0,-1:+"])
    more = " ".join(f"{n},1:{symbol}" for n in (0, 13, 6, 3) for symbol in "+/\\")
    found = filled([f"{row} {more} new"], 16)
    assert ("new games", "a game under way with a tile in one of eight cells or more") in found
