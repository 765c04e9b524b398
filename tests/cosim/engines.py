"""The bundled engine in tests: where it is, where its builds are shared, which simulators there are."""

import re
from unittest.mock import patch

import pytest
from copies import ROOT, copied
from loopline.campaign import Campaign, close_up
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import Change, simulators
from loopline.design.dut import load

ENGINE = ROOT / "rtl" / "trax" / "engine.toml"
#: All tests build there, each design once.
OUT = ROOT / "out" / "test"


def needs(name):
    """Return the simulator; where it is missing, skip the test and say why."""
    try:
        return simulators.find(name)
    except simulators.SimulatorMissing as problem:
        pytest.skip(str(problem))


def described(file=None, board=None):
    """The design of this description, by default the bundled engine, with another board if one is asked for."""
    return load(file or ENGINE).with_board(board)


def with_its_box_shifted(folder):
    """A copy of the bundled engine with a bug that any game shows: its description."""
    return copied(folder, ("trax_box.v", "x == left_of", "x == left"))


def replaced(text, old, new):
    """Verilog in which something is replaced that occurs once, with whatever blanks and line ends."""
    pattern = re.compile(r"\s*".join(map(re.escape, re.findall(r"\w+|[^\w\s]", old))))
    assert len(pattern.findall(text)) == 1, old
    return pattern.sub(lambda _: new, text)


def replayed(folder, simulator, scripts, *edits, exact=False, file="trax_engine.v"):
    """A campaign of scripts on a copy of the bundled engine, with what is replaced in one file, its top."""
    design = copied(folder)
    top = design.with_name(file)
    text = top.read_text()
    for old, new in edits:
        text = replaced(text, old, new)
    top.write_text(text)
    if not exact:
        design.write_text(design.read_text().replace("cycle_exact = true", "cycle_exact = false"))
    campaign = Campaign(Plan(Subject.of(load(design).with_board(Change("8"))), folder / "out", seed=0))
    # A close-up would take another build, and another simulation.
    with patch.object(close_up, "make", lambda campaign, finding, game: finding):
        campaign.replay(needs(simulator), [(text, text, "") for text in scripts], lambda *_: None)
    return campaign
