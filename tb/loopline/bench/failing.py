"""How a bench fails: by a mismatch, reported as `verify` does, with the game saved; or as nothing was checked."""

from __future__ import annotations

import hashlib
import io
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cocotb

from loopline.campaign import Campaign, Finding
from loopline.campaign.failures import game_file, replace, slug
from loopline.contract.checker import Mismatch
from loopline.contract.game import AnyEngine, find
from loopline.design import simulators
from loopline.design.dut import Dut
from loopline.report.console import console
from loopline.report.findings import print_failure
from loopline.simulation.delays import SHORT, write_delays
from loopline.simulation.job import Outcome


class Disagrees(AssertionError):
    """The design and the golden model disagree. The text is the report; `game` is the file with the game so far."""

    def __init__(self, mismatch: Mismatch, report: str, game: Path) -> None:
        super().__init__(f"\n{report}")
        self.mismatch, self.game = mismatch, game


class NothingChecked(AssertionError):
    """The test has ended, and nothing was compared: a pass would mean nothing."""


class Refused(Exception):
    """The golden model refuses a turn, and so does the design."""

    def __init__(self, word: str, reason: str) -> None:
        super().__init__(f"{word}: {reason}")
        self.reason = reason


def disagrees(
    mismatch: Mismatch, dut: Dut, game: AnyEngine, requests: Sequence[Any], waits: Sequence[tuple[int, int]], out: Path
) -> Disagrees:
    """The failure after these requests. `waits`: by how many cycles each was late, and its answer left waiting."""
    asked = list(requests) or game.requests(game.script_of([]))[:1]  # no file can have an empty game
    outcome = Outcome(name=f"bench of {dut.name}", state="mismatch", script=game.write(game.script_of(asked)))
    outcome.delays = write_delays(_delays(waits))
    mismatch.put_into(outcome)
    return disagreement(mismatch, outcome, dut, out)


def disagreement(mismatch: Mismatch, outcome: Outcome, dut: Dut, out: Path) -> Disagrees:
    """The failure with this outcome, whose script is saved."""
    seed = int(cocotb.RANDOM_SEED)
    text = game_file(outcome, dut, seed)
    file = out / f"{slug(dut.name)}-{hashlib.sha256(text.encode()).hexdigest()[:8]}{find(dut).suffix}"
    out.mkdir(parents=True, exist_ok=True)
    replace(file, text)
    simulator = simulators.find("icarus" if "icarus" in cocotb.SIM_NAME.lower() else "verilator")
    screen = io.StringIO()
    campaign, finding = Campaign(dut, Path("out"), seed), Finding(simulator, outcome)
    campaign.findings.append(finding)
    print_failure(console(file=screen), campaign, finding)
    # A simulation runs in a folder of its own, so these paths are absolute.
    command = ["loopline", "replay", str(file.resolve()), "--dut", str(dut.path), "--sim", simulator.name]
    return Disagrees(mismatch, f"{screen.getvalue().strip()}\n  replay    {shlex.join(command)}\n", file)


def _delays(waits: Sequence[tuple[int, int]]) -> bytes:
    """Nearly the same as a script has it: short delays, of its first requests."""
    if not any(gap or stall for gap, stall in waits):
        return b""
    return bytes(192 | min(stall, 7) << 3 | min(gap, 7) for gap, stall in waits[:SHORT])


def said(error: AssertionError) -> AssertionError:
    """cocotb fails the test, but does not tell what a task raises when it is cancelled at the end of its test."""
    cocotb.log.warning("%s: %s", type(error).__name__, error)
    return error
