"""A script in the making, beside the position that it has led to.

All randomness comes in as bytes, and a byte picks a turn *by place in the frontier*: 0 the cell that has been open for
longest, 255 the one opened last. Whatever the position, every byte means a legal turn; nothing is drawn in vain.

It is not the session of `loopline.games.strategy`, which carries out each request on the event model: here a turn has
been played on the position when it is chosen, and to carry it out again would take three quarters as long once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice, takewhile

from goldenrules.errors import Refused
from goldenrules.trax import CONTEST, ORIGIN, SYMBOLS, Cell, Move, Position, RuleSet, Symbol, Turn, column_of, row_of
from goldenrules.trax.position import FIRST_TILES
from goldenrules.trax.tiles import FITTING

from loopline.games.trax.protocol import Op, Reason
from loopline.games.trax.reference_engine import NO_FOULS
from loopline.games.trax.requests import TAKE_BACK, Script, Step, new, play, read
from loopline.resets import Reset

Wanted = Callable[[Position], bool]

_FITTING = tuple(FITTING[symbol] for symbol in SYMBOLS)
_FIRST = tuple(FIRST_TILES)


def undecided(position: Position) -> bool:
    """Return whether the game is still open.

    A position's own `winner` judges who; that there is a formation is quicker to see.
    """
    return not position.formations


class Session:
    """A session that writes requests down and plays them, so that the next one can be chosen."""

    def __init__(self, size: int, at: tuple[int, int] = (0, 0)) -> None:
        self.size = size
        #: The most columns or rows that the engine can tell apart.
        self.capacity = size - 2
        self.at = at
        self.steps: list[Step] = []
        self.position = Position(CONTEST)
        #: Where the first tile of this game lies, as seen from the script's.
        self.origin: Cell = ORIGIN
        #: Whether a foul has ended the game.
        self.fouled = False
        #: Whether turns that win this game are avoided.
        self.endless = False

    def script(self) -> Script:
        """Return the script.

        After a reset the contest's rules hold: a first game by these is not begun, so that this is tried, too.
        """
        begun = list(takewhile(new(CONTEST).__eq__, self.steps[:-1]))
        return Script(tuple(self.steps[len(begun) :]), self.at)

    # --- requests -----------------------------------------------------------------------------------------------------

    def new(self, rules: RuleSet = CONTEST, origin: Cell = ORIGIN) -> None:
        """Start a game; `origin` is the cell of its first tile, unless the rules have a field."""
        self.steps.append(new(rules))
        self.position = Position(rules)
        self.origin = ORIGIN if rules.first_cell_free else origin  # such a field does not move
        self.fouled = False

    def begin_again(self) -> None:
        """Begin a new game by the same rules, unless this one has not begun."""
        if self.position.turns:
            self.new(self.position.rules, self.origin)

    def limit_box(self, limit: int) -> None:
        """Change this game's rules, from its beginning, to a limit that it has just reached."""
        self.have_had(replace(self.position.rules, name=f"box limit {limit}", box_limit=limit, draws=False))

    def have_had(self, rules: RuleSet) -> None:
        """Change the game's rules from its beginning; none of its turns differs under them."""
        begun = max(number for number, step in enumerate(self.steps) if step.op == Op.NEW)
        self.steps[begun] = new(rules)
        self.position.go_on_by(rules)

    def play(self, cell: Cell, symbol: Symbol) -> Turn | None:
        """Ask for a turn, legal or not. Returns None if it is refused."""
        self.steps.append(play(cell + self.origin, symbol))
        if self.fouled or self.position.drawn:
            return None
        try:
            return self.position.play(cell, symbol)
        except Refused as refusal:
            self._judge(refusal)
            return None

    def _judge(self, refusal: Refused) -> None:
        is_foul = Reason[refusal.reason.name] not in NO_FOULS
        self.fouled = is_foul and self.position.rules.fouls_lose and undecided(self.position)

    def take_back(self, turns: int = 1) -> None:
        """Take back this many turns, a foul being one."""
        for _ in range(turns):
            self.steps.append(TAKE_BACK)
            if self.fouled:
                self.fouled = False
            elif self.position.turns:
                self.position.take_back()

    def refused(self, cell: Cell, symbol: Symbol, foul: bool = True) -> None:
        """Ask for a turn that the engine is known to refuse; it is also known whether that is a foul."""
        self.steps.append(play(cell + self.origin, symbol))
        if foul and not self.over:
            self.fouled = self.position.rules.fouls_lose

    def ask(self, cell: Cell, symbol: Symbol) -> None:
        """Ask for a turn whose result is unknown; if it does not fit into the engine, that is not a foul."""
        if self.over or self.position.box.including(cell).longest <= self.capacity:
            self.play(cell, symbol)
            return
        self.steps.append(play(cell + self.origin, symbol))
        try:
            self.position.play(cell, symbol)
            self.position.take_back()
        except Refused as refusal:
            if Reason[refusal.reason.name] not in (Reason.TRAP, Reason.SUPPLY):
                self._judge(refusal)  # otherwise the result is unused

    def withdraw(self) -> None:
        """Forget the last turn: neither board nor script has ever seen it."""
        self.position.take_back()
        self.steps.pop()

    def address(self, cell: Cell) -> tuple[int, int]:
        """Return the column and row on the torus."""
        cell += self.origin
        return (column_of(cell) + self.at[0]) % self.size, (row_of(cell) + self.at[1]) % self.size

    @property
    def played(self) -> int:
        """The turns that can be taken back; a foul is one."""
        return len(self.position.turns) + self.fouled

    @property
    def over(self) -> bool:
        """Whether the game has ended: by a foul, a formation or a draw."""
        return self.fouled or not undecided(self.position) or self.position.drawn

    def read(self, cell: Cell) -> None:
        """Read a cell, which is counted from the first tile."""
        self.steps.append(read(cell + self.origin))

    def cut_short(self, resets: Iterable[Reset]) -> None:
        """Reset in the last request; resets after the first come with copies of it."""
        request = self.steps.pop()
        self.steps += [request._replace(cut=reset.cut) for reset in resets]
        self.position = Position(CONTEST)
        self.fouled = False

    # --- turns that are chosen here -----------------------------------------------------------------------------------

    def play_any(self, choice: int, wanted: Wanted | None = None) -> bool:
        """Play the turn that `choice` picks, or the next one that is legal and wanted. Return whether there was one."""
        move = self.find(choice, wanted)
        if move is None:
            return False
        self.steps.append(play(move.cell + self.origin, move.symbol))
        return True

    def play_among(self, cells: Iterable[Cell], choice: int, wanted: Wanted | None = None) -> bool:
        """Play a turn on one of the open cells of `cells`. Returns whether there was one."""
        entries = self.position.entries
        if self.over:
            return False
        open_cells = [cell for cell in dict.fromkeys(cells) if cell in entries]
        if not open_cells:
            return False
        index, rest = divmod(choice * len(open_cells), 256)
        for cell in open_cells[index:] + open_cells[:index]:
            for move in self._moves(cell, rest):
                if self._try(move, wanted):
                    self.steps.append(play(move.cell + self.origin, move.symbol))
                    return True
        return False

    def find(self, choice: int, wanted: Wanted | None = None) -> Move | None:
        """Play a turn as `play_any` does, on the board and not in the script. Return None if all are illegal."""
        position = self.position
        if self.over:
            return None
        entries = position.entries
        if not entries:
            firsts = (
                position.candidates()
                if position.rules.first_cell_free
                else [Move(ORIGIN, first_symbol) for first_symbol in _FIRST]
            )
            move = firsts[choice % len(firsts)]
            return move if self._try(move, wanted) else None
        # The common case first: no copy of the frontier, let alone a sorted one.
        index, rest = divmod(choice * len(entries), 256)
        for move in self._moves(next(islice(entries, index, None)), rest):
            if self._try(move, wanted):
                return move
        frontier = list(entries)
        for cell in frontier[index + 1 :] + frontier[: index + 1]:
            for move in self._moves(cell, rest):
                if self._try(move, wanted):
                    return move
        return None

    def _moves(self, cell: Cell, rest: int) -> Iterator[Move]:
        """Yield what may be placed on an open cell: each symbol, beginning with the one that `rest` picks."""
        if not self.has_room(cell):
            return
        entries, first = self.position.entries[cell], rest * 3 >> 8
        for number in (first, first - 2, first - 1):
            if _FITTING[number][entries]:
                yield Move(cell, SYMBOLS[number])

    def has_room(self, cell: Cell) -> bool:
        """Return whether a tile on this cell keeps the box within the limit."""
        position = self.position
        limit = min(position.rules.box_limit or self.capacity, self.capacity)
        return position.box.longest < limit or position.box.including(cell).longest <= limit

    def _try(self, move: Move, wanted: Wanted | None) -> bool:
        try:
            self.position.play(*move)
        except Refused:
            return False
        if wanted is None or wanted(self.position):
            return True
        self.position.take_back()
        return False
