"""What a trial keeps of the scripts that fail: the smallest."""

import pytest
from loopline import trial
from loopline.contract.checker import Mismatch, Wrong
from loopline.contract.designs import path_of
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.simulation.channel import NullChannel
from loopline.simulation.job import Answer, Draft, TrialJob
from loopline.trial import Account, Hardware
from loopline.trial.play import Trial


class Absent(Hardware):
    """A design that is not there."""

    began = 0

    async def play(self, plan):
        raise NotImplementedError

    def timed(self):
        return []


@pytest.fixture
def on_trial(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(trial, "write_down_at_a_signal", lambda channel: None)
    job = TrialJob(dut=load(path_of("trax-engine")))
    account = Account(Subject.of(job.dut), NullChannel())
    account.outcome = Draft(name="games", examples=7)
    return Trial(job, Absent(job.dut, account))


def test_a_larger_failure_does_not_take_the_place_of_a_smaller(on_trial):
    large, small = (on_trial.game.read(text.split()) for text in ("@0/ A0/ A0/ @1/", "@0/ A0/"))
    assert on_trial.game.turns(large) > on_trial.game.turns(small)
    learnt = [on_trial.learn(script, b"", Mismatch(9, 0, Wrong("over", 1, 0, ""))) for script in (large, small, large)]
    assert learnt == [True, True, False]
    outcome = on_trial.outcome
    assert (outcome.script, outcome.turns_left, outcome.turns_before) == ("@0/ A0/", 2, 4)
    assert (outcome.state, outcome.found_at) == ("shrinking", 7)


def test_an_answer_that_was_owed_is_not_timed(on_trial):
    on_trial.account.note_times(Answer("move", 0, one, one + 10, 1, {}) for one in (7, -900, 7, 0))
    assert on_trial.outcome.latency == {"move": {7: 2, 0: 1}}
