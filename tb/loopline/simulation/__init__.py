"""One simulation in a process of its own: its job, the drivers that play inside it, and the folder in which it runs.

The folder has the files that hdl/ plays and records. It is locked by the process that has made it. When that is gone,
another process can see so and sweeps the folder away.

May import: design and below.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

from loopline.system import lock, locked

#: Where its Python was when it counted as hung.
TRACE = "trace"

#: Where its simulator prints, and the design.
LOG = "simulator.log"

#: Is there if the log was cut while a script was played: what was printed in that script is not complete.
CUT = "cut"

#: The most bytes of the log that are kept between two scripts; and that are read of one script.
MOST_KEPT, MOST_READ = 1 << 24, 1 << 27

#: Bytes of the beginning and of the end of a log that is cut.
_ENDS = 1 << 16

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
    """Return a file of loopline's own in a simulation's folder.

    The design writes its files there, too, and by accident or on purpose none of them is to be this one: so the name
    begins with the folder's, which is drawn for each run.
    """
    folder = folder.resolve()
    return folder / f"{folder.name}-{name}"


def cut_log(folder: Path) -> None:
    """Cut the log of a simulation that prints more than is read: its beginning and its end stay."""
    log = folder / LOG
    if not _is_long(log):
        return
    with locked(log, create=False):
        if _is_long(log):
            run_file(folder, CUT).touch()
            with log.open("r+b") as file, log.open("ab") as end:
                file.seek(-_ENDS, os.SEEK_END)
                last = file.read(_ENDS)
                file.truncate(_ENDS)
                end.write(b"\n... what was printed here is not kept ...\n" + last)


def _is_long(log: Path) -> bool:
    with suppress(OSError):
        return log.stat().st_size > MOST_KEPT + MOST_READ
    return False


def plusargs(folder: Path) -> list[str]:
    """Return the plusargs that name the files for hdl/."""
    return [f"+{name}={run_file(folder, name).name}" for name in (SESSION, MODEL, WAVE, RECORD)]
