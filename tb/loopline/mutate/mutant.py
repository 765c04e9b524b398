"""One mutant: what is wrong, and where."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

_WRONG = {
    "inv": "inverted",
    "const0": "stuck at 0",
    "const1": "stuck at 1",
    "cnot0": "inverted while bit {ctrlbit} is 0",
    "cnot1": "inverted while bit {ctrlbit} is 1",
}


@dataclass(frozen=True)
class Mutant:
    """One bug: where it comes from, file and line, and its class."""

    number: int
    #: The cell's type in the netlist, `$add`; or what somebody got wrong, `wrong operator`.
    kind: str
    file: str
    line: int

    @property
    def part(self) -> str:
        """The part by which mutants are counted: the source file, which usually holds one module."""
        return Path(self.file).stem or "?"

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"

    @property
    def source(self) -> str:
        """Its source line."""
        try:
            return Path(self.file).read_text(errors="replace").splitlines()[self.line - 1].strip()
        except (OSError, IndexError):
            return "?"

    @property
    def wire(self) -> str:
        """What the source calls the bit that is wrong, if it is one bit and has a name."""
        return ""

    @property
    def details(self) -> dict[str, str]:
        """What else there is to say of it, by name."""
        return {}


@dataclass(frozen=True)
class PinMutant(Mutant):
    """A pin of a cell does what it should not."""

    mode: str
    module: str
    cell: str
    port: str
    portbit: int
    #: Another bit of the same pin, on which it depends; -1 if on none.
    ctrlbit: int
    wire: str = ""

    @property
    def command(self) -> str:
        """The Yosys command that puts it into a netlist, without the select."""
        words = f"-mode {self.mode} -module {self.module} -cell {self.cell} -port {self.port} -portbit {self.portbit}"
        return f"{words} -ctrlbit {self.ctrlbit}" if self.ctrlbit >= 0 else words

    @property
    def place(self) -> str:
        return super().place if self.file else self.cell

    @property
    def details(self) -> dict[str, str]:
        return {"cell": self.cell, "wire": self.wire}

    def __str__(self) -> str:
        wrong = _WRONG[self.mode].format(ctrlbit=self.ctrlbit)
        return f"{self.kind} {self.port}[{self.portbit}] {wrong}"


@dataclass(frozen=True)
class SourceMutant(Mutant):
    """The source says something else."""

    before: str
    after: str

    @property
    def details(self) -> dict[str, str]:
        return {"before": self.before, "after": self.after}

    def __str__(self) -> str:
        return f"{self.kind}: {self.before} → {self.after or 'nothing'}"


def options(line: str) -> dict[str, str]:
    """A line of Yosys' list as option → value. (Names of cells have backslashes and dollars, which are no escapes.)"""
    lexer = shlex.shlex(line, posix=True)
    lexer.whitespace_split, lexer.escape, lexer.commenters = True, "", ""
    words = list(lexer)[1:]
    found: dict[str, str] = {}
    while words:
        name = words.pop(0).removeprefix("-")
        value = words.pop(0)
        if name == "ctrl":
            del words[:2]
        found.setdefault(name, value)
    return found


def position(src: str) -> tuple[str, int]:
    """File and line of a `src` attribute: `a.v:3.5-3.9|…`; the first is where it began."""
    file, _, rest = src.split("|")[0].rpartition(":")
    number = rest.split("-")[0].split(".")[0]
    return (file, int(number)) if number.isdigit() else ("", 0)
