"""The text of a design as slang reads it, and changes of it as people make mistakes.

Here are its modules, and what each statement and expression in them may see. `expressions` and `statements` propose
changes; `schemata` writes all of them into one source.

May import: games, match, trial and below.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from loopline.design import frontend, language
from loopline.design.dut import Dut
from loopline.errors import BadInput


@dataclass(frozen=True)
class Signal:
    """A packed vector of a module, or a parameter."""

    name: str
    width: int
    signed: bool
    constant: bool


@dataclass
class Scope:
    """The names at a place: the signals of the module, and of the blocks generated around it."""

    module: str
    #: By name.
    signals: Mapping[str, Signal]
    #: Paths of signals that must not be touched, and of those that are the reset.
    clocks: frozenset[str]
    resets: frozenset[str]
    #: The event at which registers take over, if all that it names is the module's own.
    edge: str
    #: The context in which slang computes constants.
    constants: Any
    #: The body of the module.
    home: Any
    #: The signals that are seen in the whole module.
    whole: Mapping[str, Signal] = field(default_factory=dict)


class Texts:
    """Texts of files, each read once: bytes as characters, so that slang's places are also places in the text."""

    def __init__(self, manager: Any) -> None:
        self._manager = manager
        self._texts: dict[Path, str] = {}

    def text(self, file: Path) -> str:
        """Return the text of a file."""
        if file not in self._texts:
            self._texts[file] = file.read_bytes().decode("latin-1")
        return self._texts[file]

    def place(self, node: Any) -> tuple[Path, int, int] | None:
        """Return file, start and end of a node, or None if a macro has written it."""
        start, end = node.sourceRange.start, node.sourceRange.end
        if not (self._manager.isFileLoc(start) and self._manager.isFileLoc(end)) or start.buffer != end.buffer:
            return None
        file = Path(self._manager.getFullPath(start.buffer))
        return file, start.offset, end.offset

    def of(self, node: Any) -> str:
        """Return the text of a node, or "" if a macro has written it."""
        place = self.place(node)
        return self.text(place[0])[place[1] : place[2]] if place else ""

    def at(self, location: Any) -> tuple[Path, int]:
        """Return the file and the offset of a place."""
        full = self._manager.getFullyExpandedLoc(location)
        return Path(self._manager.getFullPath(full.buffer)), full.offset


class ElaboratedDesign:
    """A whole elaborated design. Raises BadInput if slang cannot read it."""

    def __init__(self, dut: Dut) -> None:
        self._dut = dut
        macros = {"YOSYS": "1", "SYNTHESIS": "1", **dut.macros}
        try:
            self._read = frontend.elaborate(dut, macros)
        except frontend.FrontendFailed as error:
            raise BadInput(f"{dut.shown}: {error}") from None
        if self._read.fault or not self._read.top:
            why = self._read.fault or f"there is no module {dut.top}"
            raise BadInput(f"{dut.shown}: slang cannot read it, so its source cannot be changed: {why}")
        self.source = Texts(self._read.manager)
        self.top = self._read.top
        #: Those whose text can be changed: none that is included.
        self.files = [file.resolve() for file in dut.files]
        #: Those of them that the design's author has written: a cell of a library is as its vendor has made it.
        self.own = frozenset(self.files) - {file.resolve() for file in dut.library_files}

    @cached_property
    def _drivers(self) -> dict[str, str]:
        return frontend.drivers(self.top)

    @cached_property
    def clocks(self) -> frozenset[str]:
        """Signals that clock something, all the way up to the top."""
        return frozenset(path for clock in frontend.clocks(self.top) for path in self._way_up(clock))

    @cached_property
    def resets(self) -> frozenset[str]:
        """Signals that are the reset of the top."""
        reset = f"{self.top.name}.{self._dut.reset.signal}"
        return frozenset(path for path in [*self._drivers, reset] if reset in self._way_up(path))

    def _way_up(self, path: str) -> Iterator[str]:
        yield path
        while path in self._drivers:
            path = self._drivers[path]
            yield path

    def with_texts(self, texts: Mapping[Path, str], folder: Path) -> Dut:
        """Write other texts of the files into the folder. Returns the description of the design that they are."""
        standards = {file.resolve(): standard for file, standard in language.standards(self._dut).items()}
        written = {}
        for number, (file, text) in enumerate(texts.items()):  # in a folder each: files may have the same name
            written[file] = folder.resolve() / str(number) / file.name
            written[file].parent.mkdir(parents=True, exist_ok=True)
            written[file].write_bytes(text.encode("latin-1"))
        folders = [*self._dut.folders, *dict.fromkeys(file.parent for file in self.files)]
        return self._dut.model_copy(
            update={
                "sources": [str(copy) for copy in written.values()],
                "libraries": [],
                "adapter": [],
                "language": {str(copy): standards[file] for file, copy in written.items() if file in standards},
                "include": [str(folder.resolve()) for folder in folders],
                "defines": self._dut.macros,
                "file_list": None,
            }
        )

    def instances(self) -> Iterator[Any]:
        """Yield the top and all instances below it whose module stands in one of the files."""
        waiting = [self.top]
        while waiting:
            instance = waiting.pop(0)
            if self.is_ours(instance):
                yield instance
                waiting += [inner for _, inner in _members(instance.body, "Instance", [])]

    def is_ours(self, instance: Any) -> bool:
        """Return whether its module stands in one of the design's own files."""
        file, _ = self.source.at(instance.definition.location)
        return file in self.own and instance.isModule

    def scopes(self, instance: Any) -> Iterator[tuple[Scope, Any]]:
        """Yield the members of an instance, each with what it may see."""
        whole = dict(self._signals(instance.body))
        edge, module = self._edge(instance, whole), instance.definition.name
        constants = frontend.constants(instance)
        for blocks, member in _members(instance.body, "", []):
            signals = dict(whole)
            for block in blocks:
                signals.update(self._signals(block))
            yield Scope(module, signals, self.clocks, self.resets, edge, constants, instance.body, whole), member

    def _signals(self, scope: Any) -> Iterator[tuple[str, Signal]]:
        for member in scope:
            kind = member.kind.name
            named = kind in ("Net", "Variable", "Parameter") and member.hierarchicalPath not in self.clocks
            if named and _is_vector(member.type):
                yield member.name, Signal(member.name, member.type.bitWidth, member.type.isSigned, kind == "Parameter")

    def _edge(self, instance: Any, whole: Mapping[str, Signal]) -> str:
        for _, block in _members(instance.body, "ProceduralBlock", []):
            if (event := clock_event(block)) and event.expr.symbol.parentScope == instance.body:
                return f"{'posedge' if event.edge.name == 'PosEdge' else 'negedge'} {event.expr.symbol.name}"
        return ""


def clock_event(block: Any) -> Any:
    """Return the event of a block that runs at one edge of a signal; None of any other block."""
    if block.body.kind.name != "Timed" or block.procedureKind.name not in ("Always", "AlwaysFF"):
        return None
    timing = block.body.timing
    simple = timing.kind.name == "SignalEvent" and timing.edge.name in ("PosEdge", "NegEdge")
    return timing if simple and timing.expr.kind.name == "NamedValue" else None


def _members(scope: Any, kind: str, blocks: list[Any]) -> Iterator[tuple[list[Any], Any]]:
    """Yield what is in a scope, and in the blocks generated in it, of that kind, with these blocks."""
    for member in scope:
        name = member.kind.name
        if name == "GenerateBlockArray":
            for entry in member.entries:
                yield from _members(entry, kind, [*blocks, entry])
        elif name == "GenerateBlock":
            if not member.isUninstantiated:
                yield from _members(member, kind, [*blocks, member])
        elif name == "InstanceArray":
            yield from _members(member.elements, kind, blocks)
        elif kind in ("", name):
            yield blocks, member


def _is_vector(of: Any) -> bool:
    """Return whether it is bits side by side, numbered down to 0: no integer, enumeration or structure."""
    return bool(of.isIntegral and of.kind.name in ("ScalarType", "PackedArrayType") and of.bitWidth >= 1)
