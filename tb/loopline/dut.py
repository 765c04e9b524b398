"""The DUT description: a TOML file by which a user brings his own RTL, without writing Python."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints, ValidationError

from loopline import tables
from loopline.errors import BadInput
from loopline.tables import Table

Identifier = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_$]*$")]


#: Cycles of a bit. With fewer nobody could say in which bit an edge is.
SHORTEST_BIT = 4


class Clock(Table):
    signal: Identifier = "clk"
    mhz: float = Field(50.0, gt=0)


class Reset(Table):
    #: Empty: there is none, and a new game has to do.
    signal: Identifier | Literal[""] = "rst"
    active: Literal["high", "low"] = "high"
    cycles: int = Field(2, ge=1, le=1000)


class Serial(Table):
    """A player's line."""

    rx: Identifier = "rx"
    tx: Identifier = "tx"
    baud: int = Field(115_200, ge=1)
    #: In simulation so many baud, because a slow line would take most of the time; by default as in earnest.
    simulated_baud: int | None = Field(None, ge=1)
    #: The parameter that has the baud rate, if the design has one.
    baud_parameter: Identifier | None = None


class Dut(Table):
    """What the harness must know of a design."""

    game: str = "trax"
    contract: Literal["engine", "player"] = "engine"
    name: str
    top: Identifier
    sources: list[str] = Field(min_length=1)
    include: list[str] = Field(default_factory=list)
    parameters: dict[Identifier, int | str] = Field(default_factory=dict)
    clock: Clock = Clock()
    reset: Reset = Reset()
    #: Our name of a port → the design's name of it.
    signals: dict[Identifier, Identifier] = Field(default_factory=dict)
    #: The board is a torus of so many cells each way.
    size: Literal[8, 16, 32, 64, 128] = 64
    #: The parameter that is the binary logarithm of the size, if the design has one.
    size_parameter: Identifier | None = None
    #: The design has a verification port.
    verification_port: bool = False
    #: An engine: the cycles of every operation and the whole state are predicted, as documented for the bundled one.
    #: A player: it keeps to the golden policy, so its moves are predicted.
    exact: bool = False
    #: Cycles without a sign of life after which the design is taken to hang.
    patience: int | None = Field(None, ge=100)
    #: A player: its line; how long an answer may take, in seconds; what it calls itself, and how far it looks ahead, if
    #: that is to be held.
    serial: Serial = Serial()
    limit: float = Field(1.0, gt=0)
    identity: str | None = Field(None, min_length=2, max_length=2)
    depth: Literal[1, 2] = 1
    #: The parameter that says how far, if the design has one.
    depth_parameter: Identifier | None = None

    path: Path = Field(exclude=True)

    @property
    def shown(self) -> str:
        """Its file, as a user in this folder would name it."""
        return str(self.path.relative_to(Path.cwd())) if self.path.is_relative_to(Path.cwd()) else str(self.path)

    @property
    def files(self) -> list[Path]:
        """The sources, with patterns like `rtl/*.v` resolved from the folder of the description."""
        files: list[Path] = []
        for pattern in self.sources:
            found = sorted(self.path.parent.glob(pattern)) if not Path(pattern).is_absolute() else [Path(pattern)]
            if not found or not all(file.is_file() for file in found):
                raise BadInput(f"{_line_of(self.path, pattern)}: no source file {pattern!r} in {self.path.parent}")
            files.extend(file for file in found if file not in files)
        return files

    @property
    def folders(self) -> list[Path]:
        return [(self.path.parent / folder).resolve() for folder in self.include]

    def resized(self, size: int | None) -> Dut:
        """The same design with another board; its parameter that says so is the one in `size_parameter`."""
        if size is None or size == self.size:
            return self
        if self.size_parameter is None:
            raise BadInput(f"{self.path}: names no size_parameter, so its board of {self.size} cannot be changed")
        parameters = {**self.parameters, self.size_parameter: size.bit_length() - 1}
        return self.model_copy(update={"size": size, "parameters": parameters})

    @property
    def values(self) -> dict[str, int | str]:
        """The values of its parameters."""
        values: dict[str, int | str] = dict(self.parameters)
        if self.contract == "player" and self.serial.baud_parameter:
            values[self.serial.baud_parameter] = self.baud
        if self.depth_parameter:
            values[self.depth_parameter] = self.depth
        return values

    @property
    def baud(self) -> int:
        """The baud rate in simulation."""
        return self.serial.simulated_baud or self.serial.baud

    @property
    def bit(self) -> float:
        """The cycles of a bit in simulation."""
        return self.clock.mhz * 1e6 / self.baud

    def seconds(self, cycles: int, characters: int) -> float:
        """What an answer of so many characters and cycles takes if the line is as slow as in earnest."""
        slower = 10 * characters * (self.clock.mhz * 1e6 / self.serial.baud - self.bit)
        return (cycles + slower) / (self.clock.mhz * 1e6)

    def port(self, name: str) -> str:
        """The design's name of one of our ports."""
        return self.signals.get(name, name)


def load(path: Path) -> Dut:
    """Read a description. Raises BadInput."""
    data = tables.parse(path)
    try:
        dut = Dut(**data, path=path.resolve())
    except ValidationError as error:
        raise BadInput("\n".join(_explain(path, problem) for problem in error.errors())) from None
    except TypeError:
        raise BadInput(f"{_line_of(path, 'path')}: unknown key 'path'") from None
    dut.files  # noqa: B018 - says what is missing
    if dut.contract == "player" and dut.bit < SHORTEST_BIT:
        raise BadInput(
            f"{_line_of(path, 'simulated_baud' if dut.serial.simulated_baud else 'baud')}: a bit at {dut.baud:,} baud "
            f"has {dut.bit:.1f} cycles of a clock of {dut.clock.mhz:g} MHz; it takes {SHORTEST_BIT} at least"
        )
    return dut


def _explain(path: Path, problem: object) -> str:
    """One of pydantic's findings in our words: file, line, key, fix."""
    assert isinstance(problem, dict)
    keys = [str(key) for key in problem["loc"] if not isinstance(key, int)]
    where, key = _line_of(path, keys[-1] if keys else ""), ".".join(keys)
    if problem["type"] == "extra_forbidden":
        tables: dict[str, type[BaseModel]] = {"clock": Clock, "reset": Reset, "serial": Serial}
        table = tables[keys[0]] if len(keys) > 1 else Dut
        return f"{where}: unknown key {key!r}; known are {', '.join(sorted(set(table.model_fields) - {'path'}))}"
    if problem["type"] == "missing":
        return f"{path}: the key {key!r} is missing"
    return f"{where}: {key} = {problem['input']!r}: {problem['msg']}"


def _line_of(path: Path, word: str) -> str:
    """`file:line` of the first line that has the word; TOML libraries do not tell."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if re.search(rf"(?<![\w.]){re.escape(word)}(?![\w])", line) or f'"{word}"' in line:
            return f"{path}:{number}"
    return str(path)
