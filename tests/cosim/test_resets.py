"""Resets at any moment, of any length: a cycle-exact engine does in each cycle what is predicted."""

import pytest
from cosim.engines import OUT, needs
from cosim.resets import with_resets
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.designs import path_of
from loopline.contract.game import Subject
from loopline.design import Change
from loopline.design.dut import load
from loopline.resets import KINDS
from loopline.testing import report

#: Each bundled engine, on a small board.
ENGINES = {"trax": "8", "evening": "side=4", "globe": "", "tsolitaire": ""}
SCRIPTS = 40


@pytest.mark.parametrize("simulator", ["verilator", "icarus"])
@pytest.mark.parametrize("name", ENGINES)
def test_each_cycle_is_as_predicted(name, simulator):
    design = load(path_of(f"{name}-engine"))
    design = design.with_board(Change(ENGINES[name]) if ENGINES[name] else None)
    scripts = list(with_resets(Subject.of(design).engine, SCRIPTS, 1))
    assert sum("first" in delays for _, delays in scripts) > SCRIPTS // 5
    campaign = Campaign(Plan(Subject.of(design), OUT, seed=0))
    campaign.replay(needs(simulator), [(text, text, delays) for text, delays in scripts], lambda *_: None)
    assert [finding.outcome.state for finding in campaign.findings] == ["agrees"] * SCRIPTS, report(campaign)
    assert all(any(f"!{kind}=" in text for text, _ in scripts) for kind in KINDS)
