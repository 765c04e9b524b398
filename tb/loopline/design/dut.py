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

    #: The clock's port.
    signal: Identifier = "clk"
    #: Or `"falling"`: the edge on which the design works, with `streams = "strobe"` or `"bytes"`.
    edge: Literal["rising", "falling"] = "rising"
    #: The frequency, to report latencies as time.
    mhz: float = Field(50.0, gt=0, le=100_000, allow_inf_nan=False)


class Reset(_Described):
    """The [reset] of a description."""

    #: The reset's port. It changes just after a clock edge, so it may be asynchronous. `""`: a player has none.
    signal: Annotated[str, StringConstraints(pattern=r"^([A-Za-z_][A-Za-z0-9_$]*)?$")] = "rst"
    #: Or `"low"`.
    active: Literal["high", "low"] = "high"
    #: The shortest reset; the one before each script is as long.
    cycles: int = Field(2, ge=1, le=1000)


class Serial(_Described):
    """A player's serial line."""

    #: The line into the design.
    rx: Identifier = "rx"
    #: The line out of it.
    tx: Identifier = "tx"
    #: Its real rate; latencies are given for it.
    baud: int = Field(115_200, ge=1)
    #: Its rate in simulation, by default the same: a slow line takes most of the time. Every run says what is scaled. A
    #: bit takes at least 16 cycles, at the real rate at least four.
    simulated_baud: int | None = Field(None, ge=1)
    #: The parameter that is set to the rate in simulation.
    baud_parameter: Identifier | None = None
    #: The receiver takes the majority of several samples of a bit. Then a spike shorter than an eighth of a bit must
    #: change nothing wherever it is, and a low pulse shorter than half a bit starts no byte. Otherwise the middle three
    #: quarters of each bit stay clean, and pulses take two fifths of a bit at most.
    votes: bool = False
    #: The part of its stop bit that a byte needs before the next one may begin. The host sends one or two bytes in a
    #: row with a stop bit that short.
    stop: float = Field(1.0, gt=0.5, le=1.0)
    #: Each bit of a line that the design sends has its exact length, and bytes follow without a gap: every edge is
    #: compared to the cycle.
    gapless: bool = False
    #: How many bytes can wait behind the line that is taken next while the design is busy, if it promises that. They
    #: are filled to that limit, and beyond. With `golden_policy`, a line that loses bytes must be unreadable, and all
    #: lines before and after it must be read.
    queue: int | None = Field(None, ge=1, le=65_536)
    #: How many answers to `-T` can be owed at once, if it promises that. That many are asked for, and a few more, which
    #: alone may go unanswered. With `golden_policy`, a search keeps none waiting.
    names: int | None = Field(None, ge=1, le=65_536)


class Vhdl(_Described):
    """How ghdl reads the sources that are VHDL."""

    #: The entity to translate, if the top is Verilog that contains it.
    entity: Identifier | None = None
    #: Or `"87"`, `"93"`, `"00"`, `"02"`.
    standard: Literal["87", "93", "00", "02", "08"] = "08"
    #: Packages that are not of IEEE, such as `std_logic_unsigned`, are known.
    synopsys: bool = False
    #: The generics of an entity that is not the top. Those of a top are its `parameters`.
    generics: dict[Identifier, Value] = Field(default_factory=dict)


class Known(_Described):
    """A known bug that is set aside, so that the hunt goes on."""

    #: Why it is set aside, up to 100 characters; for the reports.
    reason: Annotated[str, AfterValidator(_name)]
    #: A saved game that fails because of the bug. Each `verify` plays it first. If it agrees, that is an error, exit
    #: code 2: the bug is gone, and the entry must go.
    game: Text | None = None
    #: The signal that is wrong first in that game, as the report says. If another one is, that is a failure.
    signal: Text | None = None
    #: Engines: fields of a request, each with the value or values that it has, by number or name. A request that has
    #: all of them is left out of every script of `verify` and `fuzz`. Or a condition `"module:function"` beside the
    #: game's module: it gets the game as it stands, which is a block's `now` or the model, and the request as a
    #: mapping of its fields, and returns whether to leave it out.
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

    #: For each operation, the input that is active for one cycle: `"go"`, or `"!go_n"` if it is active low; or inputs
    #: with their values in that cycle, `{ command = 3 }`; or `{}` if nothing says that it begins. Or one input for all
    #: operations, with `req_op` if there are several.
    start: Annotated[Any, BeforeValidator(_start)]
    #: What such inputs carry at all other times, if not 0: `{ command = 7 }`.
    idle: dict[Port, Annotated[int, Field(ge=0, le=_MOST)]] = Field(default_factory=dict)
    #: When the outputs are the answer: an output, `"done"` or `"!busy"`, looked at from the cycle after the start; or a
    #: number of clock edges, counted from the one that sees the start. For all operations, or for each.
    done: Annotated[Any, BeforeValidator(_done)]
    #: The clock stands still between operations. A design that measures time then does not depend on when it is asked.
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
    """When an answer is over: after a number of bytes, with a byte of this text, or after some silent cycles."""

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

    #: Messages to the design: a byte passes in each cycle in which `valid` is high, and `ready`, too, if there is one.
    into: Line | None = None
    #: The same for its answers. loopline is always ready.
    out: Line | None = None
    #: Instead of these, a serial line, `{ rx = "rx", tx = "tx", bit = 16 }`: eight bits, one stop bit, and the cycles
    #: of a bit, four at least.
    uart: Uart | None = None
    #: What each operation says: text, `{field}` for the bytes of a field, the highest first, and `{field:a}` for the
    #: letter a plus the field's value. `{{` is a brace. It must have every field of the operation.
    message: dict[str, str]
    #: When the answer is over: `{ bytes = 4 }`, after this number; `{ separator = "\n" }`, with that byte;
    #: `{ quiet = 200 }`, after this number of silent cycles, so that there may be no reply at all.
    reply: Reply
    #: The answer's field that holds the number of its bytes, needed unless that is constant.
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
    #: An installed game, or `"module:attribute"` for a game in a Python file.
    game: GameName
    #: The folder with that Python file.
    game_folder: Text = "."
    #: The board, of the game's own type.
    board: SerializeAsAny[Board]
    #: A request and a response stream; or `"player"`, a serial line.
    contract: Literal["engine", "player"] = "engine"
    #: The design's name in reports: up to 100 characters on one line.
    name: Annotated[str, AfterValidator(_name)]
    #: Its top module.
    top: Identifier
    #: Files or patterns; each must match Verilog or VHDL.
    sources: list[Text] = Field(default_factory=list)
    #: A list of sources, folders and macros, instead of `sources` or in addition.
    file_list: Text | None = None
    #: Files of cells, each of which is read only if the design uses a module in it.
    libraries: list[Text] = Field(default_factory=list)
    #: Those of the sources that only fit the design to its contract, such as a wrapper; they are never suspects.
    adapter: list[Text] = Field(default_factory=list)
    #: Folders for `` `include ``.
    include: list[Text] = Field(default_factory=list)
    #: The standard of the sources, such as `"1364-2005"`, or a table of those of some patterns.
    language: Language = Field(default_factory=dict)
    #: How ghdl reads the sources that are VHDL.
    vhdl: Vhdl = Vhdl()
    #: Options for Verilator, such as `"-Wno-WIDTH"`.
    verilator: list[Text] = Field(default_factory=list)
    #: Options for Icarus.
    icarus: list[Text] = Field(default_factory=list)
    #: Macros: integers, text that is inserted literally, or `true` for 1. They override those of the file list.
    defines: dict[Identifier, Macro] = Field(default_factory=dict)
    #: Parameters of the top module: text, or integers of 32 bits.
    parameters: dict[Identifier, Value] = Field(default_factory=dict)
    clock: Clock = Clock()
    reset: Reset = Reset()
    #: Our name of a port = the design's name; by default they are the same.
    signals: dict[Identifier, Identifier] = Field(default_factory=dict)
    #: Inputs that the contract does not know, such as test pins = their constant value.
    tie: dict[Identifier, Annotated[int, Field(ge=0, le=_LARGEST)]] = Field(default_factory=dict)
    #: An assertion of the design that fails is a mismatch; or it is shown once, `"show"`, or not looked at, `"off"`.
    assertions: Literal["fail", "show", "off"] = "fail"
    #: How requests and answers pass. `"combinational"`, `"strobe"` and `"bytes"` are made into streams around the
    #: design.
    streams: Literal["valid/ready", "combinational", "strobe", "bytes"] = "valid/ready"
    strobe: Strobe | None = None
    bytes: Bytes | None = None
    #: The design has a verification port: every event is compared, and the state in every cycle.
    verification_port: bool = False
    #: The design has the bundled engine's order and cycles: the whole record is predicted. Needs the verification port.
    cycle_exact: bool = False
    #: Bugs that are known, and set aside.
    known: list[Known] = Field(default_factory=list)
    #: Engines: a file of games that `verify` plays first, by default the game's own.
    deck: Text | None = None
    #: Examples of each property with `--effort thorough`: fewer for a slow design.
    examples: int = Field(200, ge=1)
    #: It follows the golden policy: every move is compared, and the host may make mistakes in the middle of a game.
    golden_policy: bool = False
    #: A design that does not answer or take a request for this many cycles is wrong. By default each game has its own;
    #: a player has 2,000,000, or its limit if that is less. While shrinking, a player has 20 times as long as its
    #: slowest answer took.
    patience: int | None = Field(None, ge=100, le=_LARGEST)
    #: A player's line.
    serial: Serial = Serial()
    #: The seconds that an answer may take, from the end of the host's line to the end of the player's.
    limit: float = Field(1.0, gt=0, le=1_000_000, allow_inf_nan=False)
    #: The required answer to `-T`, by default any two characters.
    identity: str | None = Field(None, min_length=2, max_length=2)
    #: How far the golden policy looks, 1 or 2.
    depth: Depth = 1
    #: The parameter that is set to that depth.
    depth_parameter: Identifier | None = None
    #: Outputs of one bit, by what they mean. They must show in every cycle what the model says. Needs `golden_policy`.
    lamps: dict[Identifier, Identifier] = Field(default_factory=dict)
    #: The cycles within which a lamp must follow, unless a reset or a new game keeps the design busy. By default the
    #: game has its own.
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
        """Return this design with another board. Raise BadInput if it lacks a parameter for the board."""
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
    """Return the game; None if the key is not a name, which is reported later. Raise BadInput."""
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
KEYS_OF_A_PLAYER = ("serial", "limit", "identity", "golden_policy", "depth", "depth_parameter", "lamps", "lamps_within")


def _contradictions(dut: Dut) -> Iterator[str]:
    """Report keys that contradict each other."""
    if not dut.sources and dut.file_list is None:
        yield f'{dut.place("sources")}: names no source: sources = ["rtl/*.v"], or file_list, says where the Verilog is'
    if dut.contract == "engine":
        for key in KEYS_OF_A_PLAYER:
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
