"""The DUT description: a TOML file by which a user brings his own RTL, without writing Python."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    SerializeAsAny,
    StringConstraints,
    ValidationInfo,
    create_model,
    field_validator,
    model_validator,
)

from loopline import tables
from loopline.design import Change, sources, vhdl
from loopline.design import language as languages
from loopline.design.board import Board, NamedGame, changed, check, game_of, require_int
from loopline.design.language import Language
from loopline.design.plugins import NoGame, default_game, installed, mistake
from loopline.design.simulators import SIMULATORS
from loopline.design.sources import FileList, NoSource
from loopline.design.vhdl import Conversion
from loopline.errors import BadInput, as_named
from loopline.tables import Table

Identifier = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_$]*$")]

#: The least cycles per bit. With fewer it is not clear to which bit an edge belongs.
SHORTEST_BIT = 4

#: The same of a line that is faster than the real one. With fewer, a receiver that bears a rate that is 2 % off on the
#: real line need not bear it in simulation, since it finds an edge a cycle or two late.
SHORTEST_SIMULATED_BIT = 16

#: The range that a simulator accepts for a number without a width.
_SMALLEST, _LARGEST = -(1 << 31), (1 << 31) - 1

#: Names are also used in names of folders.
LONGEST_NAME = 100


def _value(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError("must be a whole number, or text in quotes")
    if isinstance(value, int) and not _SMALLEST <= value <= _LARGEST:
        raise ValueError(f"must be within 32 bits, {_SMALLEST} to {_LARGEST}, as integers of Verilog are")
    return _one_line(value) if isinstance(value, str) else value


def _macro(value: object) -> object:
    if value is False:
        raise ValueError("leave it out, and it is not defined; true defines it")
    return value if value is True else _value(value)


def _one_line(text: str) -> str:
    if not text.isprintable():
        raise ValueError("must have no control characters")
    return text


def _name(text: str) -> str:
    if not 1 <= len(text) <= LONGEST_NAME:
        raise ValueError(f"must have 1 to {LONGEST_NAME} characters")
    return _one_line(text)


Text = Annotated[str, AfterValidator(_one_line)]
Value = Annotated[int | str, BeforeValidator(_value)]
Macro = Annotated[int | str | bool, BeforeValidator(_macro)]
#: The name of an installed game, or module:attribute.
GAME_NAME = r"^[A-Za-z_][A-Za-z0-9_-]*(\.[A-Za-z0-9_]+)*(:[A-Za-z_][A-Za-z0-9_]*)?$"
GameName = Annotated[str, StringConstraints(pattern=GAME_NAME)]
Depth = Annotated[Literal[1, 2], BeforeValidator(require_int)]


class _Described(Table):
    """Values are not converted: "64" is not a number, and 1 is not true."""

    model_config = ConfigDict(strict=True)


class Clock(_Described):
    """The [clock] of a description."""

    signal: Identifier = "clk"
    #: The edge on which the design works, if loopline makes its streams.
    edge: Literal["rising", "falling"] = "rising"
    mhz: float = Field(50.0, gt=0, le=100_000, allow_inf_nan=False)


class Reset(_Described):
    """The [reset] of a description."""

    #: Empty: there is no reset, and each example begins with a new game instead.
    signal: Annotated[str, StringConstraints(pattern=r"^([A-Za-z_][A-Za-z0-9_$]*)?$")] = "rst"
    active: Literal["high", "low"] = "high"
    cycles: int = Field(2, ge=1, le=1000)


class Serial(_Described):
    """A player's serial line."""

    rx: Identifier = "rx"
    tx: Identifier = "tx"
    baud: int = Field(115_200, ge=1)
    #: The baud rate in simulation, where a slow line would take most of the time. By default the real one.
    simulated_baud: int | None = Field(None, ge=1)
    #: The design's parameter for the baud rate, if it has one.
    baud_parameter: Identifier | None = None
    #: Whether the receiver decides each bit by a majority of samples, so that a spike shorter than an eighth of a bit
    #: changes nothing.
    votes: bool = False
    #: Of its stop bit a byte needs this fraction, before the next one begins.
    stop: float = Field(1.0, gt=0.5, le=1.0)
    #: Whether the bytes of a line that the design says follow each other without a gap.
    gapless: bool = False
    #: How many bytes can wait behind the line that is taken next, and how many answers to -T can be owed at once; None
    #: if the design promises nothing.
    queue: int | None = Field(None, ge=1, le=65_536)
    names: int | None = Field(None, ge=1, le=65_536)


class Vhdl(_Described):
    """How ghdl reads the sources that are VHDL."""

    #: The entity that Verilog is made of; None: the top.
    entity: Identifier | None = None
    standard: Literal["87", "93", "00", "02", "08"] = "08"
    #: Whether packages are known that are not of IEEE, such as std_logic_unsigned.
    synopsys: bool = False
    #: Of an entity that is not the top.
    generics: dict[Identifier, Value] = Field(default_factory=dict)


class Known(_Described):
    """A known bug that is set aside, so that the hunt goes on."""

    reason: Annotated[str, AfterValidator(_name)]
    #: A saved game that fails because of it, and the first wrong signal in it.
    game: Text | None = None
    signal: Text | None = None
    #: Values of a request's fields, or a function of the requests so far: such a request is left out.
    not_asked: dict[Identifier, int | Text | list[int | Text]] | GameName | None = None


# --- designs without streams: how an operation begins and ends, or what is said and heard -----------------------------

_NAME = r"[A-Za-z_][A-Za-z0-9_$]*"

#: Bits of the counters in an adapter.
_MOST = (1 << 31) - 1


class Signal(NamedTuple):
    """A port of one bit, and the value at which it says what it is for."""

    port: str
    active: int

    @classmethod
    def of(cls, text: str) -> Signal:
        """Read `go`, or `!go_n` for one that is active low."""
        return cls(text.removeprefix("!"), int(not text.startswith("!")))


def _is_number(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= _MOST


def _is_signal(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(f"!?{_NAME}", value) is not None


def _is_setting(value: object) -> bool:
    """Return whether it is a table from ports to values."""
    return isinstance(value, Mapping) and all(
        re.fullmatch(_NAME, str(port)) and _is_number(number, 0) for port, number in value.items()
    )


def _start(value: object) -> object:
    starts = value.values() if isinstance(value, Mapping) else [value]
    if isinstance(value, Mapping) and not all(_is_signal(start) or _is_setting(start) for start in starts):
        raise ValueError(
            'each operation must have an input that is high for a cycle, as in play = "go", or low, "!go_n", or a '
            "table of inputs and their values in that cycle, { command = 3 }; {} if nothing says that it begins"
        )
    if not isinstance(value, Mapping) and not _is_signal(value):
        raise ValueError('must be an input, as in "go" or "!go_n", or a table with an entry for each operation')
    return value


def _done(value: object) -> object:
    ends = [*value.values()] if isinstance(value, Mapping) else [value]
    if not all(_is_signal(end) or _is_number(end, 1) for end in ends):
        raise ValueError(
            'must be an output, as in "done" or "!busy", a number of cycles from 1 on, or a table that has one of '
            "these for each operation"
        )
    return value


def _port(value: str) -> str:
    if not re.fullmatch(_NAME, value):
        raise ValueError("must be the name of a port")
    return value


Port = Annotated[str, AfterValidator(_port)]


class Strobe(_Described):
    """A design that is told to begin, and is done when a signal says so or after some cycles."""

    #: An input for all operations; or by operation, an input or inputs with their values.
    start: Annotated[Any, BeforeValidator(_start)]
    #: The values of those inputs at all other times, if not 0.
    idle: dict[Port, Annotated[int, Field(ge=0, le=_MOST)]] = Field(default_factory=dict)
    #: An output, or the number of its clock edges from the one on that sees the start; of all, or by operation.
    done: Annotated[Any, BeforeValidator(_done)]
    #: Whether its clock stands still between operations.
    stopped: bool = False


class Line(_Described):
    """A byte in each cycle in which `valid` is high, and `ready`, too, if there is one."""

    valid: Port
    byte: Port
    ready: Port | None = None


class Uart(_Described):
    """A serial line: eight bits between a start and a stop bit."""

    rx: Port
    tx: Port
    #: The cycles of a bit.
    bit: int = Field(ge=4, le=1_000_000)


class Reply(_Described):
    """When an answer is over: after so many bytes, with a byte of this text, or when nothing came for some cycles."""

    bytes: int | None = Field(None, ge=1, le=4096)
    separator: str | None = Field(None, min_length=1, max_length=1)
    quiet: int | None = Field(None, ge=1, le=1_000_000)

    @model_validator(mode="after")
    def _is_one(self) -> Reply:
        if sum(value is not None for value in (self.bytes, self.separator, self.quiet)) != 1:
            raise ValueError("must have one of bytes, separator and quiet")
        return self


class Bytes(_Described):
    """A design that hears a message and answers with bytes."""

    #: Into the design, and out of it.
    into: Line | None = None
    out: Line | None = None
    uart: Uart | None = None
    #: What is said for each operation: text, with {field} for its bytes, or {field:a} for the letter a plus its value.
    message: dict[str, str]
    reply: Reply
    #: The field of the answer that has the number of its bytes; the others have the bytes.
    length: str | None = None


class MessagePart(NamedTuple):
    """A part of a message: a byte, or a field."""

    byte: int
    field: str = ""
    #: Whether it is the byte plus the value of the field, and not the field's bytes.
    added: bool = False


def parts_of(template: str) -> list[MessagePart]:
    """Return the parts of a message. Raises ValueError."""
    found: list[MessagePart] = []
    for piece in re.findall(r"\{\{|\}\}|\{[^{}]*\}|.", template, re.S):
        if piece in ("{{", "}}"):
            piece = piece[0]
        elif piece.startswith("{"):
            match = re.fullmatch(r"\{([A-Za-z_]\w*)(?::(.))?\}", piece, re.S)
            if not match:
                raise ValueError(
                    f"{piece} must be {{field}} or {{field:a}}, with one letter; {{{{ stands for a bracket"
                )
            found.append(MessagePart(ord(match[2] or "\0"), match[1], match[2] is not None))
            continue
        elif piece in "{}":
            raise ValueError("a bracket is open: write {{ or }} for a bracket itself")
        found.append(MessagePart(ord(piece)))
    if any(part.byte > 255 for part in found):
        raise ValueError("has a letter of more than one byte: use letters up to ÿ")
    if not found:
        raise ValueError("is empty: a request must say something")
    return found


# --- the description --------------------------------------------------------------------------------------------------


class Dut(_Described):
    """What the harness needs to know of a design."""

    path: Path
    #: The folder below which what is made of the sources is kept.
    out: Path = Path("out")
    #: The game's name, as board.py finds it.
    game: GameName
    #: The folder with the game's module, if the game is in a file.
    game_folder: Text = "."
    #: The board, of the game's own type.
    board: SerializeAsAny[Board]
    contract: Literal["engine", "player"] = "engine"
    name: Annotated[str, AfterValidator(_name)]
    top: Identifier
    sources: list[Text] = Field(default_factory=list)
    #: A file that lists sources, folders and macros, as most tools take one with `-f`.
    file_list: Text | None = None
    #: Files of cells, each of which is only read if the design uses a module in it.
    libraries: list[Text] = Field(default_factory=list)
    #: Those of the sources that only fit the design to its contract: failures are not looked for in them.
    adapter: list[Text] = Field(default_factory=list)
    include: list[Text] = Field(default_factory=list)
    #: The standard by which all sources are read, or those of a pattern.
    language: Language = Field(default_factory=dict)
    vhdl: Vhdl = Vhdl()
    #: Options for the simulators.
    verilator: list[Text] = Field(default_factory=list)
    icarus: list[Text] = Field(default_factory=list)
    #: Macros: `true` is 1.
    defines: dict[Identifier, Macro] = Field(default_factory=dict)
    parameters: dict[Identifier, Value] = Field(default_factory=dict)
    clock: Clock = Clock()
    reset: Reset = Reset()
    #: Our name of a port → the design's name.
    signals: dict[Identifier, Identifier] = Field(default_factory=dict)
    #: Inputs of the design that the harness does not use → their constant value.
    tie: dict[Identifier, Annotated[int, Field(ge=0, le=_LARGEST)]] = Field(default_factory=dict)
    #: What becomes of the design's own assertions: one that fails is a mismatch, or is shown once, or is not looked at.
    assertions: Literal["fail", "show", "off"] = "fail"
    #: How requests and answers pass. All but `valid/ready` are made into streams around the design.
    streams: Literal["valid/ready", "combinational", "strobe", "bytes"] = "valid/ready"
    strobe: Strobe | None = None
    bytes: Bytes | None = None
    #: Whether the design has a verification port.
    verification_port: bool = False
    #: An engine: the cycles of every operation and the whole state are predicted, as documented for the bundled one.
    cycle_exact: bool = False
    #: Bugs that are known, and set aside.
    known: list[Known] = Field(default_factory=list)
    #: An engine: games that are played before anything random, instead of those that come with the game.
    deck: Text | None = None
    #: Scripts for each property where `verify` is told nothing: fewer of a design that takes long.
    examples: int = Field(200, ge=1)
    #: A player: it keeps to the golden policy, so its moves are predicted.
    golden_policy: bool = False
    #: Cycles without a sign of life after which the design counts as hung.
    patience: int | None = Field(None, ge=100, le=_LARGEST)
    #: A player: its line; how long an answer may take, in seconds; what it calls itself, and how far it looks ahead, if
    #: that is to be held.
    serial: Serial = Serial()
    limit: float = Field(1.0, gt=0, le=1_000_000, allow_inf_nan=False)
    identity: str | None = Field(None, min_length=2, max_length=2)
    depth: Depth = 1
    #: The design's parameter for how far it looks ahead, if it has one.
    depth_parameter: Identifier | None = None
    #: From what a lamp means, as the game names it, to the output that drives it. It is compared in every cycle.
    lamps: dict[Identifier, Identifier] = Field(default_factory=dict)
    #: The number of cycles within which a lamp must follow what changes it, if not the game's own.
    lamps_within: int | None = Field(None, ge=1, le=_LARGEST)

    @field_validator("board", mode="before")
    @classmethod
    def _as_the_game_has_it(cls, value: object, info: ValidationInfo) -> object:
        """Make a board of the plain table that comes from a job."""
        if cls is Dut and isinstance(value, Mapping):
            game = game_of(info.data["game"], info.data["path"].parent / info.data["game_folder"])
            return game.board.model_validate_json(json.dumps(value))
        return value

    def __reduce__(self) -> tuple[Callable[[str], Dut], tuple[str]]:
        """Pickle it as JSON: a worker elsewhere has to find the game before it knows its board."""
        return Dut.model_validate_json, (self.model_dump_json(),)

    @property
    def folder_of_game(self) -> Path:
        """The folder in which the game is looked for, if it is in a file."""
        return self.path.parent / self.game_folder

    @property
    def shown(self) -> str:
        """Its file, as a user in this folder would name it."""
        return as_named(self.path)

    def place(self, *key: str | int, word: str = "") -> str:
        """Return `file:line` of a key."""
        return tables.place(Path(self.shown), key, self.path, word)

    @property
    def files(self) -> list[Path]:
        """The Verilog in the order in which it is read. Raises BadInput.

        First the sources, then what they use of the libraries, then what ghdl makes of the VHDL.
        """
        verilog, others = vhdl.split(self.named_files)
        verilog += sources.used(verilog, self.library_files, self.folders)
        return [*verilog, self._conversion(others).made(self.out / "build")] if others else verilog

    def _conversion(self, files: Sequence[Path]) -> Conversion:
        how = self.vhdl
        options = [f"--std={how.standard}", *["-fsynopsys"] * how.synopsys]
        return Conversion(self.shown, self.place("sources"), self.entity, self.generics, options, files)

    @property
    def named_files(self) -> list[Path]:
        """The sources: those of the file list, then `sources` as given. Raises BadInput."""
        files = list(self._listed.files)
        return files + [file for file in self._found("sources", self.sources) if file not in files]

    @property
    def entity(self) -> str:
        """The entity of which Verilog is made."""
        return self.vhdl.entity or self.top

    @property
    def is_vhdl(self) -> bool:
        """Whether the top is VHDL."""
        verilog, others = vhdl.split(self.named_files)
        return self.entity == self.top and bool(others or vhdl.made_in(verilog))

    @property
    def generics(self) -> Mapping[str, int | str]:
        """What ghdl is told of the entity: of a top all that would be parameters in Verilog."""
        return {**self.vhdl.generics, **(self.parameter_values if self.is_vhdl else {})}

    @property
    def library_files(self) -> list[Path]:
        """The files of the libraries, whether they are used or not. Raises BadInput."""
        return self._found("libraries", self.libraries)

    @property
    def adapter_files(self) -> list[Path]:
        """The sources that only fit the design to its contract. Raises BadInput if one is not among the sources."""
        files, sources_ = self._found("adapter", self.adapter), {file.resolve() for file in self.named_files}
        for file in files:
            if file.resolve() not in sources_:
                raise BadInput(
                    f"{self.place('adapter')}: adapter: {as_named(file)} is not among the sources: "
                    "add it to sources, or leave it out here"
                )
        return files

    def _found(self, key: str, patterns: Sequence[str]) -> list[Path]:
        """Return the files to which the patterns of a key lead, each once. Raises BadInput."""
        files: dict[Path, None] = {}
        for pattern in patterns:
            try:
                files.update(dict.fromkeys(sources.find(self.path.parent, pattern)))
            except NoSource as problem:
                at = self.place(key, word=pattern)
                raise BadInput(f"{at}: {key}: {tables.shown(pattern)} {problem}") from None
        return list(files)

    @property
    def folders(self) -> list[Path]:
        """The folders in which included files are looked for. Raises BadInput."""
        folders = [(self.path.parent / folder).resolve() for folder in self.include]
        for named, folder in zip(self.include, folders, strict=True):
            if not folder.is_dir():
                raise BadInput(f"{self.place('include', word=named)}: include: there is no folder {as_named(folder)}")
        return folders + [folder.resolve() for folder in self._listed.folders]

    @property
    def deck_file(self) -> Path | None:
        """The file with the deck, if the description names one. Raises BadInput."""
        if self.deck is None:
            return None
        file = self.path.parent / self.deck
        if not file.is_file():
            raise BadInput(f"{self.place('deck')}: deck: there is no file {as_named(file)}")
        return file

    @property
    def known_games(self) -> dict[int, Path]:
        """The saved games of known bugs, by the number of the entry. Raises BadInput."""
        files = {number: self.path.parent / entry.game for number, entry in enumerate(self.known) if entry.game}
        for number, file in files.items():
            if not file.is_file():
                raise BadInput(f"{self.place('known', number, 'game')}: known.game: there is no file {as_named(file)}")
        return files

    def options(self, simulator: str) -> Sequence[str]:
        """Return what the description says to the simulator of that name."""
        return {"verilator": self.verilator, "icarus": self.icarus}[simulator]

    @property
    def macros(self) -> dict[str, str]:
        """Macros and their texts; those of `defines` count more than those of the file list. Raises BadInput."""
        own = {name: "1" if value is True else str(value) for name, value in self.defines.items()}
        return {**self._listed.macros, **own}

    @property
    def _listed(self) -> FileList:
        if self.file_list is None:
            return FileList()
        return sources.read_list(self.path.parent / self.file_list, f"{self.place('file_list')}: file_list")

    @property
    def extremes(self) -> Sequence[str]:
        """Other boards of which a run by default has a share."""
        return self.board.extremes if self.contract == "engine" else self.board.extremes_of_players

    def with_board(self, change: Change | None) -> Dut:
        """Return this design with another board. Raise BadInput if it has no parameter for the board."""
        if change is None:
            return self
        board = changed(self.board, change)
        if board == self.board:
            return self
        if board.parameters == self.board.parameters:
            raise BadInput(
                f"{self.place('board')}: [board] names no parameter of the design that says which board it has: so "
                f"it cannot be changed from {self.board}"
            )
        follows = {name for name, _ in board.parameters.values()}
        parameters = {name: value for name, value in self.parameters.items() if name not in follows}
        return self.model_copy(update={"board": board, "parameters": parameters})

    @property
    def values(self) -> dict[str, int | str]:
        """The values of its parameters. In the Verilog that is made of VHDL they are settled."""
        return {} if self.is_vhdl else self.parameter_values

    @property
    def parameter_values(self) -> dict[str, int | str]:
        """The values that the description gives to parameters, whatever its sources are."""
        return {**self.parameters, **{name: value for _, name, value in self._settings()}}

    def _settings(self) -> Iterator[tuple[str, str, int | str]]:
        """Yield the parameters whose values follow from other keys: that key, the parameter, its value."""
        for key, (name, value) in self.board.parameters.items():
            yield f"board.{key}", name, value
        if self.contract == "player" and self.serial.baud_parameter:
            yield "serial.baud_parameter", self.serial.baud_parameter, self.baud
        if self.depth_parameter:
            yield "depth_parameter", self.depth_parameter, self.depth

    def key_of(self, parameter: str) -> str:
        """Return the key by which the description sets a parameter."""
        named = {name: key for key, name, _ in self._settings()}
        return f"parameters.{parameter}" if parameter in self.parameters else named[parameter]

    @property
    def baud(self) -> int:
        """The baud rate in simulation."""
        return self.serial.simulated_baud or self.serial.baud

    @property
    def bit(self) -> float:
        """The cycles of a bit in simulation."""
        return self.clock.mhz * 1e6 / self.baud

    def seconds(self, cycles: int, characters: int) -> float:
        """Return the time for an answer of this many characters and cycles, on a line with the real baud rate."""
        slower = 10 * characters * (self.clock.mhz * 1e6 / self.serial.baud - self.bit)
        return (cycles + slower) / (self.clock.mhz * 1e6)

    def port(self, name: str) -> str:
        """Return the design's name of a port of the contract."""
        return self.signals.get(name, name)


def load(path: Path, *, before_sources: bool = False) -> Dut:
    """Read a description. Raises BadInput. `before_sources`: its files may not be there yet."""
    data = tables.parse(path)
    game = _game_of(path, data)
    if game is None:
        described, data["board"] = Dut, Board()
    else:
        _outside_its_table(path, data, game)
        described = _with_board(game.board)
        data.setdefault("board", {})
    found = tables.check(path, data, described, path=path.resolve(), out=Path("out"))
    dut = Dut.model_construct(found.model_fields_set, **dict(found))
    try:
        check(dut.board)
        problems = list(_contradictions(dut))
    except Exception as error:
        if words := mistake(error):
            raise BadInput(f"{tables.place(path, ['game'])}: {words}") from error
        raise
    if problems:
        raise BadInput("\n".join(problems))
    if not before_sources:
        # They say what is missing.
        languages.standards(dut, dut.named_files), dut.library_files, dut.folders, dut.deck_file, dut.known_games
        _ = dut.adapter_files
    return dut


@cache
def _with_board(board: type[Board]) -> type[Dut]:
    """Return the class of a description whose board is of this class. Made once: pydantic takes long for it."""
    return create_model("Dut", __base__=Dut, board=(board, ...))


def _game_of(path: Path, data: dict[str, Any]) -> NamedGame[Board] | None:
    """Return the game; None if the key has no name in it, which is reported later. Raise BadInput."""
    if "game" not in data:
        data["game"] = default_game()
        if data["game"] is None:
            known = ", ".join(installed()) or "none"
            raise BadInput(f"{path}: names no game: write game = ...; installed are: {known}")
    if not isinstance(data["game"], str) or not re.fullmatch(GAME_NAME, data["game"]):
        return None
    try:
        return game_of(data["game"], path.resolve().parent / str(data.get("game_folder", ".")))
    except NoGame as problem:
        raise BadInput(f"{tables.place(path, ['game'])}: game = {tables.shown(data['game'])}: {problem}") from None


def _outside_its_table(path: Path, data: Mapping[str, Any], game: NamedGame[Board]) -> None:
    """Report keys of the board that are outside its table."""
    lost = [key for key in data if key in game.board.model_fields and key not in Dut.model_fields]
    if lost:
        lines = [f"{tables.place(path, [key])}: {key} belongs to the board: put it into [board]" for key in lost]
        raise BadInput("\n".join(lines))


#: Keys that are for players only.
_OF_A_PLAYER = ("serial", "limit", "identity", "golden_policy", "depth", "depth_parameter", "lamps", "lamps_within")


def _contradictions(dut: Dut) -> Iterator[str]:
    """Report keys that contradict each other."""
    if not dut.sources and dut.file_list is None:
        yield f'{dut.place("sources")}: names no source: sources = ["rtl/*.v"], or file_list, says where the Verilog is'
    if dut.contract == "engine":
        for key in _OF_A_PLAYER:
            if key in dut.model_fields_set:
                yield f'{dut.place(key)}: {key} is for players: leave it out, or write contract = "player"'
        if not dut.reset.signal:
            yield (
                f"{dut.place('reset', 'signal')}: reset.signal is empty, but an engine must have a reset, as each game "
                "begins with one: name the port"
            )
        if dut.cycle_exact and not dut.verification_port:
            yield (
                f"{dut.place('cycle_exact')}: cycle_exact = true compares the state, which only a verification port "
                "shows: write verification_port = true, or leave cycle_exact out"
            )
    elif "cycle_exact" in dut.model_fields_set:
        yield (
            f"{dut.place('cycle_exact')}: cycle_exact is for engines: leave it out; of a player that follows the "
            "golden policy say golden_policy = true"
        )
    if dut.contract == "player" and dut.deck is not None:
        yield f"{dut.place('deck')}: deck is for engines, as a player's answers are not known before: leave it out"
    simulated = dut.baud > dut.serial.baud
    shortest = SHORTEST_SIMULATED_BIT if simulated else SHORTEST_BIT
    if dut.contract == "player" and dut.bit < shortest:
        yield (
            f"{dut.place('serial', 'simulated_baud' if dut.serial.simulated_baud else 'baud')}: a bit at {dut.baud:,} "
            f"baud has {dut.bit:.1f} cycles of a clock of {dut.clock.mhz:g} MHz; it takes {shortest} at least"
            f"{' on a line that is made faster' if simulated else ''}"
        )
    yield from _of_lamps(dut)
    yield from _of_known(dut)
    yield from _of_streams(dut)
    for name, simulator in SIMULATORS.items():
        for word, why in simulator.options.problems(dut.options(name)):
            yield f"{dut.place(name, word=word)}: {name}: {tables.shown(word)}: {why}"
    for key, name, value in dut._settings():
        if dut.parameters.get(name, value) != value:
            yield (
                f"{dut.place('parameters', name)}: parameters.{name} = {tables.shown(dut.parameters[name])}, but "
                f"{key} says that it is {value}: leave it out here"
            )


def _of_lamps(dut: Dut) -> Iterator[str]:
    if dut.contract == "player" and dut.lamps and not dut.golden_policy:
        yield (
            f"{dut.place('lamps')}: lamps need the golden policy, as only then it is known when a "
            "move is found: write golden_policy = true, or leave them out"
        )
    if dut.contract == "player" and dut.lamps_within and not dut.lamps:
        yield f"{dut.place('lamps_within')}: lamps_within needs [lamps]: name them, or leave it out"


def _of_known(dut: Dut) -> Iterator[str]:
    for number, known in enumerate(dut.known):
        at = f"{dut.place('known', number)}: known"
        if known.game is None and known.not_asked is None:
            yield (
                f"{at}: nothing says how the bug shows: name a saved game that fails, game = ..., or what is not to be "
                "asked, not_asked = ..."
            )
        if (known.game is None) != (known.signal is None):
            missing = "signal" if known.signal is None else "game"
            yield f"{at}: {missing} is missing: a saved game must fail in the same way, with this signal wrong first"
        if known.not_asked is not None and dut.contract == "player":
            yield f"{at}: not_asked is for engines, as a player is asked for its moves only: name a saved game"
        if isinstance(known.not_asked, str) and ":" not in known.not_asked:
            yield f"{at}: not_asked = {tables.shown(known.not_asked)}: must be a table of fields, or MODULE:FUNCTION"
        if known.not_asked == {}:
            yield f"{at}: not_asked is empty: that would be every request"


def _of_streams(dut: Dut) -> Iterator[str]:
    at = f'{dut.place("streams")}: streams = "{dut.streams}"'
    for name, table in (("strobe", dut.strobe), ("bytes", dut.bytes)):
        if table is not None and dut.streams != name:
            yield f'{dut.place(name)}: [{name}] is for streams = "{name}": write that, or leave the table out'
        if table is None and dut.streams == name:
            yield f"{at}: the table [{name}] is missing, which says how an operation begins and ends"
    if dut.clock.edge == "falling" and dut.streams not in ("strobe", "bytes"):
        yield (
            f'{dut.place("clock", "edge")}: clock.edge = "falling" is for designs whose streams loopline makes, '
            'streams = "strobe" or "bytes": leave it out, or wrap the design'
        )
    if dut.streams == "valid/ready":
        return
    if dut.contract == "player":
        yield f"{at} is for engines, as a player has a serial line: leave it out"
    if dut.verification_port:
        yield f"{at}: such a design has no verification port: leave verification_port out"
    if dut.bytes and dut.streams == "bytes":
        yield from _of_bytes(dut, dut.bytes)
    for name, signal in (("clock", dut.clock), ("reset", dut.reset)):
        if dut.streams == "combinational" and "signal" in signal.model_fields_set:
            yield (
                f"{dut.place(name, 'signal')}: {name}.signal: a combinational design has none; leave it out, or "
                "describe the design without streams"
            )


def _of_bytes(dut: Dut, how: Bytes) -> Iterator[str]:
    if bool(how.uart) == bool(how.into or how.out) or bool(how.into) != bool(how.out):
        yield f"{dut.place('bytes')}: [bytes] must have either uart, or both into and out"
    if how.uart and how.reply.quiet and how.reply.quiet < 12 * how.uart.bit:
        yield (
            f"{dut.place('bytes', 'reply')}: bytes.reply: quiet = {how.reply.quiet} cycles is shorter than a byte on "
            f"the line: it must be {12 * how.uart.bit} at least"
        )
