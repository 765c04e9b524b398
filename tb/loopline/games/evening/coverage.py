"""The situations of Evening, the strategy that should bring each about, and the collector that counts them.

It counts what happens when the golden model replays a script. A bin that cannot be filled says why;
tests/games/evening/test_coverage.py proves it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cache
from itertools import product

from goldenrules.evening import BLACK, COLOUR_NAMES, WHITE, Cell, Position, Protocol, Rule

from loopline.contract.coverage import Bin, Group
from loopline.games.coverage import Answers, Classes, bins, named, timed
from loopline.games.evening.model import Engine, colour_of
from loopline.games.evening.protocol import ColourCode, Event, Op, Reason, Request, streams
from loopline.games.evening.requests import RULES
from loopline.games.evening.strategies.facts import distance
from loopline.games.script import Script
from loopline.simulation.session import Timing

_COLOURS = (WHITE, BLACK)
_WHO = tuple(ColourCode)
_DEPTHS, _ROWS = Classes(0, 1, 2, 3), Classes(1, 2, 3, 5)

#: Each operation, with the reasons for which it can be refused.
REFUSED = {
    Op.PLACE: list(Reason)[1:8],
    Op.LOAD: [Reason.RANGE, Reason.OCCUPIED],
    Op.DECLINE: [Reason.OVER, Reason.TURN],
    Op.TAKE_BACK: [Reason.NOTHING],
    Op.READ: [Reason.RANGE],
    Op.LISTS: [Reason.RANGE],
}
#: Pairs of reasons that apply to one stone; it is refused for the first.
BESIDES = [
    (Reason.OVER, Reason.RANGE),
    (Reason.OVER, Reason.OCCUPIED),
    (Reason.OVER, Reason.TURN),
    (Reason.OCCUPIED, Reason.TURN),
    (Reason.FIRST, Reason.TURN),
    (Reason.TURN, Reason.EQUAL),
    (Reason.TURN, Reason.OTHER),
]
NO_ROOM = "six stones round the centre are all that there are on side 2; three and three are equal"
SEVEN_CELLS = "seven cells are too few for it"


#: By the field of an answer, the strategy that gives it its rarer values.
_SAID_IN = {"size": "large groups", "white_groups": "lists", "black_groups": "lists", "declined": "declines"}


@cache
def _answers(side: int) -> Answers:
    return Answers(streams(side).response, _SAID_IN, "games")


def model(side: int) -> tuple[Group, ...]:
    """Return the groups of bins for a board of this side."""
    cells = 3 * side * (side - 1) + 1
    return (
        Group("rules", "what is played by", {key: Bin(key, "games") for key in RULES}),
        Group("stones", "how they come, and how many groups they join", _stones(side)),
        Group("new groups", "their size", _sizes(cells).bins("large groups")),
        Group("owners", "who might place there before, and who may now", _owners()),
        Group("distance", "from a stone to the cells whose owner it changes", bins("far changes", range(2 * side - 1))),
        Group("verdicts", "at which place the lists differ, who leads, and by what", _verdicts(side)),
        Group("ends", "why a game is over, and who has won", _ends()),
        Group("stones at the end", "how many lie on the board", _stones_at_the_end(cells).bins("games")),
        Group("refusals", "each reason, for each operation", _refusals()),
        Group("refused twice over", "a stone that something else is against, too", _besides()),
        _answers(side).group,
        Group("taken back", "what is undone", _taken_back()),
        Group("take-backs in a row", "requests one after the other", _ROWS.bins("take backs")),
        Group("reads", "what is read", _reads()),
        Group("stalls", "a request that comes late, an answer that has to wait, for each operation", _stalls()),
        Group("resets", "a reset in the middle of each operation", bins("resets", Op)),
    )


def _sizes(cells: int) -> Classes:
    return Classes(*(size for size in (1, 2, 3, 4, 6, 10, 20, 40) if size < cells), cells)


def _stones_at_the_end(cells: int) -> Classes:
    return Classes(0, 1, 2, 3, 6, cells)


def _stones(side: int) -> Mapping[Hashable, Bin]:
    found: dict[Hashable, Bin] = {}
    for op, colour, joined in product((Op.PLACE, Op.LOAD), _COLOURS, range(4)):
        never = NO_ROOM if side == 2 and (op, joined) == (Op.PLACE, 3) else ""
        name = f"{COLOUR_NAMES[colour]}, {'placed' if op == Op.PLACE else 'loaded'}, {joined} joined"
        found[op, colour, joined] = Bin(name, "three groups" if joined == 3 else "games", never)
    return found


def _owners() -> Mapping[Hashable, Bin]:
    return named("games", (((a, b), f"{a}, then {b}") for a, b in product(_WHO, _WHO) if a != b))


def _verdicts(side: int) -> Mapping[Hashable, Bin]:
    by_the_rule = ((Rule.BASE, BLACK), (Rule.ODD_EVEN, WHITE), (Rule.ODD_EVEN, BLACK))
    found: dict[Hashable, Bin] = {
        (rule, colour): Bin(f"identical, {rule.value}: {COLOUR_NAMES[colour]}", "lists") for rule, colour in by_the_rule
    }
    last = _DEPTHS.keys[-1]
    for place, colour, how in product(_DEPTHS.keys, _COLOURS, ("larger", "longer")):
        name = f"{place + 1}{' or later' if place == last else ''}: {COLOUR_NAMES[colour]}, {how}"
        never = SEVEN_CELLS if side == 2 and (place == last or (place and how == "larger")) else ""
        found[place, colour, how] = Bin(name, "lists", never)
    return found


def _ends() -> Mapping[Hashable, Bin]:
    why = {
        "no cell": "the loser has no cell",
        "declines": "the loser declines",
        "both decline": "free: both have declined",
        "one declines": "free: one has declined, the other has no cell",
        "no cells": "free: neither has a cell",
    }
    return {
        (key, winner): Bin(f"{says}; {COLOUR_NAMES[winner]} wins", "full boards" if key == "no cells" else "declines")
        for (key, says), winner in product(why.items(), _COLOURS)
    }


def _refusals() -> Mapping[Hashable, Bin]:
    return {(op, why): Bin(f"{op}: {why}", "refusals") for op, reasons in REFUSED.items() for why in reasons}


def _besides() -> Mapping[Hashable, Bin]:
    return {(why, second): Bin(f"{why}, and {second}", "refusals") for why, second in BESIDES}


def _taken_back() -> Mapping[Hashable, Bin]:
    what = [*(f"a stone that had joined {n}" for n in range(3)), "a decline"]
    how = ("the game goes on", "the game had ended", "the beginning is reached")
    return {(a, b): Bin(f"{a}; {b}", "take backs") for a, b in product(what, how)}


def _reads() -> Mapping[Hashable, Bin]:
    found: dict[Hashable, Bin] = {}
    for who in _WHO:
        found[Op.READ, who] = Bin(f"{who}'s stone" if who else "no stone", "reads")
    for white, black in product((False, True), repeat=2):
        found[Op.LISTS, white, black] = Bin(f"size of {_some(white)} white, {_some(black)} black groups", "reads")
    return found


def _some(there_are: bool) -> str:
    return "some" if there_are else "no"


def _stalls() -> Mapping[Hashable, Bin]:
    found: dict[Hashable, Bin] = {}
    for op, gap, stall in product(Op, (False, True), (False, True)):
        name = f"{op}{', late' if gap else ''}{', waits' if stall else ''}"
        found[op, gap, stall] = Bin(name, "reads" if op in (Op.READ, Op.LISTS, Op.CELLS) else "take backs")
    return found


class Collector:
    """A count of the bins that scripts reach on a board of one side."""

    def __init__(self, side: int) -> None:
        self._side, self._answers = side, _answers(side)
        self.counts: dict[str, Counter[Hashable]] = defaultdict(Counter)

    def add(self, script: Script[Request], timings: Iterable[Timing] = ()) -> None:
        """Count what a script does. Without `timings`, every request comes at once and no answer waits."""
        self._engine, self._in_a_row = Engine(self._side), 0
        self._joined: list[int] = []
        for request, timing in timed(script.steps, timings):
            if request.cut:
                self._count("resets", Op(request.op))
                self._engine.reset()
                self._joined.clear()
            else:
                self._count("stalls", (Op(request.op), timing.gap > 0, timing.stall > 0))
                self._carry_out(request)
            if request.op != Op.TAKE_BACK:
                self._in_a_row = 0

    def _count(self, group: str, key: Hashable) -> None:
        self.counts[group][key] += 1

    def _carry_out(self, request: Request) -> None:
        engine, op = self._engine, Op(request.op)
        position = engine.position
        besides = list(_against(position, request)) if op == Op.PLACE else []
        was_over, white, black = position.over, *engine.settled()[2:4]
        engine.begin(request)
        events = []
        while due := engine.due():
            events.append(due[0])
            engine.happen(due[0])
        answer = engine.answer()
        self._answers.count(answer, self.counts)
        reason = Reason(answer[0])
        if reason:
            self._count("refusals", (op, reason))
            for also in besides:
                if (reason, also) in BESIDES:
                    self._count("refused twice over", (reason, also))
        elif op in (Op.PLACE, Op.LOAD):
            self._stone(request, events, white, black)
        elif op == Op.TAKE_BACK:
            self._take_back(events[0][0] == Event.RETRACTED, was_over)
        elif op == Op.NEW:
            self._count("rules", next(name for name, new_game in RULES.items() if new_game == request))
            self._joined.clear()
        elif op in (Op.READ, Op.LISTS):
            _, stone, _, *groups = answer[:5]
            self._count("reads", (op, ColourCode(stone)) if op == Op.READ else (op, *map(bool, groups)))
        if not reason and not was_over and op in (Op.PLACE, Op.DECLINE):
            self._end()

    def _stone(self, request: Request, events: list[tuple[int, ...]], white: int, black: int) -> None:
        """Count a stone.

        `white`, `black`: where either could place before.
        """
        position = self._engine.position
        joined = [event for event in events if event[0] == Event.JOINED]
        self._count("stones", (Op(request.op), colour_of(request), len(joined)))
        (group,) = (event[-1] for event in events if event[0] == Event.GROUP)
        self._count("new groups", _sizes(len(position.hexagon)).of(group))
        for kind, _, cell, owner, _ in events:
            if kind == Event.OWNER:
                before = (white >> cell & 1) | (black >> cell & 1) << 1
                self._count("owners", (ColourCode(before), ColourCode(owner)))
                self._count("distance", distance(position.hexagon, Cell(request.cell), Cell(cell)))
        self._count("verdicts", verdict(position))
        if request.op == Op.LOAD:
            self._joined.clear()
        else:
            self._joined.append(len(joined))

    def _take_back(self, decline: bool, was_over: bool) -> None:
        what = "a decline" if decline else f"a stone that had joined {min(2, self._joined.pop())}"
        turns = self._engine.position.turns
        how = "the beginning is reached" if not turns else "the game had ended" if was_over else "the game goes on"
        self._count("taken back", (what, how))
        self._in_a_row += 1
        self._count("take-backs in a row", _ROWS.of(self._in_a_row))

    def _end(self) -> None:
        position = self._engine.position
        winner, declined = position.winner, len(position.declined)
        if winner is None:
            return
        if position.rules.protocol is Protocol.FREE:
            why = ("no cells", "one declines", "both decline")[declined]
        else:
            why = "declines" if declined else "no cell"
        self._count("ends", (why, winner))
        stones = sum(map(sum, map(position.sizes, _COLOURS)))
        self._count("stones at the end", _stones_at_the_end(len(position.hexagon)).of(stones))


def verdict(position: Position) -> Hashable:
    """Return at which place the lists of sizes differ, who leads, and by a larger group or a longer list."""
    white, black = map(position.sizes, _COLOURS)
    if white == black:
        return position.rules.rule, position.leader
    same = next((n for n, (a, b) in enumerate(zip(white, black, strict=False)) if a != b), None)
    place = min(len(white), len(black)) if same is None else same
    return _DEPTHS.of(place), position.leader, "longer" if same is None else "larger"


def _against(position: Position, request: Request) -> Iterator[Reason]:
    """Yield all reasons against this stone, including those after the first."""
    colour, cell = colour_of(request), request.cell
    if position.over:
        yield Reason.OVER
    if position.rules.protocol is Protocol.LOSER_MOVES and colour is position.leader:
        yield Reason.TURN
    if cell >= len(position.hexagon):
        yield Reason.RANGE
    elif position.stones[cell] is not None:
        yield Reason.OCCUPIED
    elif not position.empty and position.owners[cell] is not colour:
        yield Reason.EQUAL if position.owners[cell] is None else Reason.OTHER
