"""What ends the simulator is made smaller: each time it ends, a new simulation plays what is left to try."""

from types import SimpleNamespace

import pytest
from copies import ROOT
from loopline.campaign import crash
from loopline.campaign.findings import Untested
from loopline.campaign.plan import Plan
from loopline.campaign.workplace import Workplace
from loopline.contract.game import Subject
from loopline.design import simulators
from loopline.design.dut import load
from loopline.simulation.job import Outcome

FOUND = "divide:9,2 divide:40,5 divide_signed:1,7 divide:3,3 divide:8,7 divide:1,1"


class Dying(Workplace):
    """Has simulations that end when `ends` says so, after all that they have played, and no simulator."""

    ends = staticmethod(lambda played: played[-1].endswith(",7"))
    state, restarts = "died", 0

    @property
    def builds(self):
        return SimpleNamespace(get=lambda simulator: None)

    def play_apart(self, build, jobs):
        (job,), done, played = jobs, [], []
        for name, script, delays in job.scripts:
            assert delays == "0a"
            for number, word in enumerate(script.split(), 1):
                played.append(word)
                if self.ends(played):
                    self.restarts += 1
                    error = f"it ended\na.v:7: no\nin request {number} of {len(script.split())} ({word})"
                    return [*done, Outcome(name=name, state=self.state, script=script, error=error)]
            done.append(Outcome(name=name, state="agrees", script=script))
        return done


@pytest.fixture
def place(tmp_path):
    return Dying(Plan(Subject.of(load(ROOT / "examples/blocks/divider.toml")), tmp_path, seed=1))


def shrunk(place, state="died"):
    place.state = state
    outcome = Outcome(
        name="games", state=state, script=FOUND, delays="0a", error="it ended\na.v:7: no\nin request 3 of 6"
    )
    finding = Untested(simulators.find("icarus"), outcome)
    place.findings.append(finding)
    return crash.shrink(place, finding).outcome


@pytest.mark.parametrize("state", ["died", "hung"])
def test_crash_is_shrunk_to_one_request_in_few_simulations(place, state):
    outcome = shrunk(place, state)
    assert (outcome.state, outcome.script, outcome.unshrunk) == (state, "divide_signed:0,7", "")
    assert (outcome.turns_before, outcome.turns_left) == (6, 1)
    assert "in request 1 of 1 (divide_signed:0,7)" in outcome.error
    assert place.restarts == outcome.shrinks < 10


def test_crash_that_does_not_repeat_is_kept_as_found(place):
    place.ends = lambda played: False
    outcome = shrunk(place)
    assert outcome.script == FOUND
    assert outcome.unshrunk == "by itself, in a new simulation, this game does not end it"


def test_crash_that_needs_earlier_games_has_no_short_game(place):
    place.ends = lambda played: played[-1].endswith(",7") and len(played) > 2
    outcome = shrunk(place)
    assert outcome.script == FOUND
    assert outcome.unshrunk == "a smaller game ends the simulator only after other games"
    assert outcome.turns_left == outcome.turns_before == 6


def test_only_the_first_crash_of_a_kind_is_shrunk(place):
    shrunk(place)
    assert shrunk(place).script == FOUND
