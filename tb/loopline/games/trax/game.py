"""Trax: see docs/rules/trax.md, and docs/reference/game.md for what a game must offer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, BinaryIO

import goldenrules
from goldenrules.errors import NotationError
from goldenrules.trax import (
    CONTEST,
    FIRST_TILES,
    ORIGIN,
    RULE_SETS,
    GameText,
    RuleSet,
    column_of,
    errors,
    read_words,
    row_of,
)
from goldenrules.trax.tiles import SYMBOLS, Symbol
from hypothesis.strategies import SearchStrategy
from rich.text import Text

from loopline.contract.coverage import Coverage
from loopline.contract.designs import RTL
from loopline.contract.game import EngineGame, Game, Property, Situation
from loopline.contract.steps import Step as Shown
from loopline.games import script as scripts
from loopline.games.follower import ModelFollower
from loopline.games.strategy import about, name_of
from loopline.games.trax import exhaustive, report
from loopline.games.trax.bundled import Bundled, BundledEngine
from loopline.games.trax.coverage import Collector, model
from loopline.games.trax.model import Engine
from loopline.games.trax.player import TraxPlayer
from loopline.games.trax.protocol import VARIANT_RULES, Op, Reason, Request, Torus, request_about, streams
from loopline.games.trax.reference_engine import (
    ASKED_FLAGS,
    ASKED_LIMITS,
    NEW,
    PLAY,
    ReferenceEngine,
    connexion,
    flag,
    new_game,
)
from loopline.games.trax.requests import Reader, Script, Step, new, read_script, script_of, write_script
from loopline.games.trax.strategies import OF_VARIANTS, STRATEGIES, Strategy
from loopline.games.trax.strategies import scripts as scripts_of
from loopline.games.trax.strategies.played import random_games
from loopline.games.trax.strategies.variation import varied
from loopline.games.trax.symmetry import Symmetry, keeping
from loopline.signals import Streams
from loopline.simulation.job import Outcome
from loopline.simulation.session import Timing


class TraxEngine(scripts.StepScripts[Script], EngineGame[Script, Request]):
    """The contract of a Trax engine on one board.

    It differs from a `RequestGame`, because a step of its scripts differs from a request: it names a cell as seen from
    the first tile. So a script is played on a torus of any size, at its seam or away from it, is made smaller by moving
    it, and is written as a game is. What depends on that is Trax's own: scripts as text (requests.py), what is tried at
    the end of a game (exhaustive.py), variations, and the words and cells of reports. Records, how scripts are made
    smaller, sequences of turns and the properties of any game (strategies/general.py) are those of `loopline.games`.
    """

    predicts = True

    def __init__(self, board: Torus) -> None:
        self.size, self.board = board.size, board

    @property
    def streams(self) -> Streams:
        return streams(self.size, self.board.variants)

    @cached_property
    def _bundled(self) -> Bundled:
        return Bundled(self.size, self.streams)

    @property
    def patience(self) -> int:
        """The most cycles that an answer takes.

        One turn may force nearly the whole board, and lift it again after a trap. Then the engine may try many turns to
        find out whether the next player has a legal one.
        """
        return (16 + 64 * self.board.variants) * self.size**2 + 1000

    def properties(self) -> list[Property]:
        """Return a property for each strategy that is for this engine."""
        return [
            self._property(strategy) for strategy in STRATEGIES if self.board.variants or strategy not in OF_VARIANTS
        ]

    def baseline(self) -> Property:
        return self._property(random_games)

    def _property(self, strategy: Strategy) -> Property:
        return Property(name_of(strategy), about(strategy), scripts_of(strategy, self.size, self.board.variants))

    def requests(self, script: Script) -> list[Request]:
        """Return the script's requests, then a read of every cell of the board and around it, and of the last move."""
        requests = [*script.requests(self.size)]
        return [*requests, *_read_back(script.after(self.size), requests)]

    def plan(self, script: Script, timings: Iterable[Timing], reset_cycles: int) -> tuple[list[Request], str]:
        bundled = self.predictor(reset_cycles)
        requests = [*script.requests(self.size)]
        return bundled.session(chain(requests, _read_back(bundled.engine, requests)), timings)

    def predictor(self, reset_cycles: int) -> BundledEngine:
        return BundledEngine(self._bundled, reset_cycles)

    def script_of(self, requests: Sequence[Sequence[int]]) -> Script:
        return script_of(requests)

    @property
    def take_back_word(self) -> str:
        return "undo"

    def write(self, script: Script) -> str:
        return write_script(script, self.size)

    def read(self, words: Sequence[str]) -> Script:
        """Return the script of these words. Raise NotationError, also for rules that this design does not play."""
        script = read_script(words, self.size)
        self._check_rules(words, script.steps)
        return script

    def reading(self) -> Callable[[Sequence[str]], Sequence[Request]]:
        reader = Reader(self.size)

        def requests(words: Sequence[str]) -> Sequence[Request]:
            read = list(reader.read(words))
            self._check_rules(words, [step for step, _ in read])
            return [request for _, request in read]

        return requests

    def _check_rules(self, words: Sequence[str], steps: Sequence[Step]) -> None:
        for word, step in zip((word for word in words if not word.startswith("at:")), steps, strict=True):
            if step.op == Op.NEW and (problem := self._beyond(step.rules)):
                raise NotationError(errors.Reason.WRONG_RULES, word, 0, word, problem)

    def _beyond(self, rules: RuleSet) -> str:
        """Return the parts of these rules that the design does not play; empty if it plays all."""
        asked = new_game(rules, self.size)._asdict()
        if not self.board.variants and any(asked[name] for name in VARIANT_RULES):
            return "the rules of contest, classic and loop, perhaps a limit: [board] does not say variants = true"
        if (rules.field or 0) > self.size - 2:
            return f"a field of at most {self.size - 2}: the board is {self.size} × {self.size}"
        return ""

    def games(self, stream: BinaryIO) -> Iterator[tuple[int, list[str]]]:
        """Yield the games of a file: moves, as in the files of `loopline check`, and the words of scripts."""
        return ((text.line, [*_new(text), *(token.text for token in text.moves)]) for text in read_words(stream))

    def turns(self, script: Script) -> int:
        return sum(step.op == PLAY for step in script.steps)

    def model(self) -> Engine:
        return Engine(self.size, self.streams)

    def follower(self, port: bool) -> ModelFollower[Request]:
        return ModelFollower(self.model(), self.streams, port)

    def shorter(self, script: Script) -> Iterator[Script]:
        return _shorter(script)

    def beginnings(self, turns: int) -> Iterator[Script]:
        return exhaustive.beginnings(turns)

    def asked_after(self, script: Script, like: Script) -> Iterator[Script]:
        yield exhaustive.asked_after(script, like, self.size)

    def known_games(self, fewer_than: int) -> Iterator[Script]:
        return exhaustive.known_games(self.size, fewer_than)

    def images(self, script: Script) -> Iterator[Script]:
        """Yield the script turned and mirrored, so that every first tile stays what it is.

        None on a field, in which the first tile has a place.
        """
        steps, engine, first = script.steps, ReferenceEngine(self.size), set[Symbol]()
        for step, request in zip(steps, script.requests(self.size), strict=True):
            if step.op == Op.PLAY and not engine.position.tiles:
                first.add(step.symbol)
            engine.answer(request)
        if not first <= FIRST_TILES.keys() or any(step.op == Op.NEW and step.rules.field for step in steps):
            return
        keeping_first = [
            {symmetry for symmetry in keeping(FIRST_TILES[symbol]) if not symmetry.swap} for symbol in first
        ]
        for symmetry in set.intersection(*keeping_first) if keeping_first else ():
            yield Script(tuple(_seen(step, symmetry) for step in steps), script.at)

    def long_games(self, turns: int) -> SearchStrategy[Script]:
        return exhaustive.long_games(self.size, turns)

    def varied(self, script: Script, second: Script, random: Random) -> Script:
        return varied(script, second, self.size, self.board.variants, random)

    def situations(self, requests: Sequence[Request], answers: Sequence[tuple[dict[str, int], int]]) -> list[Situation]:
        return _situations(requests, answers)

    def every_game(self, plies: int) -> Iterator[Script]:
        return exhaustive.every_game(plies, RULE_SETS[self.board.rules])

    def figures(self, script: Script, answers: Sequence[Sequence[int]], plies: int) -> Counter[str]:
        return exhaustive.figures(script, answers, plies)

    def coverage(self) -> Coverage[Script]:
        return Coverage(model(self.size, self.board.variants), partial(Collector, self.size, self.board.variants))

    def explain(self, script: Script, outcome: Outcome, room: int, ascii_only: bool) -> Text:
        return report.explain(script, self.size, outcome, room, ascii_only)

    def steps(self, script: Script, outcome: Outcome) -> list[Shown]:
        return report.steps(script, self.size, self.streams, outcome)


def _seen(step: Step, symmetry: Symmetry) -> Step:
    if step.op == Op.PLAY and step.symbol in SYMBOLS:
        step = step._replace(symbol=symmetry.symbol(step.symbol))
    return step._replace(cell=symmetry.cell(step.cell)) if step.op in (Op.PLAY, Op.READ) else step


def _new(text: GameText) -> list[str]:
    """Return the game's rules, if it names them, as a script has them."""
    if text.rules is None:
        return []
    name = text.rules.text.lower()
    if name not in RULE_SETS:
        raise ValueError(f"{text.rules.text!r} is not a rule set; there are {', '.join(RULE_SETS)}")
    return [write_script(Script((new(RULE_SETS[name]),)))]


def _read_back(engine: ReferenceEngine, requests: Sequence[Request]) -> Iterator[Request]:
    """Read the tiles, the cells beside them, and the cell of the last move, which hardware may have filled wrongly."""
    cells = {*engine.position.tiles, *engine.position.entries}
    cells |= {engine.cell(last.x, last.y) for last in requests[-1:] if last.op == Op.PLAY}
    for cell in sorted(cells):
        yield request_about(Op.READ, *engine.address(cell))


def _shorter(script: Script) -> Iterator[Script]:
    """Yield the script with parts left out, turns together with their take-backs; then in simpler forms.

    Simpler is: without a reset or with an earlier one, by simpler rules, away from the torus' seam.
    """
    steps = script.steps
    pairs = scripts.taken_back(steps, lambda step: step.op == Op.PLAY, lambda step: step.op == Op.TAKE_BACK)
    games = scripts.last_games(steps, lambda step: step.op == NEW)
    for fewer in chain(games, scripts.shorter(steps, list(pairs))):
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
    return (step._replace(rules=rules) for rules in _simpler_rules(step.rules)) if step.op == Op.NEW else iter(())


def _simpler_rules(rules: RuleSet) -> Iterator[RuleSet]:
    """Yield rules nearer to the contest's, and lower limits, which are reached sooner."""
    if rules.first_cell_free:
        yield CONTEST
        yield from (connexion(lower, draws=rules.draws) for lower in range(1, rules.field or 1))
        if rules.lines != rules.field:
            yield replace(rules, lines=rules.field)
    else:
        for name in ASKED_LIMITS:
            if (limit := getattr(rules, name)) is not None:
                others: list[dict[str, Any]] = [{name: lower} for lower in (None, *range(1, min(limit, _LOW)))]
                yield from (replace(rules, **change) for change in others)
        if rules.lines != CONTEST.lines:
            yield replace(rules, lines=CONTEST.lines)
    usual: dict[str, Any] = {name: flag(CONTEST, name) for name in reversed(ASKED_FLAGS)}
    yield from (replace(rules, **{name: value}) for name, value in usual.items() if flag(rules, name) != value)


#: Limits lower than these are tried.
_LOW = 16


MOVED, ON_BOARD = "tiles moved", "tiles on the board"

#: Refusals after tiles have been placed; the answer does not say how many.
_LAID_AND_LIFTED = {int(Reason.TRAP): "trap", int(Reason.SUPPLY): "too many tiles"}

_KINDS = {Op.NEW: "new game", Op.TAKE_BACK: "take back", Op.READ: "read"}


def _situations(requests: Sequence[Request], answers: Sequence[tuple[dict[str, int], int]]) -> list[Situation]:
    """Return the situation of each request.

    The answer to a trap does not say how many tiles it took; but each has been an event when it was laid and when it
    was lifted, and the refusal was one.
    """
    found, before, draws = [], 0, False
    for request, (answer, events) in zip(requests, answers, strict=False):
        draws = bool(request.draws) if request.op == Op.NEW else draws
        if request.cut:
            before, draws = 0, False
            found.append(Situation("cut short", {}))
            continue
        kind, moved = _KINDS.get(request.op, "play"), answer["placed"]
        if request.op == Op.NEW:
            moved = before
        elif request.op == Op.PLAY and answer["reason"] in _LAID_AND_LIFTED:
            kind, moved = _LAID_AND_LIFTED[answer["reason"]], events // 2
        elif answer["reason"] != Reason.DONE:
            kind = "refused" if request.op == Op.PLAY else "nothing to take back"
        elif kind == "play" and draws:
            kind = "play, perhaps a draw"
        facts = {MOVED: moved, ON_BOARD: max(before, answer["count"])}
        if kind in _LAID_AND_LIFTED.values() and not events:
            del facts[MOVED]
        found.append(Situation(kind, facts))
        before = answer["count"]
    return found


#: The designs that come with loopline.
ENGINE = RTL / "trax" / "engine.toml"
PLAYER, DEEP_PLAYER = (RTL / "trax" / "player" / name for name in ("player.toml", "player_depth2.toml"))

GAME = Game(
    name="trax",
    board=Torus,
    suffix=".trx",
    engine=TraxEngine,
    player=TraxPlayer,
    code=(Path(str(goldenrules.__file__)).parent,),
    deck=RTL / "trax" / "deck.trx",
    designs=(ENGINE, PLAYER, DEEP_PLAYER),
)
