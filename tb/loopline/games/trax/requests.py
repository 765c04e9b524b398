"""The script of an engine: one or more games with everything that may happen in them.

As text, a script is a game file with a few words more than notation has:

    at:62,63                        where on the torus the first tile lies, in columns and rows; both wrap around
    new:classic,loops,limit=8       a new game and its rules; plain `new` is the contest's
    new:classic,limit=3,lines=3     a box limit, and lines of three; other options of the rules have their own names
    new:connexion=5,draws           Connexion on five by five cells; without a legal turn the game is drawn
    undo                            take back the last turn
    read:3,-2                       read the cell three columns right of the first tile and two rows above
    3,-2:+                          play there, although no label names the cell; the symbol `?` is invalid
    B2+!reset=7                     any request, cut short by a reset
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from goldenrules.errors import NotationError
from goldenrules.trax import CONTEST, ORIGIN, Cell, RuleSet, Symbol, cell_at, column_of, label, row_of
from goldenrules.trax.board import named
from goldenrules.trax.errors import Reason
from goldenrules.trax.notation import labelled, read_move

from loopline.games import script as scripts
from loopline.games.trax.protocol import SYMBOL_CODE, SYMBOL_OF, Op, Request, request_about
from loopline.games.trax.reference_engine import (
    ASKED_FLAGS,
    ASKED_LIMITS,
    NEW,
    PLAY,
    UNDO,
    ReferenceEngine,
    connexion,
    flag,
    new_game,
    rules_of,
)
from loopline.resets import with_reset, without_reset


class Step(NamedTuple):
    """A request in the model's cells: ORIGIN is where `Script.at` says."""

    op: Op
    cell: Cell = ORIGIN
    symbol: Symbol = "+"
    rules: RuleSet = CONTEST
    #: A reset comes after this many cycles; 0: it is carried out.
    cut: int = 0


_TURN = Step(Op.PLAY)


def play(cell: Cell, symbol: Symbol) -> Step:
    """Return the step that places a tile with this symbol."""
    op, _, _, rules, cut = _TURN
    return named(Step, (op, cell, symbol, rules, cut))


def new(rules: RuleSet = CONTEST) -> Step:
    """Return the step that starts a game by these rules."""
    return Step(Op.NEW, rules=rules)


def read(cell: Cell) -> Step:
    """Return the step that reads a cell, which is counted from the first tile."""
    return Step(Op.READ, cell)


TAKE_BACK, _TAKEN_BACK = Step(Op.TAKE_BACK), Request(Op.TAKE_BACK)


@dataclass(frozen=True)
class Script(scripts.Script[Step]):
    """A script of steps whose cells are counted from the first tile of their game."""

    #: The place of the first tile on the torus.
    at: tuple[int, int] = (0, 0)

    def requests(self, size: int) -> Iterator[Request]:
        """Yield the script as an engine of that size gets it.

        A field that does not move has its own place there.
        """
        across, down = self.at
        for op, cell, symbol, rules, cut in self.steps:
            if op == NEW:
                request = new_game(rules, size)
                across, down = (0, 0) if rules.first_cell_free else self.at
            elif op == UNDO:
                request = _TAKEN_BACK
            else:
                x, y = (column_of(cell) + across) % size, (row_of(cell) + down) % size
                request = request_about(op, x, y, SYMBOL_CODE[symbol] if op == PLAY else 0)
            yield request._replace(cut=cut) if cut else request
            if cut:
                across, down = self.at

    def after(self, size: int) -> ReferenceEngine:
        """Return an engine of that size after the script."""
        engine = ReferenceEngine(size)
        for request in self.requests(size):
            engine.answer(request)
        return engine


def script_of(requests: Sequence[Sequence[int]]) -> Script:
    """Return the script with these requests.

    Its cells are relative to the first tile, unless the field does not move.
    """
    asked = [Request(Op(op), *rest) for op, *rest in requests]
    moving = [not fixed for fixed in map(bool, _on_fixed_fields(asked))]
    plays = (request for request, moves in zip(asked, moving, strict=True) if request.op == Op.PLAY and moves)
    first = next(plays, Request(Op.PLAY))
    steps = (
        Step(
            request.op,
            cell_at(request.x - first.x * moves, request.y - first.y * moves),
            SYMBOL_OF[request.symbol],
            rules_of(request),
            request.cut,
        )
        for request, moves in zip(asked, moving, strict=True)
    )
    return Script(tuple(steps), (first.x, first.y))


def _on_fixed_fields(requests: Iterable[Request]) -> Iterator[int]:
    """Yield whether each request is of a game on a field that does not move."""
    fixed = 0
    for request in requests:
        if request.op == Op.NEW:
            fixed = request.connexion
        yield fixed
        if request.cut:
            fixed = 0


def write_script(script: Script, size: int = 64) -> str:
    """Return the script in words, on one line."""
    x, y = (place % size for place in script.at)
    words = [f"at:{x},{y}"] if (x, y) != (0, 0) else []
    engine = ReferenceEngine(size)
    for step, request in zip(script.steps, script.requests(size), strict=True):
        words.append(with_reset(_word(engine, step, engine.cell(request.x, request.y)), step.cut))
        engine.answer(request)
    return " ".join(words)


def _word(engine: ReferenceEngine, step: Step, cell: Cell) -> str:
    if step.op == Op.TAKE_BACK:
        return "undo"
    if step.op == Op.NEW:
        return ":".join(["new", ",".join(_rule_words(step.rules))]).removesuffix(":")
    offset = f"{column_of(step.cell)},{row_of(step.cell)}"
    if step.op == Op.READ:
        return f"read:{offset}"
    moved = not (engine.position.tiles or engine.position.rules.first_cell_free) and step.cell != ORIGIN
    if cell in labelled(engine.position) and step.symbol != "?" and not moved:
        return label(engine.position, cell) + step.symbol
    return f"{offset}:{step.symbol}"


#: By its word: a limit of the rules; and what is true or false of them. `classic` and `loops` say what is false.
_LIMITS = {{"box_limit": "limit"}.get(name, name): name for name in ASKED_LIMITS}
_FLAGS = [name for name in ASKED_FLAGS if name != "fouls_lose"]


def _rule_words(rules: RuleSet) -> Iterator[str]:
    if not rules.fouls_lose:
        yield "classic"
    fixed = rules.first_cell_free
    if rules.lines is None:
        yield "loops"
    elif rules.lines != (rules.field if fixed else CONTEST.lines):
        yield f"lines={rules.lines}"
    for word, name in _LIMITS.items():
        if (value := getattr(rules, name)) is not None:
            yield f"{'connexion' if fixed and name == 'field' else word}={value}"
    yield from (name for name in _FLAGS if flag(rules, name))


_OFFSET = r"(-?[0-9]{1,9}),(-?[0-9]{1,9})"
_AT = re.compile(rf"at:{_OFFSET}")
_READ = re.compile(rf"read:{_OFFSET}")
_PLAY = re.compile(rf"{_OFFSET}:([+/\\?])")
_RULE = rf"classic|loops|{'|'.join(_FLAGS)}|(?:lines|connexion|{'|'.join(_LIMITS)})=[1-9][0-9]{{0,4}}"
#: Connexion has a field of its own, which does not move and so is the limit, too.
_EXCLUDES = {"loops": ["lines"], "connexion": ["limit", "field"]}
_NEW = re.compile(rf"new(?::(?P<rules>(?:{_RULE})(?:,(?:{_RULE}))*))?")


class Reader:
    """A reader of scripts, word by word: what a move means depends on what was read before it."""

    def __init__(self, size: int = 64) -> None:
        self._size, self._engine = size, ReferenceEngine(size)
        #: As `Script.at` has it.
        self.at = (0, 0)

    def read(self, words: Iterable[str]) -> Iterator[tuple[Step, Request]]:
        """Yield the steps that the words mean, each with its request. Raise NotationError for an unknown word."""
        engine = self._engine
        for word in words:
            if match := _AT.fullmatch(word):
                self.at = int(match[1]) % self._size, int(match[2]) % self._size
                continue
            word, cut = without_reset(word)
            step = _step(engine, word, self.at)._replace(cut=cut)
            place = (0, 0) if engine.position.rules.first_cell_free else self.at
            [request] = Script((step,), place).requests(self._size)
            engine.answer(request)
            yield step, request


def read_script(words: Iterable[str], size: int = 64) -> Script:
    """Return the script that the words mean. Raise NotationError for an unknown word."""
    reader = Reader(size)
    steps = tuple(step for step, _ in reader.read(words))
    return Script(steps, reader.at)


def read_rules(rules: str) -> RuleSet:
    """Return the rules of a new game, as a script has them: `classic,limit=3`.

    Raise NotationError for unknown rules.
    """
    [step] = read_script([f"new:{rules}"]).steps
    return step.rules


def _rules(word: str, rules: str) -> RuleSet:
    said = rules.split(",")
    names = [option.partition("=")[0] for option in said]
    for name in names:
        if names.count(name) > 1:
            raise NotationError(Reason.WRONG_RULES, word, 0, f"{name} twice", "each rule once")
        for excluded in _EXCLUDES.get(name, ()):
            if excluded in names:
                raise NotationError(Reason.WRONG_RULES, word, 0, f"{excluded} beside {name}", "one of the two")
    limits = {name: int(value) for name, _, value in (option.partition("=") for option in said) if value}
    options: dict[str, Any] = {name: name in said for name in _FLAGS}
    options |= {name: limits.get(word) for word, name in _LIMITS.items()}
    options["fouls_lose"] = "classic" not in said
    fixed = limits.get("connexion")
    options["lines"] = None if "loops" in said else limits.get("lines", 1 if fixed else CONTEST.lines)
    return connexion(**options | {"field": fixed}) if fixed else RuleSet("engine", **options)


def _step(engine: ReferenceEngine, word: str, at: tuple[int, int]) -> Step:
    if word == "undo":
        return TAKE_BACK
    if match := _NEW.fullmatch(word):
        return new(_rules(word, match["rules"] or ""))
    if match := _READ.fullmatch(word):
        return read(cell_at(int(match[1]), int(match[2])))
    if match := _PLAY.fullmatch(word):
        return play(cell_at(int(match[1]), int(match[2])), match[3])
    cell, symbol = read_move(engine.position, word)
    if engine.position.rules.first_cell_free:
        return play(cell, symbol)
    if not engine.position.tiles:
        return play(ORIGIN, symbol)
    return play(cell_at(column_of(cell) + engine.at[0] - at[0], row_of(cell) + engine.at[1] - at[1]), symbol)
