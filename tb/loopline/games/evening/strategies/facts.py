"""Facts about a script, by which strategies are measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from goldenrules.evening import BLACK, WHITE, Cell, Hexagon, Position

from loopline.games.evening.model import Engine
from loopline.games.evening.protocol import Event, Op, Reason, Request


@dataclass
class Facts:
    """The facts of one script."""

    cells: int
    #: The largest distance on the board.
    diameter: int
    #: Stones placed and loaded.
    stones: int = 0
    loaded: int = 0
    #: Largest distance from a stone to a cell whose owner it has changed.
    farthest: int = -1
    #: Most groups joined by a stone, and the largest group.
    joined: int = 0
    largest: int = 0
    full: bool = False
    #: Whether the stone laid last has made its group touch an empty cell from two sides.
    embraced: bool = False
    #: The number of equal sizes at the top of both lists before the first difference; and whether, when a game ended,
    #: one list was the beginning of the other, or both were the same.
    deepest: int = 0
    prefix: bool = False
    identical_end: bool = False
    #: The numbers of stones with which games have ended.
    ended_after: set[int] = field(default_factory=set)
    both_declined: bool = False
    #: Whether a stone has come after a decline.
    stone_between: bool = False
    reasons: set[Reason] = field(default_factory=set)
    back_to_the_start: bool = False
    resets: int = 0
    reads: int = 0


def distance(board: Hexagon, start: Cell, goal: Cell) -> int:
    """Return the number of steps from one cell to the other."""
    (q, r), (x, y) = (_place(board, cell) for cell in (start, goal))
    return max(abs(q - x), abs(r - y), abs(q + r - x - y))


def _place(board: Hexagon, cell: Cell) -> tuple[int, int]:
    y = next(y for y, row in enumerate(board.rows) if cell in row)
    return cell - board.rows[y][0] + max(0, board.side - 1 - y), y


def facts_of(steps: Sequence[Request], side: int) -> Facts:
    """Return the facts of the steps, played on the golden model."""
    engine = Engine(side)
    cells = len(engine.position.hexagon)
    facts = Facts(cells, 2 * (side - 1))
    for step in steps:
        if step.cut:
            facts.resets += 1
            engine.reset()
            continue
        before = engine.position.declined
        engine.begin(step)
        joined = 0
        while due := engine.due():
            event = due[0]
            joined += event[0] == Event.JOINED
            if event[0] == Event.OWNER and step.op in (Op.PLACE, Op.LOAD):
                near = distance(engine.position.hexagon, Cell(step.cell), Cell(event[2]))
                facts.farthest = max(facts.farthest, near)
            engine.happen(event)
        facts.joined = max(facts.joined, joined)
        reason = Reason(engine.answer()[0])
        if reason:
            facts.reasons.add(reason)
        else:
            _after(facts, engine, step, bool(before))
    return facts


def _embraces(position: Position, stone: Cell) -> bool:
    """Return whether a group touches an empty cell beside the stone from another side as well."""
    board, group = position.hexagon, position.group(stone)
    return any(
        position.stones[cell] is None and position.group(far) is group and far not in (stone, *board.neighbours[stone])
        for cell in board.neighbours[stone]
        for far in board.neighbours[cell]
    )


def _after(facts: Facts, engine: Engine, step: Request, declined: bool) -> None:
    """Take note of a request that has been carried out."""
    position = engine.position
    white, black = (position.sizes(colour) for colour in (WHITE, BLACK))
    count = sum(white) + sum(black)
    facts.stones += step.op == Op.PLACE
    facts.loaded += step.op == Op.LOAD
    facts.reads += step.op in (Op.READ, Op.LISTS)
    facts.stone_between |= step.op == Op.PLACE and declined
    facts.both_declined |= len(position.declined) == 2
    facts.back_to_the_start |= step.op == Op.TAKE_BACK and not position.turns
    facts.largest = max(facts.largest, *white[:1], *black[:1], 0)
    facts.full |= count == facts.cells
    facts.embraced |= step.op in (Op.PLACE, Op.LOAD) and _embraces(position, Cell(step.cell))
    same = next((n for n, (a, b) in enumerate(zip(white, black, strict=False)) if a != b), min(len(white), len(black)))
    facts.deepest = max(facts.deepest, same)
    facts.prefix |= same > 0 and len(white) != len(black) and same == min(len(white), len(black))
    if position.over and step.op in (Op.PLACE, Op.DECLINE):
        facts.ended_after.add(count)
        facts.identical_end |= position.identical and count > 0
