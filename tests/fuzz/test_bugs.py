"""Bugs of the zoo that so many turns of random games do not find are found by the fuzzer."""

import pytest
from bugs.hunting import caged
from bugs.zoo import ENGINE
from loopline import simulators
from loopline.examples import examples_of
from loopline.fuzz.run import Fuzzing

TURNS = 2500
#: The game of this one is made small, too.
SMALL = "deep-trap-unnoticed"
OTHERS = ("line-colour-from-the-far-edge", "log-of-57", "count-of-128", "second-formation-overwrites-the-first")


class Hunt(Fuzzing):
    """Of the design with all bugs, one of which is let out."""

    bug = ""
    small = True

    def build(self, simulator, waves=False):
        return caged(ENGINE, simulator.name) if not waves else super().build(simulator, waves)

    def _job(self, **what):
        number = next(ENGINE.number(bug) for bug in ENGINE.bugs if bug.name == self.bug)
        return super()._job(plusargs=[f"+bug={number}"], shrink=self.small, effort=1_000_000, **what)

    def _make_waves(self, finding):
        """They would take another build."""


@pytest.mark.parametrize("bug", [SMALL, *(pytest.param(bug, marks=pytest.mark.slow) for bug in OTHERS)])
def test_found_by_fuzzing_and_not_at_random(bug, tmp_path):
    build = caged(ENGINE, "verilator")
    simulator = simulators.find("verilator")

    def hunt(name):
        campaign = Hunt(build.dut, tmp_path / name, seed=1, turns=TURNS, regressions=tmp_path / "saved")
        campaign.bug, campaign.small = bug, bug == SMALL
        return campaign

    baseline = hunt("random")
    game, turns, saved = baseline.game, 0, []
    for script in examples_of(game.baseline(ENGINE.size).scripts, 1000, seed=1):
        if turns < TURNS:
            turns += game.turns(script)
            saved.append((f"random {len(saved)}", game.write(script, ENGINE.size), ""))
    assert turns >= TURNS
    baseline.replay(simulator, saved, lambda *_: None)
    assert {finding.outcome.state for finding in baseline.findings} == {"agrees"}

    fuzzing = hunt("fuzz")
    outcome = fuzzing.fuzz(simulator, lambda *_: None)
    assert outcome.state == "mismatch", outcome.error
    assert outcome.found_at is not None
    assert outcome.turns_left <= (14 if bug == SMALL else outcome.turns_before)
    assert len(list((tmp_path / "saved").glob("fuzz-*.trx"))) == 1
