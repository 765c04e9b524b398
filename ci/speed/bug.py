"""Measures how long it takes to find a standard bug, and to make its game small."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design.dut import Dut, load
from loopline.design.simulators import Simulator
from loopline.simulation.job import Outcome, PropertyJob

from speed.figures import BUG, Figure


def measure(simulator: Simulator, dut: Dut, out: Path) -> Iterator[Figure]:
    folder = (out / "bench" / "bug").resolve()
    campaign = Campaign(Plan(Subject.of(with_bug(dut, folder)), folder, seed=1))
    found, shrunk = (_run(campaign, simulator, BUG.property, shrink) for shrink in (0.0, 600.0))
    yield Figure("a standard bug, found", found.seconds, "s")
    yield Figure("a standard bug, its game made smaller", shrunk.seconds - found.seconds, "s")
    yield Figure("a standard bug, its game when found", shrunk.turns_before or 0, "turns")
    yield Figure("a standard bug, its smallest game", shrunk.turns_left or 0, "turns")


def with_bug(dut: Dut, folder: Path) -> Dut:
    name, right, wrong, _ = BUG
    root = dut.path.resolve().parents[1]
    included = (file for place in dut.folders for file in place.glob("*.vh"))
    for file in (dut.path, *dut.files, *included):
        copy = folder / "rtl" / file.resolve().relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes())  # without its permissions: what is installed may be read-only
    path = folder / "rtl" / dut.path.parent.name
    text = (path / name).read_text()
    if text.count(right) != 1:
        raise RuntimeError(f"{name} has changed: {right!r} is not in it once")
    (path / name).write_text(text.replace(right, wrong))
    return load(path / dut.path.name)


def _run(campaign: Campaign, simulator: Simulator, name: str, shrink: float) -> Outcome:
    job = campaign.plan.job(PropertyJob, properties=[name], examples=1000, shrink=shrink)
    outcomes = campaign.play_apart(campaign.builds.get(simulator), [job])
    if campaign.interrupted:
        raise KeyboardInterrupt
    (outcome,) = outcomes
    if outcome.state != "mismatch":
        raise RuntimeError(f"the bug was not found: {outcome.state} {outcome.error}")
    return outcome
