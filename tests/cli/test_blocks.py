"""What the terminal shows of a run that has failed: one block for each bug, and a summary; no wider than 80 columns."""

import codecs
import os
import pty
import re
from contextlib import suppress
from subprocess import Popen

import pytest
from cli.running import LOOPLINE, environment, run
from copies import copied
from cosim.engines import needs

QUICK = ("verify", "--sim", "icarus", "--size", 8, "--seed", 7, "--examples", 2, "--shrink", 3)

#: Whoever moves has won.
WINNER = ("trax_score.v", "mover_wins ? to_move_q : opponent", "to_move_q")


@pytest.fixture(autouse=True)
def _icarus():
    needs("icarus")


def shown(out, *options):
    """The lines, and those that are wider than 80 columns and are neither a command nor a path."""
    code, text, err = run(*QUICK, *options, "--out", out, COLUMNS="80")
    assert (code, err) == (1, "")
    lines = text.splitlines()
    paths = re.compile("seed |  (replay|waves|page|file|line|fix) |.* from /")
    return lines, [line for line in lines if len(line) > 80 and not paths.match(line)]


def test_one_bug_is_one_block_and_a_summary(tmp_path):
    dut = copied(tmp_path, WINNER)
    lines, wide = shown(tmp_path / "out", dut, "--only", "deck", "--only", "games", "--only", "wins")
    heads = [line for line in lines if line.startswith("✗ ")]
    assert len(heads) in (1, 2)  # White, who should be Red, may be another than Red, who should be White
    assert {*heads} <= {"✗ Winner is White; the model says Red", "✗ Winner is Red; the model says White"}
    assert len(lines) <= 40 + 25 * (len(heads) - 1)
    assert not wide
    block = lines[lines.index(heads[0]) :]
    names = [line.split()[0] for line in block if re.match(r"  [a-z]", line)]
    order = ["where", "found", "line", "game", "replay", "waves", "page"]
    assert [name for name in names if name in order][: len(order)] == order
    assert block[1].startswith("  where     after ")
    assert sum(line.startswith("  replay ") for line in lines) == len(heads)
    end = lines[-2 - len(heads) :]
    assert re.match(rf"FAILED  {len(heads)} bugs?, shown by [23] of 3 properties · \d+ s$", end[0])
    assert [line.strip() for line in end[1:-1]] == [head.removeprefix("✗ ") for head in heads]
    assert end[-1] == f"  page      {tmp_path / 'out' / 'report.html'}"


def test_on_a_terminal_no_bar_stands_in_a_report(tmp_path):
    """And at length each failure is there. One worker plays the deck first, whose phases are looked for."""
    dut = copied(tmp_path, WINNER)
    master, slave = pty.openpty()
    words = [*QUICK, dut, "--only", "deck", "--only", "wins", "--jobs", 1, "-v", "--out", tmp_path / "out"]
    environment_ = environment(TERM="xterm", COLUMNS="120", LINES="40")
    with Popen([LOOPLINE, *map(str, words)], stdin=slave, stdout=slave, stderr=slave, env=environment_) as process:
        os.close(slave)
        text = "".join(_read(master))
    assert process.returncode == 1
    assert "━" in text  # there was a bar
    for phase in ("making waves of deck", "looking for the cause of deck"):
        assert phase in text
    lines = [re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", line.rpartition("\x1b[2K")[2]) for line in text.split("\n")]
    assert sum(line.startswith("✗ ") for line in lines) == 2
    assert not [line for line in lines if "━" in line and re.match("✗|  [a-z]", line)]
    assert any(re.match("property +simulator +examples +turns +cycles ", line) for line in lines)
    assert max(len(line.rstrip()) for line in lines if line.startswith(("deck  ", "property "))) <= 80


def _read(master):
    """Yield what comes from a terminal until it is closed."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    with suppress(OSError):
        while data := os.read(master, 65536):
            yield decoder.decode(data)
    os.close(master)
