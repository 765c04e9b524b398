"""Input that is no game text: an error at once, in no more memory than a small file. tests/model has more of it."""

import json
import random
import subprocess
import sys

import pytest
from cli.running import LOOPLINE, environment

MEGA = 1 << 20
HOSTILE = {
    "random bytes": lambda: random.Random(1).randbytes(10 * MEGA),
    "one line of moves": lambda: b"@0/ " + b"A0+ " * 3 * MEGA,
    "one comment": lambda: b"{" + b"x\n" * 200_000,
    "half a character": lambda: "@0/ ×".encode()[:-1],
    "elf": lambda: b"\x7fELF\x02\x01\x01" + bytes(1000),
}


#: A small process in between: a child is charged with the memory of the one that has started it.
MEASURE = """
import json, resource, subprocess, sys
process = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
seconds, memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024
json.dump([process.returncode, process.stdout.decode(), seconds, memory], sys.stdout)
"""


def measured(*arguments):
    """Exit code, output, processor time in seconds, and the most memory that the process has had, in bytes."""
    command = [sys.executable, "-c", MEASURE, LOOPLINE, *map(str, arguments)]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, env=environment(), check=True).stdout)


@pytest.fixture(scope="module")
def harmless(tmp_path_factory):
    path = tmp_path_factory.mktemp("harmless") / "game.trx"
    path.write_bytes(b"@0/ x\n")
    return measured("check", path)


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_file_costs_little_time_and_memory(kind, tmp_path, harmless):
    path = tmp_path / "hostile.trx"
    path.write_bytes(HOSTILE[kind]())
    code, output, seconds, memory = measured("check", path)
    assert code == 2
    assert str(path) in output
    assert len(output) < 1000
    assert "Traceback" not in output
    # The comment is read to the end of the file, in case it ends.
    assert seconds - harmless[2] < (5 if kind == "one comment" else 0.5)
    assert memory - harmless[3] < 8 * MEGA


def test_a_large_file_needs_no_more_memory_than_a_small_one(tmp_path, harmless):
    path = tmp_path / "large.trx"
    path.write_bytes(b"# a comment\n" * 500_000 + b"@0/ A0+\n\n" * 2_000)
    code, output, _, memory = measured("check", path)
    assert code == 0
    assert output.endswith("2,000 games in 1 file: 2,000 legal, 0 illegal\n")
    assert memory - harmless[3] < 8 * MEGA


def test_an_endless_file(harmless):
    code, output, seconds, memory = measured("check", "--game", "trax", "/dev/zero")
    assert code == 2
    assert "/dev/zero:1:" in output
    assert seconds - harmless[2] < 0.5
    assert memory - harmless[3] < 8 * MEGA
