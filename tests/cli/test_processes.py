"""Whatever loopline starts ends with it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from loopline.system import end, processor_time, run, start, unusable
from waiting import until

#: A program with two children, one of which has a session of its own.
FAMILY = "setsid sleep 1000 & sleep 1000 & echo $! ready; wait"


def test_whole_process_tree_is_ended():
    process = start(["bash", "-c", f"echo $$; {FAMILY}"], stdout=subprocess.PIPE)
    leader = int(process.stdout.readline())
    process.stdout.readline()
    members = family(leader)
    assert len(members) == 3
    end(process)
    assert not any(map(alive, members))
    end(process)  # again is no harm


def test_child_ends_with_its_parent():
    code = f"""
import os, signal, subprocess
from loopline.system import start
process = start(["bash", "-c", {f"echo $$; {FAMILY}"!r}], stdout=subprocess.PIPE)
print(process.stdout.readline().decode().strip(), process.stdout.readline().decode(), flush=True)
signal.pause()
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as owner:
        try:
            leader = int(owner.stdout.readline().split()[0])
            members = family(leader)
            assert len(members) == 3
        finally:
            owner.kill()
    until(lambda: not any(map(alive, members)))


@pytest.mark.parametrize(("what", "code"), [("exit 3", 3), ("kill -SEGV $$", -signal.SIGSEGV), ("kill -9 $$", -9)])
def test_end_of_a_process_is_seen(what, code):
    assert run(["bash", "-c", what]).returncode == code


def test_program_that_cannot_start_is_an_error():
    assert unusable("/no/such/program") == "No such file or directory"
    assert unusable("/etc") == "Permission denied"
    assert not unusable("bash")


def test_processor_time_is_not_the_time_of_day():
    idle = start(["sleep", "1000"])
    busy = start(["bash", "-c", "while true; do :; done"])
    until(lambda: processor_time(busy.pid) > 0.3)
    assert processor_time(idle.pid) < 0.2
    end(idle)
    end(busy)


def family(leader):
    """A process and its children. Not every system has `ps`."""
    return [leader, *map(int, Path(f"/proc/{leader}/task/{leader}/children").read_text().split())]


def alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
