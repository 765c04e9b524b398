"""Checks of a golden model that any game can use: reference figures, and properties of random games.

A property is a function that raises where it does not hold. Hypothesis draws a game record and the other arguments, and
shrinks what fails. Then turns are left out of the record as long as it still fails.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Generic, NamedTuple, Self, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky

from loopline.contract.checks import Check, ModelMismatch, ModelRecord, Tally, describe, of_an_interrupt
from loopline.drawing import ignore_the_source
from loopline.errors import plural

MoveT = TypeVar("MoveT")
PositionT = TypeVar("PositionT")


@dataclass(frozen=True)
class GameRecord(ABC, Generic[MoveT, PositionT]):
    """A recorded game of a golden model.

    Each game derives its own record, with `str` and, if there is a choice, the rules and the first position.
    """

    moves: tuple[MoveT, ...] = ()

    @abstractmethod
    def begin(self) -> PositionT:
        """Return the position before the first move."""

    @abstractmethod
    def make(self, position: PositionT, move: MoveT) -> None:
        """Make one of the record's moves. Raise whatever the model raises."""

    @property
    def rules_text(self) -> str:
        """What `--rules` is given for its rules; empty for the usual ones."""
        return ""

    def __len__(self) -> int:
        return len(self.moves)

    def positions(self) -> Iterator[PositionT]:
        """Yield the position before the first move and after each; it is the same object each time."""
        position = self.begin()
        yield position
        for move in self.moves:
            self.make(position, move)
            yield position

    def play(self) -> Iterator[PositionT]:
        """Yield the position after each of the moves; it is the same object each time."""
        return islice(self.positions(), 1, None)

    def position(self) -> PositionT:
        """Return the position at the end."""
        *_, position = self.positions()
        return position

    def without(self, turn: int) -> Self:
        """Return the record without one of its moves, counted from 0.

        Raise an exception of the model if the moves left over are illegal.
        """
        smaller = replace(self, moves=self.moves[:turn] + self.moves[turn + 1 :])
        smaller.position()
        return smaller


RecordT = TypeVar("RecordT", bound=GameRecord[Any, Any])


class Disagreement(AssertionError):
    """The model is wrong. An `assert` would let checks pass with `python -O`."""


class ModelError(Exception):
    """The model raised an unexpected exception while a game was being built. The record is the game so far."""

    def __init__(self, record: ModelRecord, error: Exception) -> None:
        super().__init__(f"the model cannot go on from here: {type(error).__name__}: {error}")
        self.record = record


def everything(position: object) -> dict[str, Any]:
    """Return a copy of all that a position consists of."""
    return {name: copy(value) for name, value in vars(position).items()}


def unchanged(what: str, now: Mapping[str, Any], before: Mapping[str, Any]) -> None:
    """Raise Disagreement if the model has changed; `what` was to leave it as it was."""
    if different := ", ".join(name for name in now if now[name] != before.get(name)):
        raise Disagreement(f"{what} has changed {different}")


def leaves_nothing_behind(
    record: GameRecord[MoveT, Any],
    tried: Callable[[Any], Iterable[str]],
    text: Callable[[Any, MoveT], str],
    state: Callable[[Any], Mapping[str, Any]] = everything,
) -> None:
    """Raise Disagreement unless a turn taken back, or a move that is tried, leaves the position as it was.

    Args:
        record: The game.
        tried: Tries moves after the game, and yields each as a text.
        text: Writes a move of the game before it is made.
        state: Returns all that a position consists of.
    """
    position = record.begin()
    before = [state(position)]
    for move in record.moves:
        record.make(position, move)
        before.append(state(position))
    for attempt in tried(position):
        unchanged(f"{attempt}, tried,", state(position), before[-1])
    for move, then in zip(reversed(record.moves), reversed(before[:-1]), strict=True):
        position.take_back()
        unchanged(f"{text(position, move)}, taken back,", state(position), then)


class Property(NamedTuple):
    """A claim about the golden model, checked with drawn records."""

    name: str
    #: Raises where it does not hold. One of its arguments is `record`.
    holds: Callable[..., None]
    #: By the names of the arguments of `holds`.
    strategies: dict[str, st.SearchStrategy[Any]]


# --- reference figures ------------------------------------------------------------------------------------------------


def expect(what: str, found: object, expected: object, record: ModelRecord | None = None) -> None:
    """Raise ModelMismatch if `found`, which is the model's, is not what the reference says."""
    if found != expected:
        raise ModelMismatch(f"{what}: the model says {found}, the reference {expected}", record)


def perft_check(
    name: str,
    columns: Sequence[str],
    rows: Callable[[], Iterable[Sequence[int]]],
    expected: Sequence[Sequence[int]],
) -> Check:
    """Return a check that compares counts, ply by ply.

    Args:
        name: The name of the check.
        columns: What is counted, in the order of the figures.
        rows: Yields a row for each ply: the ply, and a figure for each column.
        expected: The right figures of each ply, without the ply.
    """

    def run(tally: Tally) -> None:
        for row, figures in zip(rows(), expected, strict=True):
            for column, figure, reference in zip(columns, row[1:], figures, strict=True):
                expect(f"ply {row[0]}, {column}", f"{figure:,}", f"{reference:,}")
            tally.add(row[1])

    return Check(name, run, len(expected))


# --- properties -------------------------------------------------------------------------------------------------------


def property_check(claim: Property, examples: int, seeded_by: str) -> Check:
    """Return a property as a check, whose failures are shrunk to the smallest game.

    Args:
        claim: The property.
        examples: The number of examples.
        seeded_by: A text from which Hypothesis' seed follows: the same text gives the same examples.
    """

    def run(tally: Tally) -> None:
        ignore_the_source()
        trial = _Trial(claim, tally)
        try:
            seed(seeded_by)(_settings(examples)(given(**trial.strategies)(trial.holds)))()
        except ModelError as failure:
            raise ModelMismatch(str(failure), failure.record) from failure
        except Exception as error:
            raise trial.mismatch(error) from error

    return Check(claim.name, run, examples)


def property_checks(properties: Iterable[Property], examples: int, number: int) -> list[Check]:
    """Return a check for each property. `number` is the seed of the run."""
    return [property_check(claim, examples, f"{number} {claim.name}") for claim in properties]


def _interrupted_by(error: Exception) -> None:
    """Raise KeyboardInterrupt for an error caused by Ctrl-C, so that Hypothesis does not try it again."""
    if of_an_interrupt(error):
        raise KeyboardInterrupt from error


class _Trial:
    """A property while Hypothesis tries it: the last draw, and the first example that failed."""

    def __init__(self, claim: Property, tally: Tally) -> None:
        self.claim = claim
        self.tally = tally
        self.drawn: dict[str, Any] = {}
        #: The number of the first example that failed, and of its turns.
        self.failed: tuple[int, int] | None = None
        #: The number of turns of the smallest failing game.
        self._least: int | None = None

    @property
    def strategies(self) -> dict[str, st.SearchStrategy[Any]]:
        """The property's strategies. If the model fails while one of them builds a game, that is noted."""
        return {name: _noting_model_errors(strategy, self) for name, strategy in self.claim.strategies.items()}

    def holds(self, **drawn: Any) -> None:
        """Check the property with one example, and count it. Raises whatever the property raises."""
        self.drawn = drawn
        if not self.failed:
            self.tally.add(len(drawn["record"]))
        try:
            self.claim.holds(**drawn)
        except Exception as error:
            _interrupted_by(error)
            self.fails(drawn["record"], describe(error), self.tally.examples)
            raise

    def fails(self, record: ModelRecord, text: str, example: int) -> None:
        """Note a failure, in case it is not shrunk any further."""
        self.failed = self.failed or (example, len(record))
        if self._least is None or len(record) <= self._least:
            self._least = len(record)
            found = f"example {self.failed[0]}, not shrunk further: interrupted"
            self.tally.failure = ModelMismatch(text, record, found)

    def mismatch(self, error: Exception) -> ModelMismatch:
        """Return the mismatch with the smallest record that still fails, or without one if nothing was drawn."""
        if not self.failed:
            return ModelMismatch(describe(error))
        if isinstance(error, Flaky):
            return ModelMismatch(f"not the same twice: {error}", self.drawn["record"])
        record = reduced(self.drawn["record"], lambda smaller: self._error(smaller) is not None)
        example, turns = self.failed
        found = f"example {example}, shrunk from {plural(turns, 'turn')} to {len(record)}"
        return ModelMismatch(describe(self._error(record) or error), record, found)

    def _error(self, record: GameRecord[Any, Any]) -> Exception | None:
        """Return the exception that the property raises for this game; None if it holds."""
        try:
            self.claim.holds(**self.drawn | {"record": record})
        except Exception as error:
            _interrupted_by(error)
            return error
        return None


def reduced(record: RecordT, fails: Callable[[RecordT], bool]) -> RecordT:
    """Return the game without the turns that the failure does not need.

    Hypothesis shrinks only what was drawn; it cannot shorten a game from a library.
    """
    turn = len(record) - 1
    while turn >= 0:
        try:
            smaller = record.without(turn)
        except Exception:  # of any kind: the model may be broken
            smaller = record
        if len(smaller) < len(record) and fails(smaller):
            record, turn = smaller, len(smaller)
        turn -= 1
    return record


@st.composite
def _noting_model_errors(draw: st.DrawFn, strategy: st.SearchStrategy[Any], trial: _Trial) -> Any:
    try:
        return draw(strategy)
    except ModelError as failure:
        _interrupted_by(failure)
        trial.fails(failure.record, str(failure), trial.tally.examples + 1)
        raise


def _settings(examples: int) -> settings:
    return settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=False,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        print_blob=False,
    )
