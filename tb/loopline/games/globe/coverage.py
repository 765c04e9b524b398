"""The situations of the Globe, and a collector of those that a script meets when the golden model replays it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator
from functools import cache
from itertools import product

from goldenrules.globe import BESIDE, FEWEST, LINES, MOST, NAMES, POINTS, SIDE_NAMES, Capture, End, Mask, Side, Turn

from loopline.contract.coverage import Group
from loopline.games.coverage import Answers, Classes, bins, timed
from loopline.games.globe.model import Engine
from loopline.games.globe.protocol import CAPTURES, Op, Reason, Request, Response, SideCode, halves, streams
from loopline.games.globe.strategies.endings import LONGEST
from loopline.games.script import Script
from loopline.simulation.session import Timing

#: For each option, the most pieces captured at once. Captured singly, only those beside the step's target are.
_AT_ONCE = {Capture.GROUP: MOST, Capture.PIECE: 3, Capture.TRAPPED: 3}
_ROW = Classes(1, 2, 3, 8)
#: Two passes in a row cannot happen: one of the two sides can always move.
_APART, _APART_IN_A_SHORT_HISTORY = Classes(4, 5, 32), Classes(4, 5)
_LOOKS = [
    "the board",
    "the turn before",
    "earlier",
    "an own piece",
    "the other's piece",
    "an empty point",
    "after the end",
]
_TIMES = {2: "second", 3: "third"}
_DRAWS = (End.REPETITION, End.LENGTH)
#: The effects of the turn that ends the game, or of one that comes instead of filling the history.
_LAST = [
    "third time, by a move",
    "third time, by a pass",
    "full",
    "third time, and full",
    "capture instead",
    "win instead",
]
#: The reason why each is refused, and another reason that applies as well.
_REFUSED = {
    Reason.OPTION: ["new game"],
    Reason.OVERLAP: ["load", "load, and the material"],
    Reason.MATERIAL: ["fewer of North", "more of North", "fewer of South", "more of South"],
    Reason.OVER: ["pass", "move", "move, no point", "move, not the mover's", "move, occupied"],
    Reason.POINT: ["from", "to", "list"],
    Reason.FROM: ["empty", "empty, no line", "the other's", "the other's, no line"],
    Reason.LINE: ["empty", "occupied"],
    Reason.OCCUPIED: ["own", "the other's"],
    Reason.PASS: ["pass"],
    Reason.NOTHING: ["take back", "read"],
}


#: By the field of an answer, the strategy that gives it its rarer values.
_SAID_IN = {
    "points": "captures",
    "norths": "captures",
    "souths": "captures",
    "occurrence": "repetitions",
    "plies": "endings",
    "quiet": "endings",
}


@cache
def _answers(history: int) -> Answers:
    return Answers(streams(history).response, _SAID_IN, "games")


@cache
def model(history: int) -> tuple[Group, ...]:
    """Return the groups of bins for an engine with this history."""
    sides = [SIDE_NAMES[side] for side in Side]
    apart = _apart(history).names.values()
    return (
        Group("steps", "along each line, both ways", bins("games", _steps())),
        Group("captured", "pieces at once", bins("captures", _captured())),
        Group("groups", "captured at once", bins("several groups", ((n, of) for n in (1, 2, 3) for of in sides))),
        Group("passes", "by each side", bins("passes", product(Capture, sides))),
        Group("wins", "of each side", bins("captures", product(Capture, sides))),
        Group("draws", "by each option", bins("repetitions", product(_DRAWS, Capture))),
        Group("last turns", "what ends the game, or would have", bins("endings", _LAST)),
        Group("repeated", "turns since the position was there", bins("repetitions", product(_TIMES.values(), apart))),
        Group("refusals", "each reason, and what else is wrong", bins("refusals", _refusals())),
        _answers(history).group,
        Group("loads", "pieces of either side, and who is to move", bins("loads", _loads())),
        Group("new games", "what was before", bins("resets", product(("fresh", "open", "over"), Capture))),
        Group(
            "taken back", "what is undone", bins("take backs", ["step", "pass", "capture", "win", *map(str, _DRAWS)])
        ),
        Group("take-backs in a row", "turns", bins("take backs", [*_ROW.names.values(), "all"])),
        Group("looks", "what is listed or read", bins("looks", _LOOKS)),
        Group("stalls", "a late request, an answer that waits", bins("games", product(Op, ("late", "waits", "both")))),
        Group("resets", "in the middle of an operation", bins("resets", [*map(str, Op), "capturing", "refused"])),
    )


def _steps() -> Iterator[str]:
    return (f"{NAMES[a]}-{NAMES[b]}" for line in LINES for a, b in (line, line[::-1]))


def _captured() -> Iterator[tuple[Capture, int]]:
    return ((option, pieces) for option, most in _AT_ONCE.items() for pieces in range(1, most + 1))


def _refusals() -> Iterator[tuple[str, str]]:
    return ((str(reason), what) for reason, ways in _REFUSED.items() for what in ways)


def _loads() -> Iterator[tuple[int, int, str]]:
    material = range(FEWEST, MOST + 1)
    return product(material, material, map(str, SideCode))


def _apart(history: int) -> Classes:
    return _APART if history > LONGEST else _APART_IN_A_SHORT_HISTORY


def _class(classes: Classes, number: int) -> str:
    return classes.names[classes.of(number)]


class Collector:
    """A count of the bins that scripts reach on an engine with one history."""

    def __init__(self, history: int) -> None:
        self.history = history
        self.counts: dict[str, Counter[Hashable]] = defaultdict(Counter)

    def add(self, script: Script[Request], timings: Iterable[Timing] = ()) -> None:
        """Count what a script does. Without `timings`, every request comes at once and no answer waits."""
        watched = _Watch(self.history, self.counts)
        for request, timing in timed(script.steps, timings):
            if request.cut:
                watched.cut_short(request)
                watched = _Watch(self.history, self.counts)
                continue
            watched.carry_out(request)
            if timing.gap or timing.stall:
                when = "both" if timing.gap and timing.stall else "late" if timing.gap else "waits"
                self.counts["stalls"][request.op, when] += 1


class _Watch:
    """A watch on an engine, request by request."""

    def __init__(self, history: int, counts: dict[str, Counter[Hashable]]) -> None:
        self.engine, self.counts, self._answers = Engine(history), counts, _answers(history)
        #: The turns since the game began, and how many have just been taken back in a row.
        self.turns: list[str] = []
        self.row = 0
        self.fresh = True

    def cut_short(self, request: Request) -> None:
        """Count the operation that a reset interrupts, under what it would have done."""
        answer = self._answer(request._replace(cut=0))
        self.counts["resets"]["refused" if answer.reason else str(Op(request.op))] += 1
        if request.op == Op.MOVE and answer.points:
            self.counts["resets"]["capturing"] += 1

    def _answer(self, request: Request) -> Response:
        return Response(*self.engine.carry_out(request))

    def carry_out(self, request: Request) -> None:
        """Count the operation by what it changes, or by why it is refused."""
        # An answer may show the board of an earlier turn, if that has been read.
        before, counts = self.engine.answer()._replace(board=self.engine.board), self.counts
        if request.op != Op.TAKE_BACK:
            self._end_of_take_backs()
        answer = self._answer(request)
        self._answers.count(answer, counts)
        if answer.reason:
            counts["refusals"][str(Reason(answer.reason)), self._against(request, before)] += 1
        elif request.op in (Op.MOVE, Op.PASS):
            self._turn(request, before, answer)
        elif request.op == Op.TAKE_BACK:
            counts["taken back"][self.turns.pop()] += 1
            self.row += 1
        elif request.op in (Op.NEW, Op.LOAD):
            self._begin(request, before, answer)
        else:
            counts["looks"][self._look(request, answer)] += 1

    def _end_of_take_backs(self) -> None:
        if self.row:
            self.counts["take-backs in a row"][_class(_ROW, self.row)] += 1
            if not self.turns:
                self.counts["take-backs in a row"]["all"] += 1
        self.row = 0

    def _begin(self, request: Request, before: Response, answer: Response) -> None:
        if request.op == Op.LOAD:
            self.counts["loads"][answer.norths, answer.souths, str(SideCode(answer.to_move))] += 1
        else:
            was = "fresh" if self.fresh else "over" if before.result else "open"
            self.counts["new games"][was, CAPTURES[request.option]] += 1
        self.turns.clear()
        self.fresh = False

    # --- a turn -------------------------------------------------------------------------------------------------------

    def _turn(self, request: Request, before: Response, answer: Response) -> None:
        counts, turn = self.counts, self.engine.position.turns[-1]
        option, side, pieces = CAPTURES[answer.option], SIDE_NAMES[turn.mover], answer.points.bit_count()
        what = "capture" if pieces else "step" if turn.move else "pass"
        if turn.move:
            counts["steps"][str(turn.move)] += 1
        else:
            counts["passes"][option, side] += 1
        if pieces:
            counts["captured"][option, pieces] += 1
            if option == Capture.GROUP:
                counts["groups"][len(turn.captured), side] += 1
        if answer.occurrence > 1:
            counts["repeated"][_TIMES[answer.occurrence], _class(_apart(self.engine.history), self._since(answer))] += 1
        if last := self._last(turn, before.quiet == self.engine.history - 1):
            counts["last turns"][last] += 1
        if turn.end:
            what = str(turn.end)
            key = (option, side) if turn.end == End.WIN else (turn.end, option)
            counts["wins" if turn.end == End.WIN else "draws"][key] += 1
        self.turns.append(what)
        self.fresh = False

    def _last(self, turn: Turn, full: bool) -> str:
        if turn.end == End.REPETITION:
            return _LAST[3 if full else 0 if turn.move else 1]
        return _LAST[2 if turn.end == End.LENGTH else 5 if turn.end else 4] if full else ""

    def _since(self, answer: Response) -> int:
        boards = self.engine.boards
        return next(back for back in range(2, len(boards) + 1, 2) if boards[-back] == answer.board)

    # --- what is refused, or changes nothing --------------------------------------------------------------------------

    def _against(self, request: Request, before: Response) -> str:
        """Return the request, and what else is wrong with it."""
        if request.op == Op.LOAD:
            return self._unfit(request)
        if request.op != Op.MOVE:
            return str(Op(request.op))
        own, others = halves(before.board)[:: -1 if before.to_move else 1]
        return _of_move(request, own, others, bool(before.result))

    def _unfit(self, request: Request) -> str:
        counts = [side.bit_count() for side in halves(request.board)]
        wrong = [
            f"{'fewer' if count < FEWEST else 'more'} of {SIDE_NAMES[side]}"
            for side, count in zip(Side, counts, strict=True)
            if not FEWEST <= count <= MOST
        ]
        north, south = halves(request.board)
        if north & south:
            return "load, and the material" if wrong else "load"
        return wrong[0]

    def _look(self, request: Request, answer: Response) -> str:
        if request.op == Op.READ:
            return _LOOKS[min(request.back, 2)]
        if answer.result:
            return "after the end"
        own, others = halves(answer.board)[:: -1 if answer.to_move else 1]
        point = 1 << request.origin
        return "an own piece" if own & point else "the other's piece" if others & point else "an empty point"


def _of_move(request: Request, own: Mask, others: Mask, over: bool) -> str:
    origin, target = request.origin, request.target
    if origin not in POINTS or target not in POINTS:
        return "move, no point" if over else "from" if origin not in POINTS else "to"
    taken, line = bool((own | others) >> target & 1), bool(BESIDE[origin] >> target & 1)
    if not own >> origin & 1:
        if over:
            return "move, not the mover's"
        return ("the other's" if others >> origin & 1 else "empty") + ("" if line else ", no line")
    if over:
        return "move, occupied" if taken else "move"
    if not line:
        return "occupied" if taken else "empty"
    return "own" if own >> target & 1 else "the other's"
