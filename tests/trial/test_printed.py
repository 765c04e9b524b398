"""What a simulation prints is read between two scripts, and not all of it is kept."""

import subprocess
import sys

from loopline.simulation import LOG
from loopline.simulation.printed import MOST

#: Prints as a design does, by C's own buffers, and is asked for it in between.
PRINTS = """
import ctypes
from pathlib import Path
from loopline.simulation import LOG
from loopline.simulation.printed import MOST, Output
printed, c = Output(), ctypes.CDLL(None)
assert not printed.take()
c.puts(b"first")
assert printed.take() == "first\\n"
for _ in range(MOST // 1000 + 1):
    c.puts(b"x" * 999)
c.puts(b"ERROR: the last")
assert printed.take().endswith("ERROR: the last\\n")
assert Path(LOG).stat().st_size < 1000
c.puts(b"after it")
assert printed.take() == "after it\\n"
"""


def test_the_log_has_a_bound_and_nothing_is_lost_unread(tmp_path):
    with (tmp_path / LOG).open("a") as log:
        subprocess.run([sys.executable, "-c", PRINTS], cwd=tmp_path, stdout=log, check=True)
    first, last = (tmp_path / LOG).read_text().splitlines()
    assert int(first.partition(" ")[0].replace(",", "")) > MOST
    assert "not kept" in first
    assert last == "after it"
