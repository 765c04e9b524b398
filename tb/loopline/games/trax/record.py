"""Records of Trax: a game as the list of its moves; and random ones: built, never filtered.

They shrink to few, simple moves.
"""

from __future__ import annotations

from dataclasses import dataclass

from goldenrules.trax import (
    CONTEST,
    RED,
    RULE_SETS,
    WHITE,
    Move,
    Position,
    Refused,
    RuleSet,
    Trap,
    column_of,
    row_of,
    write_move,
)
from goldenrules.trax.rules import MINI_TRAX_LINES
from hypothesis import strategies as st

from loopline.games.checks import GameRecord, ModelError
from loopline.games.trax.strategies import library
from loopline.games.trax.symmetry import COLOURS_SWAPPED, TURNED_OR_MIRRORED, Symmetry


@dataclass(frozen=True)
class Record(GameRecord[Move, Position]):
    """A legal game of Trax as the list of its moves."""

    rules: RuleSet = CONTEST

    def begin(self) -> Position:
        return Position(self.rules)

    def make(self, position: Position, move: Move) -> None:
        position.play(*move)

    @property
    def rules_text(self) -> str:
        """Return the name that --rules has for the rules."""
        return next(name for name, rules in RULE_SETS.items() if rules == self.rules)

    def image(self, symmetry: Symmetry) -> Position:
        """Return the position after the image of the game.

        Its first tile is laid by hand, as the rules want one that only some symmetries keep.
        """
        position = Position(self.rules, RED if symmetry.swap else WHITE)
        for number, move in enumerate(self.moves):
            if number:
                position.play(*symmetry.move(move))
            else:
                [tile] = Position.from_moves([move], self.rules).tiles.values()
                position.begin_with(symmetry.move(move), symmetry.tile(tile))
        return position

    def __str__(self) -> str:
        """Return the moves in Trax notation; what a broken model cannot write or play, as column and row."""
        position: Position | None = Position(self.rules)
        texts = []
        for move in self.moves:
            try:
                assert position
                text = write_move(position, move)
                position.play(*move)
            except Exception:
                position, text = None, f"({column_of(move.cell)},{row_of(move.cell)}){move.symbol}"
            texts.append(text)
        return " ".join(texts)

    def __repr__(self) -> str:
        return f"<{self.rules.name}: {self}>"


#: Half the games are contest games, the others of all rule sets; shrinks to the contest.
rule_sets: st.SearchStrategy[RuleSet] = st.just(CONTEST) | st.sampled_from(list(RULE_SETS.values()))
#: For what is about wins: random play seldom makes a line of eight tiles, but often one of three.
with_short_lines: st.SearchStrategy[RuleSet] = st.sampled_from([CONTEST, MINI_TRAX_LINES])

_STOP = 0
_CHOICES = st.integers(_STOP, 0xFFFF)


@st.composite
def games(
    draw: st.DrawFn, rules: RuleSet | st.SearchStrategy[RuleSet] = CONTEST, max_turns: int = 60, max_tiles: int = 400
) -> Record:
    """Draw a legal game: to its end, to one of the limits, or broken off anywhere.

    The trick is that each turn is one number: 0 ends the game, any other picks a candidate. So whenever Hypothesis
    deletes or lowers numbers while it shrinks, a legal game is left.

    Args:
        draw: Draws from a strategy.
        rules: The rules, or a strategy for them.
        max_turns: The most turns.
        max_tiles: The most tiles.
    """
    rules = rules if isinstance(rules, RuleSet) else draw(rules)
    position = Position(rules)
    return _go_on(draw, position, [], max_turns, max_tiles)


def _go_on(draw: st.DrawFn, position: Position, moves: list[Move], max_turns: int, max_tiles: int = 400) -> Record:
    while len(moves) < max_turns and len(position.tiles) < max_tiles:
        choice = draw(_CHOICES)
        try:
            move = None if choice == _STOP else _play_choice(position, choice - 1)
        except Exception as error:
            raise ModelError(Record(tuple(moves), position.rules), error) from error
        if move is None:
            break
        moves.append(move)
    return Record(tuple(moves), position.rules)


def _play_choice(position: Position, choice: int) -> Move | None:
    """Play the candidate of that number, or the next one that is legal; None if all are illegal."""
    candidates = position.candidates()
    for i in range(len(candidates)):
        move = candidates[(choice + i) % len(candidates)]
        try:
            position.play(*move)
        except Refused:
            continue
        return move
    return None


@st.composite
def before_something_rare(draw: st.DrawFn, kind: str) -> Record:
    """Draw a game of the library up to its last turn, such as a trap or a long cascade."""
    return Record(_from_library(draw, kind).moves[:-1])


@st.composite
def something_rare(draw: st.DrawFn, kind: str) -> Record:
    """Draw a game of the library, its last turn included."""
    return _from_library(draw, kind)


def _from_library(draw: st.DrawFn, kind: str) -> Record:
    entries = sorted(library.entries(kind), key=lambda entry: len(entry.text))
    entry = entries[draw(st.integers(0, len(entries) - 1))]
    try:
        return Record(entry.game)
    except Exception as error:
        raise ModelError(Record(), error) from error


@st.composite
def unusual_games(draw: st.DrawFn, rules: RuleSet = CONTEST, max_turns: int = 60) -> Record:
    """Draw a legal game that begins as one of the library does, turned or mirrored, and goes on as `games` do.

    What is rare in random play is never far there: pockets, long cascades, both players about to win.

    Args:
        draw: Draws from a strategy.
        rules: The rules.
        max_turns: The most turns after the beginning.
    """
    game = _image(draw, library.entries("cascade") + library.entries("trap") + library.entries("win"))
    position = Position(rules)
    moves: list[Move] = []
    for move in game[: draw(st.integers(0, len(game)))]:
        try:
            position.play(*move)
        except Refused:  # by these rules, or it is the trap
            break
        moves.append(move)
    return _go_on(draw, position, moves, max_turns)


@st.composite
def traps(draw: st.DrawFn, max_extra: int = 20) -> tuple[Record, Move]:
    """Draw a game without a winner so far, and a move that is illegal only because of forced play.

    It is a trap of the library, turned or mirrored, with other turns added that leave it a trap.
    """
    *moves, trap = _image(draw, library.entries("trap"))
    position = Record(tuple(moves)).position()
    for choice in draw(st.lists(_CHOICES, max_size=max_extra)):
        move = _play_choice(position, choice)
        if move and (position.winner is not None or not _is_trap(position, trap)):
            position.take_back()
    return Record(tuple(turn.move for turn in position.turns)), trap


def _image(draw: st.DrawFn, entries: tuple[library.Entry, ...]) -> tuple[Move, ...]:
    """Draw one of the games, seen in one of its symmetries."""
    entry = entries[draw(st.integers(0, len(entries) - 1))]
    return entry.image(draw(st.integers(0, 7)))


def _is_trap(position: Position, move: Move) -> bool:
    try:
        position.play(*move)
    except Refused as refusal:
        return isinstance(refusal, Trap)
    position.take_back()
    return False


#: The order in which forced cells are filled: for each, its number among those that are forced.
orders: st.SearchStrategy[list[int]] = st.lists(st.integers(0, 7), max_size=40)

turned_or_mirrored: st.SearchStrategy[Symmetry] = st.sampled_from(TURNED_OR_MIRRORED)
colours_swapped: st.SearchStrategy[Symmetry] = st.just(COLOURS_SWAPPED)
