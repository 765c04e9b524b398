"""Keeps the objects of Verilator's runtime and of the main program, unless ccache does so.

`make` starts it in front of the compiler. It is a script of its own and imports nothing of loopline: it starts as often
as the compiler does. An object is known by the command, the compiler, and the text of all files that were read, but for
the system's headers, which come with the compiler.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

#: The variable with the folder in which they are kept.
FOLDER = "LOOPLINE_OBJECTS"

#: What the names of a design's own sources begin with. Each design has others: they are not kept.
_DESIGN = "V"

#: Nanoseconds by which the time of a file may lag behind the clock: file systems use the time of the last tick.
_TICK = 20_000_000


def main(folder: Path, command: list[str]) -> int:
    """Carry out the compiler's command, or do what it would do. Return its exit code."""
    if Path(command[-1]).name.startswith(_DESIGN):
        return subprocess.call(command)
    target = Path(command[command.index("-o") + 1])
    began = time.time_ns() - _TICK
    version = subprocess.run([command[0], "-v"], capture_output=True, check=False).stderr
    how = _digest(version, *map(str.encode, command))
    read = folder / f"{how}.read"
    with suppress(OSError, ValueError):
        digest, kept = _kept(folder, how, read.read_text().splitlines()).read_bytes().split(b"\n", 1)
        if digest.decode() == _digest(kept):
            target.write_bytes(kept)
            return 0
    if not (code := subprocess.call(command)):
        with suppress(OSError):
            files = target.with_suffix(".d").read_text().replace("\\\n", " ").split()[1:]
            if any(Path(file).stat().st_ctime_ns >= began for file in files):
                return 0  # it is not known which text was compiled
            made = target.read_bytes()
            folder.mkdir(parents=True, exist_ok=True)
            _put(_kept(folder, how, files), f"{_digest(made)}\n".encode() + made)
            _put(read, "\n".join(files).encode())
    return code


def _kept(folder: Path, how: str, files: list[str]) -> Path:
    """Return the path of the object that is made of these files as they are now."""
    return folder / f"{_digest(how.encode(), *(Path(file).read_bytes() for file in files))}.o"


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def _put(file: Path, text: bytes) -> None:
    """Write the file all at once: others may be reading."""
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    draft.write_bytes(text)
    draft.replace(file)


if __name__ == "__main__":
    sys.exit(main(Path(os.environ[FOLDER]), sys.argv[1:]))
