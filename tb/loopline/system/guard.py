"""A guard of a command: nothing is left behind when it ends, nor when loopline is killed.

    python guard.py LIFELINE COMMAND...

It is the parent of the command, and adopts the processes that the command's children leave behind, also those with
sessions of their own. It kills them all when the command has ended; when it is told to (SIGTERM); and when loopline is
gone: LIFELINE is a pipe of which loopline holds the other end. It uses only the standard library, and starts in
no time.
"""

from __future__ import annotations

import ctypes
import os
import resource
import select
import signal
import sys
import time
from contextlib import suppress

_PDEATHSIG, _SUBREAPER = 1, 36
_LINUX = sys.platform.startswith("linux")


def main(lifeline: int, command: list[str]) -> None:
    """Run a command, and end as it has once nothing of it is left. It is ended when the lifeline's other end closes."""
    _prctl(_SUBREAPER, 1)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    received: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: received.append(number))
    signal.signal(signal.SIGCHLD, lambda *_: None)
    child = _start(command, [lifeline, woken, wake])
    for number in range(3):
        os.close(number)  # these ends belong to the command alone
    status = None
    while status is None and not received and lifeline not in select.select([lifeline, woken], [], [])[0]:
        os.read(woken, 4096)
        status = _reap(child)
    _kill_all()
    _end_like(status)


def _start(command: list[str], ours: list[int]) -> int:
    child = os.fork()
    if child:
        return child
    signal.set_wakeup_fd(-1)
    for sign in (signal.SIGTERM, signal.SIGCHLD, signal.SIGINT, signal.SIGPIPE):
        signal.signal(sign, signal.SIG_DFL)
    _prctl(_PDEATHSIG, signal.SIGKILL)
    for number in ours:
        os.close(number)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        sys.stderr.flush()
    os._exit(127)


def _reap(child: int) -> int | None:
    """Return the status of the child, if it has ended. That of adopted processes does not matter."""
    status = None
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            status = ended[1] if ended[0] == child else status
    return status


def _kill_all() -> None:
    """Kill all children, and what they may have started in the meantime."""
    if not _LINUX:
        return  # there it is the group that is killed, by the program that started this
    with suppress(ChildProcessError):
        while True:
            for process in _below(os.getpid()):
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(process, signal.SIGKILL)
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
            time.sleep(0.005)


def _below(ancestor: int) -> list[int]:
    parents: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):  # noqa: PTH208
        if name.isdigit():
            with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123 - it starts in no time
                parents.setdefault(int(file.read().rpartition(b")")[2].split()[1]), []).append(int(name))
    found = parents.get(ancestor, [])
    for process in found:
        found += parents.get(process, [])
    return found


def _end_like(status: int | None) -> None:
    """End in the same way as the command, for the parent to see."""
    if status is None:
        os._exit(128 + signal.SIGTERM)
    if os.WIFSIGNALED(status):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if os.WTERMSIG(status) != signal.SIGKILL:
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status))


def _prctl(option: int, value: int) -> None:
    if _LINUX:
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
