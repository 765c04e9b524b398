import shutil

import pytest
from cosim.engines import ENGINE


@pytest.fixture
def broken(tmp_path):
    """A description of the bundled engine that always declares the mover the winner: some games show it, others not."""
    shutil.copytree(ENGINE.parents[1], tmp_path / "rtl")
    score = tmp_path / "rtl" / "trax" / "trax_score.v"
    text = score.read_text()
    assert text.count("mover_wins ? to_move : opponent") == 1
    score.write_text(text.replace("mover_wins ? to_move : opponent", "to_move"))
    return tmp_path / "rtl" / "trax" / "engine.toml"
