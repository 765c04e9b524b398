"""Random Trax for Hypothesis: built, never filtered, and shrinking towards few, early, simple moves."""

from __future__ import annotations

from goldenrules.trax import CONTEST, RULE_SETS, Move, Position, Refused, RuleSet
from goldenrules.trax.rules import MINI_TRAX_LINES
from hypothesis import strategies as st

from loopline.games.trax.record import Record
from loopline.games.trax.strategies import library
from loopline.games.trax.symmetry import COLOURS_SWAPPED, TURNED_OR_MIRRORED, Symmetry

#: Half the games are contest games, the others of all rule sets; shrinks to the contest.
rule_sets: st.SearchStrategy[RuleSet] = st.just(CONTEST) | st.sampled_from(list(RULE_SETS.values()))
#: For what is about wins: random play seldom makes a line of eight tiles, but often one of three.
with_short_lines: st.SearchStrategy[RuleSet] = st.sampled_from([CONTEST, MINI_TRAX_LINES])

_STOP = 0
_CHOICES = st.integers(_STOP, 0xFFFF)


class ModelFailed(Exception):
    """The model raised what it should not, while a game was being built. The record is the game up to there."""

    def __init__(self, record: Record, error: Exception) -> None:
        super().__init__(f"the model cannot go on from here: {type(error).__name__}: {error}")
        self.record = record


@st.composite
def games(
    draw: st.DrawFn, rules: RuleSet | st.SearchStrategy[RuleSet] = CONTEST, max_turns: int = 60, max_tiles: int = 400
) -> Record:
    """A legal game: to its end, to one of the limits, or broken off anywhere.

    The trick is that each turn is one number: 0 ends the game, any other picks a candidate. So whatever Hypothesis
    deletes or lowers while it shrinks, what is left is a legal game again.
    """
    rules = rules if isinstance(rules, RuleSet) else draw(rules)
    position = Position(rules)
    moves: list[Move] = []
    while len(moves) < max_turns and len(position.tiles) < max_tiles:
        choice = draw(_CHOICES)
        try:
            move = None if choice == _STOP else play_choice(position, choice - 1)
        except Exception as error:
            raise ModelFailed(Record(tuple(moves), rules), error) from error
        if move is None:
            break
        moves.append(move)
    return Record(tuple(moves), rules)


def play_choice(position: Position, choice: int) -> Move | None:
    """Play the candidate of that number, or the next one that is no trap; None if there is no legal turn."""
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
    """A game of the library up to its last turn, which would be a trap, or a long cascade, and so on."""
    return Record(_from_library(draw, kind).moves[:-1])


@st.composite
def something_rare(draw: st.DrawFn, kind: str) -> Record:
    """A game of the library, its last turn included."""
    return _from_library(draw, kind)


def _from_library(draw: st.DrawFn, kind: str) -> Record:
    entries = library.entries(kind)
    entry = entries[draw(st.integers(0, len(entries) - 1))]
    try:
        return Record(entry.game)
    except Exception as error:
        raise ModelFailed(Record(), error) from error


#: In which order to fill forced cells: for each, its number among those that are forced.
orders: st.SearchStrategy[list[int]] = st.lists(st.integers(0, 7), max_size=40)

turned_or_mirrored: st.SearchStrategy[Symmetry] = st.sampled_from(TURNED_OR_MIRRORED)
colours_swapped: st.SearchStrategy[Symmetry] = st.just(COLOURS_SWAPPED)
