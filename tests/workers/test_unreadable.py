"""A result that cannot be read is no result: the simulation is over, and what it had found stays known."""

from concurrent.futures import Future

import pytest
from loopline.simulation.job import Job, Outcome
from loopline.simulation.simulate import Simulation
from loopline.workers.pool import ClusterPool


class Ended:
    """A process that has ended."""

    pid, returncode = 0, 0

    def poll(self):
        return self.returncode

    def wait(self, timeout=None):
        return self.returncode


@pytest.fixture
def outcomes(tmp_path, monkeypatch):
    """What is read of a simulation that has written these results."""

    def read(*lines, end="\n"):
        monkeypatch.setattr("loopline.simulation.simulate.launch", lambda *_: Ended())
        monkeypatch.setattr("loopline.simulation.simulate.end", lambda process: None)
        simulation = Simulation("icarus", tmp_path, _job(), tmp_path)
        simulation._job.results.write_text("\n".join(lines) + end)
        return [(one.name, one.state) for one in simulation.outcomes()]

    return read


def _job():
    return Job.model_construct(results=None, timeout=60.0)


RUNNING, AGREES, SHRINKING = (
    Outcome(name="games", state=state).model_dump_json() for state in ("running", "agrees", "shrinking")
)


def test_it_is_an_error(outcomes):
    assert outcomes(RUNNING, AGREES[:20], AGREES) == [("games", "running"), ("games", "error")]


def test_a_failure_stays_known(outcomes):
    assert outcomes(SHRINKING, "") == [("games", "shrinking"), ("games", "mismatch")]


def test_half_a_line_at_the_end(outcomes):
    assert outcomes(AGREES, RUNNING[:20], end="")[-1][1] == "died"


def test_all_can_be_read(outcomes):
    assert outcomes(RUNNING, AGREES) == [("games", "running"), ("games", "agrees")]


def test_what_a_listener_raises_is_raised_with_the_result():
    """It listens in a thread of Dask's."""
    pool = ClusterPool.__new__(ClusterPool)

    def full(outcome):
        raise OSError("no space left")

    pool._hears, pool._failed = [full], None
    pool._told((0.0, (0, RUNNING)))
    with pytest.raises(OSError, match="no space left"):
        pool.result(Future())
