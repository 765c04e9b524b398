"""VHDL sources: ghdl makes Verilog of them, which is kept as a build is. What it leaves without a driver is refused."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from loopline import system
from loopline.design.sources import VHDL
from loopline.design.store import ChangedWhileReading, Manifest, Store, changed, part, see
from loopline.errors import BadInput, as_named

#: The Verilog that ghdl has made, and what it has said.
MADE, _LOG = "from_vhdl.v", "ghdl.log"

#: Seconds that ghdl may take.
_LONGEST = 600.0


def split(files: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Return the sources in Verilog, and those in VHDL."""
    vhdl = [file for file in files if file.suffix.lower() in VHDL]
    return [file for file in files if file not in vhdl], vhdl


def made_in(files: Sequence[Path]) -> Path | None:
    """Return the one of these files that ghdl has made."""
    return next((file for file in files if file.name == MADE), None)


def whose_lines(shown: str, made: Path) -> str:
    """Say which lines reports name. `shown`: the description."""
    return (
        f"{shown}: ghdl has made Verilog of the VHDL: suspects, mutants and coverage name lines of {as_named(made)}, "
        "in which comments give the lines of the VHDL"
    )


@dataclass(frozen=True)
class Conversion:
    """What ghdl is to make Verilog of."""

    #: The description, and the line of it that names sources.
    shown: str
    place: str
    entity: str
    generics: Mapping[str, int | str]
    #: The options for ghdl.
    options: Sequence[str]
    files: Sequence[Path]

    def made(self, builds: Path) -> Path:
        """Return the Verilog, in that folder of builds. Raises BadInput."""
        how = [self._version, *self.options, self.entity, dict(self.generics), [str(file) for file in self.files]]
        key = hashlib.sha256(json.dumps(how).encode()).hexdigest()[:16]
        try:
            folder, _ = Store(builds.resolve()).get(f"ghdl-{key}", self._make)
        except ChangedWhileReading as error:
            raise BadInput(f"{error} is changed again and again while ghdl reads it") from None
        return folder / MADE

    @property
    def _version(self) -> str:
        if not (found := _found()):
            raise BadInput(
                f"{self.place}: sources: {self.files[0].name} is VHDL, which ghdl makes Verilog of, and it is not "
                "here: sudo apt-get install ghdl"
            )
        return found

    def _make(self, folder: Path) -> Manifest:
        before = {str(file): see(file) for file in self.files}
        (folder / _LOG).write_text("")
        since = (folder / _LOG).stat().st_ctime_ns
        self._convert(folder)
        after = {path: see(path) for path in before}
        if suspects := changed(before, after, since):
            raise ChangedWhileReading(suspects[0])
        parts = {name: part(folder / name) for name in (MADE, _LOG)}
        return Manifest(inputs={path: seen and seen.digest for path, seen in after.items()}, parts=parts)

    def _convert(self, folder: Path) -> None:
        """Have ghdl find the order of the files, analyse and synthesise them."""
        work = folder / "work"
        work.mkdir()
        options = [*self.options, f"--workdir={work.name}"]
        generics = [f"-g{name}={value}" for name, value in self.generics.items()]
        self._ghdl(folder, ["import", *options, *(str(file.resolve()) for file in self.files)])
        self._ghdl(folder, ["make", *options, self.entity])
        made = self._ghdl(folder, ["synth", *options, *generics, "--out=verilog", self.entity])
        if faults := [*undriven(made)]:
            raise BadInput(
                f"{self.shown}: what {self._version} has made of {self.entity} is not what the VHDL says: nothing "
                f"drives {', '.join(faults[:5])}. That is an error of ghdl, such as its issue 3027: use another "
                "version; or the VHDL itself drives none of these: give each a value"
            )
        (folder / MADE).write_text(made)
        shutil.rmtree(work)

    def _ghdl(self, folder: Path, arguments: Sequence[str]) -> str:
        """Return what ghdl writes. Raises BadInput with its own words."""
        process = system.start(
            ["ghdl", *arguments],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            out, err = process.communicate(timeout=_LONGEST)
        except subprocess.TimeoutExpired:
            raise BadInput(
                f"{self.shown}: ghdl takes longer than {_LONGEST:g} s; is a generic far too large?"
            ) from None
        finally:
            system.end(process)
        said = err.decode(errors="replace")
        with (folder / _LOG).open("a") as log:
            log.write(f"ghdl {' '.join(arguments)}\n{said}")
        if process.returncode or _CRASH in said:
            lines = [line for line in said.splitlines() if line.strip() and "warning" not in line][:20]
            own = ": an error of ghdl's own, so try another version" if _CRASH in said else ""
            words = "\n".join(f"    {line}" for line in lines)
            raise BadInput(f"{self.shown}: {self._version} cannot make Verilog of {self.entity}{own}:\n{words}")
        return out.decode(errors="replace")


#: What ghdl says where it has failed itself.
_CRASH = "GHDL Bug occurred"


def _found() -> str:
    """Return the version of ghdl; "" if it is missing."""
    program = shutil.which("ghdl")
    return _version_of(program) if program else ""


@cache
def _version_of(program: str) -> str:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    return said.partition("\n")[0].partition(" (")[0] or "ghdl"


# --- what ghdl has left out -------------------------------------------------------------------------------------------

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"", re.S)
_MODULE = re.compile(r"\bmodule\s+(\\\S+|\w+)(.*?)\bendmodule\b", re.S)
_NAME = r"(?:\\\S+\s|[A-Za-z_]\w*)"
_DECLARED = re.compile(rf"\b(input|output|inout|wire|reg)\b\s*(?:signed\s*)?(?:\[[^\]]*\]\s*)*({_NAME})")
_ASSIGNED = re.compile(
    rf"(?:\bassign\s+|^\s*|:\s*|\bbegin\s+|\belse\s+|\)\s*)({_NAME})\s*(?:\[[^;=]*?\]\s*)*<?=(?!=)", re.M
)
_TOGETHER = re.compile(r"(?:\bassign\s+|^\s*)\{([^}]*)\}\s*<?=", re.M)
_CONNECTED = re.compile(rf"\.\s*{_NAME}\s*\(\s*(?:{{)?([^()]*)\)")
_WORD = re.compile(_NAME)


def undriven(verilog: str) -> Iterator[str]:
    """Yield each wire that something in a module reads and nothing in it drives, as MODULE.NAME."""
    for module, body in _MODULE.findall(_COMMENT.sub(" ", verilog)):
        kinds = {name.strip(): kind for kind, name in _DECLARED.findall(body)}
        driven = {name.strip() for name in _ASSIGNED.findall(body)}
        for group in [*_TOGETHER.findall(body), *_CONNECTED.findall(body)]:
            driven.update(name.strip() for name in _WORD.findall(group))
        words = [name.strip() for name in _WORD.findall(body)]
        for name, kind in kinds.items():
            is_read = words.count(name) > 1 or kind == "output"
            if kind in ("wire", "reg", "output") and is_read and name not in driven:
                yield f"{module.strip()}.{name}"
