"""The coverage model of Tsolitaire, and the collector that counts its situations.

Each situation has a name and the strategy that should bring it about. It counts when the golden model replays a script.
A key is what the collector counts; a bin gives it a name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence

from goldenrules.tsolitaire import CELLS, PORTS, ROTATION_NAMES, TILES, Leaves, StoneRun, Turn, cell_name, rotations

from loopline.contract.coverage import Bin, Group
from loopline.games.coverage import Answers, Classes, bins, named, timed
from loopline.games.script import Script
from loopline.games.tsolitaire.model import Engine
from loopline.games.tsolitaire.protocol import STREAMS, Op, Reason, Request
from loopline.games.tsolitaire.strategies.shapes import LATE, LONG, MOST, longest, most_passes
from loopline.simulation.session import Timing

_RUNS = Classes(1, 2, 3, 4, 6, 10, 15, LONG + 1)
_LATENESS = Classes(1, 2, 3, 5, 8, 12, LATE)
_FACING, _LEAVING = Classes(1, 2, 3, MOST, MOST + 1), Classes(1, 2, 3, MOST)
_LEGAL = Classes(1, 2, 5, 10, 20)
_TILES_PLACED = Classes(0, 1, 10, 20, 30)
_IN_A_ROW = Classes(1, 2, 5, 10)

#: Each request, and the reasons for which it is refused, or none.
_OUTCOMES = {
    Op.NEW: (Reason.DONE,),
    Op.NEXT: (Reason.DONE, Reason.OVER, Reason.RANGE, Reason.REPEAT),
    Op.PLACE: (*(reason for reason in Reason if reason not in (Reason.REPEAT, Reason.NOTHING)),),
    Op.LIST: (Reason.DONE, Reason.OVER, Reason.NO_TILE),
    Op.UNDO: (Reason.DONE, Reason.NOTHING),
    Op.REDO: (Reason.DONE, Reason.NOTHING),
    Op.READ: (Reason.DONE, Reason.RANGE),
}


_SOME = ("none", "some")

#: Of each field, with the strategy that gives it its rarer values.
_ANSWERS = Answers(
    STREAMS.response,
    {
        "leaving": "crowds",
        "moved": "four stones",
        "fits": "lists",
        "placed": "cleared boards",
        "redos": "take backs",
        "cleared": "cleared boards",
    },
    "games",
)
MODEL = (
    Group(
        "requests",
        "what was asked, and why it was refused",
        bins("refusals", ((op, reason) for op, reasons in _OUTCOMES.items() for reason in reasons)),
    ),
    Group(
        "tiles",
        "each tile, in each rotation in which it looks different",
        named("cleared boards", (((t, r), f"{t}{ROTATION_NAMES[r]}") for t in TILES for r in rotations(t))),
    ),
    Group("cells", "where a tile was placed", named("cleared boards", ((cell, cell_name(cell)) for cell in CELLS))),
    Group(
        "ways through",
        "by which port a stone comes in and goes out",
        named("games", (((a, b), f"{a} to {b}") for a in PORTS for b in PORTS if a != b)),
    ),
    Group("longest run", "tiles that a stone passes in a placement that stands", _RUNS.bins("games", "long runs")),
    Group("stones moved", "by one placement", bins("four stones", range(1, MOST + 1))),
    Group("passed again", "how often a stone passes one tile", bins("four times", range(1, MOST + 1))),
    Group("latest to leave", "tiles that a stone has passed then", _LATENESS.bins("refusals", "late leavers")),
    Group("stones facing", "a cell on which a placement is refused", _FACING.bins("refusals", "crowds")),
    Group("stones leaving", "in one placement", _LEAVING.bins("crowds")),
    Group("legal placements", "of a tile that is listed, each rotation that looks different", _LEGAL.bins("lists")),
    Group("stuck", "tiles on the board when a tile fits nowhere", _TILES_PLACED.bins("stuck")),
    Group("undo", "how many in a row", _IN_A_ROW.bins("take backs")),
    Group("redo", "how many in a row", _IN_A_ROW.bins("take backs")),
    _ANSWERS.group,
    Group(
        "log",
        "what happens at its ends",
        {
            "first": Bin("the first placement is taken back", "take backs"),
            "last": Bin("the last that can be restored is restored", "take backs"),
            "forgotten": Bin("a placement replaces those that were taken back", "take backs"),
            "kept": Bin("a refused one does not", "refusals"),
            "stuck": Bin("a placement is taken back when a tile fits nowhere", "stuck"),
            "cleared": Bin("one of a cleared board is taken back", "cleared boards"),
        },
    ),
    Group("resets", "in the middle of", bins("resets", Op)),
    Group(
        "waiting",
        "for a request, and for its answer to be taken",
        named("games", (((a, b), f"{_SOME[a]}, {_SOME[b]}") for a in (0, 1) for b in (0, 1))),
    ),
)


class Collector:
    """A count of the bins that scripts reach."""

    def __init__(self) -> None:
        self.counts: dict[str, Counter[Hashable]] = defaultdict(Counter)

    def add(self, script: Script[Request], timings: Iterable[Timing] = ()) -> None:
        """Count what a script does. Without `timings`, every request comes at once and no answer waits."""
        engine, in_a_row = Engine(), Counter[Hashable]()
        for request, timing in timed(script.steps, timings):
            if request.cut:
                self.counts["resets"][request.op] += 1
                engine.carry_out(request)
                continue
            undone, over, stuck = len(engine.position.taken_back), engine.over, engine.stuck
            engine.carry_out(request)
            _ANSWERS.count(engine.answer(), self.counts)
            self.counts["requests"][request.op, Reason(engine.reason)] += 1
            self.counts["waiting"][int(timing.gap > 0), int(timing.stall > 0)] += 1
            self._log(engine, request, undone, "" if not over else "stuck" if stuck else "cleared")
            again = engine.reason == Reason.DONE and request.op in (Op.UNDO, Op.REDO)
            in_a_row = Counter({request.op: in_a_row[request.op] + 1}) if again else Counter()
            for op, times in in_a_row.items():
                self.counts["undo" if op == Op.UNDO else "redo"][_IN_A_ROW.of(times)] += 1
            if request.op == Op.LIST and engine.reason == Reason.DONE:
                self.counts["legal placements"][_LEGAL.of(len(engine.position.legal_moves()))] += 1
            elif request.op == Op.NEXT and engine.stuck and not stuck:
                self.counts["stuck"][_TILES_PLACED.of(len(engine.position.turns))] += 1
            elif request.op == Op.PLACE and isinstance(engine.refused, Leaves):
                self._leaving(engine.refused.runs)
            elif request.op == Op.PLACE and not engine.refused:
                self._moved(engine.position.turns[-1])

    def _log(self, engine: Engine, request: Request, undone: int, over: str) -> None:
        log, position = self.counts["log"], engine.position
        if request.op == Op.PLACE and undone:
            log["kept" if engine.refused else "forgotten"] += 1
        elif request.op == Op.UNDO and not engine.refused:
            log["first"] += not position.turns
            if over:
                log[over] += 1
        elif request.op == Op.REDO and not engine.refused:
            log["last"] += not position.taken_back

    def _leaving(self, runs: Sequence[StoneRun]) -> None:
        leaving = [run for run in runs if run.end is None]
        self.counts["latest to leave"][_LATENESS.of(longest(leaving))] += 1
        self.counts["stones facing"][_FACING.of(len(runs))] += 1
        self.counts["stones leaving"][_LEAVING.of(len(leaving))] += 1

    def _moved(self, turn: Turn) -> None:
        cell, tile, rotation = turn.move
        self.counts["tiles"][tile, rotation] += 1
        self.counts["cells"][cell] += 1
        self.counts["ways through"].update((entry, exit) for run in turn.runs for _, entry, exit in run.passes)
        self.counts["longest run"][_RUNS.of(longest(turn.runs))] += 1
        self.counts["stones moved"][len(turn.runs)] += 1
        self.counts["passed again"][most_passes(turn.runs)] += 1
