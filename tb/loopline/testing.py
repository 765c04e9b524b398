"""The properties in a test suite of your own:

import pytest
from loopline.testing import properties, verify

@pytest.mark.parametrize("name", properties("my_engine.toml"))
def test_my_engine(name):
    verify("my_engine.toml", name, sim="icarus", examples=100, seed=1)
"""

from __future__ import annotations

import io
from pathlib import Path

from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.campaign.saved import deck_of
from loopline.design import Change, simulators
from loopline.design.dut import Dut, load
from loopline.report import findings
from loopline.report.console import console


def properties(dut: str | Path, board: str | int | None = None) -> list[str]:
    """The names of all properties of a design's game; first of all `deck`, if the design has one."""
    design = _with_board(dut, board)
    return Plan(design, Path(), seed=0, deck=deck_of(design)).properties()


def verify(
    dut: str | Path,
    *names: str,
    sim: str = "verilator",
    examples: int = 100,
    seconds: float | None = None,
    seed: int = 0,
    board: str | int | None = None,
    out: str | Path = "out",
) -> Campaign:
    """Run these properties, and raise AssertionError with the whole report unless they agree. By default all, and the
    deck before them.

    BadInput if the design cannot be used, SimulatorMissing without the simulator.
    """
    __tracebackhide__ = True  # the report is of interest, not this function
    design = _with_board(dut, board)
    plan = Plan(design, Path(out), seed, examples, seconds, board=_change(board), deck=deck_of(design))
    campaign = Campaign(plan)
    campaign.verify(simulators.find(sim), plan.properties(names), lambda *_: None)
    if findings.exit_code(campaign):
        raise AssertionError(report(campaign))
    return campaign


def _with_board(dut: str | Path, board: str | int | None) -> Dut:
    return load(Path(dut)).with_board(_change(board))


def _change(board: str | int | None) -> Change | None:
    return None if board is None else Change(str(board))


def report(campaign: Campaign) -> str:
    """What `loopline verify` would print."""
    text = io.StringIO()
    screen = console(file=text)
    findings.print_table(screen, campaign)
    return "".join([text.getvalue(), *(findings.failure_text(campaign, one) for one in campaign.findings)])
