"""In which words each source is written: what old Verilog uses as a name may be a keyword of SystemVerilog.

A simulator is told by the directive `begin_keywords. To Verilator it ends with the file that it is in, so a source is
included by a small file that has the directive; what is said of the source still names the source.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal, Protocol, get_args

from pydantic import BeforeValidator

from loopline import tables
from loopline.design import sources, vhdl
from loopline.design.sources import NoSource
from loopline.errors import BadInput, as_named

#: The standards that Verilator, Icarus and slang know, as their directives name them.
Standard = Literal[
    "1364-1995",
    "1364-2001",
    "1364-2001-noconfig",
    "1364-2005",
    "1800-2005",
    "1800-2009",
    "1800-2012",
    "1800-2017",
    "1800-2023",
]


def _known(value: object) -> object:
    """Validate a standard, or a table of standards."""
    standards = [value] if isinstance(value, str) else list(value.values()) if isinstance(value, Mapping) else [None]
    if not {*standards} <= {*get_args(Standard)}:
        raise ValueError(f"must be one of {', '.join(get_args(Standard))}, or a table from patterns to these")
    return value


#: The standard of all sources, or those of the files of each pattern.
Language = Annotated[Standard | dict[str, Standard], BeforeValidator(_known)]

#: The standards that have reserved no words since the one before. Icarus 11 does not know them.
_SAME_WORDS: dict[Standard, Standard] = {"1800-2017": "1800-2012", "1800-2023": "1800-2012"}

#: What ends `begin`.
END = "`end_keywords\n"


def begin(standard: Standard) -> str:
    """Return the directive, on a line, from which on the words of a standard count."""
    return f'`begin_keywords "{_SAME_WORDS.get(standard, standard)}"\n'


class Sources(Protocol):
    """A design, as far as its sources are concerned."""

    @property
    def path(self) -> Path:
        """The description."""

    @property
    def language(self) -> Language:
        """The standard, or standards, that the description names."""

    @property
    def files(self) -> Sequence[Path]:
        """The sources."""

    @property
    def library_files(self) -> Sequence[Path]:
        """What is read of libraries."""

    def place(self, *key: str) -> str:
        """Return where in the description a key is."""


def standards(dut: Sources, only: Sequence[Path] | None = None) -> dict[Path, Standard]:
    """Return the standard of each source that has one. Raises BadInput. `only`: of these files."""
    files = dut.files if only is None else only
    if isinstance(dut.language, str):
        return dict.fromkeys(files, dut.language)
    found: dict[Path, Standard] = {}
    by: dict[Path, str] = {}
    for pattern, standard in dut.language.items():
        for file in _matching(dut, files, pattern):
            if found.setdefault(file, standard) != standard:
                raise BadInput(
                    f"{dut.place('language', pattern)}: language: {as_named(file)} is read as {found[file]} because of "
                    f"{tables.shown(by[file])}, and as {standard} because of {tables.shown(pattern)}: change one of "
                    "them"
                )
            by[file] = pattern
    return {**found, **{file: "1364-2005" for file in files if file.name == vhdl.MADE}}


def _matching(dut: Sources, files: Sequence[Path], pattern: str) -> list[Path]:
    """Return the sources to which a pattern leads."""
    at = f"{dut.place('language', pattern)}: language: {tables.shown(pattern)}"
    try:
        meant = {file.resolve() for file in sources.find(dut.path.parent, pattern)}
    except NoSource as problem:
        raise BadInput(f"{at} {problem}") from None
    matching = [file for file in files if file.resolve() in meant]
    if not matching and not any(file.resolve() in meant for file in dut.library_files):
        raise BadInput(f"{at} leads to none of the sources: name them in sources, too, or leave it out")
    return matching


def readable(dut: Sources, folder: Path) -> list[Path]:
    """Return what a simulator must read to read the sources. Write what is needed for that into the folder."""
    found = standards(dut)
    files = list(dut.files)
    for number, file in enumerate(files):
        if file in found:
            files[number] = folder / f"read-{number}-{_plain(file)}"
            files[number].write_text(f'{begin(found[file])}`include "{file}"\n{END}', encoding="utf-8")
    return files


def _plain(file: Path) -> str:
    return "".join(letter if letter.isalnum() and letter.isascii() else "_" for letter in file.stem) + file.suffix
