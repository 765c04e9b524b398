"""Facts about a script, by which a strategy is measured."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from goldenrules.trax import Move, Position

from loopline.games.trax.protocol import SYMBOL_OF, VARIANT_RULES, DrawCode, Op, Reason, Request, Response
from loopline.games.trax.reference_engine import ReferenceEngine, flaws
from loopline.games.trax.requests import Script
from loopline.games.trax.strategies.shapes import TrapShape, WinShape, trap_depth, trap_shape, win_shape


@dataclass
class Facts:
    """The facts of one script."""

    games: int = 0
    #: Turns asked for, refused ones too; tiles of those played.
    turns: int = 0
    tiles: int = 0
    longest_cascade: int = 0
    #: The most tiles on the board at a time.
    most_tiles: int = 0
    taken_back: int = 0
    most_taken_back: int = 0
    reads: int = 0
    resets: int = 0
    traps: list[TrapShape] = field(default_factory=list)
    wins: list[WinShape] = field(default_factory=list)
    reasons: Counter[Reason] = field(default_factory=Counter)
    #: Turns against which there was more than what was named.
    two_reasons: int = 0
    columns: int = 0
    rows: int = 0
    #: How games were drawn; the rules of games that only some engines know; turns that took the last tile of a supply.
    draws: Counter[DrawCode] = field(default_factory=Counter)
    variants: int = 0
    last_tiles: int = 0
    #: Whether a box has lain across the seam between the last and the first column, or row.
    seam_across: bool = False
    seam_down: bool = False


def facts_of(script: Script, size: int) -> Facts:
    """Return what the script does, played on the reference engine."""
    facts = Facts()
    engine = ReferenceEngine(size)
    run = 0
    for request in script.requests(size):
        if request.cut:
            engine.reset()
            facts.resets += 1
            run = 0
            continue
        shape = _trap(engine, request)
        wrong = flaws(engine, request) if request.op == Op.PLAY else []
        answer = engine.answer(request)
        facts.reasons[Reason(answer.reason)] += 1
        facts.two_reasons += len(wrong) > 1
        facts.games += request.op == Op.NEW
        facts.variants += any(getattr(request, name) for name in VARIANT_RULES)
        facts.reads += request.op == Op.READ
        done = answer.reason == Reason.DONE
        run = run + 1 if request.op == Op.TAKE_BACK and done else 0
        facts.taken_back += run > 0
        facts.most_taken_back = max(facts.most_taken_back, run)
        facts.turns += request.op == Op.PLAY
        if shape and answer.reason == Reason.TRAP:
            facts.traps.append(shape)
        if request.op == Op.PLAY and done:
            _add_turn(facts, engine.position, answer, size)
    return facts


def _trap(engine: ReferenceEngine, request: Request) -> TrapShape | None:
    """Return the shape of the trap that is asked for, if it is one."""
    playing = request.op == Op.PLAY and engine.position.rules.forced_play and not engine.over
    if not playing or not engine.position.tiles:
        return None
    move = Move(engine.cell(request.x, request.y), SYMBOL_OF[request.symbol])
    return trap_shape(engine.position, move) if trap_depth(engine.position, move) else None


def _add_turn(facts: Facts, position: Position, answer: Response, size: int) -> None:
    facts.tiles += answer.placed
    facts.draws[DrawCode(answer.draw)] += answer.draw > 0
    facts.last_tiles += answer.tiles == position.rules.tiles
    facts.most_tiles = max(facts.most_tiles, answer.tiles)
    facts.longest_cascade = max(facts.longest_cascade, answer.placed - 1)
    facts.columns = max(facts.columns, answer.columns)
    facts.rows = max(facts.rows, answer.rows)
    facts.seam_across |= answer.left + answer.columns > size
    facts.seam_down |= answer.top + answer.rows > size
    if win := win_shape(position):
        facts.wins.append(win)
