"""What is counted: known scripts, bin by bin."""

import pytest
from loopline.contract.coverage import hits
from loopline.drawing import examples_of
from loopline.games.trax.coverage import Collector, model
from loopline.games.trax.requests import read_script
from loopline.games.trax.strategies import NAMED
from loopline.simulation.session import Timing

TRAP = r"new @0/ A0+ A0+ A0+ @1+ @1+ B4\ A4\ A2/"


def seen(text, timings=(), size=64):
    """The bins that a script fills: group → bin → how often; without what its answers say."""
    collector = Collector(size)
    collector.add(read_script(text.split(), size), timings)
    found = hits(model(size), collector.counts)
    return {group: bins for group, bins in found.items() if bins and group != "answers"}


def test_one_turn():
    assert seen("new @0/") == {
        "moves": {"/ by White": 1},
        "chosen tiles": {"/ red right: nothing beside it": 1},
        "cascade length": {"0": 1},
        "cascade depth": {"0": 1},
        "branching": {"a chosen tile forces none": 1},
        "cells waiting": {"0": 1},
        "new games": {"nothing since the reset": 1},
        "rules": {"contest, lines win": 1},
        "stalls": {"a new game: at once": 1, "a turn that forces nothing: at once": 1},
    }


def test_answers():
    """Three tiles, and then one forced; two of them go again."""
    collector = Collector(64)
    collector.add(read_script(["new", "@0/", "A0+", "@1+", "undo"], 64), ())
    found = hits(model(64), collector.counts)["answers"]
    assert {name: n for name, n in found.items() if name.split()[0] in ("placed", "count", "to_move")} == {
        "placed 0": 1,
        "placed 1": 2,
        "placed 2": 2,
        "count 0": 1,
        "count 1": 1,
        "count 2": 2,
        "count 4": 1,
        "to_move White": 3,
        "to_move Red": 2,
    }


def test_forced_tiles():
    """The third turn forces a tile between two."""
    found = seen("new @0/ A0+ @1+")
    assert found["cascade length"] == {"0": 2, "1": 1}
    assert found["branching"] == {
        "a chosen tile forces none": 2,
        "a chosen tile forces 1": 1,
        "a forced tile forces none": 1,
    }
    assert sum(found["forced tiles"].values()) == 1
    assert found["growth"] == {"north, to 2": 1, "west, to 2": 1}


def test_a_trap():
    found = seen(TRAP)
    assert found["refusals"] == {"trap, White to move, contest": 1}
    assert sum(found["traps"].values()) == sum(found["trapped cells"].values()) == 1
    assert "depth 1" in next(iter(found["traps"]))
    assert found["stalls"]["a trap: at once"] == 1


def test_after_a_trap():
    assert seen(TRAP + " undo")["taken back"] == {"a foul: trap": 1}
    assert seen(TRAP + " A2/")["next"] == {"after a trap: the same turn again": 1}
    assert seen(TRAP + " A2/")["game over"] == {"after a foul: a cell beside a tile": 1}
    assert seen(TRAP + " new")["new games"]["a game that was lost by a foul"] == 1
    classic = seen(TRAP.replace("new", "new:classic") + " undo undo read:0,0")
    assert classic["refusals"] == {"trap, White to move, classic": 1}
    assert classic["next"]["after a trap: a take-back"] == 1
    assert classic["take-backs in a row"] == {"2 to 4": 1}


def test_a_win_for_the_opponent():
    """White closes the loop of Red's: three turns, four tiles, the last one forced."""
    found = seen(r"new @0/ B1\ A2\ undo")
    assert found["wins"] == {"loop of Red, the opponent's": 1}
    assert found["loop size"] == {"4": 1}
    assert found["won at once"] == {"loop": 1}
    assert found["taken back"]["a win by a loop"] == 1
    assert found["taken back"]["a win, formations of the opponent"] == 1


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ("0,5", {"a chosen tile with a neighbour east across it": 1}),
        ("5,0", {}),
        ("1,5", {}),
    ],
)
def test_the_seam(at, expected):
    """A tile left of the first one, which lies in the first column: so the new one lies in the last."""
    assert seen(f"at:{at} new @0/ @1/").get("seam", {}) == expected


def test_waiting():
    found = seen("new @0/ undo undo", [Timing(1, 0), Timing(0, 2), Timing(3, 3)])
    assert found["stalls"] == {
        "a new game: the request late": 1,
        "a turn that forces nothing: the answer has to wait": 1,
        "a turn taken back: both": 1,
        "nothing to take back: at once": 1,
    }


def test_a_reset():
    """What it cuts short does not count, but that it was cut short; and after it the board is as empty as ever."""
    found = seen(r"new @0/ B1\ A2\!reset=20 undo @0+")
    assert found["resets"] == {"a turn that forces tiles": 1}
    assert found["moves"] == {"/ by White": 1, "\\ by Red": 1, "+ by White": 1}
    assert "wins" not in found
    assert found["refusals"] == {"nothing to take back, White to move, contest": 1}


@pytest.mark.parametrize("size", [16, 32, 128])
@pytest.mark.parametrize("name", ["cascades", "take_backs", "wins"])
def test_every_fact_has_a_bin_at_any_size(name, size):
    """Or `hits` raises KeyError."""
    collector = Collector(size)
    for script in examples_of(NAMED[name](size), 30, seed=1):
        collector.add(script)
    assert hits(model(size), collector.counts)["cascade length"]
