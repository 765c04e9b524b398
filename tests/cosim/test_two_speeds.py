"""Fast, with a recorder in HDL, and close-up, with Python awake in every cycle: one verdict, one cycle, one signal."""

import shutil

import pytest
from cosim.engines import ENGINE, needs
from loopline import simulators
from loopline.campaign import Campaign
from loopline.dut import load
from loopline.simulate import simulate

SCRIPTS = [
    ("stalled", "@0/ B1\\ A2\\ undo A2\\", "00c7ff49ff"),
    ("left", "@0/ A0+ @1+ undo @1+ new:classic @0+ @1\\", ""),
    ("cut short", "@0/ A0+!reset=9 new:loops @0+ B1\\!reset=1 @0/ undo!reset=12 read:0,0!reset=3 @0/ A0+ @1+", "c0ff"),
    ("trap", "@0/ A0+ A0+ A0+ @1+ @1+ B4\\ A4\\ A2/ undo A3\\", "ff"),
]

#: File, what is replaced, by what.
BUGS = [
    ("trax_box.v", "x == left_of", "x == left"),
    ("trax_score.v", "winner <= mover_wins ? to_move : opponent", "winner <= to_move"),
    ("trax_beside.v", "two_same = (same & (same - 4'd1)) != 0", "two_same = &same"),
]


@pytest.mark.parametrize("bug", [None, *BUGS], ids=["none", *(bug[0] for bug in BUGS)])
def test_the_same_verdict(bug, tmp_path):
    needs("icarus")
    shutil.copytree(ENGINE.parents[1], tmp_path / "rtl")
    if bug:
        file, old, new = bug
        path = tmp_path / "rtl" / "trax" / file
        text = path.read_text()
        assert text.count(old) == 1
        path.write_text(text.replace(old, new))
    campaign = Campaign(load(tmp_path / "rtl" / "trax" / "engine.toml").resized(16), tmp_path / "out", seed=0)
    verdicts = []
    for close_up in (False, True):
        build = campaign.build(simulators.find("icarus"), waves=close_up)
        job = campaign._job(scripts=SCRIPTS, close_up=close_up)
        folder = tmp_path / f"close-up-{close_up}"
        job.results = folder / "results.jsonl"
        outcomes = simulate(build, job, folder, lambda _: None)
        verdicts.append([(one.name, one.state, one.cycle, one.signal, one.expected, one.found) for one in outcomes])
    assert verdicts[0] == verdicts[1]
    assert [name for name, *_ in verdicts[0]] == [name for name, *_ in SCRIPTS]
    assert any(state == "mismatch" for _, state, *_ in verdicts[0]) == bool(bug)
