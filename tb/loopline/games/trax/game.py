"""Trax as the harness sees it: see loopline.contract.game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import BinaryIO

from goldenrules.trax import CONTEST, ORIGIN, cell_at, column_of, read_games, row_of

from loopline.contract.game import Property
from loopline.games.trax import streams as widths
from loopline.games.trax.bundled import BundledEngine
from loopline.games.trax.exhaustive import every_game, figures
from loopline.games.trax.follower import EngineFollower
from loopline.games.trax.protocol import SYMBOL_OF, Op, Request
from loopline.games.trax.reference_engine import ReferenceEngine, rules_of
from loopline.games.trax.report import explain
from loopline.games.trax.script import Script, Step, read_script, write_script
from loopline.games.trax.short_games import short_games
from loopline.games.trax.strategies import REGISTRY
from loopline.games.trax.strategies.variation import varied
from loopline.games.trax.timing import long_games, longer, situations
from loopline.simulation.session import AT_ONCE, Timing

__all__ = [
    "baseline",
    "every_game",
    "explain",
    "figures",
    "follower",
    "games",
    "long_games",
    "longer",
    "plan",
    "properties",
    "read",
    "requests",
    "script_of",
    "short_games",
    "shorter",
    "situations",
    "streams",
    "turns",
    "until",
    "varied",
    "write",
]

streams = cache(widths.streams)
read = read_script
write = write_script


def properties(size: int) -> list[Property]:
    """Every strategy makes one, but for the one that the others are compared with."""
    return [_property(name, size) for name in REGISTRY if name != _BASELINE]


def baseline(size: int) -> Property:
    return _property(_BASELINE, size)


def _property(name: str, size: int) -> Property:
    generator = REGISTRY[name]
    return Property(name.replace("_", " "), generator.purpose, generator.scripts(size))


def requests(script: Script, size: int) -> list[Request]:
    """The script's, and then every cell of the board and around it, read back from the memory itself."""
    engine, asked = ReferenceEngine(size), list(script.requests(size))
    for request in asked:
        engine.answer(request)
    return [*asked, *_read_back(engine)]


def _read_back(engine: ReferenceEngine) -> Iterator[Request]:
    position = engine.position
    for cell in sorted([*position.tiles, *position.entries]):
        yield Request(Op.READ, *engine.address(cell))


def plan(script: Script, timings: Iterable[Timing], size: int, reset_cycles: int) -> tuple[list[Request], str]:
    """The same requests, and the record that an exact engine makes of them."""
    bundled, waits = BundledEngine(size, streams(size), reset_cycles), iter(timings)
    asked = []
    for request in script.requests(size):
        bundled.request(request, next(waits, AT_ONCE))
        asked.append(request)
    for request in _read_back(bundled.engine):
        bundled.request(request, next(waits, AT_ONCE))
        asked.append(request)
    return asked, bundled.text()


def script_of(requests: Sequence[Sequence[int]]) -> Script:
    """The script that these requests make, as seen from the first tile."""
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


def games(stream: BinaryIO) -> Iterator[tuple[int, list[str]]]:
    """The files of `loopline check`, and a script's own words."""
    return ((text.line, [token.text for token in text.moves]) for text in read_games(stream))


def turns(script: Script) -> int:
    return sum(step.op == Op.PLAY for step in script.steps)


def follower(size: int, port: bool) -> EngineFollower:
    return EngineFollower(size, streams(size), port)


def until(script: Script, request: int | None) -> Script:
    return script if request is None else Script(script.steps[: request + 1], script.at)


def shorter(script: Script) -> Iterator[Script]:
    """Turns left out with their take-backs, all and one by one; ever smaller runs of steps left out, from the end; any
    two steps, if there are few; then the same said simpler: with no reset in between or an earlier one, by simpler
    rules, and away from the torus' seam."""
    steps = script.steps
    pairs = list(_taken_back(steps))
    for leave_out in [{number for pair in pairs for number in pair}, *map(set, pairs)] if pairs else ():
        yield Script(tuple(step for number, step in enumerate(steps) if number not in leave_out), script.at)
    length = len(steps) // 2
    while length:
        for start in range(len(steps) - length, -1, -length):
            yield Script(steps[:start] + steps[start + length :], script.at)
        length //= 2
    for first, second in combinations(range(len(steps)), 2) if len(steps) <= _FEW else ():
        yield Script(steps[:first] + steps[first + 1 : second] + steps[second + 1 :], script.at)
    for number, step in enumerate(steps):
        for simpler in (*_sooner(step), *_simpler(step)):
            yield Script((*steps[:number], simpler, *steps[number + 1 :]), script.at)
    origin = next((step.cell for step in steps if step.op == Op.PLAY), ORIGIN)
    if origin != ORIGIN:
        moved = (step._replace(cell=step.cell - origin) if step.op in (Op.PLAY, Op.READ) else step for step in steps)
        yield Script(tuple(moved), (script.at[0] + column_of(origin), script.at[1] + row_of(origin)))
    if script.at != (0, 0):
        yield Script(steps, (0, 0))


def _taken_back(steps: Sequence[Step]) -> Iterator[tuple[int, int]]:
    """Each turn and the step that takes it back."""
    turns: list[int] = []
    for number, step in enumerate(steps):
        if step.op == Op.PLAY:
            turns.append(number)
        elif step.op == Op.TAKE_BACK and turns:
            yield turns.pop(), number


def _sooner(step: Step) -> Iterator[Step]:
    """With no reset, or an earlier one."""
    if step.cut:
        yield from (step._replace(cut=cut) for cut in sorted({0, 1, step.cut // 2, step.cut - 1} - {step.cut}))


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


_BASELINE = "random_games"
_LOW = 16
_FEW = 24
