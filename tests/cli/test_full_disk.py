"""The disk is full: one clear line, and what was written before is kept."""

import pytest
from cli.running import run
from cosim.engines import needs

FULL = "/dev/full"


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("match.trx", ["match", "random", "model", "--game", "trax", "--games", "1"]),
        (
            "verify.json",
            ["verify", "trax-engine", "--sim", "icarus", "--size", "8", "--examples", "1", "--only", "games"],
        ),
    ],
)
def test_the_disk_is_full(file, words, tmp_path):
    if words[0] == "verify":
        needs("icarus")
    (tmp_path / file).symlink_to(FULL)
    code, _, complaint = run(*words, "--out", tmp_path)
    assert code == 2
    assert "No space left on device" in complaint
    assert "Traceback" not in complaint
