"""The main program for Verilator calls a function that is not part of Verilator's interface. Without it everything is
the same, only slower."""

import json
import shutil
from functools import partial

from cosim.engines import ENGINE, OUT, ROOT, needs
from cosim.test_close_up import BOARD, assert_recorded, random_sessions
from cosim.waves import Waves
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import build
from loopline.design.build import TOP
from loopline.design.dut import load
from loopline.simulation.job import CloseUpJob, ScriptsJob
from loopline.simulation.recording import rows

INTERNAL = "Vtop___024root___eval"


def test_a_verilator_without_that_function_records_the_same(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests"))  # for `recorded`
    main, other = build._MAIN.read_text(), tmp_path / "main.cpp"
    assert INTERNAL in main
    other.write_text(main.replace(INTERNAL, f"{INTERNAL}_of_no_version"))
    scripts, verilator = list(random_sessions()), needs("verilator")

    def recorded(out, waves=False):
        campaign = Campaign(Plan(Subject.of(load(ENGINE).with_board(BOARD)), out, seed=0))
        folder = tmp_path / f"waves-{waves}-{out.name}"
        job = campaign.plan.job(CloseUpJob if waves else ScriptsJob, scripts=scripts, does="cosim.recorded:Recorded")
        campaign.play_apart(campaign.builds.get(verilator, waves=waves), [job], partial(shutil.copytree, dst=folder))
        return json.loads((folder / "recorded.json").read_text())

    with_it = recorded(OUT)
    monkeypatch.setattr(build, "_MAIN", other)
    assert recorded(tmp_path / "without") == with_it
    close_up = recorded(tmp_path / "without", waves=True)
    assert [text for _, text in close_up] == [text for _, text in with_it]
    waves = Waves(tmp_path / "waves-True-without" / verilator.wave_file(TOP))
    for began, text in close_up[::10]:
        assert_recorded(waves, round(began), list(rows(text)))
