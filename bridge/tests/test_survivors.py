"""What survives the reset is no counterexample: what is reported fails in a new simulation as well."""

import pytest
import simulators
from survivors.figures import TESTS, Trials

EXPECTED = {
    "bank_once": "a pair: true",
    "phase": "passes",
    "both": "a counterexample: true",  # found where it fails alone, though it also fails by what is left
}


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_reported_counterexample_fails_in_a_new_simulation(name, tmp_path, monkeypatch):
    monkeypatch.setenv("COCOTB_REWRITE_ASSERTION_FILES", "")
    runner = simulators.build("icarus", monkeypatch, TESTS / "survivors/survivors.v", tmp_path)
    assert Trials(runner, tmp_path).verdict(name, 1) == EXPECTED[name]


def test_a_wave_file_is_not_shared_with_copies(tmp_path, monkeypatch):
    monkeypatch.setenv("COCOTB_REWRITE_ASSERTION_FILES", "")
    runner = simulators.build("icarus", monkeypatch, TESTS / "survivors/survivors.v", tmp_path, waves=True)
    kind, text = Trials(runner, tmp_path, waves=True).failure("bank_once", 1)  # else the simulator dies at its end
    assert (kind, "fails only after the first" in text) == ("FlakyProperty", False)
    assert (tmp_path / "survivors.fst").stat().st_size > 1000


def test_a_counterexample_that_was_not_played_alone_says_so(tmp_path, monkeypatch):
    """A flag stays set for good: without copies, all that is played again fails as a counterexample does."""
    monkeypatch.setenv("COCOTB_REWRITE_ASSERTION_FILES", "")
    runner = simulators.build("icarus", monkeypatch, TESTS / "survivors/survivors.v", tmp_path, waves=True)
    kind, text = Trials(runner, tmp_path, waves=True).failure("sticky", 2)
    assert (kind, "played in this simulation only" in text) == ("AssertionError", True)
