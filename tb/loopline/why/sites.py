"""The places of a design at which something may be wrong, and one text in which each of them can be changed.

In that text every expression of the cone goes through a gate of its own. What the gate does is decided while the
simulation runs, so one build is enough for many thousands of changes.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from loopline.design.build import TOP
from loopline.design.dut import Dut
from loopline.source import Scope, Signal
from loopline.source.schemata import Change, Choice, Edit, Insertion, rewritten
from loopline.why import ACTIVE, CHANGE, NOW, WRITTEN
from loopline.why.statements import Branch, Design, Statement

#: Of the values that can stand in an expression's place: the most of each width, and the widest of them.
_VALUES, _WIDEST = 250, 32

#: The most vectors of a width that are compared with each other, and the widest whose bits are looked at.
_COMPARED, _BITS = 10, 8

#: The most parts of blocks in which an assignment may be missing.
_BRANCHES = 40

#: Changes that a gate does as well.
_BY_GATES = ("off by one", "broken condition", "wrong signal", "wrong constant", "late register", "early register")


class Site(NamedTuple):
    """An expression of a statement, with a gate."""

    file: Path
    start: int
    end: int
    width: int
    module: str
    statement: Statement
    number: int


@dataclass
class Sites:
    """What can be changed: gates by number, then alternatives of the text, then branches that can assign more.

    `values` are those that a module's gates know, by width.
    """

    gates: list[Site] = field(default_factory=list)
    changes: list[tuple[Change, Statement]] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)
    values: dict[tuple[str, int], list[str]] = field(default_factory=dict)


def sites(design: Design, statements: Sequence[Statement], rich: bool = True) -> Sites:
    """Return the gates and changes of these statements, the first statements' first.

    Args:
        design: The design.
        statements: The statements.
        rich: Whether there are changes, and gates at all expressions; if not, only gates, and of what is wider than a
            bit only at whole expressions.
    """
    found = Sites()
    values: dict[tuple[str, int], list[list[str]]] = defaultdict(list)
    changes: dict[Change, None] = {}
    homes = set[int]()
    for statement in statements:
        widths: dict[tuple[str, Path, int, int], set[int]] = defaultdict(set)
        for scope, root in statement.computed:
            for inner, node in enumerate(expressions(scope, root)):
                width = 0 if node.type.isSigned else node.type.bitWidth
                if (rich or not inner or width == 1) and (place := design.read.source.place(node)):
                    widths[scope.module, *place].add(width)
                    if rich and (width == 1 or (not inner and node.kind.name == "Concatenation")):
                        changes.update(dict.fromkeys(_rewritings(design, scope, node, place)))
            if id(scope.whole) not in homes:
                homes.add(id(scope.whole))
                for width, texts in _values(scope).items():
                    values[scope.module, width].append(texts)
        for (module, file, start, end), [width, *others] in widths.items():
            if not others and 0 < width <= _WIDEST:
                number, place = len(found.gates) + 1, (file, start, end)
                found.gates.append(Site(*place, width, module, statement, number))
    for key, lists in values.items():  # in all instances of the module
        found.values[key] = [value for value in lists[0] if all(value in others for others in lists[1:])][:_VALUES]
    by_file: dict[Path, list[tuple[int, Statement]]] = defaultdict(list)
    for number, statement in enumerate(statements):
        by_file[statement.place.file].append((number, statement))
    loops_ = (design.loops.get(statement.place, ()) for statement in (statements if rich else ()))
    proposals = [*changes, *(change for of_a_loop in loops_ for change in of_a_loop)]
    gated = {(gate.file, gate.start, gate.end) for gate in found.gates}
    proposals += [it for it in (design.proposals if rich else ()) if not it.declaration and not _by_a_gate(it, gated)]
    ordered = []
    for change in proposals:
        around = [it for it in by_file[change.file] if it[1].place.start <= change.start < it[1].place.end]
        if around:
            number, statement = min(around, key=lambda it: it[1].place.end - it[1].place.start)
            if not _closes_a_loop(design, statement, change):
                ordered.append((number, change, statement))
    found.changes = [(change, statement) for _, change, statement in sorted(ordered, key=lambda it: it[0])]
    targets = set[str]().union(*(statement.targets for statement in statements))
    near = (branch for branch in design.branches if not targets.isdisjoint(branch.statement.targets))
    found.branches = [branch for branch in near if branch.assigned][:_BRANCHES] if rich else []
    return found


def _by_a_gate(change: Change, gated: Container[tuple[Path, int, int]]) -> bool:
    """Return whether a gate does the same: there is one at its place."""
    if (change.file, change.edits[0].start, change.edits[0].end) not in gated:
        return False
    named = re.fullmatch(r"\w+", change.before) or change.kind not in ("wrong signal", "wrong constant")
    return bool(named) and change.kind in _BY_GATES and not change.edits[0].statement


def _closes_a_loop(design: Design, statement: Statement, change: Change) -> bool:
    text = design.read.source.text(change.file)
    new = (names_in(edit.text) - names_in(text[edit.start : edit.end]) for edit in change.edits)
    return loops(design, statement, set[str]().union(*new))


def names_in(text: str) -> set[str]:
    """Return the names in a text."""
    return set(re.findall(r"[A-Za-z_]\w*", text))


def loops(design: Design, statement: Statement, names: Iterable[str]) -> bool:
    """Return whether a statement that reads these signals of its module would depend on itself in the same cycle.

    Args:
        design: The design, with what each signal depends on at once.
        statement: The statement; a clocked one never loops.
        names: Signals of the statement's module that it would read.
    """
    if statement.clocked:
        return False
    for target in statement.targets:
        owner = target.rpartition(".")[0]
        if any(target in design.at_once(f"{owner}.{name}") for name in names):
            return True
    return False


# --- what stands where ------------------------------------------------------------------------------------------------


def expressions(scope: Scope, node: Any) -> Iterator[Any]:
    """Yield an expression, and all in it that is computed; each with its neutral values.

    With these it is as if the expression were not there.
    """
    if node.bad or not node.type.isIntegral:
        return
    kind = node.kind.name
    if kind == "Conversion":
        inner = node.operand
        while inner.kind.name == "Conversion":
            inner = inner.operand
        if inner.kind.name == "IntegerLiteral" and inner.isDeclaredUnsized:
            yield node  # it is as wide as what is around it
        else:
            yield from expressions(scope, node.operand)
        return
    if kind == "NamedValue" and str(node.symbol.hierarchicalPath) in scope.clocks:
        return
    if kind != "IntegerLiteral" or not node.isDeclaredUnsized:
        yield node
    if node.eval(scope.constants).value is not None:
        return
    parts = {
        "BinaryOp": lambda: [node.left, node.right],
        "UnaryOp": lambda: [node.operand],
        "ConditionalOp": lambda: [*(condition.expr for condition in node.conditions), node.left, node.right],
        "Concatenation": lambda: list(node.operands),
        "Replication": lambda: list(getattr(node.concat, "operands", [])),  # its own braces are part of it
        "ElementSelect": lambda: [node.selector],
        "RangeSelect": lambda: [] if node.selectionKind.name == "Simple" else [node.left],
        "Call": lambda: [] if node.isSystemCall else list(node.arguments),
    }.get(kind)
    for part in parts() if parts else ():
        yield from expressions(scope, part)


#: Comparisons that are tried instead of one, beside those that source has.
_INSTEAD = {"GreaterThanEqual": "==", "LessThanEqual": "==", "Equality": ">= <=", "GreaterThan": "!=", "LessThan": "!="}


def _rewritings(design: Design, scope: Scope, node: Any, place: tuple[Path, int, int]) -> Iterator[Change]:
    """Yield whole vectors in the place of their slices, and other comparisons.

    What is around them must not depend on their width.
    """
    file, start, end = place
    before = design.read.source.text(file)[start:end]
    texts = [re.sub(r"\b([A-Za-z_]\w*)\[[^][:+-]*(?:-[^][:]*)?:[^][:]*\]", r"\1", before)]
    if node.kind.name == "BinaryOp" and node.op.name in _INSTEAD:
        left, right = design.read.source.of(node.left), design.read.source.of(node.right)
        texts += [f"{left} {sign} {right}" for sign in _INSTEAD[node.op.name].split()] if left and right else []
    for after in texts:
        if after != before:
            yield Change("", file, scope.module, start, before, after, (Edit(start, end, f"({after})"),))


def _values(scope: Scope) -> Mapping[int, list[str]]:
    """Return what can be named in the whole module, by width; of one bit also what can be asked of the others."""
    found: dict[int, list[str]] = defaultdict(list)
    by_width: dict[tuple[int, bool], list[Signal]] = defaultdict(list)
    for signal in scope.whole.values():
        by_width[signal.width, signal.constant].append(signal)
    for constant in (False, True):
        for (width, is_constant), signals in by_width.items():
            if is_constant is constant and width <= _WIDEST and not (constant and width == 1):
                found[width] += [signal.name for signal in signals]
    for (width, constant), signals in by_width.items():
        if constant or width < 2:
            continue
        for signal in signals:
            found[1].append(f"{signal.name} == 0")
            found[1] += [f"{signal.name}[{n}]" for n in range(width) if width <= _BITS or n in (0, width - 1)]
            found[1] += [
                f"{signal.name} == {second.name}" for second in by_width.get((width, True), ()) if width <= _BITS
            ]
        if len(signals) <= _COMPARED:
            found[1] += [f"{a.name} == {b.name}" for a, b in combinations(signals, 2)]
    return found


# --- the text ---------------------------------------------------------------------------------------------------------

_TOP = f"{TOP}.dut"


def _flip(site: Site) -> tuple[str, str]:
    """Return what is written before and behind the expression, so that its bits can be inverted."""
    active, bits, width = f"{_TOP}.{ACTIVE} == 16'd{site.number}", f"{_TOP}.{CHANGE}", site.width
    return "((", f") ^ ({active} ? {bits}[36+:{width}] : {width}'d0))"


def _gate(site: Site) -> tuple[str, str]:
    """Return the same, so that something else can stand there."""
    active, bits, width = f"{_TOP}.{ACTIVE} == 16'd{site.number}", f"{_TOP}.{CHANGE}", site.width
    keep = f"({active} ? {bits}[35] ^ ({bits}[34] & loopline_1) : 1'b1)"
    flip = f"{bits}[33] ^ ({bits}[32] & loopline_1)"
    if width == 1:
        return "((", f") & {keep} ^ ({active} ? {flip} : 1'b0))"
    inverted = f"({bits}[32] ? loopline_{width} : {width}'d0) ^ {{{width}{{{bits}[33]}}}}"
    delta = f"({active} ? {bits}[36+:{width}] : {width}'d0)"
    return "((((", f") & {{{width}{{{keep}}}}}) ^ ({active} ? {inverted} : {width}'d0)) + {delta})"


def assignable(branch: Branch) -> list[tuple[str, int]]:
    """Return what can be assigned in a branch besides, and how wide it is."""
    return [(target, width) for target, width in branch.assigned.items() if width <= _WIDEST]


def _more(number: int, branch: Branch) -> str:
    """Return what stands before a branch, so that one more assignment can be made there; an `end` stands behind it.

    Args:
        number: The number of the branch.
        branch: The branch.
    """
    active, bits = f"{_TOP}.{ACTIVE} == 16'd{number}", f"{_TOP}.{CHANGE}"
    cases = "".join(
        f" {at}: {target} <= loopline_{width} ^ {{{width}{{{bits}[33]}}}};"
        for at, (target, width) in enumerate(assignable(branch))
    )
    return f"begin if ({active}) case ({bits}[36+:32]){cases} default: ; endcase "


def written(
    design: Design,
    dut: Dut,
    found: Sites,
    folder: Path,
    rich: bool = True,
    recorder: Callable[[str], str] | None = None,
) -> Dut:
    """Return the design with all sites, of which none acts while the number of the change is 0.

    Args:
        design: The design.
        dut: Its description.
        found: Its sites.
        folder: The folder for the changed sources.
        rich: Whether gates can do more than invert.
        recorder: Returns what is written at the end of a module besides.
    """
    choices: dict[Path, list[Choice]] = defaultdict(list)
    for gate in found.gates:
        choices[gate.file].append(Choice(Edit(gate.start, gate.end, ""), "", _gate(gate) if rich else _flip(gate)))
    for number, (change, _) in enumerate(found.changes, len(found.gates) + 1):
        choices[change.file] += [Choice(edit, f"{_TOP}.{ACTIVE} == 16'd{number}") for edit in change.edits]
    insertions: dict[Path, list[Insertion]] = defaultdict(list)
    widths: dict[str, set[int]] = defaultdict(lambda: {1})
    for gate in found.gates:
        widths[gate.module].add(gate.width)
    for number, branch in enumerate(found.branches, len(found.gates) + len(found.changes) + 1):
        widths[branch.module].update(width for _, width in assignable(branch))
        place = branch.statement.place
        insertions[place.file] += [Insertion(place.start, _more(number, branch)), Insertion(place.end, " end")]
    done = set()
    for instance in design.read.instances():
        definition: Any = instance.definition
        if definition.name in done:
            continue
        done.add(definition.name)
        file, at = design.read.source.at(definition.syntax.header.semi.location)
        text = _changes(dut.contract) if instance.name == design.read.top.name else ""
        insertions[file.resolve()].append(Insertion(at + 1, text))
        end_file, end = design.read.source.at(definition.syntax.endmodule.location)
        more = [recorder(definition.name)] if recorder else []
        if rich:
            known = found.values
            more += [_chosen(width, known.get((definition.name, width), [])) for width in widths[definition.name]]
        insertions[end_file.resolve()].append(Insertion(end, "\n".join([*more, ""])))
    source = design.read.source
    texts = {file: rewritten(source.text(file), choices[file], insertions[file]) for file in design.read.files}
    return design.read.with_texts(texts, folder)


def _changes(contract: str) -> str:
    """Return the change that is made, as trying.py writes it: its number, value, gate, and cycle; 0: all cycles.

    Python writes a register from which the clock takes it. What Python can write at any time Verilator would compute
    twice, and all that depends on it.
    """
    begins = f"{TOP}.session.phase_q == 0 ? 0 : " if contract == "engine" else ""
    now = f"always @(posedge {TOP}.clk) {NOW} <= {begins}{NOW} + 1;"
    return (
        f" reg [127:0] {WRITTEN} /* verilator public_flat_rw */; initial {WRITTEN} = 0;"
        f" reg [127:0] {CHANGE}; initial {CHANGE} = 0; always @(posedge {TOP}.clk) {CHANGE} <= {WRITTEN};"
        f" reg [31:0] {NOW}; initial {NOW} = 0; {now}"
        f" wire [15:0] {ACTIVE} = {CHANGE}[127:96] == 0 || {CHANGE}[127:96] == {NOW} ? {CHANGE}[15:0] : 16'd0;"
    )


def _chosen(width: int, values: Sequence[str]) -> str:
    cases = "".join(f" 16'd{number}: loopline_{width} = {value};" for number, value in enumerate(values, 1))
    chosen = f"case ({_TOP}.{CHANGE}[31:16]){cases} default: loopline_{width} = 0; endcase"
    return f" reg [{width - 1}:0] loopline_{width}; always @* {chosen}"
