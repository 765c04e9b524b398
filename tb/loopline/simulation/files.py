"""The files in a simulation's folder: what hdl/ plays and records, and what may be asked for when it has ended."""

from __future__ import annotations

from pathlib import Path

#: Where its Python was when it counted as hung.
TRACE = "trace"

#: The script that is being played.
SCRIPT = "script.txt"

#: The files that hdl/ plays and records, by the names of the plusargs that name them.
SESSION, WAVE, RECORD = "session", "wave", "record"


def ours(folder: Path, name: str) -> Path:
    """A file of loopline's own in a simulation's folder. The design writes its files there, too, and by accident or on
    purpose none of them is to be this one: so the name begins with the folder's, which is drawn for each run."""
    folder = folder.resolve()
    return folder / f"{folder.name}-{name}"


def plusargs(folder: Path) -> list[str]:
    """The plusargs that name the files for hdl/."""
    return [f"+{name}={ours(folder, name).name}" for name in (SESSION, WAVE, RECORD)]
