"""A result that cannot be read is no result: the simulation is over, and what it had found stays known."""

from concurrent.futures import Future

import pytest
from loopline.simulation.job import Job, Outcome
from loopline.simulation.simulate import Setup, Simulation
from loopline.workers.pool import ClusterPool


class Ended:
    """A process that has ended."""

    pid, returncode = 0, 0

    def poll(self):
        return self.returncode


@pytest.fixture
def outcomes(tmp_path, monkeypatch):
    """What is read of a simulation that has written these messages."""

    def read(*messages, end="\n"):
        def launch(simulator, build, job, folder, log, channel, power_up):
            channel.sendall(("\n".join(messages) + end).encode())
            return Ended()

        monkeypatch.setattr("loopline.simulation.simulate.launch", launch)
        monkeypatch.setattr("loopline.simulation.simulate.end", lambda process: None)
        job = Job.model_construct(timeout=60.0)
        simulation = Simulation(Setup("icarus", tmp_path, tmp_path, "run-", job))
        found = [(one.name, one.state) for one in simulation.do(job)]
        simulation.close()
        return found

    return read


def result(text):
    return f'{{"result": {text}}}'


RUNNING, AGREES, SHRINKING = (
    Outcome(name="games", state=state).model_dump_json() for state in ("running", "agrees", "shrinking")
)


@pytest.mark.parametrize("line", [result(AGREES)[:30], "[1]", "", result("{}"), result("[]")])
def test_unreadable_output_is_an_error(outcomes, line):
    assert outcomes(result(RUNNING), line, result(AGREES)) == [("games", "running"), ("games", "error")]


def test_a_failure_stays_known(outcomes):
    assert outcomes(result(SHRINKING), "") == [("games", "shrinking"), ("games", "mismatch")]


def test_half_a_line_at_the_end(outcomes):
    assert outcomes(result(AGREES), result(RUNNING)[:20], end="")[-1][1] == "died"


def test_every_complete_line_is_read(outcomes):
    assert outcomes(result(RUNNING), result(AGREES)) == [("games", "running"), ("games", "agrees")]


def test_error_of_a_listener_is_raised_with_the_result():
    """It listens in a thread of Dask's."""
    pool = ClusterPool.__new__(ClusterPool)

    def full(outcome):
        raise OSError("no space left")

    pool._listeners, pool._failed = [(full, Outcome)], None
    pool._told((0.0, (0, RUNNING)))
    with pytest.raises(OSError, match="no space left"):
        pool.result(Future())
