"""The judge compares what has come back with what is due, and the lamps with what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, takewhile

from goldenrules.trax import GameError, Position, read_move
from goldenrules.trax.captions import reason
from goldenrules.trax.contest_line import Kind, read_line
from goldenrules.trax.player import Player

from loopline.contract.checker import Wrong
from loopline.design.dut import Dut
from loopline.games.serial.lamps import Lights, Stage
from loopline.simulation.line import Answers, RxLine

#: As in the description.
LAMPS = {
    "thinking": "a move is owed",
    "foul": "the opponent has broken the rules in this game",
    "unreadable": "a line of this game was unreadable",
    "over": "a player has won, or no turn is left",
    "won": "the player has won",
    "overrun": "bytes have been lost; on until reset",
}

#: Only a reset turns them off.
LATCHING = ("overrun",)


def lights(player: Player, lost: bool | None) -> dict[str, bool | None]:
    """Return what each lamp should show.

    `lost`: whether bytes have been; None: that is not known.
    """
    return {
        "thinking": player.thinking,
        "foul": player.foul,
        "unreadable": player.unreadable,
        "over": player.over,
        "won": player.won,
        "overrun": lost,
    }


#: A line of more characters cannot be a move, and its length is reported.
_LONGEST = 6


@dataclass
class DueAnswer:
    """An answer that is to come."""

    kind: Kind
    #: The line, if it is known.
    text: str | None = None
    #: Whether it may be missing: a new game overtook its line, or the line asks for a name too many.
    may_miss: bool = False
    #: What the lamps show after it, during the search for it, and after lines that may be taken before it.
    stage: Stage | None = None
    before: Lights = field(default_factory=dict)
    later: list[Stage] = field(default_factory=list)
    #: The cycle after it, once it has come.
    heard: int | None = None


def missing(due: list[DueAnswer], heard: Sequence[RxLine], stale: bool) -> bool:
    """Return whether anything is still to come.

    Answers that may be missing, or belong to an earlier game, come before those that are due.

    Args:
        due: What is due.
        heard: The lines that have come.
        stale: Whether answers of an earlier game may come.
    """
    if not due or due[-1].may_miss:
        return False
    if stale:
        return not heard or not _fits(due[-1], heard[-1])
    needed = [answer.kind for answer in due if not answer.may_miss]
    names = sum(_may_be_a_name(line.text) for line in heard)
    if len(heard) < len(needed) or names < needed.count(Kind.IDENTIFY):
        return True
    same = any(answer.may_miss and answer.text == due[-1].text for answer in due)
    return len(heard) < len(due) and (same or not _fits(due[-1], heard[-1]))


class AnswerJudge:
    """A judge of answers. Every method raises Wrong."""

    def __init__(self, dut: Dut) -> None:
        self._dut = dut
        #: The time limit of the contest, in cycles.
        self.limit = round(dut.limit * dut.clock.mhz * 1e6)

    def compare(self, due: list[DueAnswer], answers: Answers, position: Position | None) -> int:
        """Match the answers with what is due. Return the number of moves among them.

        Moves that are not known beforehand are played on the position.

        Args:
            due: What is due.
            answers: What has come.
            position: The position before the answers.
        """
        for line in answers.lines:
            self._to_the_cycle(line)
        heard = self._identities(answers.lines, due)
        moves = _that_came([expected for expected in due if expected.kind == Kind.MOVE], heard)
        for expected, answer in zip(moves, heard, strict=False):
            self._move(expected, answer, position)
            expected.heard = answer.last
            self._in_order(expected, answer, due, [line for line in answers.lines if line not in heard])
        if len(heard) > len(moves):
            extra = shown(heard[len(moves)].text)
            raise Wrong("tx", "silence", extra, f"It says {extra} although nothing was asked")
        if len(moves) > len(heard):
            raise Wrong("tx", moves[len(heard)].text or "a move", "nothing", f"No answer: {self._silence(answers)}")
        if answers.lines and due:
            self._in_time(answers.lines[-1], answers)
        return len(moves)

    def _identities(self, heard: Sequence[RxLine], due: Sequence[DueAnswer]) -> list[RxLine]:
        """Take names out of the answers; they may come before or after a move that is under way. Return the rest."""
        rest = list(heard)
        for asked in (expected for expected in due if expected.kind == Kind.IDENTIFY):
            name = self._dut.identity
            found = next(
                (line for line in rest if (line.text == name.encode() if name else _may_be_a_name(line.text))), None
            )
            if found is None and asked.may_miss:
                continue
            if found is None:
                got = shown(rest[0].text) if rest else "nothing"
                raise Wrong("tx", name or "two characters", got, f"-T is answered by {got}")
            rest.remove(found)
        return rest

    def _move(self, due: DueAnswer, answer: RxLine, position: Position | None) -> None:
        text = answer.text.decode("latin-1")
        read, lines = read_line(answer.text), (answer.text, due.text.encode()) if due.text else None
        if read is None or read.kind != Kind.MOVE:
            length = f": it has {len(answer.text)} characters" if len(answer.text) > _LONGEST else ""
            says = f"{shown(answer.text)} is not a move{length}"
            raise Wrong("tx", due.text or "a move", shown(answer.text), says, lines)
        if due.text is not None:
            if text != due.text:
                raise Wrong("tx", due.text, text, f"It plays {text}; the golden policy plays {due.text}", lines)
            return
        if position is None or due.may_miss:
            return
        try:
            position.play(*read_move(position, text))
        except GameError as error:
            raise Wrong("tx", "a legal move", text, f"It plays {text}: {reason(error, position)}") from None

    def _in_order(self, move: DueAnswer, answer: RxLine, due: Sequence[DueAnswer], names: Sequence[RxLine]) -> None:
        """Check that names asked for before a move's line come before the move, with the golden policy."""
        earlier = takewhile(lambda expected: expected is not move, due)
        asked = sum(expected.kind == Kind.IDENTIFY and not expected.may_miss for expected in earlier)
        if self._dut.golden_policy and sum(name.last < answer.last for name in names) < asked:
            text = f"It says {shown(answer.text)} before a name that was asked for earlier"
            raise Wrong("tx", "a name", shown(answer.text), text)

    def _to_the_cycle(self, answer: RxLine) -> None:
        """Check the edges of an answer, if the design promises them.

        A bit that is not a whole number of cycles has its own rounding.
        """
        rounded = 10 * (len(answer.text) + 2) * abs(self._dut.bit - round(self._dut.bit))
        if self._dut.serial.gapless and answer.off > rounded:
            found = f"{answer.off:g} cycles away"
            text = f"{shown(answer.text)} has an edge {found} from its place, and the description says: gapless = true"
            raise Wrong("tx", "all edges in their places", found, text)

    def _in_time(self, answer: RxLine, answers: Answers) -> None:
        """Raise Wrong if an answer is late by the clock of the contest, on a line as slow as the real one."""
        dut = self._dut
        seconds = dut.seconds(answer.last - answers.sent, len(answer.text) + 1)
        if seconds > dut.limit:
            raise Wrong(
                "tx",
                f"within {dut.limit:g} s",
                f"after {seconds:.3f} s",
                f"The answer is late: {seconds:.3f} s; {dut.limit:g} s are allowed",
            )

    def _silence(self, answers: Answers) -> str:
        cycles = answers.now - answers.sent
        text = f"{cycles:,} cycles, {cycles / self._dut.clock.mhz / 1e6:.3g} s, of silence"
        return f"{text} (the key `patience` says how long to wait)" if cycles < self.limit else text


def _that_came(moves: Sequence[DueAnswer], heard: Sequence[RxLine]) -> Sequence[DueAnswer]:
    """Return the moves that these lines are.

    If there are fewer lines, moves that may be missing are left out: any with which the others fit, or else the first.
    """
    spare = [move for move in moves if move.may_miss]
    few = min(len(spare), max(0, len(moves) - len(heard)))
    possible = [[move for move in moves if not any(move is gone for gone in out)] for out in combinations(spare, few)]

    def fit(chosen: Sequence[DueAnswer]) -> bool:
        return all(move.text in (None, line.text.decode("latin-1")) for move, line in zip(chosen, heard, strict=False))

    return next(filter(fit, possible), possible[0])


def _fits(due: DueAnswer, heard: RxLine) -> bool:
    """Return whether this could be the answer. It is looked at closely later."""
    text = heard.text.decode("latin-1")
    if due.kind == Kind.IDENTIFY:
        return _may_be_a_name(heard.text) if due.text is None else text == due.text
    return text in ("@0+", "@0/") if due.text is None else text == due.text


def _may_be_a_name(text: bytes) -> bool:
    return len(text) == 2 and all(33 <= byte < 127 for byte in text)


def shown(data: bytes) -> str:
    """Return the bytes as printable ASCII, at most 40 characters."""
    text = data.decode("latin-1").encode("unicode_escape").decode("ascii").replace("\\\\", "\\")
    return text if len(text) <= 40 else f"{text[:37]}..."
