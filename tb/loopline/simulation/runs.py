"""Folders in which simulations run. Each is locked by the process that has made it: when that is gone, anybody can see
so, and sweeps the folder away."""

from __future__ import annotations

import fcntl
import shutil
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import IO

_OWNER = "owner"

#: The locks of this process, by folder.
_locks: dict[Path, IO[str]] = {}


def new(runs: Path, prefix: str) -> Path:
    """A new folder whose name begins with this prefix."""
    runs.mkdir(parents=True, exist_ok=True)
    folder = Path(mkdtemp(prefix=prefix, dir=runs)).resolve()
    lock = (folder / f"{_OWNER}.new").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    (folder / f"{_OWNER}.new").rename(folder / _OWNER)
    _locks[folder] = lock
    return folder


def keep(folder: Path) -> None:
    """Keep a folder, so that a user can look at what happened there: it is not swept."""
    (folder / _OWNER).unlink(missing_ok=True)
    _unlock(folder)


def remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    _unlock(folder)


def sweep(runs: Path) -> None:
    """Remove the folders of runs that were killed."""
    for owner in runs.glob(f"*/{_OWNER}"):
        with suppress(OSError), owner.open("r+") as lock:  # another process may be sweeping
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(owner.parent, ignore_errors=True)


def _unlock(folder: Path) -> None:
    if lock := _locks.pop(folder, None):
        lock.close()
