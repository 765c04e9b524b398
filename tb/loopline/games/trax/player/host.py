"""The host's side of a script: it sends the script, and judges what comes back.

Whether an answer is right follows from the golden rules; if a player follows the golden policy, every answer is known.
After noise, a foul or an unreadable line, a player with a policy of its own may do as it likes until the next game
begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from itertools import chain, repeat

from goldenrules.trax import RED, WHITE, Colour, GameError, Position, read_move
from goldenrules.trax.contest_line import ContestLine, Kind, read_line
from goldenrules.trax.player import Player

from loopline.contract.checker import Mismatch, Wrong
from loopline.design.dut import Dut
from loopline.errors import plural
from loopline.games.serial.lamps import LampWatch, Lights, Stage, WrongLamp
from loopline.games.serial.queue import Batch, BusyRoom
from loopline.games.serial.script import (
    BREAK,
    ENDS,
    FLOOD,
    GLITCH,
    LINE,
    RESET,
    RESETS,
    Script,
    Step,
    batches,
)
from loopline.games.serial.waves import (
    UNDERSTOOD,
    bits_before,
    disturbance,
    ended,
    flood,
    frame,
    known_end,
    length,
    moment_in_bytes,
    spoken,
)
from loopline.games.trax.player.judge import LATCHING, AnswerJudge, DueAnswer, lights, missing, shown
from loopline.games.trax.player.replies import GoldenPlayer, reply
from loopline.games.trax.player.transcript import told
from loopline.simulation.delays import pauses_of
from loopline.simulation.line import (
    AFTER_LINE,
    AGAIN,
    HIGH,
    IDLE_LINE,
    THINKING,
    Answers,
    Conversation,
    Transmit,
    round_to_cycles,
)

#: Bit times for a line that was under way when it was cancelled, and for a name.
_LAST_WORDS, _A_NAME = 120, 40

#: Lines that begin a game.
_NEW = b"-W", b"-B"

#: A line that cannot be read.
_UNREADABLE = b"?"

#: The cycles within which a lamp follows, and the additional ones for each tile that may have to be placed first.
_AT_ONCE, _A_TILE = 1000, 13


class Host:
    """A host that speaks to one player, and judges every byte that it returns."""

    def __init__(self, dut: Dut, size: int) -> None:
        self._dut, self._size = dut, size
        self._judge = AnswerJudge(dut)
        self._capacity = size - 2
        self._golden = self._new_player()
        #: The game as far as it is known; None before the first, and while it is uncertain.
        self._position: Position | None = None
        self._colour: Colour = WHITE
        self._open = False
        #: After something that allows a player with a policy of its own anything until the next game.
        self._unsure = False
        self._room = BusyRoom(dut)
        #: What the host has sent since the game began; and for each such beginning of a game, in how many cycles the
        #: answer began.
        self._since: tuple[bytes, ...] = ()
        self._soon: dict[tuple[bytes, ...], int] = {}
        #: The move that the player may still be searching for when it takes the next line.
        self._pending: DueAnswer | None = None
        #: Bytes sent since the reset to a design that may still be busy with it; None: it is ready.
        self._fresh: int | None = 0
        #: Whether bytes have been lost since the reset; None: unknown.
        self._lost: bool | None = False
        self._watch = LampWatch(dut, LATCHING, self._lights(self._golden) if self._golden else {})
        #: What was sent, every choice made, and what was heard: for the report.
        self.said: list[Step] = []
        self.transcript: list[str] = []
        self.figures: Counter[str] = Counter()

    def _new_player(self) -> Player | None:
        dut = self._dut
        return GoldenPlayer(dut.identity or "", dut.depth, self._capacity) if dut.golden_policy else None

    @property
    def concrete(self) -> Script:
        """The script with every chosen line replaced by the bytes that were sent."""
        return Script(tuple(self.said))

    @property
    def position(self) -> Position | None:
        """The present game."""
        if self._golden and self._golden.colour is not None:
            return self._golden.position
        return self._position

    def converse(self, script: Script, delays: bytes) -> Conversation:
        """Yield what to send, be sent what was heard, and return at the end of the script. Raises Mismatch."""
        pauses = chain(pauses_of(delays), repeat((0, 0)))
        for number, steps in batches(script, self._dut.golden_policy):
            due: list[DueAnswer] = []
            batch, stale, self._pending = Batch(), self._unsure, None
            for step, then in zip(steps, [*steps[1:], None], strict=True):
                if step.is_line:
                    if self._unsure and step.data in _NEW and batch.wave:  # anything may come first
                        yield from self._listen(batch, due, stale, number)
                        batch, due, stale = Batch(), [], True
                    self._put(step, next(pauses), batch, due)
                elif step.kind not in RESETS:
                    bare = self._golden is not None and _follows_at_once(step, then)
                    has_end = self._disturb(step, batch, bare)
                    if step.kind == FLOOD and not bare:
                        yield from self._listen(batch, due, stale, number)
                        self._note_loss(batch)
                        batch, due, stale, self._pending = Batch(), [], self._unsure, None
                        self._end_flood(batch, has_end)
                elif self._dut.reset.signal:
                    if self._unsure and not batch.wave:
                        yield self._silence(number)  # it must not cut a byte of the player's in two
                    moment = self._moment(step, batch, bool(due))
                    due, stale = [], False
                    self._reset(step, batch, self._golden is not None and _follows_at_once(step, then), moment)
            if batch.resets:
                batch.silence(batch.restart + self._room.busy(batch.lines) - batch.now)
            if batch.wave:
                answers = yield from self._listen(batch, due, stale, number)
                if not batch.cut:
                    self._note_times(answers, batch)
        if self.said:
            yield from self._listen(Batch(), [], self._unsure, len(script.steps) - 1)

    def _put(self, step: Step, pause: tuple[int, int], batch: Batch, due: list[DueAnswer]) -> None:
        """Add a line to the batch, if there is something to choose from and room for it."""
        data = self._words(step)
        if data is None:
            return
        takes = length(data, step, self._dut)
        idle = max(1, self._idle(step, pause, takes)) + self._until_there_is_room(step, len(data))
        start = batch.now + idle
        answer = len(self._dut.identity or "??") + 1 if data == b"-T" else 0
        sent = batch.sent(start, takes, len(data) + len(ENDS[step.end]))
        sent = sent._replace(answer=answer, begins=data in _NEW, crlf=step.end == "crlf")
        lines = [*batch.lines, sent]
        fits = step.after is None or self._room.holds(lines)
        if fits or (step.extra and answer and self._room.reads(lines)):
            batch.line(spoken(data, step, self._dut, idle), sent)
            self._say(self._as_met(step, idle), data, due, start, batch.now)
            if not fits:
                due[-1].may_miss = True
        if not fits and self._room.awake:
            self.figures["full"] += 1

    def _idle(self, step: Step, pause: tuple[int, int], length: int) -> int:
        """Return the cycles before a line of this length.

        As the step says; or such that the line ends when it is to meet the answer; or a number of bit times and eighths
        of one, and cycles more.
        """
        if step.after is not None:
            return step.after
        if step.meet is not None and self._since in self._soon:
            self.figures["met"] += 1
            return self._soon[self._since] + round(step.byte * 10 * self._dut.bit) + step.meet - length
        byte, more = pause
        return round((1 + (byte & 31) + (byte >> 5) / 8) * self._dut.bit) + more

    def _until_there_is_room(self, step: Step, length: int) -> int:
        """Return the cycles to wait after a reset: a line may be longer than what can wait."""
        if self._fresh is None or step.after is not None:
            return 0
        self._fresh += length + 2
        if self._fresh <= self._room.bytes:
            return 0
        self._fresh = None
        return self._size**2

    def _as_met(self, step: Step, idle: int) -> Step:
        """Return the step for a script in which the time of the answer is not known beforehand."""
        known = step.meet is not None and self._since in self._soon
        return step._replace(now=False, meet=None, byte=0, after=idle) if known else step

    def _note_times(self, answers: Answers, batch: Batch) -> None:
        """Note how soon the player answered, or showed that the game is over.

        Note also how long after a reset it took no second line, if a name had to wait.
        """
        if not answers.lines:
            if answers.lamps and self._golden and self._golden.over:
                self._soon[self._since] = answers.lamps[-1].cycle - answers.sent
            return
        first, begun = answers.lines[0].first, answers.sent - batch.now
        self._soon[self._since] = first - answers.sent
        if batch.resets and [line.answer > 0 for line in batch.lines[:2]] == [False, True]:
            after = first - begun - batch.restart
            self._room.awake = after if after > batch.lines[1].end + self._dut.bit else 0

    def _silence(self, number: int) -> Transmit:
        return Transmit(round_to_cycles([(HIGH, _LAST_WORDS * self._dut.bit)]), step=number)

    # --- what the host says ------------------------------------------------------------------------------------------

    def _words(self, step: Step) -> bytes | None:
        """Return the line that the step means; None without a line to choose from."""
        if not step.is_chosen:
            return step.data
        position = self.position
        if position is None or position.winner is not None or position.to_move == self._colour or self._unsure:
            return None
        return reply(position, step, self._size)

    def _say(self, step: Step, data: bytes, due: list[DueAnswer], start: int, end: int) -> None:
        """Note the line, which lasts these cycles, and what must follow from it."""
        self.said.append(step._replace(kind=LINE, data=data, number=0))
        self.transcript.append(told(data, step, self._dut))
        heard = _UNREADABLE if step.is_damaged else data
        read = read_line(heard)
        if read is None:
            return
        begins = read.kind in (Kind.WHITE, Kind.RED)
        restarts = begins and self._since != (b"reset",)
        self._since = (heard,) if restarts else (*self._since, heard)
        if abs(step.baud) > UNDERSTOOD:
            self._lose_track(start)
        elif begins:
            for answer in due:
                answer.may_miss |= answer.kind == Kind.MOVE
            self._begin(WHITE if read.kind == Kind.WHITE else RED)
        elif read.kind == Kind.IDENTIFY:
            due.append(DueAnswer(Kind.IDENTIFY, self._dut.identity))
        elif self._unsure or (step.at_once and not self._means_the_same_later(read)):
            self._lose_track(start)
        elif self._golden is None:
            self._opponent_plays(read.text, due, start)
        if self._unsure:
            return
        if self._golden:
            last = (11 if step.end == "crlf" else 1) * self._dut.bit
            since = start if step.is_damaged else round(end - last)
            self._golden_hears(self._golden, heard, due, since, end)
        elif read.kind == Kind.WHITE:
            due.append(DueAnswer(Kind.MOVE))

    def _golden_hears(self, golden: Player, data: bytes, due: list[DueAnswer], since: int, end: int) -> None:
        """Expect what the player answers to a line, and what its lamps show.

        The line's last bit is not known before `since`.
        """
        before, line = self._lights(golden), f"the line {shown(data)}"
        if golden.hear(data):
            return  # only its name
        shows = Stage(self._lights(golden), line, since)
        if data in _NEW:
            self._pending = None
            self._watch.line(shows, end, self._takes, self._size**2)
        else:
            self._either_way(before, shows)
            self._watch.line(shows, end, self._takes)
        if golden.thinking:
            thinking = self._lights(golden)
            answers = golden.answer()
            stage = Stage(self._lights(golden), f"the answer to {shown(data)}", since)
            self._watch.answer(stage)
            self._pending = DueAnswer(Kind.MOVE, next(iter(answers), None), stage=stage, before=thinking)
            due += [self._pending] if answers else []

    def _means_the_same_later(self, line: ContestLine) -> bool:
        """Return whether the line means the same before the answer that is owed and after it.

        It does if all answers have come, or the line is illegal in both cases.
        """
        golden, pending = self._golden, self._pending
        if golden is None or (pending and pending.text is None):
            return False
        if pending is None or line.kind != Kind.MOVE:
            return True
        try:
            golden.position.play(*read_move(golden.position, line.text))
        except GameError:
            return True
        golden.position.take_back()
        return False

    def _either_way(self, before: Lights, shows: Stage) -> None:
        """Expect what a mistake shows before the answer that is owed, too: either may come first."""
        pending, after = self._pending, shows.lights or {}
        if pending is None or pending.stage is None:
            return
        pending.before = {**pending.before, **{lamp: True for lamp in after if after[lamp] and not before[lamp]}}
        for stage in (pending.stage, *pending.later):
            stage.optional = True
        self._watch.answer(Stage(pending.before, shows.after, shows.earliest, optional=True))
        pending.later.append(shows)

    def _lights(self, golden: Player) -> Lights:
        return lights(golden, self._lost)

    @property
    def _takes(self) -> int:
        """The cycles within which the lamps follow; the engine needs some for each tile of a turn."""
        box = self._golden.position.box if self._golden and self._golden.position.tiles else None
        return self._dut.lamps_within or _AT_ONCE + _A_TILE * (box.columns * box.rows if box else 0)

    def _begin(self, colour: Colour) -> None:
        self._unsure, self._colour, self._position, self._open = False, colour, Position(), True

    def _opponent_plays(self, text: str, due: list[DueAnswer], start: int) -> None:
        position = self._position
        if position is None or position.winner is not None or position.to_move == self._colour:
            self._lose_track(start)
            return
        try:
            position.play(*read_move(position, text))
        except GameError:
            self._lose_track(start)
            return
        if position.winner is None:
            due.append(DueAnswer(Kind.MOVE))

    def _moment(self, step: Step, batch: Batch, owed: bool) -> str:
        """Return when this reset comes, as far as the host knows.

        `owed`: an answer is owed, and was not waited for.
        """
        if step.kind == RESET and bits_before(step) != (0, 0):
            return moment_in_bytes(step)
        if self.said and self.said[-1].kind in RESETS:
            return AGAIN
        if owed:
            return THINKING
        return AFTER_LINE if batch.lines else IDLE_LINE

    def _reset(self, step: Step, batch: Batch, bare: bool, moment: str) -> None:
        idle = max(1, self._idle(step, (0, 0), 0)) if step.at_once else 0
        self._note(self._as_met(step, idle))
        known = known_end(step, self._dut) if step.kind == RESET else None
        if known is not None:  # the player may have acted on a line whose CR was before the reset, and its LF in it
            self._watch.anything(batch.now + idle + known, 0)
        batch.begin_again(idle, disturbance(step, self._dut, bare), self._dut.reset.cycles, moment)
        self._golden, self._position, self._unsure, self._since = self._new_player(), None, False, (b"reset",)
        self._lost, self._pending, self._fresh = False, None, 0
        if self._golden:
            *_, reset = batch.resets
            self._watch.reset(batch.now - reset.left, reset.cycles, self._lights(self._golden))

    def _disturb(self, step: Step, batch: Batch, bare: bool) -> bool:
        """Disturb the line. Return whether it is a flood that surely has a line end."""
        start = batch.now + (step.after or 0)
        if step.kind == FLOOD:
            step = self._flood(step, batch, start)
        self._note(step)
        batch.silence(step.after or 0)
        batch.add(disturbance(step, self._dut, bare))
        if step.kind == FLOOD and not bare:
            batch.silence(self._size**2)
        if self._golden and not self._unsure and step.kind == FLOOD:
            self._watch.anything(start, 0)
        elif self._golden and not self._unsure and step.kind == BREAK and bare:
            self._golden_hears(self._golden, _UNREADABLE, [], start, batch.now)
        elif step.kind != GLITCH:
            self._lose_track(start)
        return step.kind == FLOOD and self._ends_with_room(step, batch, start)

    def _note_loss(self, batch: Batch) -> None:
        """Take note that no byte of a flood is lost, if there is room again and the lamp shows nothing."""
        awake = self._room.awake
        if self._lost is None and awake and batch.resets and batch.now - batch.restart > awake + self._takes:
            self._lost = False

    def _ends_with_room(self, step: Step, batch: Batch, start: int) -> bool:
        """Return whether there surely is room for the last character of a flood: its line has an end.

        The flood began in cycle `start`.
        """
        last = start + (len(flood(step)) - 1) * frame(step, self._dut.bit)
        return self._golden is not None and bool(batch.resets) and self._room.is_awake(last - batch.restart)

    def _end_flood(self, batch: Batch, has_end: bool) -> None:
        """End a flood with its own line end or, if that may be lost, with two others.

        The next line might else be damaged. A line with a missing byte is unreadable.
        """
        if has_end:
            batch.silence(1)
        else:
            batch.add(2 * ended(self._dut.bit))
        if self._golden and not self._unsure:
            self._golden_hears(self._golden, _UNREADABLE, [], 0, batch.now)

    def _flood(self, step: Step, batch: Batch, start: int) -> Step:
        """Note whether bytes of the flood are lost.

        If it is like a command, its last character is sent when there is room again for the first time.
        """
        cycles, awake = frame(step, self._dut.bit), self._room.awake
        if step.length % 4 and step.after is not None and awake and batch.resets:
            step = step._replace(number=max(1, int((awake + batch.restart - start) // cycles) - 1))
        count = len(flood(step))
        sent = batch.sent(start, round(count * cycles), count)
        surely = bool(batch.resets) and self._room.overflows([*batch.lines, sent])
        self._lost = self._lost or surely or None
        return step

    def _note(self, step: Step) -> None:
        self.said.append(step)
        within = f" of {shown(step.data)}" if step.data else ""
        self.transcript.append(f"! {step.kind} {step.number or (within and 0) or ''}{within}".rstrip())

    def _lose_track(self, start: int) -> None:
        self._unsure = True
        self._position = None
        self._lost = self._lost or None
        self._watch.anything(start, 2 * self._size**2)

    # --- what comes back ---------------------------------------------------------------------------------------------

    def _listen(
        self, batch: Batch, due: list[DueAnswer], stale: bool, number: int
    ) -> Generator[Transmit, Answers, Answers]:
        """Send the batch, and listen until everything due has come, or the time is over."""
        dut = self._dut
        patience = dut.patience or self._judge.limit
        wanted = sum(not answer.may_miss for answer in due)
        # If the last answer is certain, it comes after the moves that may be missing; else they may still be to come.
        spare = sum(answer.may_miss and (answer.kind == Kind.IDENTIFY or due[-1].may_miss) for answer in due)
        listen = None if wanted and not spare else round((_LAST_WORDS + _A_NAME * spare) * dut.bit)
        answers = yield Transmit(batch.wave, wanted, patience if wanted else 0, listen, number, batch.resets)
        sent, heard, lamps = answers.sent, list(answers.lines), list(answers.lamps)
        while missing(due, heard, stale) and answers.now - sent < patience:
            answers = yield Transmit([], 1, patience - (answers.now - sent), None, number)
            heard, lamps = heard + answers.lines, lamps + answers.lamps
        if answers.rest:  # nothing has asked for it, but let it finish the line
            answers = yield Transmit([], 1, round(_LAST_WORDS * dut.bit), None, number)
            heard, lamps = heard + answers.lines, lamps + answers.lamps
        answers = answers._replace(lines=heard, sent=sent, lamps=lamps)
        self._watch.sent(sent - batch.now)
        self._hear(answers, due, stale or (bool(batch.resets) and self._golden is None), number)
        self._look(answers, due, number)
        return answers

    def _look(self, answers: Answers, due: Sequence[DueAnswer], number: int) -> None:
        """Compare the lamps with what they should show. Raise Mismatch."""
        for answer in due:
            if answer.stage and answer.heard is None:
                for stage in (answer.stage, *answer.later):
                    stage.optional = True
            elif answer.stage and answer.heard is not None:
                self._watch.answered(answer.stage, answer.heard, self._takes, answer.later)
        try:
            self._watch.follow(answers.lamps, answers.now)
        except WrongLamp as late:
            raise Mismatch(late.cycle, number, late.wrong) from None
        if self._watch.is_on("overrun"):
            self._lost = True

    def _hear(self, answers: Answers, due: list[DueAnswer], stale: bool, number: int) -> None:
        """Compare the answers with what is due. Raise Mismatch."""
        heard = list(answers.lines)
        self.transcript += [f"< {shown(line.text)}" for line in heard]
        if answers.rest:
            self.transcript.append(f"< {shown(answers.rest)} …")
        try:
            if answers.rest and not self._unsure:
                length = plural(len(answers.rest), "character")
                says = f"After {length} the line {shown(answers.rest)} does not end"
                raise Wrong("tx", "LF", "nothing more", says)
            if self._unsure:
                return
            if stale:
                heard = heard[-len(due) :] if due else []
            moves = self._judge.compare(due, answers._replace(lines=heard), self._position)
            self._fresh = None if moves else self._fresh
            self.figures["moves"] += moves
            self._note_end()
        except Wrong as wrong:
            cycle = heard[0].last if heard else answers.now
            raise Mismatch(cycle, number, wrong) from None

    def _note_end(self) -> None:
        """Count a game that has ended, once."""
        position = self.position
        if position is not None and position.winner is not None and self._open:
            self._open = False
            self.figures["games"] += 1
            self.figures["won"] += position.winner == self._colour


def _follows_at_once(step: Step, then: Step | None) -> bool:
    """Return whether the next step follows at once. Only a reset comes so soon after a flood."""
    return then is not None and then.after is not None and (step.kind != FLOOD or then.kind == RESET)
