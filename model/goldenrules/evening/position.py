"""A position: stones, and how the game stands by the rules it is played by (RULES 4.2 to 4.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

from goldenrules.errors import Refused
from goldenrules.evening.board import Board, Flip, Group, LaidStone
from goldenrules.evening.cells import Cell
from goldenrules.evening.colours import BLACK, COLOUR_NAMES, LETTERS, WHITE, Colour, other
from goldenrules.evening.errors import Reason
from goldenrules.evening.notation import Move, read_move
from goldenrules.evening.rules import STANDARD, Protocol, Rule, RuleSet
from goldenrules.playing import Playable

#: The players who have declined, and the stone on each cell.
Key = tuple[frozenset[Colour], tuple[Colour | None, ...]]


class Turn(NamedTuple):
    """A move that was played, and what it has changed."""

    move: Move
    #: None: he has declined.
    laid: LaidStone | None
    declined_before: frozenset[Colour]

    @property
    def joined(self) -> tuple[Group, ...]:
        """The groups that the stone has joined."""
        return self.laid.joined if self.laid else ()

    @property
    def flips(self) -> tuple[Flip, ...]:
        """The empty cells whose owner has changed."""
        return self.laid.flips if self.laid else ()

    def __repr__(self) -> str:
        colour, cell = self.move
        if self.laid is None:
            return f"<Turn: {COLOUR_NAMES[colour]} declines>"
        return f"<Turn: {COLOUR_NAMES[colour]} on {cell}, {len(self.joined)} joined, {len(self.flips)} flips>"


class Position(Board, Playable[Move, RuleSet]):
    """A position: play moves and take them back.

    A refused move raises `Refused` and leaves the position as it was.
    """

    _pictures = "goldenrules.evening"

    def __init__(self, rules: RuleSet = STANDARD) -> None:
        super().__init__(rules.side)
        self.rules = rules

    def clear(self) -> None:
        """Begin with an empty board."""
        super().clear()
        #: The players who have declined since the last stone.
        self.declined: frozenset[Colour] = frozenset()
        self.turns: list[Turn] = []
        #: An end that the board does not show: who has won, and how.
        self.called: tuple[Colour, str] | None = None

    @classmethod
    def from_rows(cls, rows: Sequence[str], rules: RuleSet | None = None) -> Position:
        """Return a loaded position from a string of `W`, `B` and `.` for each row from the top.

        Without `rules` the side is that of the first row.
        """
        position = cls(rules or RuleSet(side=len(rows[0])))
        colours = {letter: colour for colour, letter in LETTERS.items()}
        if [len(row) for row in rows] != [len(row) for row in position.hexagon.rows] or set("".join(rows)) - set("WB."):
            raise ValueError(f"expected the rows of a board of side {position.rules.side}, of W, B and ., got {rows!r}")
        letters = zip(position.hexagon.cells, "".join(rows), strict=True)
        position.load({cell: colour for cell, letter in letters if (colour := colours[letter])})
        return position

    def load(self, stones: Mapping[Cell, Colour]) -> None:
        """Put any stones on the board, whether or not a game can reach them.

        Afterwards both players may place, and the moves before are forgotten.
        """
        for cell in stones:
            self._check_range(cell)
        self.clear()
        for cell, colour in stones.items():
            self.lay(colour, cell)

    def add(self, colour: Colour, cell: Cell) -> LaidStone:
        """Load one more stone. No player has declined any more, and there is nothing to take back.

        Raise `Refused` if a stone lies there, or the board lacks the cell.
        """
        self._check_empty(cell)
        self.turns.clear()
        self.declined = frozenset()
        return self.lay(colour, cell)

    def copy(self) -> Self:
        twin = super().copy()
        twin.hexagon, twin._sizes = self.hexagon, {colour: sizes.copy() for colour, sizes in self._sizes.items()}
        return twin

    def key(self, *, symmetric: bool = False) -> Key:
        """Return a key that is equal for equal positions under the same rules, so that they can be looked up.

        With `symmetric` it is equal for all rotations and reflections, too. The order of the moves does not matter.
        """
        if not symmetric:
            return self.declined, tuple(self.stones)
        at = self.stones.__getitem__
        images = (tuple(map(at, image)) for image in self.hexagon.symmetries)
        return self.declined, min(images, key=_in_bytes)

    def _state(self) -> tuple[object, ...]:
        return self.rules, self.key(), self.called

    def __repr__(self) -> str:
        stones = len(self.stones) - self.stones.count(None)
        many = f"{stones} stone{'s' * (stones != 1)}"
        how = f"{COLOUR_NAMES[self.winner or self.leader]} {'has won' if self.over else 'leads'}"
        return f"<Position: {self.rules}, {many}, {how}>"

    # --- a move -----------------------------------------------------------------------------------------------------

    def play(self, move: Move | str) -> Turn:
        """Play a stone or a decline, as a move or as its text: `play("Wc5")`, `play("B-")`.

        Raises `NotationError` if the text is not a move.
        """
        if isinstance(move, str):
            move = read_move(self, move)
        return self.decline(move.colour) if move.cell is None else self.place(move.colour, move.cell)

    def place(self, colour: Colour, cell: Cell) -> Turn:
        """Place one stone more (RULES 4.2)."""
        self._check_place(colour, cell)
        turn = Turn(Move(colour, cell), self.lay(colour, cell), self.declined)
        self.declined = frozenset()
        self.turns.append(turn)
        return turn

    def decline(self, colour: Colour) -> Turn:
        """Decline to place (RULES 4.4)."""
        self._check_over()
        self._check_turn(colour)
        if colour in self.declined:
            raise Refused(Reason.TURN, f"{COLOUR_NAMES[colour]} has declined already")
        turn = Turn(Move(colour, None), None, self.declined)
        self.declined |= {colour}
        self.turns.append(turn)
        return turn

    def call(self, winner: Colour, how: str) -> None:
        """End the game, though the board does not show it: `goldenrules.endings` says how."""
        self.called = winner, how

    def take_back(self) -> Turn:
        """Undo the last move, and with it an end that was called. Raise IndexError without one."""
        turn = self.turns.pop()
        self.called = None
        self.declined = turn.declined_before
        if turn.laid:
            self.lift(turn.laid)
        return turn

    def _check_place(self, colour: Colour, cell: Cell) -> None:
        """Raise the first reason, in the order of RULES 4.5, against a stone."""
        self._check_over()
        self._check_empty(cell)
        empty = self.empty
        if empty and colour is not WHITE:
            raise Refused(Reason.FIRST, "the first stone is White's")
        self._check_turn(colour)
        if empty or self.owners[cell] is colour:
            return
        white, black = self.sums(cell)
        touching = f"the groups that touch {self.hexagon.names[cell]} have {white} white and {black} black stones"
        if white == black:
            raise Refused(Reason.EQUAL, f"{touching}, so neither may place there")
        raise Refused(Reason.OTHER, f"{touching}, so only {COLOUR_NAMES[other(colour)]} may place there")

    def _check_empty(self, cell: Cell) -> None:
        self._check_range(cell)
        if (stone := self.stones[cell]) is not None:
            name = self.hexagon.names[cell]
            raise Refused(Reason.OCCUPIED, f"a {COLOUR_NAMES[stone].lower()} stone lies on {name} already")

    def _check_over(self) -> None:
        if self.over:
            assert self.winner
            raise Refused(Reason.OVER, f"the game has ended, {COLOUR_NAMES[self.winner]} has won")

    def _check_range(self, cell: Cell) -> None:
        if cell not in self.hexagon:
            last = len(self.hexagon) - 1
            raise Refused(Reason.RANGE, f"there is no cell {cell}: a board of side {self.rules.side} has 0 to {last}")

    def _check_turn(self, colour: Colour) -> None:
        if self.rules.protocol is Protocol.LOSER_MOVES and colour is self.leader:
            raise Refused(Reason.TURN, f"{COLOUR_NAMES[colour]} leads, so {COLOUR_NAMES[self.loser]} has the move")

    # --- questions --------------------------------------------------------------------------------------------------

    def cells(self, colour: Colour) -> list[Cell]:
        """Return the cells where this player could place if it had the move."""
        if self.empty:
            return list(self.hexagon.cells) if colour is WHITE else []
        return [cell for cell, owner in zip(self.hexagon.cells, self.owners, strict=True) if owner is colour]

    def can_place(self, colour: Colour) -> bool:
        """Return whether there is a cell where this player could place."""
        return colour is WHITE if self.empty else self._owned[colour] > 0

    def legal_moves(self) -> list[Move]:
        """Return the stones that may be placed now. Declining, which is legal too, is not included."""
        return [Move(colour, cell) for colour in self.players for cell in self.cells(colour)]

    def is_legal(self, move: Move) -> bool:
        """Return whether this move may be played."""
        try:
            self.play(move)
        except Refused:
            return False
        self.take_back()
        return True

    @property
    def identical(self) -> bool:
        """Both players have the same list of group sizes."""
        return self._sizes[WHITE] == self._sizes[BLACK]

    @property
    def leader(self) -> Colour:
        """The leader by the largest-group cascade (RULES 4.3).

        Python compares lists by the same rule: the first difference decides, and a list that is the beginning of the
        other is the smaller one.
        """
        white, black = self._sizes[WHITE], self._sizes[BLACK]
        if white != black:
            return WHITE if white > black else BLACK
        odd = self.rules.rule is Rule.ODD_EVEN and sum(white) % 2
        return WHITE if odd else BLACK

    @property
    def loser(self) -> Colour:
        """Return the player who does not lead."""
        return other(self.leader)

    @property
    def players(self) -> tuple[Colour, ...]:
        """The players who have the move: the loser; under the free protocol both; after the end none."""
        return () if self.over else self._players

    @property
    def _players(self) -> tuple[Colour, ...]:
        return (WHITE, BLACK) if self.rules.protocol is Protocol.FREE else (self.loser,)

    @property
    def over(self) -> bool:
        """Whether no player who has the move can place or is willing to (RULES 4.4), or the end was called."""
        return self.called is not None or all(
            colour in self.declined or not self.can_place(colour) for colour in self._players
        )

    @property
    def winner(self) -> Colour | None:
        """Return who has won; None before the end."""
        return self.called[0] if self.called else self.leader if self.over else None


def _in_bytes(stones: tuple[Colour | None, ...]) -> bytes:
    return bytes(stone or 0 for stone in stones)
