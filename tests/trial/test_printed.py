"""What a simulation prints is read between two scripts, and not all of it is kept."""

import subprocess
import sys

from loopline.simulation import LOG, MOST_KEPT

#: Prints as a design does, by C's own buffers, and is asked for it in between.
PRINTS = """
import ctypes
from pathlib import Path
from loopline.simulation import LOG
from loopline.simulation import MOST_KEPT
from loopline.simulation.printed import Output
printed, c = Output(), ctypes.CDLL(None)
assert not printed.take()
c.puts(b"first")
assert printed.take() == "first\\n"
for _ in range(MOST_KEPT // 1000 + 1):
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
    assert int(first.partition(" ")[0].replace(",", "")) > MOST_KEPT
    assert "not kept" in first
    assert last == "after it"


#: Prints more than is read in one script, which loopline cuts meanwhile; and then, in another one, a little.
FLOODS = """
import ctypes
from loopline import simulation
from loopline.simulation.printed import Output
from pathlib import Path
simulation.MOST_KEPT = simulation.MOST_READ = 100_000
printed, c = Output(), ctypes.CDLL(None)
for number in range(1_000):
    c.puts(b"%d" % number + b"x" * 999)
    c.fflush(None)
    simulation.cut_log(Path())
assert printed.take() == ""
assert printed.too_much
c.puts(b"after it")
assert printed.take() == "after it\\n"
assert not printed.too_much
"""


def test_the_log_has_a_bound_within_a_script_too(tmp_path):
    with (tmp_path / LOG).open("a") as log:
        subprocess.run([sys.executable, "-c", FLOODS], cwd=tmp_path, stdout=log, check=True)
    first, *_, last = (text := (tmp_path / LOG).read_text()).splitlines()
    assert len(text) < 300_000
    assert first == "0" + "x" * 999
    assert "999" + "x" * 999 in text
    assert text.count("not kept") >= 1
    assert last == "after it"
