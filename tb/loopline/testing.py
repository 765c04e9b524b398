"""The properties in a test suite of your own.

import pytest
from loopline.testing import properties, verify

@pytest.mark.parametrize("name", properties("my_engine.toml"))
def test_my_engine(name):
    verify("my_engine.toml", name, seed=1)
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from loopline import api
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.campaign.run import Run
from loopline.campaign.saved import deck_of
from loopline.contract.game import Subject
from loopline.report import findings
from loopline.report.console import console


def properties(dut: str | Path, board: str | int | None = None) -> list[str]:
    """Return the names of all properties of a design's game; first of all `deck`, if the design has one.

    Args:
        dut: The description of the design, or the name of a bundled one.
        board: Another board than that of the description, such as 16 or "size=16".
    """
    design = api.design_of(dut, api.change_of(board))
    subject = Subject.of(design)
    return Plan(subject, Path(), seed=0, deck=deck_of(subject)).properties()


def verify(dut: str | Path, *names: str, **options: Any) -> Run:
    """Verify a design as `loopline verify` does, and raise AssertionError with the whole report unless it agrees.

    All boards are played, with the sample on Icarus and the saved games. To play the design on the board of its
    description alone, and on one simulator, name these: `board=64, sim="icarus"`.

    Args:
        dut: The description of the design, or the name of a bundled one.
        names: The properties that are played; by default all, and the deck before them.
        options: Those of `loopline.verify`: `sim`, `effort`, `examples`, `seconds`, `seed`, `board`, `shrink`, `why`,
            `jobs`, `regressions`, `out` and the others, each explained there.

    Returns:
        The run, if all agrees.

    Raises:
        AssertionError: Something does not agree, or could not be tested.
        BadInput: The design, or a board of it, cannot be used.
        SimulatorMissing: The simulator is not installed.
    """
    __tracebackhide__ = True  # the report is of interest, not this function
    run = api.verify(dut, only=names, **options)
    if run.problem:
        raise run.problem
    if run.exit_code:
        raise AssertionError("\n".join(report(board.campaign) for board in run.boards))
    return run


def report(campaign: Campaign) -> str:
    """Return what `loopline verify` would print of a board."""
    text = io.StringIO()
    screen = console(file=text)
    findings.print_table(screen, campaign)
    return "".join([text.getvalue(), *(findings.failure_text(campaign, finding) for finding in campaign.findings)])
