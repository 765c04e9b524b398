"""The bundled engine in sizes that it does not have. In those that it has, tests/cosim/test_bundled_engine.py plays."""

import pytest
from rtl.benches import build, sources


@pytest.mark.parametrize("log2_size", [2, 8])
def test_other_sizes_do_not_elaborate(simulator, log2_size, tmp_path, capfd):
    with pytest.raises(RuntimeError):
        build(simulator, "trax_engine", sources("common", "trax"), tmp_path, LOG2_SIZE=log2_size)
    assert "LOG2_SIZE_must_be_3_to_7" in "".join(capfd.readouterr())
