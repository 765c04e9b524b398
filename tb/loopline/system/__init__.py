"""The operating system: processes of which nothing is left behind (guard.py), signals, locks, full disks.

And a start that imports less. SIGTERM and SIGHUP end a command in the same way as Ctrl-C: it reports what it has. Its
exit code says which signal it was.

May import: drawing, errors, numbers, resets.
"""

from __future__ import annotations

import errno
import fcntl
import gc
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from loopline.errors import BadInput

#: Free bytes below which nothing can be done, and below which a simulator's record may have been cut off, as others may
#: have made room since then.
_LEAST, FOR_A_RECORD = 64 << 10, 16 << 20

_KEPT = "What was written before is kept."


class DiskFull(BadInput):
    """The exception for a full disk. The text names the disk."""


def check_disk(path: Path, least: int = _LEAST) -> None:
    """Raise DiskFull if the disk of this path has less than `least` bytes left."""
    if words := disk_full(path, least):
        raise DiskFull(words)


def disk_full(path: Path, least: int = _LEAST) -> str:
    """Return the disk of this path in words, if it is full; else an empty string."""
    folder = next(folder for folder in (path.absolute(), *path.absolute().parents) if folder.exists())
    with suppress(OSError):
        room = os.statvfs(folder)
        no_names = room.f_files > 0 and room.f_favail == 0
        if room.f_bavail * room.f_frsize < least or no_names:
            what = "no more files" if no_names else f"{room.f_bavail * room.f_frsize // 1024} KiB left"
            return f"{path.absolute()}: the disk is full: {_file_system(folder)} has {what}. {_KEPT}"
    return ""


def _file_system(path: Path) -> str:
    """Return the file system, as `df` names it."""
    mount = next(folder for folder in (path, *path.parents) if os.path.ismount(folder))
    with suppress(OSError):
        for line in reversed(Path("/proc/mounts").read_text().splitlines()):
            device, where, kind, *_ = line.split()
            if where == str(mount):
                return f"{mount} ({kind}, {device})"
    return str(mount)


def replace_file(file: Path, text: str) -> None:
    """Write a file so that it is never seen half-written."""
    part = file.with_name(f"{file.name}.{os.getpid()}")
    part.write_text(text, encoding="utf-8")
    part.replace(file)


def trim_imports() -> None:
    """Import less from now on, and look for no garbage among what is imported, until `collect_garbage`."""
    gc.disable()
    gc.set_threshold(50_000, 20, 100)
    sys.modules.setdefault("pytest", _Pytest("pytest"))


def collect_garbage() -> None:
    """Look for garbage from now on, and not among what is imported by now, if `trim_imports` has put it off."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


class _Pytest(ModuleType):
    """The parts of pytest that cocotb needs, which imports it for three exceptions.

    Whoever asks for more gets all of it.
    """

    def __init__(self, name: str) -> None:
        from _pytest.outcomes import fail, skip, xfail

        super().__init__(name)
        vars(self).update(skip=skip, xfail=xfail, raises=SimpleNamespace(Exception=fail.Exception))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name in ("RaisesExc", "RaisesGroup"):  # cocotb goes without, if need be
            raise AttributeError(name)
        del sys.modules["pytest"]
        vars(self).update(vars(import_module("pytest")))
        return getattr(self, name)


_GUARD = str(Path(__file__).with_name("guard.py"))

#: Seconds in which a guard may end what it guards.
_TO_END = 5.0


def start(command: Sequence[str], **how: Any) -> subprocess.Popen[bytes]:
    """Start a command in a session of its own, which ends with this process.

    Ctrl-C on the terminal does not reach it.
    """
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
    """Return why a program cannot be started; empty if it can."""
    if shutil.which(program):
        return ""
    return os.strerror(errno.EACCES if Path(program).exists() else errno.ENOENT)


@cache
def _lifeline() -> int:
    """Return the reading end of a pipe that is closed when this process ends: no other process has the writing end."""
    ours, _ = os.pipe()
    return ours


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process and everything that it has started.

    Its process id is not reused until it has been waited for.
    """
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
    """Return the seconds of processor time that the processes of a session have used so far.

    Their ended children count, too.
    """
    ticks = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = file.read_bytes().rpartition(b")")[2].split()
            if int(fields[3]) == session:
                ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def lock(file: Path, *, shared: bool = False, wait: bool = True, create: bool = True) -> int | None:
    """Lock a file and return its descriptor.

    The lock ends when that is closed, and with this process.

    Args:
        file: The file.
        shared: Whether others may share the lock.
        wait: Whether to wait for it.
        create: Whether to create the file.

    Returns:
        The descriptor; None if the file is missing, or was replaced before the lock was free; and without `wait`, if
        another process has it.
    """
    try:
        held = os.open(file, os.O_RDWR | (os.O_CREAT if create else 0), 0o666)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        fcntl.flock(held, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))
        mine = holds(held, file)
    except BlockingIOError:
        mine = False
    except BaseException:
        os.close(held)
        raise
    if mine:
        return held
    os.close(held)
    return None


def holds(held: int, file: Path) -> bool:
    """Return whether the open file is still the one of this name, and not one that was there before."""
    try:
        return os.path.samestat(file.stat(), os.fstat(held))
    except (FileNotFoundError, NotADirectoryError):
        return False


@contextmanager
def locked(file: Path, *, wait: bool = True, create: bool = True) -> Iterator[bool]:
    """Lock a file for this long. Yield whether that was possible.

    Args:
        file: The file.
        wait: Whether to wait for the lock.
        create: Whether to create the file.
    """
    held = lock(file, wait=wait, create=create)
    try:
        yield held is not None
    finally:
        if held is not None:
            os.close(held)


_doing: list[Callable[..., None]] = []

#: The exit code after Ctrl-C, as a shell has it.
INTERRUPTED = 128 + signal.SIGINT

_received: list[int] = []


@contextmanager
def interruptible(interrupt: Callable[..., None]) -> Iterator[None]:
    """Have Ctrl-C call `interrupt` meanwhile.

    Simulations are in sessions of their own, so the terminal's does not reach them by itself; and only the main thread
    can hear it. A command that was started in the background, and ignores it, still does.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = signal.getsignal(signal.SIGINT)
    _doing.append(interrupt)
    if previous is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, raise_interrupt)
    try:
        yield
    finally:
        if previous is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, previous)
        _doing.pop()


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Delay Ctrl-C until the block ends.

    Importing a C++ library, or writing a set of files, must not be cut in half.
    """
    pressed: list[bool] = []
    with interruptible(lambda *_: pressed.append(True)):
        yield
    if pressed:
        raise_interrupt()


def raise_interrupt(*_: object) -> None:
    """Do what Ctrl-C does, even if SIGINT is ignored."""
    if not _doing:
        raise KeyboardInterrupt
    _doing[-1](signal.SIGINT, None)


def install_handlers() -> None:
    """Handle SIGTERM and SIGHUP, unless the parent has them ignored, as nohup does."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _as_ctrl_c)


def interrupted() -> int:
    """Return the exit code of a command that was interrupted: that of the signal, or of Ctrl-C."""
    return 128 + _received[0] if _received else INTERRUPTED


def _as_ctrl_c(number: int, _: object) -> None:
    _received.append(number)
    if number == signal.SIGHUP:
        _leave_the_terminal()
    raise_interrupt()


def _leave_the_terminal() -> None:
    """Print to nowhere: the terminal is gone, and printing to it would fail.

    The files still have to be written.
    """
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        if stream.isatty():
            os.dup2(nowhere, stream.fileno())
