"""A design as Yosys reads it: which of its readers takes which sources, and a netlist that the harness can play.

Plain Verilog goes to Yosys' own reader. SystemVerilog goes to slang, which comes with Yosys' wheel: Yosys' own reader
accepts much of it and understands some of that wrongly, without a word.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from loopline.design import yosys
from loopline.design.dut import LONGEST_NAME, Dut

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
    *("path", "name", "top", "sources", "include", "file_list", "defines", "parameters", "depth_parameter"),
    "game_folder",  # named with its full path
    "deck",  # it is not played against a netlist
}


def reading(dut: Dut, folder: Path, values: Mapping[str, int | str]) -> list[str]:
    """What a script in the folder says to read the design, with these values for its parameters."""
    reader = _slang if any(file.suffix == ".sv" for file in dut.files) else _verilog
    return [*reader(dut, folder, values), f"hierarchy -check -top {dut.top}"]


def _verilog(dut: Dut, folder: Path, values: Mapping[str, int | str]) -> Iterator[str]:
    if dut.macros:  # from a file, they may have blanks and quotes in them
        yield "write_file macros.vh <<END_OF_MACROS"
        yield from (f"`define {name} {text}" for name, text in dut.macros.items())
        yield "END_OF_MACROS"
        yield "read_verilog macros.vh"
    options = "".join(f" -I{_plain(include, folder)}" for include in dut.folders)
    yield from (f"read_verilog{options} {yosys.path_from(folder, file)}" for file in dut.files)
    yield from (f"chparam -set {name} {json.dumps(value)} {dut.top}" for name, value in values.items())


def _slang(dut: Dut, folder: Path, values: Mapping[str, int | str]) -> Iterator[str]:
    # Read from a file, arguments may have blanks in them.
    yield "write_file slang.f <<END_OF_ARGUMENTS"
    yield from _SLANG
    yield f"--top {dut.top}"
    yield from (_quoted(f"-G{name}={json.dumps(value)}") for name, value in values.items())
    yield from (_quoted(f"-D{name}={text}") for name, text in dut.macros.items())
    yield from (_quoted(f"-I{yosys.full_path(include)}") for include in dut.folders)
    yield from (_quoted(yosys.full_path(file)) for file in dut.files)
    yield "END_OF_ARGUMENTS"
    yield "read_slang -f slang.f"


def _plain(include: Path, folder: Path) -> str:
    """How a script in the folder names one of include files. Yosys takes -I as it comes, so what has blanks in its path
    is copied to where there are none."""
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
    """Of a netlist of the design, in which sources, include folders and parameters are settled."""
    kept = dut.model_dump(exclude=_SETTLED, exclude_defaults=True) | {"verification_port": dut.verification_port}
    if ":" in dut.game:
        kept["game_folder"] = str(dut.beside.resolve())
    for table, key in [("serial", "baud_parameter"), *(("board", key) for key in dut.board.parameters)]:
        kept.get(table, {}).pop(key, None)
    values = {"name": name[:LONGEST_NAME], "top": top, "sources": sources, **kept}
    lines = [f"{key} = {_toml(value)}" for key, value in values.items() if not isinstance(value, dict)]
    for key, table in values.items():
        if isinstance(table, dict):
            lines += [f"[{key}]", *(f"{inner} = {_toml(value)}" for inner, value in table.items())]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)  # TOML has no surrogates
