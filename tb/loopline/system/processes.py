"""Other programs, of which nothing is left behind: see guard.py."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

_GUARD = str(Path(__file__).with_name("guard.py"))

#: Seconds in which a guard may end what it guards.
_TO_END = 5.0


def start(command: Sequence[str], **how: Any) -> subprocess.Popen[bytes]:
    """A command in a session of its own: Ctrl-C on the terminal does not reach it. It ends with this process."""
    words = [sys.executable, "-I", "-S", _GUARD, str(_lifeline()), *command]
    return subprocess.Popen(words, start_new_session=True, pass_fds=[_lifeline()], **how)


def run(command: Sequence[str], **how: Any) -> subprocess.CompletedProcess[bytes]:
    """Run a command to its end, and return its output."""
    process = start(command, **how)
    try:
        said, _ = process.communicate()
    finally:
        end(process)
    return subprocess.CompletedProcess(list(command), process.returncode, said)


def unusable(program: str) -> str:
    """Why it cannot be started, if it cannot."""
    if shutil.which(program):
        return ""
    return os.strerror(errno.EACCES if Path(program).exists() else errno.ENOENT)


@cache
def _lifeline() -> int:
    """The reading end of a pipe that is closed when this process ends: no other process has the writing end."""
    ours, _ = os.pipe()
    return ours


def end(process: subprocess.Popen[bytes]) -> None:
    """End it and everything that it has started. (Its process id is not reused until it has been waited for.)"""
    if process.returncode is not None:
        return
    process.terminate()
    try:
        process.wait(_TO_END)
    except subprocess.TimeoutExpired:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def processor_time(session: int) -> float:
    """Seconds of processor time that the processes of a session have used so far, with their ended children."""
    ticks = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = file.read_bytes().rpartition(b")")[2].split()
            if int(fields[3]) == session:
                ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")
