"""What `loopline verify-model` checks: reference figures, then properties of random games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from goldenrules.trax import (
    RULE_SETS,
    Position,
    Trap,
    label,
    perft,
    read_move,
)
from goldenrules.trax.cells import ORIGIN
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import Flaky

from loopline.games.trax import reference
from loopline.games.trax.mini_trax import solve
from loopline.games.trax.properties import PROPERTIES, Property
from loopline.games.trax.record import Record
from loopline.games.trax.reduction import reduced
from loopline.games.trax.strategies.records import ModelFailed
from loopline.model_checks import Check, Mismatch, Tally, describe
from loopline.property import ignore_the_source
from loopline.wording import plural

PLIES = 4


def all_checks(examples: int, number: int, cache: Path) -> list[Check]:
    """`examples` for each property; `number` is the seed; Hypothesis may keep its files in `cache`."""
    set_hypothesis_home_dir(cache)
    return [
        Check(f"perft to ply {PLIES}", _perft, PLIES),
        Check("the 1994 game", _game_1994, 1),
        Check("the first traps", _first_traps, len(reference.FIRST_TRAPS)),
        Check("Mini Trax, solved", _mini_trax, len(reference.MINI_TRAX)),
        *(Check(one.name, _runner(one, examples, f"{number} {one.name}"), examples) for one in PROPERTIES),
    ]


def _expect(what: str, found: object, expected: object, record: Record | None = None) -> None:
    if found != expected:
        raise Mismatch(f"{what}: the model says {found}, the reference {expected}", record)


def _perft(tally: Tally) -> None:
    names = ("sequences", "won", "with a forced tile in the last turn", "lost to a trap")
    for row, expected in zip(perft(PLIES), reference.PERFT, strict=False):
        for name, figure, reference_figure in zip(names, row[1:], expected, strict=True):
            _expect(f"ply {row.ply}, {name}", f"{figure:,}", f"{reference_figure:,}")
        tally.add(row.sequences)


def _read(text: str) -> tuple[Position, Record]:
    position = Position()
    for word in text.split():
        position.play(*read_move(position, word))
    return position, Record(tuple(turn.move for turn in position.turns))


def _game_1994(tally: Tally) -> None:
    position, record = _read(reference.GAME_1994)
    box = position.box
    found = len(position.turns), len(position.tiles), box.columns, box.rows, label(position, ORIGIN), position.winner
    names = ("turns", "tiles", "columns", "rows", "cell of the first tile", "winner")
    for name, figure, expected in zip(names, found, reference.GAME_1994_END, strict=True):
        _expect(name, figure, expected, record)
    tally.add(len(position.turns))


def _first_traps(tally: Tally) -> None:
    position, record = _read(reference.FIRST_TRAP)
    traps = []
    for move in position.candidates():
        try:
            position.play(*move)
            position.take_back()
        except Trap:
            traps.append(move)
    expected = [read_move(position, text) for text in reference.FIRST_TRAPS]
    _expect("turns that make a trap", sorted(traps), sorted(expected), record)
    for _ in traps:
        tally.add(len(record) + 1)


def _mini_trax(tally: Tally) -> None:
    words = {1: "White wins", 0: "draw", -1: "Red wins"}
    for name, first_move, value in reference.MINI_TRAX:
        found, positions = solve(RULE_SETS[name], first_move)
        _expect(f"{RULE_SETS[name].name}, {first_move}", words[found], words[value])
        tally.add(positions)


def _runner(one: Property, examples: int, random: str) -> Callable[[Tally], None]:
    """Hypothesis, the same examples for the same seed, shrinking to the smallest game."""

    def run(tally: Tally) -> None:
        ignore_the_source()
        trial = _Trial(one, tally)
        try:
            seed(random)(_settings(examples)(given(**trial.strategies)(trial.holds)))()
        except ModelFailed as failure:
            raise Mismatch(str(failure), failure.record) from failure
        except Exception as error:
            raise trial.mismatch(error) from error

    return run


class _Trial:
    """A property while Hypothesis tries it: what was drawn last, and the first example that failed."""

    def __init__(self, one: Property, tally: Tally) -> None:
        self.one = one
        self.tally = tally
        self.drawn: dict[str, Any] = {}
        self.failed: tuple[int, int] | None = None
        #: The turns of the smallest game that has failed.
        self._least: int | None = None

    @property
    def strategies(self) -> dict[str, st.SearchStrategy[Any]]:
        """The property's own. The model may fail while a game is built, too."""
        return {name: _heard(strategy, self) for name, strategy in self.one.strategies.items()}

    def holds(self, **drawn: Any) -> None:
        self.drawn = drawn
        if not self.failed:
            self.tally.add(len(drawn["record"]))
        try:
            self.one.holds(**drawn)
        except Exception as error:
            self.fails(drawn["record"], describe(error), self.tally.examples)
            raise

    def fails(self, record: Record, text: str, example: int) -> None:
        """Note it, should nobody make it any smaller."""
        self.failed = self.failed or (example, len(record))
        if self._least is None or len(record) <= self._least:
            self._least = len(record)
            found = f"example {self.failed[0]}, not shrunk further: interrupted"
            self.tally.failure = Mismatch(text, record, found)

    def mismatch(self, error: Exception) -> Mismatch:
        if not self.failed:
            return Mismatch(describe(error))
        if isinstance(error, Flaky):
            return Mismatch(f"not the same twice: {error}", self.drawn["record"])
        record = reduced(self.drawn["record"], lambda smaller: self._error(smaller) is not None)
        example, turns = self.failed
        found = f"example {example}, shrunk from {plural(turns, 'turn')} to {len(record)}"
        return Mismatch(describe(self._error(record) or error), record, found)

    def _error(self, record: Record) -> Exception | None:
        """What the property raises for this game."""
        try:
            self.one.holds(**self.drawn | {"record": record})
        except Exception as error:
            return error
        return None


@st.composite
def _heard(draw: st.DrawFn, strategy: st.SearchStrategy[Any], trial: _Trial) -> Any:
    try:
        return draw(strategy)
    except ModelFailed as failure:
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
