import shutil

import pytest
from cosim.engines import ENGINE, needs
from loopline.workers import batches
from loopline.workers.pool import LocalPool
from workers.examples import campaign, results


@pytest.fixture(scope="session", autouse=True)
def small_batches():
    needs("icarus")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batches, "BATCH", 4)
        yield


@pytest.fixture(scope="session")
def alone(small_batches, tmp_path_factory):
    """What comes of the small campaign with one worker that nobody disturbs."""
    return results(campaign(tmp_path_factory.mktemp("alone"), LocalPool(1)))


@pytest.fixture
def broken(tmp_path):
    """A description of the bundled engine that always declares the mover the winner: some games show it, others not."""
    shutil.copytree(ENGINE.parents[1], tmp_path / "rtl")
    score = tmp_path / "rtl" / "trax" / "trax_score.v"
    text = score.read_text()
    assert text.count("mover_wins ? to_move_q : opponent") == 1
    score.write_text(text.replace("mover_wins ? to_move_q : opponent", "to_move_q"))
    return tmp_path / "rtl" / "trax" / "engine.toml"
