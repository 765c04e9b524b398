from contextlib import contextmanager

import pytest
from copies import copied
from cosim.engines import needs
from loopline.workers import batches
from loopline.workers.pool import LocalPool
from workers.examples import NAMES, campaign, results


@contextmanager
def in_small_batches():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batches, "SIZES", (4,))
        yield


@pytest.fixture(scope="module", autouse=True)  # for the session, it would last while other folders are tested
def small_batches():
    needs("icarus")
    with in_small_batches():
        yield


@pytest.fixture(scope="session")
def alone(tmp_path_factory):
    """What comes of the small campaign with one worker that nobody disturbs."""
    needs("icarus")
    with in_small_batches():
        outcomes, covered = results(campaign(tmp_path_factory.mktemp("alone"), LocalPool(1)))
    assert [one["state"] for one in outcomes] == ["agrees"] * len(NAMES)
    return outcomes, covered


@pytest.fixture
def broken(tmp_path):
    """A description of the bundled engine that always declares the mover the winner: some games show it, others not."""
    return copied(tmp_path, ("trax_score.v", "mover_wins ? to_move_q : opponent", "to_move_q"))
