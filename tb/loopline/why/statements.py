"""The statements of a design, and from which of them a wrong signal can come: its cone."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from loopline.design.dut import Dut
from loopline.signals import Streams
from loopline.source import ElaboratedDesign, Scope, Texts, clock_event
from loopline.source.schemata import Change, Edit
from loopline.source.statements import names, proposals
from loopline.why.in_reset import Decision, ResetConstants

#: Characters of a line that are shown, and of the longest loop that is changed.
_LONGEST, _LONGEST_LOOP = 160, 2000

#: The bits of a variable that counts the steps of a loop.
_INTEGER = 32


@dataclass(frozen=True)
class Place:
    """Where a statement or a condition stands, as characters of its file."""

    file: Path
    start: int
    end: int


@dataclass
class Statement:
    """What stands at one place, in all instances of its module."""

    place: Place
    #: Full names of signals that get a value there, or whose value it decides on; and of those that it looks at.
    targets: set[str] = field(default_factory=set)
    reads: set[str] = field(default_factory=set)
    #: Of each target that gets a whole value: the expression, or, of a connection, the signal that is joined to it.
    values: dict[str, Any] = field(default_factory=dict)
    #: Whether it is in a block that runs at an edge of a clock.
    clocked: bool = False
    #: In each instance, the expressions in it that can be changed while it runs, and what they can name.
    computed: list[tuple[Scope, Any]] = field(default_factory=list)


@dataclass
class Branch:
    """A part of a block that runs at an edge of a clock, in which an assignment may be missing."""

    module: str
    #: Its targets are those of the whole block.
    statement: Statement
    #: What is assigned in the whole block, as it is written, and how wide it is.
    assigned: dict[str, int] = field(default_factory=dict)


class Design:
    """All statements of a design. Raises BadInput if slang cannot read it."""

    def __init__(self, dut: Dut, streams: Streams) -> None:
        self._dut, self._streams = dut, streams
        self.read = ElaboratedDesign(dut)
        self._known: dict[Place, Statement] = {}
        self._clocked = False
        #: Each part of a block that runs at an edge of a clock, by its place; those of the block that is read, and what
        #: is assigned there.
        self._branches: dict[Place, Branch] = {}
        self._parts: list[Branch] = []
        self._assigned: dict[str, int] = {}
        #: Changes of loops, by the places of the conditions with which they end.
        self.loops: dict[Place, list[Change]] = {}
        #: What a reset or an initial value gives a value; and by which a reset may do so: each `if`; what each signal
        #: is given, None for what only some condition gives it; and registers with their values.
        self._given = set[str]()
        self._decisions: list[Decision] = []
        self._values: dict[str, list[Any]] = defaultdict(list)
        self._registers: list[tuple[str, Any]] = []
        self._depth = 0
        self._combined: dict[str, frozenset[str]] = {}
        for instance in self.read.instances():
            for scope, member in self.read.scopes(instance):
                self._scope, self._runs = scope, not _makes_constants(self.read, member) and not _is_initial(member)
                self._member(instance, member)
        self.statements: list[Statement] = list(self._known.values())
        self.branches: list[Branch] = list(self._branches.values())
        self._given |= self._set_in_reset()

    @cached_property
    def proposals(self) -> list[Change]:
        """The mutants of the source. To find them takes half a second of a processor."""
        return proposals(self.read)

    def text_of(self, file: Path, line: int) -> str:
        """Return the text of a line."""
        return self.shown(self.read.source.text(file).split("\n")[line - 1])

    def line_at(self, file: Path, start: int) -> int:
        """Return in which line that character of a file is."""
        return self.read.source.text(file).count("\n", 0, start) + 1

    def diff(self, change: Change) -> tuple[str, str]:
        """Return the lines of a change, before and after."""
        text, edit = self.read.source.text(change.file), change.edits[0]
        start, end = text.rfind("\n", 0, edit.start) + 1, text.find("\n", edit.end) % (len(text) + 1)
        new = edit.text if edit.statement or _must_stand_alone(text, edit.start, edit.end) else edit.text[1:-1]
        return self.shown(text[start:end]), self.shown(text[start : edit.start] + new + text[edit.end : end])

    def with_change(self, change: Change) -> str:
        """Return the whole text of the file with a change."""
        text = self.read.source.text(change.file)
        for edit in sorted(change.edits, key=lambda edit: -edit.start):
            text = text[: edit.start] + edit.text + text[edit.end :]
        return text

    def shown(self, text: str) -> str:
        """Return a text in one line, and in the characters of the source."""
        words = " ".join(text.encode("latin-1").decode(errors="replace").split())
        return "".join(letter if letter.isprintable() else "?" for letter in words)[:_LONGEST]

    def cone(self, signal: str) -> Mapping[str, int]:
        """Return the signals on which an output depends, and how many assignments lie between, the nearest first.

        Reports name the output; any other name stands for all outputs.
        """
        top = self.read.top
        outputs = [output.name for output in top.body.portList if output.direction.name != "In"]
        name, _, part = signal.partition(".")
        port = self._dut.serial.tx if self._dut.contract == "player" and name == "tx" else self._dut.port(name)
        begin = {f"{top.name}.{output}" for output in ([port] if port in outputs else outputs)}
        if part and port in outputs and (slice_ := self._slice(part)):
            begin = self._driven_by(f"{top.name}.{port}", *slice_)
        drivers: dict[str, set[str]] = defaultdict(set)
        for statement in self.statements:
            for target in statement.targets:
                drivers[target] |= statement.reads
        return _distances(begin, drivers)

    def without_reset(self, cone: Mapping[str, int]) -> Iterator[tuple[str, Statement]]:
        """Yield the registers of a cone to which neither a reset nor an initial value gives a value, the nearest first.

        Each comes with a statement that sets it.
        """
        setters = {
            target: statement
            for statement in reversed(self.statements)
            if statement.clocked
            for target in statement.values
        }
        for name in sorted(cone, key=cone.__getitem__):
            if name in setters and name not in self._given:
                yield name, setters[name]

    def depths(self, near: Iterable[str]) -> Mapping[str, int]:
        """Return of each signal on which these depend the fewest registers between, of which each takes a cycle."""
        drivers: dict[str, set[tuple[str, bool]]] = defaultdict(set)
        for statement in self.statements:
            for target in statement.targets:
                drivers[target] |= {(name, statement.clocked) for name in statement.reads}
        found, waiting = dict.fromkeys(near, 0), deque(near)
        while waiting:
            name = waiting.popleft()
            for driver, clocked in drivers.get(name, ()):
                if found.get(driver, len(drivers)) > (depth := found[name] + clocked):
                    found[driver] = depth
                    (waiting.append if clocked else waiting.appendleft)(driver)
        return found

    def at_once(self, signal: str) -> frozenset[str]:
        """Return the signals on which a signal depends in the same cycle, and itself."""
        if not self._combined:
            drivers: dict[str, set[str]] = defaultdict(set)
            for statement in self.statements:
                for target in statement.targets if not statement.clocked else ():
                    drivers[target] |= statement.reads
            self._gates = drivers
        if signal not in self._combined:
            self._combined[signal] = frozenset(_distances([signal], self._gates))
        return self._combined[signal]

    def _slice(self, part: str) -> tuple[int, int] | None:
        """Return where a field of the state is: its lowest bit, and the one above it."""
        at = 0
        for name, place in reversed(self._streams.state.fields):
            if name == part:
                return at, at + place.bits
            at += place.bits
        return None

    def _driven_by(self, name: str, low: int, high: int) -> set[str]:
        """Return the signals that these bits of a signal are, as far as it is only joined to others."""
        values = [statement.values[name] for statement in self.statements if name in statement.values]
        if len(values) != 1:
            return {name}
        [value] = values
        if isinstance(value, str):
            return self._driven_by(value, low, high)
        if value.kind.name == "NamedValue":
            return self._driven_by(_path(value.symbol), low, high)
        if value.kind.name != "Concatenation":
            return {name}
        found, at = set[str](), 0
        for operand in reversed(list(value.operands)):
            below, at = at, at + operand.type.bitWidth
            if below < high and low < at:
                inner = max(low, below) - below, min(high, at) - below
                whole = operand.kind.name == "NamedValue"
                found |= self._driven_by(_path(operand.symbol), *inner) if whole else set(_names([operand]))
        return found

    # --- reading ------------------------------------------------------------------------------------------------------

    def _member(self, instance: Any, member: Any) -> None:
        kind = member.kind.name
        if kind == "Variable" and member.initializer:
            self._given.add(_path(member))
        elif kind == "Net" and member.initializer:
            self._note(member.initializer, [_path(member)], [member.initializer], value=member.initializer)
        elif kind == "ContinuousAssign":
            self._assignment(member.assignment, member.assignment)
        elif kind == "Instance":
            for connection in member.portConnections:
                self._connection(member, connection)
        elif kind == "ProceduralBlock":
            body = member.body.stmt if member.body.kind.name == "Timed" else member.body
            self._clocked, self._parts, self._assigned = clock_event(member) is not None, [], {}
            targets = self._part(body)
            for part in self._parts:
                part.statement.targets |= targets
                part.assigned |= self._assigned
            self._given |= targets if _is_initial(member) else set()
            self._clocked = False
        elif kind == "Subroutine":
            self._block(member.body)

    def _connection(self, instance: Any, connection: Any) -> None:
        outside, inside = connection.expression, f"{instance.hierarchicalPath}.{connection.port.name}"
        if outside is None:
            return
        if connection.port.direction.name == "In":
            self._note(outside, [inside], [outside], value=outside)
        else:
            target = outside.left if outside.kind.name == "Assignment" else outside
            self._note(target, _names([target]), [], {inside}, inside)

    def _assignment(self, node: Any, place: Any) -> None:
        """Note an assignment. An index of the target is looked at, too: what is not assigned elsewhere is kept."""
        if node.kind.name != "Assignment":  # slang could not read it
            return
        targets, looked_at = _target(node.left)
        if node.isNonBlocking and node.left.type.isIntegral:
            self._assigned[self.read.source.of(node.left)] = node.left.type.bitWidth
        self._note(place, targets, [node.right, *looked_at], value=node.right)

    def _part(self, node: Any) -> set[str]:
        """Note all in a part of a block, and the part itself, and return its targets."""
        place = self.read.source.place(node) if self._clocked else None
        if place and place[0] in self.read.own:
            part = Branch(self._scope.module, Statement(Place(*place), clocked=True))
            self._parts.append(self._branches.setdefault(part.statement.place, part))
        return self._block(node)

    def _block(self, node: Any) -> set[str]:
        """Note all in a block, and return its targets."""
        kind = node.kind.name
        if kind in ("Block", "Timed"):
            return self._block(node.body if kind == "Block" else node.stmt)
        if kind == "List":
            return set().union(*map(self._block, node.list))
        if kind == "ExpressionStatement" and node.expr.kind.name == "Assignment":
            self._assignment(node.expr, node)
            return set(_target(node.expr.left)[0])
        if kind == "Conditional":
            parts = [node.ifTrue, *([node.ifFalse] if node.ifFalse else [])]
            return self._decision([condition.expr for condition in node.conditions], parts, is_if=True)
        if kind == "Case":
            parts = [*(item.stmt for item in node.items), *([node.defaultCase] if node.defaultCase else [])]
            # A label behind a gate stops being a wildcard.
            labels = [label for item in node.items for label in item.expressions if node.condition.name == "Normal"]
            return self._decision([node.expr, *labels], parts)
        return self._loop(node) if "Loop" in kind else set()

    def _loop(self, node: Any) -> set[str]:
        """Note all in a loop, and return its targets. What it assigns may be named by a variable of the loop."""
        assigned = dict(self._assigned)
        targets = self._block(node.body)
        self._assigned = assigned
        changes = _of_a_loop(self.read.source, self._scope, node) if self._runs and node.kind.name == "ForLoop" else []
        if changes and (stop := self.read.source.place(node.stopExpr)):
            self._note(node.stopExpr, targets, [])
            self.loops[Place(*stop)] = changes
        return targets

    def _decision(self, conditions: list[Any], parts: Iterable[Any], is_if: bool = False) -> set[str]:
        self._depth += 1
        parts_targets = [*map(self._part, parts)]
        self._depth -= 1
        if is_if and len(conditions) == 1:
            self._decisions.append(Decision(conditions[0], parts_targets[0], set().union(*parts_targets[1:])))
        targets: set[str] = set().union(*parts_targets)
        for condition in conditions:
            self._note(condition, targets, [condition])
        if self._clocked and not self.read.resets.isdisjoint(_names(conditions[:1])):
            self._given |= parts_targets[0]
        return targets

    def _set_in_reset(self) -> set[str]:
        """Return what is given a value while the design is reset, by way of whatever signals."""
        reset = ResetConstants(self.read.resets, int(self._dut.reset.active == "high"), self._values)
        given = reset.given(self._decisions)
        for register, value in self._registers:
            copied = value.kind.name == "NamedValue" and _path(value.symbol) in given
            if copied or reset.value(value) is not None:
                given.add(register)
        return given

    def _note(
        self,
        node: Any,
        targets: Iterable[str],
        looked_at: Iterable[Any],
        reads: Iterable[str] = (),
        value: Any = None,
    ) -> None:
        found = self.read.source.place(node)
        if not found or found[0] not in self.read.own:
            return
        place = Place(*found)
        statement = self._known.setdefault(place, Statement(place, clocked=self._clocked))
        targets = list(targets)
        if self._runs and not isinstance(value, str):
            statement.computed += [(self._scope, root) for root in ([value] if value else looked_at)]
        statement.targets.update(targets)
        statement.reads.update(_names(looked_at), reads)
        if value is not None and len(targets) == 1:
            statement.values[targets[0]] = value
            self._values[targets[0]].append(None if self._depth else value)
            if self._clocked and not self._depth:
                self._registers.append((targets[0], value))


def _of_a_loop(source: Texts, scope: Scope, loop: Any) -> list[Change]:
    """Return the changes by which a loop begins or ends a step earlier or later."""
    stop, place = loop.stopExpr, source.place(loop)
    # A variable of few bits might never reach another bound.
    is_counted = stop and stop.kind.name == "BinaryOp" and stop.left.type.isSigned
    if not place or not is_counted or stop.left.type.bitWidth < _INTEGER:
        return []
    file, start, end = place
    text, found = source.text(file)[start:end], list[Change]()
    begins = [variable.initializer for variable in loop.loopVars]
    begins += [assignment.right for assignment in loop.initializers if assignment.kind.name == "Assignment"]
    for bound in (stop.right, *begins) if len(text) <= _LONGEST_LOOP else ():
        if (bound_place := source.place(bound)) and (stop_place := source.place(stop)):
            before, at = source.of(bound), bound_place[1] - start
            for by in (1, -1):
                after = str(int(before) + by) if before.isdecimal() else f"{before} {by:+}"
                edit = Edit(start, end, f"{text[:at]}{after}{text[at + len(before) :]}", statement=True)
                found.append(Change("", file, scope.module, stop_place[1], before, after, (edit,)))
    return found


def _must_stand_alone(text: str, start: int, end: int) -> bool:
    """Return whether what stands there needs brackets around it: there is something else than a list or brackets."""
    return not (text[:start].rstrip()[-1:] in "(,={?:[" and text[end:].lstrip()[:1] in ");,}:]")


def _makes_constants(read: ElaboratedDesign, member: Any) -> bool:
    """Return whether it is a function that may be called where only a constant can stand."""
    if member.kind.name != "Subroutine":
        return False
    file, _ = read.source.at(member.location)
    return bool(re.search(rf"\b(?:parameter|localparam)\b[^;]*\b{member.name}\s*\(", read.source.text(file)))


def _is_initial(member: Any) -> bool:
    return bool(member.kind.name == "ProceduralBlock" and not member.procedureKind.name.startswith("Always"))


def _distances(begin: Iterable[str], drivers: Mapping[str, set[str]]) -> dict[str, int]:
    found = dict.fromkeys(begin, 0)
    waiting = deque(found)
    while waiting:
        name = waiting.popleft()
        for driver in drivers.get(name, ()):
            if driver not in found:
                found[driver] = found[name] + 1
                waiting.append(driver)
    return found


def _target(node: Any) -> tuple[list[str], list[Any]]:
    """Return the signals of a left side, and the expressions in it that say where."""
    kind = node.kind.name
    if kind == "Concatenation":
        parts = [_target(operand) for operand in node.operands]
        return [name for names_, _ in parts for name in names_], [
            expression for _, looked in parts for expression in looked
        ]
    if kind in ("ElementSelect", "RangeSelect"):
        targets, looked_at = _target(node.value)
        where = [node.selector] if kind == "ElementSelect" else [node.left, node.right]
        return targets, [*looked_at, *where]
    if kind == "MemberAccess":
        return _target(node.value)
    return _names([node]), []


def _names(nodes: Iterable[Any]) -> list[str]:
    """Return the signals in expressions, and in the functions that are called there."""
    nodes = list(nodes)
    signals = [_path(name.symbol) for node in nodes for name in names(node)]
    return [*signals, *(path for node in nodes for path in _called(node))]


def _called(node: Any) -> list[str]:
    found: list[str] = []

    def note(node: Any) -> Any:
        from pyslang import ast

        if isinstance(node, ast.CallExpression) and not node.isSystemCall:
            function: Any = node.subroutine
            found.append(f"{_path(function)}.{function.name}")
        return ast.VisitAction.Advance

    node.visit(note)
    return found


def _path(symbol: Any) -> str:
    return str(symbol.hierarchicalPath)


def within(
    statements: Iterable[Statement], cone: Mapping[str, int], adapters: Container[Path] = ()
) -> Iterator[tuple[Statement, int]]:
    """Yield the statements that give a value to a signal of the cone, each with how near the nearest is.

    Args:
        statements: The statements.
        cone: The cone.
        adapters: Files whose statements are left out: they only fit the design to its contract.
    """
    for statement in statements:
        near = [cone[target] for target in statement.targets if target in cone]
        if near and statement.place.file not in adapters:
            yield statement, min(near)
