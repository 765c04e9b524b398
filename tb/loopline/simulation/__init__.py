"""One simulation in a process of its own: the job it is given, the drivers that play inside it, and the folder in which
it runs, with the files that hdl/ plays and records.

Each folder is locked by the process that has made it. When that is gone, another process can see so and sweeps the
folder away.

May import: design and below."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from tempfile import mkdtemp

from loopline.system import lock, locked

#: Where its Python was when it counted as hung.
TRACE = "trace"

#: Where its simulator prints, and the design.
LOG = "simulator.log"

#: The script that is being played.
SCRIPT = "script.txt"

#: The files that hdl/ plays, shows and records, by the names of the plusargs that name them.
SESSION, MODEL, WAVE, RECORD = "session", "model", "wave", "record"

_OWNER = "owner"

#: The locks of this process, by folder.
_locks: dict[Path, int] = {}


def new_folder(runs: Path, prefix: str) -> Path:
    """Return a new folder whose name begins with this prefix."""
    runs.mkdir(parents=True, exist_ok=True)
    folder = Path(mkdtemp(prefix=prefix, dir=runs)).resolve()
    held = lock(folder / f"{_OWNER}.new")
    assert held is not None
    (folder / f"{_OWNER}.new").rename(folder / _OWNER)
    _locks[folder] = held
    return folder


def keep_folder(folder: Path) -> None:
    """Keep a folder, so that a user can look at what happened there: it is not swept."""
    (folder / _OWNER).unlink(missing_ok=True)
    _unlock(folder)


def remove_folder(folder: Path) -> None:
    """Remove a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    _unlock(folder)


def sweep_folders(runs: Path) -> None:
    """Remove the folders of runs that were killed."""
    for owner in runs.glob(f"*/{_OWNER}"):
        with locked(owner, wait=False, create=False) as left_behind:  # another process may be sweeping
            if left_behind:
                shutil.rmtree(owner.parent, ignore_errors=True)


def _unlock(folder: Path) -> None:
    if folder in _locks:
        os.close(_locks.pop(folder))


def run_file(folder: Path, name: str) -> Path:
    """Return a file of loopline's own in a simulation's folder. The design writes its files there, too, and by accident
    or on purpose none of them is to be this one: so the name begins with the folder's, which is drawn for each run."""
    folder = folder.resolve()
    return folder / f"{folder.name}-{name}"


def plusargs(folder: Path) -> list[str]:
    """Return the plusargs that name the files for hdl/."""
    return [f"+{name}={run_file(folder, name).name}" for name in (SESSION, MODEL, WAVE, RECORD)]
