"""What changes of a player would do, without playing them: which have an effect only where a game fails.

While games are played as they are, each module writes down the values of its signals. From these rows it follows in
which of them a change of an expression would change the statement that it is in. A change with an effect in the failing
game, and none in games that pass, is the likeliest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from math import inf, sqrt
from pathlib import Path
from typing import NamedTuple

from loopline.design.build import TOP
from loopline.source import Scope
from loopline.why import CHANGE, LOOK, WINDOW
from loopline.why.bits import Compute, Rows, Span, Unreadable, Value, computed, differ, number_of, span, turned
from loopline.why.candidates import in_turn
from loopline.why.sites import Site, Sites, expressions, names_in
from loopline.why.statements import Design, Place, Statement

#: The windows of a failing game: what is answered rightly, and the rest. Those of other games come behind them.
BEFORE, FAILING, OTHERS = 1, 2, 3

#: The beginning of the name of a file with rows; window and path follow.
_ROWS = "loopline_rows"

#: The most rows of an instance in a window, and of games that pass together.
_MOST, _PASSING = 20_000, 20_000

#: The bits of the number by which a module finds out whether it has written a row already.
_SLOT = 10

#: The widest signal that is written down.
_WIDEST = 64

#: The places of changes: those that have an effect only from where the game fails; only in that game; of which nothing
#: is known; that have an effect in games that pass, too; and that have none where the game fails.
LATE, ONLY, UNKNOWN, EVERYWHERE, NONE = range(5)

#: How simple a gate's changes are if none has an effect in the failing game only: a number above those that `_place`
#: gives to changes that have.
_NOT_SIMPLE = 3


class Effect(NamedTuple):
    """The place of a change. Changes of a gate with the same `pattern` have the same effect where the game fails."""

    place: int
    pattern: object


class Column(NamedTuple):
    """Bits by row, in each window."""

    before: int
    failing: int
    passing: int


class _Expression:
    """An expression in an instance, and the one of its statement that it is a part of."""

    def __init__(
        self,
        scope: Scope,
        rows: Sequence[Rows],
        part: Compute,
        whole: Compute,
        wholes: Sequence[Value],
        at: Span,
    ) -> None:
        self.scope, self.rows, self._whole, self._wholes, self._at = scope, rows, whole, wholes, at
        #: In each window.
        self.values = [part(window, {}) for window in rows]

    def effect(self, window: int, instead: Value) -> int:
        """Return the rows of a window in which the whole is another if the expression is something else."""
        value = self.values[window]
        if len(value) == 1:
            return self._decides[window] & (value[0] ^ instead[0])
        return self._differs(window, instead)

    def _differs(self, window: int, instead: Value) -> int:
        return differ(self._wholes[window], self._whole(self.rows[window], {self._at: instead}))

    @cached_property
    def _decides(self) -> Sequence[int]:
        """The rows, in each window, in which the whole is another if the expression, a bit, is inverted."""
        return [self._differs(window, rows.negated(self.values[window])) for window, rows in enumerate(self.rows)]

    def acts(self, bit: int) -> Sequence[int]:
        """Return the rows, in each window, in which the whole is another if the expression, a bit, is set to this."""
        return [self.effect(window, rows.constant(bit, 1)) for window, rows in enumerate(self.rows)]


class Effects:
    """What changes would do, by what modules have written down."""

    def __init__(self, design: Design) -> None:
        """Find out what each module writes down, and begin without rows.

        `design`: the design.
        """
        top = design.read.top.name
        self._paths: dict[str, str] = {}
        self._scopes: dict[str, Scope] = {}
        self._widths: dict[str, dict[str, int]] = {}
        for instance in design.read.instances():
            scope, _ = next(design.read.scopes(instance), (None, None))
            path = str(instance.hierarchicalPath)
            if scope:
                self._paths[f"{TOP}.dut{path.removeprefix(top)}"] = path
                self._scopes[path] = scope
                self._widths[path] = {
                    signal.name: signal.width
                    for signal in scope.whole.values()
                    if not signal.constant and signal.width <= _WIDEST
                }
        #: By the path of an instance: its rows in each window, each once.
        self._written: dict[str, tuple[set[str], ...]] = defaultdict(lambda: (set(), set(), set()))
        #: Paths of instances whose rows of the failing game are not complete.
        self._cut = set[str]()
        #: The expressions of each statement.
        self._known: dict[Place, Mapping[tuple[int, int, int], list[_Expression]]] = {}
        self._tables: dict[tuple[int, ...], list[tuple[set[str], Column]]] = {}
        #: What can stand in an expression's place, in each window of an instance.
        self._values: dict[tuple[int, int, str], Value] = {}

    def recorder(self, module: str) -> str:
        """Return what is written at the end of a module; "" if it has no signals."""
        path = next((path for path, scope in self._scopes.items() if scope.module == module), "")
        names = [*self._widths.get(path, ())]
        if not names:
            return ""
        change, width = f"{TOP}.dut.{CHANGE}", self._width(module)
        window = f"{change}[{WINDOW}+:16]"
        # rows may differ in any bit, so all bits are in the number
        parts = (f"loopline_row[{low}+:{min(_SLOT, width - low)}]" for low in range(0, width, _SLOT))
        slot = " + ".join(f"{_SLOT}'d{1 + 2 * number} * {part}" for number, part in enumerate(parts))
        return f"""
reg [{width - 1}:0] loopline_row;
reg [{width + 15}:0] loopline_seen [0:{(1 << _SLOT) - 1}];
reg [{_SLOT - 1}:0] loopline_slot;
reg [15:0] loopline_window;
integer loopline_file, loopline_rows;
initial begin loopline_window = 0; loopline_file = 0; end
always @(posedge {TOP}.clk) if ({change}[{LOOK}]) begin
    loopline_row = {{{", ".join(names)}}};
    loopline_slot = {slot};
    if (loopline_window != {window}) begin
        loopline_window = {window};
        loopline_rows = 0;
        if (loopline_file != 0) $fclose(loopline_file);
        loopline_file = $fopen($sformatf("{_ROWS}_%0d_%m", loopline_window), "w");
    end
    if (loopline_seen[loopline_slot] !== {{loopline_window, loopline_row}} && loopline_rows < {_MOST}) begin
        loopline_seen[loopline_slot] = {{loopline_window, loopline_row}};
        $fwrite(loopline_file, "%b\\n", loopline_row);
        $fflush(loopline_file); // a copy of the process ends at once
        loopline_rows = loopline_rows + 1;
    end
end
"""

    def read(self, folder: Path) -> None:
        """Read what was written into the folder of a simulation."""
        for file in rows_in(folder):
            window, _, name = file.name.removeprefix(f"{_ROWS}_").partition("_")
            if path := self._paths.get(name):
                whole, own = self._width(self._scopes[path].module), sum(self._widths[path].values())
                lines = file.read_text().split("\n")
                rows = (row[whole - own :] for row in lines if len(row) == whole)
                if int(window) < OTHERS and len(lines) > _MOST:
                    self._cut.add(path)
                self._written[path][min(int(window), OTHERS) - 1].update(rows)

    def _width(self, module: str) -> int:
        """Return the bits of a row: as many as the instance of the module with the widest signals needs."""
        return max(sum(self._widths[path].values()) for path, scope in self._scopes.items() if scope.module == module)

    @cached_property
    def _rows(self) -> Mapping[str, Sequence[Rows]]:
        found = {}
        for path, windows in self._written.items():
            if path not in self._cut:
                before, failing, passing = map(sorted, windows)
                few = passing[:: 1 + len(passing) // _PASSING]
                found[path] = [turned(rows, self._widths[path]) for rows in (before, failing, few)]
        return found

    def of(self, found: Sites, gate: Site, word: int) -> Effect:
        """Return what a change of a gate would do.

        Args:
            found: The sites of the build with the gate.
            gate: The gate.
            word: The change, as it is written to the register.
        """
        number, keep = word >> 16 & 0xFFFF, word >> 34 & 3
        width = 1 if keep & 1 else gate.width
        name = found.values[gate.module, width][number - 1] if number else ""

        def acts(window: int) -> Iterator[int]:
            for expression in expressions_:
                named = self._named(expression, window, name) if name else ()
                changed = _changed(expression.rows[window], expression.values[window], word, named)
                yield expression.effect(window, changed)

        try:
            expressions_ = self._of(gate)
            pattern = tuple(acts(FAILING - 1))
            if not any(pattern):
                return Effect(NONE if pattern else UNKNOWN, word)
            return Effect(EVERYWHERE if any(acts(OTHERS - 1)) else LATE + any(acts(BEFORE - 1)), pattern)
        except Unreadable:
            return Effect(UNKNOWN, word)

    def likely(self, found: Sites) -> list[Site]:
        """Return the gates of which a change has an effect where the game fails, the likeliest first.

        Of each statement one gate comes before the second of any.
        """
        places = {}
        for gate in found.gates:
            with suppress(Unreadable):
                if gate.width == 1 and (place := self._place(found, gate)):
                    places[gate.number] = place
        likely = sorted((gate for gate in found.gates if gate.number in places), key=lambda gate: places[gate.number])
        of_statement: dict[Place, list[Site]] = defaultdict(list)
        for gate in likely:
            of_statement[gate.statement.place].append(gate)
        return in_turn(of_statement.values())

    def _place(self, found: Sites, gate: Site) -> tuple[int, float] | None:
        """Return the place of a gate; None if it has no effect where the game fails.

        First is how simple the change is that has an effect in that game only: a constant, then one with a signal that
        the statement looks at, then any other; then that there is none. Next is how seldom a constant has an effect
        where all is right, against how often where the game fails.
        """
        simple, seldom = _NOT_SIMPLE, inf
        if not (expressions_ := self._of(gate)):
            return None
        read = {name.rpartition(".")[2] for name in gate.statement.reads}
        rows = [[window.all for window in each.rows] for each in expressions_]
        before, failing, passing = (sum(window[at].bit_count() for window in rows) for at in range(OTHERS))
        for bit in (0, 1):
            acts = [each.acts(bit) for each in expressions_]
            ours = Column(*(_side_by_side(expressions_, acts, window) for window in range(OTHERS)))
            if not ours.failing:
                continue
            if not ours.passing:
                simple = 0
            right = (ours.before.bit_count() + ours.passing.bit_count() + 0.5) / (before + passing + 1)
            seldom = min(seldom, right / sqrt(ours.failing.bit_count() / failing))
            for names, value in self._table(expressions_, found.values.get((gate.module, 1), ())) if simple else ():
                for sign in (0, -1):
                    if ours.failing & (value.failing ^ sign) and not ours.passing & (value.passing ^ sign):
                        simple = min(simple, 1 + names.isdisjoint(read))
        return (simple, seldom) if seldom < inf else None

    def _table(self, expressions_: Sequence[_Expression], texts: Sequence[str]) -> list[tuple[set[str], Column]]:
        """Return the names and the values that can stand in an expression's place, in all instances."""
        key = tuple(id(each.rows) for each in expressions_)
        if key not in self._tables:
            self._tables[key] = []
            for text in texts:
                with suppress(Unreadable):
                    bits = [[self._named(each, window, text)[0] for window in range(OTHERS)] for each in expressions_]
                    column = Column(*(_side_by_side(expressions_, bits, window) for window in range(OTHERS)))
                    self._tables[key].append((names_in(text), column))
        return self._tables[key]

    def _of(self, gate: Site) -> list[_Expression]:
        """Return an expression in all instances that have written something down."""
        statement = gate.statement
        if statement.place not in self._known:
            self._known[statement.place] = self._expressions(statement)
        return self._known[statement.place].get((gate.start, gate.end, gate.width), [])

    def _expressions(self, statement: Statement) -> Mapping[tuple[int, int, int], list[_Expression]]:
        """Return the expressions of a statement by place and width, none if one cannot be computed."""
        found: dict[tuple[int, int, int], list[_Expression]] = defaultdict(list)
        try:
            for scope, root in statement.computed:
                rows, whole = self._rows.get(str(scope.home.hierarchicalPath), ()), computed(scope, root)
                wholes = [whole(window, {}) for window in rows]
                for node in expressions(scope, root) if rows else ():
                    part = _Expression(scope, rows, computed(scope, node), whole, wholes, span(node))
                    found[*span(node), node.type.bitWidth].append(part)
        except Unreadable:
            return {}
        return found

    def _named(self, expression: _Expression, window: int, text: str) -> Value:
        """Return the value of a text that can stand in an expression's place."""
        key = id(expression.rows), window, text
        if key not in self._values:
            self._values[key] = self._value(expression.scope, expression.rows[window], text)
        return self._values[key]

    def _value(self, scope: Scope, rows: Rows, text: str) -> Value:
        first, equal, second = text.partition(" == ")
        name, _, index = first.partition("[")
        value = self._signal(scope, rows, name)
        if index:
            return value[int(index[:-1]) :][:1]
        if not equal:
            return value
        with_ = rows.constant(0, len(value)) if second == "0" else self._signal(scope, rows, second)
        return (rows.all ^ differ(value, with_),)

    def _signal(self, scope: Scope, rows: Rows, name: str) -> Value:
        if name in rows.signals:
            return rows.signals[name]
        if (signal := scope.whole.get(name)) is None or not signal.constant:
            raise Unreadable(name)
        return rows.constant(number_of(scope.home.find(name).value.value), signal.width)


def _side_by_side(expressions_: Sequence[_Expression], bits: Sequence[Sequence[int]], window: int) -> int:
    """Return the rows of a window in all instances as those of one."""
    together = 0
    for expression, rows in zip(expressions_, bits, strict=True):
        together = together << expression.rows[window].all.bit_length() | rows[window]
    return together


def _changed(rows: Rows, value: Value, word: int, named: Value) -> Value:
    """Return what a gate makes of a value.

    Args:
        rows: The rows.
        value: The value.
        word: The change, as it is written to the register.
        named: What can stand there instead.
    """
    keep, flip, mask = word >> 34 & 3, word >> 32 & 3, word >> 36 & 0xFFFFFFFF
    kept = (rows.all if keep & 2 else 0) ^ (named[0] if keep & 1 else 0)
    inverted = rows.all if flip & 2 else 0
    other = named if flip & 1 else (0,) * len(value)
    made = tuple(bit & kept ^ inverted ^ instead for bit, instead in zip(value, other, strict=True))
    return rows.plus(made, rows.constant(mask, len(value))) if len(value) > 1 else made


def rows_in(folder: Path, window: int | str = "*") -> Iterator[Path]:
    """Yield the files with rows of a window, or of all."""
    yield from folder.glob(f"{_ROWS}_{window}_*")
