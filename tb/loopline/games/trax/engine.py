"""Trax as the harness sees it: see loopline.contract.game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import BinaryIO

from goldenrules.trax import CONTEST, ORIGIN, cell_at, column_of, read_words, row_of
from hypothesis.strategies import SearchStrategy
from rich.text import Text

from loopline.contract.coverage import Coverage
from loopline.contract.game import EngineGame, Property, Situation
from loopline.games import script as scripts
from loopline.games.trax import exhaustive, timing
from loopline.games.trax.board import Torus
from loopline.games.trax.bundled import BundledEngine
from loopline.games.trax.coverage import Collector, model
from loopline.games.trax.follower import EngineFollower
from loopline.games.trax.protocol import SYMBOL_OF, Op, Request
from loopline.games.trax.reference_engine import ReferenceEngine, rules_of
from loopline.games.trax.report import explain
from loopline.games.trax.script import Script, Step, read_script, write_script
from loopline.games.trax.short_games import short_games
from loopline.games.trax.strategies import REGISTRY
from loopline.games.trax.strategies.variation import varied
from loopline.games.trax.streams import streams
from loopline.signals.streams import Streams
from loopline.simulation.job import Outcome
from loopline.simulation.session import AT_ONCE, Timing

#: What the other strategies are compared with.
_BASELINE = "random_games"


class TraxEngine(EngineGame[Script, Request]):
    predicts = True

    def __init__(self, board: Torus) -> None:
        self.size = board.size

    @property
    def streams(self) -> Streams:
        return streams(self.size)

    @property
    def patience(self) -> int:
        """One turn may force nearly all of the board, and lift it again if that ends in a trap."""
        return 16 * self.size**2 + 1000

    def properties(self) -> list[Property]:
        """Every strategy makes one, but for the one that the others are compared with."""
        return [self._property(name) for name in REGISTRY if name != _BASELINE]

    def baseline(self) -> Property:
        return self._property(_BASELINE)

    def _property(self, name: str) -> Property:
        generator = REGISTRY[name]
        return Property(name.replace("_", " "), generator.purpose, generator.scripts(self.size))

    def requests(self, script: Script) -> list[Request]:
        """The script's, and then every cell of the board and around it, read back from the memory itself."""
        engine, asked = ReferenceEngine(self.size), list(script.requests(self.size))
        for request in asked:
            engine.answer(request)
        return [*asked, *_read_back(engine)]

    def plan(self, script: Script, timings: Iterable[Timing], reset_cycles: int) -> tuple[list[Request], str]:
        bundled, delays = BundledEngine(self.size, self.streams, reset_cycles), iter(timings)
        asked = []
        for request in script.requests(self.size):
            bundled.request(request, next(delays, AT_ONCE))
            asked.append(request)
        for request in _read_back(bundled.engine):
            bundled.request(request, next(delays, AT_ONCE))
            asked.append(request)
        return asked, bundled.text()

    def script_of(self, requests: Sequence[Sequence[int]]) -> Script:
        """As seen from the first tile."""
        asked = [Request(Op(op), *rest) for op, *rest in requests]
        first = next((request for request in asked if request.op == Op.PLAY), Request(Op.PLAY))
        steps = (
            Step(
                request.op,
                cell_at(request.x - first.x, request.y - first.y),
                SYMBOL_OF[request.symbol],
                rules_of(request),
                request.cut,
            )
            for request in asked
        )
        return Script(tuple(steps), (first.x, first.y))

    def write(self, script: Script) -> str:
        return write_script(script, self.size)

    def read(self, words: Sequence[str]) -> Script:
        return read_script(words, self.size)

    def games(self, stream: BinaryIO) -> Iterator[tuple[int, list[str]]]:
        """Moves, as in the files of `loopline check`, and a script's own words."""
        return ((text.line, [token.text for token in text.moves]) for text in read_words(stream))

    def turns(self, script: Script) -> int:
        return sum(step.op == Op.PLAY for step in script.steps)

    def follower(self, port: bool) -> EngineFollower:
        return EngineFollower(self.size, self.streams, port)

    def until(self, script: Script, request: int | None) -> Script:
        return script if request is None else Script(script.steps[: request + 1], script.at)

    def shorter(self, script: Script) -> Iterator[Script]:
        return _shorter(script)

    def short_games(self, turns: int, like: Script) -> Iterator[Script]:
        return short_games(turns, like)

    def long_games(self, turns: int) -> SearchStrategy[Script]:
        return timing.long_games(self.size, turns)

    def longer(self, script: Script, request: int, number: int) -> Script:
        return timing.longer(script, request, number, self.size)

    def varied(self, script: Script, other: Script, random: Random) -> Script:
        return varied(script, other, self.size, random)

    def situations(self, requests: Sequence[Request], answers: Sequence[tuple[dict[str, int], int]]) -> list[Situation]:
        return timing.situations(requests, answers)

    def every_game(self, plies: int) -> Iterator[Script]:
        return exhaustive.every_game(plies)

    def figures(self, script: Script, answers: Sequence[Sequence[int]], plies: int) -> Counter[str]:
        return exhaustive.figures(script, answers, plies)

    def coverage(self) -> Coverage[Script]:
        return Coverage(model(self.size), partial(Collector, self.size))

    def explain(self, script: Script, outcome: Outcome, room: int, ascii_only: bool) -> Text:
        return explain(script, self.size, outcome, room, ascii_only)


def _read_back(engine: ReferenceEngine) -> Iterator[Request]:
    position = engine.position
    for cell in sorted([*position.tiles, *position.entries]):
        yield Request(Op.READ, *engine.address(cell))


def _shorter(script: Script) -> Iterator[Script]:
    """Parts left out, turns together with their take-backs; then the same said simpler: with no reset in between or an
    earlier one, by simpler rules, and away from the torus' seam."""
    steps = script.steps
    pairs = scripts.taken_back(steps, lambda step: step.op == Op.PLAY, lambda step: step.op == Op.TAKE_BACK)
    for fewer in scripts.shorter(steps, list(pairs)):
        yield Script(fewer, script.at)
    for others in scripts.simpler(steps, lambda step: (*_sooner(step), *_simpler(step))):
        yield Script(others, script.at)
    origin = next((step.cell for step in steps if step.op == Op.PLAY), ORIGIN)
    if origin != ORIGIN:
        moved = (step._replace(cell=step.cell - origin) if step.op in (Op.PLAY, Op.READ) else step for step in steps)
        yield Script(tuple(moved), (script.at[0] + column_of(origin), script.at[1] + row_of(origin)))
    if script.at != (0, 0):
        yield Script(steps, (0, 0))


def _sooner(step: Step) -> Iterator[Step]:
    return (step._replace(cut=cut) for cut in scripts.earlier(step.cut))


def _simpler(step: Step) -> Iterator[Step]:
    """Its rules nearer to the contest's; of two limits the lower one, which is reached sooner."""
    rules, limit = step.rules, step.rules.box_limit
    if step.op != Op.NEW:
        return
    if limit is not None:
        yield step._replace(rules=replace(rules, box_limit=None))
        yield from (step._replace(rules=replace(rules, box_limit=lower)) for lower in range(1, min(limit, _LOW)))
    if rules.lines is None:
        yield step._replace(rules=replace(rules, lines=CONTEST.lines))
    if not rules.fouls_lose:
        yield step._replace(rules=replace(rules, fouls_lose=True))


#: Of two limits the lower one is reached sooner.
_LOW = 16
