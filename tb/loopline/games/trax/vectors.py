"""Test vectors: the model's answers in games of every kind, as records that any program can read.

Each game is a list of requests with the answers; docs/reference/vectors.md describes the fields. The requests come from
the strategies, so they are those that the hardware is verified with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import goldenrules
from goldenrules.trax import (
    CONTEST,
    RULE_SETS,
    SIDES,
    SYMBOLS,
    WHITE,
    Cell,
    Colour,
    Game,
    Move,
    NotationError,
    Position,
    Refused,
    RuleSet,
    Tile,
    colour_at,
    column_of,
    label,
    labelled,
    perft,
    read_move,
    row_of,
)

from loopline.drawing import examples_of
from loopline.games.trax import record as records
from loopline.games.trax.protocol import Op, Reason
from loopline.games.trax.record import Record
from loopline.games.trax.reference_engine import ReferenceEngine, rules_of
from loopline.games.trax.requests import Script
from loopline.games.trax.strategies import NAMED
from loopline.games.trax.strategies.texts import texts

#: The version of the format.
VERSION = 1
DONE, NOTHING = "done", "nothing to take back"

#: The strategies whose requests mean something to every engine: no resets, and no board that is a torus.
KINDS = ("games", "traps", "cascades", "wins", "illegal_moves", "take_backs", "drifting")
_SIZE = 64
#: Reference figures are counted up to this ply.
_PLIES = {"contest": 5, "loop": 4, "mini": 4, "mini-lines": 4, "connexion": 4}

Vector = dict[str, Any]


def vectors(games: int, seed: int) -> Iterator[Vector]:
    """The records of a file: a header, `games` examples of each kind, and an end, without which the file is
    truncated."""
    records = 0
    for record in _records(games, seed):
        yield record
        records += 1
    yield {"kind": "end", "records": records}


def _records(games: int, seed: int) -> Iterator[Vector]:
    made_by = f"goldenrules {goldenrules.__version__}"
    yield {"kind": "trax vectors", "version": VERSION, "made_by": made_by, "games": games, "seed": seed}
    for name, plies in _PLIES.items():
        for ply in perft(plies, RULE_SETS[name]):
            yield {"kind": "count", "rules": _rules(RULE_SETS[name]), **ply._asdict()}
    yield from example_games(games, seed)


def example_games(games: int, seed: int) -> Iterator[Vector]:
    """This many examples of each kind, and some of each variant of the rules."""
    for kind in KINDS:
        for script in examples_of(NAMED[kind](_SIZE), games, seed):
            yield from _of_script(kind, script)
    for record, trap in examples_of(records.traps(), games, seed):
        yield _of_record("deep traps", record, trap)
    for rules in RULE_SETS.values():
        for record in examples_of(records.games(rules), 1 + games // len(RULE_SETS), seed):
            yield _of_record("variants", record)
    for lines in examples_of(texts(), games, seed):
        yield _of_lines("texts", lines)


class _Session:
    """One game, each request written down with the model's answer."""

    def __init__(self, rules: RuleSet) -> None:
        self.game = Game(rules)
        self.requests: list[Vector] = []

    @property
    def position(self) -> Position:
        """The position after the last request."""
        return self.game.position

    def play(self, cell: Cell, symbol: str) -> None:
        """Record a turn and its answer; a cell without a name is asked for by its coordinates."""
        position = self.position
        named = cell in labelled(position) and symbol in SYMBOLS
        self._play(f"{label(position, cell)}{symbol}" if named else None, cell, symbol)

    def read(self, text: str) -> None:
        """A line that says what to play, or nothing."""
        try:
            self._play(text, *read_move(self.position, text))
        except NotationError as error:
            if self.position.rules.fouls_lose:
                self.game.foul(error)
            self._answer({"play": text}, error.reason)

    def take_back(self) -> None:
        """Record a take-back and its answer, `NOTHING` before the first turn."""
        before = {placed.cell for placed in self.position.placed}
        try:
            self.game.take_back()
        except IndexError:
            self._answer({"take_back": True}, NOTHING)
            return
        removed = sorted(map(_place, before - self.position.tiles.keys()))
        self._answer({"take_back": True}, DONE, removed=removed)

    def vector(self, about: str) -> Vector:
        """The session as one object of the file; `about` says what it shows."""
        return {"kind": "game", "about": about, "rules": _rules(self.position.rules), "requests": self.requests}

    def _play(self, text: str | None, cell: Cell, symbol: str) -> None:
        asked = {"play": text, "cell": _place(cell), "symbol": symbol}
        try:
            result = self.game.play(cell, symbol)
        except Refused as refusal:
            self._answer(asked, refusal.reason)
            return
        if result and result.foul:
            self._answer(asked, result.foul.reason)
            return
        turn = self.position.turns[-1]
        chosen, *forced = ([*_place(placed.cell), _edges(placed.tile)] for placed in turn.tiles)
        self._answer(asked, DONE, placed=[chosen, *sorted(forced)])

    def _answer(self, asked: Vector, answer: str, **more: Any) -> None:
        position, result = self.position, self.game.result
        box = position.box
        self.requests.append(
            {
                **asked,
                "answer": answer,
                **more,
                "tiles": len(position.tiles),
                "box": [box.left, box.top, box.columns, box.rows] if position.tiles else None,
                "to_move": _colour(position.to_move),
                "wins": sorted({f"{_colour(win.colour)} {win.kind}" for win in position.wins}),
                "result": result and (_colour(result.winner) if result.winner else "draw"),
            }
        )


def _of_script(kind: str, script: Script) -> Iterator[Vector]:
    """A game each time that a new one begins. What only an engine of limited capacity refuses is left out."""
    engine, session = ReferenceEngine(_SIZE), _Session(CONTEST)
    for step, request in zip(script.steps, script.requests(_SIZE), strict=True):
        if step.op == Op.NEW:
            if session.requests:
                yield session.vector(kind)
            session = _Session(rules_of(request))
        elif step.op == Op.TAKE_BACK:
            session.take_back()
        elif step.op == Op.PLAY and engine.refusal(request) != Reason.CAPACITY:
            session.play(engine.cell(request.x, request.y), step.symbol)
        engine.answer(request)
    if session.requests:
        yield session.vector(kind)


def _of_record(about: str, record: Record, last: Move | None = None) -> Vector:
    session = _Session(record.rules)
    for move in (*record.moves, *([last] if last else [])):
        session.play(*move)
    for move in _refused(session.position):
        if not session.game.result:
            session.play(*move)
    return session.vector(about)


def _refused(position: Position) -> Iterator[Move]:
    """One refused turn beside or on the tiles for each reason that applies now."""
    met = set()
    for cell in sorted({*position.entries, *position.tiles}):
        for symbol in SYMBOLS:
            try:
                position.play(cell, symbol)
                position.take_back()
            except Refused as refusal:
                if type(refusal) not in met:
                    met.add(type(refusal))
                    yield Move(cell, symbol)


def _of_lines(about: str, lines: bytes) -> Vector:
    session = _Session(RULE_SETS["classic"])
    for line in re.split(r"[\r\n]+", lines.decode("latin-1")):
        session.read(line)
    return session.vector(about)


def _rules(rules: RuleSet) -> Vector:
    """The rules as fields; a name would say less."""
    said = {**asdict(rules), "symbols": "".join(rules.symbols)}
    del said["name"]
    return said


def _place(cell: Cell) -> list[int]:
    """Column and row, counted from the first tile."""
    return [column_of(cell), row_of(cell)]


def _edges(tile: Tile) -> str:
    """North, east, south, west."""
    return "".join(_colour(colour_at(tile, side))[0] for side in SIDES)


def _colour(colour: Colour) -> str:
    return "white" if colour == WHITE else "red"
