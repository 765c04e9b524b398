"""The disk is full: one clear line, and what was written before is kept."""

import pytest
from cli.running import run

FULL = "/dev/full"


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("match.trx", ["match", "random", "model", "--game", "trax", "--games", "1"]),
        ("testbench/testbench.v", ["testbench", "trax-engine"]),
    ],
)
def test_the_disk_is_full(file, words, tmp_path):
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).symlink_to(FULL)
    code, _, complaint = run(*words, "--out", tmp_path)
    assert code == 2
    assert "No space left on device" in complaint
    assert "Traceback" not in complaint


def test_file_in_the_way_of_a_folder(tmp_path):
    (tmp_path / "testbench").write_text("")
    code, _, complaint = run("testbench", "trax-engine", "--out", tmp_path)
    assert code == 2
    assert f"{tmp_path / 'testbench'}: cannot write: File exists" in complaint
    assert "Traceback" not in complaint
