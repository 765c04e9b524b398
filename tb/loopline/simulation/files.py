"""The files in a simulation's folder: what it and loopline say to each other, and what hdl/ plays and records."""

from __future__ import annotations

from pathlib import Path

#: What a simulation is to do, see `ours`.
JOB = "job.json"

#: Asks a simulation to end.
STOP = "stop"

#: Asks it to make the failure that it has found no smaller.
FINISH = "finish"

#: The number of the simulator's process.
PROCESS = "process"

#: The script that is being played.
SCRIPT = "script.txt"

#: What hdl/ plays, and what it records, by the names of the arguments that say where.
SESSION, WAVE, RECORD = "session", "wave", "record"


def ours(folder: Path, name: str) -> Path:
    """A file of loopline's own in a simulation's folder. The design writes its files there, too, and by accident or on
    purpose none of them is to be this one: so the name begins with the folder's, which is drawn for each run."""
    folder = folder.resolve()
    return folder / f"{folder.name}-{name}"


def plusargs(folder: Path) -> list[str]:
    """For hdl/: its files."""
    return [f"+{name}={ours(folder, name).name}" for name in (SESSION, WAVE, RECORD)]
