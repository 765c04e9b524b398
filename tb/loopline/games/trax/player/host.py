"""The host's side of a script: says it, and judges what comes back.

What a player must answer follows from the golden rules alone; of one that keeps to the golden policy every answer is
known. After something that no player can be blamed for (noise, a foul, an unreadable line) a strange player
may do as it likes until the next game begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence

from goldenrules.trax import (
    RED,
    SYMBOLS,
    WHITE,
    Colour,
    Move,
    Position,
    TraxError,
    cell_at,
    label,
    read_move,
    write_move,
)
from goldenrules.trax.contest_line import COMMANDS, Kind, read_line
from goldenrules.trax.notation import labelled
from goldenrules.trax.player import Player

from loopline.contract.checker import Mismatch, Wrong
from loopline.contract.conversation import Answers, Conversation, Say
from loopline.design.dut import Dut
from loopline.games.serial.aliases import aliases
from loopline.games.serial.script import (
    ALIAS,
    ENDING,
    FAULT,
    GLITCH,
    LINE,
    LONG,
    RESET,
    WRONG,
    Script,
    Step,
    batches,
)
from loopline.games.serial.waves import UNDERSTOOD, disturbance, length, spoken
from loopline.games.trax.player.judge import Due, Judge, missing, shown
from loopline.games.trax.player.long_games import ending, lasting, trapping, widening
from loopline.games.trax.player.script import TRAPS, WIDE
from loopline.signals.uart import HIGH, Wave, whole

#: How to choose a reply that makes a game more demanding, or ends it.
_THOUGHTFUL = {LONG: lasting, WIDE: widening, TRAPS: trapping, ENDING: ending}

#: Bit times for a line that was under way when it was no longer wanted.
_LAST_WORDS = 120


class Host:
    def __init__(self, dut: Dut, size: int) -> None:
        self._dut, self._size = dut, size
        self._judge = Judge(dut)
        self._capacity = size - 2
        self._golden = self._new_player()
        #: The game as far as it is known; None before the first, and while nothing is sure.
        self._position: Position | None = None
        self._colour: Colour = WHITE
        self._open = False
        #: Something has happened that allows a strange player everything, until the next game begins.
        self._unsure = False
        #: What the host has said since the game began; and after what an answer has begun how soon, in cycles.
        self._since: tuple[bytes, ...] = ()
        self._soon: dict[tuple[bytes, ...], int] = {}
        #: What was said, without anything left to choose, and what was heard: for the report.
        self.said: list[Step] = []
        self.transcript: list[str] = []
        self.figures: Counter[str] = Counter()

    def _new_player(self) -> Player | None:
        dut = self._dut
        return Player(dut.identity or "", dut.depth, self._capacity) if dut.golden_policy else None

    @property
    def concrete(self) -> Script:
        return Script(tuple(self.said))

    @property
    def position(self) -> Position | None:
        """The game that is on."""
        if self._golden and self._golden.colour is not None:
            return self._golden.position
        return self._position

    def converse(self, script: Script, delays: Sequence[int]) -> Conversation:
        pauses = iter(delays)
        for number, batch in batches(script, self._dut.golden_policy):
            due: list[Due] = []
            wave: Wave = []
            stale = self._unsure
            for step in batch:
                if step.is_line:
                    data = self._words(step)
                    if data is None:
                        continue
                    wave += spoken(data, step, self._dut, self._idle(step, data, next(pauses, 0)))
                    self._say(step, data, due)
                elif step.kind != RESET:
                    wave += disturbance(step, self._dut)
                    self._disturb(step)
                elif self._dut.reset.signal:
                    if self._unsure:
                        yield self._silence(number)  # it must not cut a byte of the player's in two
                    yield Say(disturbance(step, self._dut), step=number, resets=True)
                    self._disturb(step)
                    stale = False
            if wave:
                answers = yield from self._listen(wave, due, stale, number)
                if len(batch) == 1 and answers.lines:
                    self._soon[self._since] = answers.lines[0].first - answers.sent
        if self.said:
            yield from self._listen([], [], self._unsure, len(script.steps) - 1)

    def _idle(self, step: Step, data: bytes, pause: int) -> int:
        """Cycles between the line before and this one: in every bit time and every eighth of one, or just so that it
        ends when it is to meet the answer."""
        if step.meet is not None and self._since in self._soon:
            return self._soon[self._since] + step.meet - length(data, step, self._dut)
        return round((1 + (pause & 31) + (pause >> 5) / 8) * self._dut.bit)

    def _silence(self, number: int) -> Say:
        return Say(whole([(HIGH, _LAST_WORDS * self._dut.bit)]), step=number)

    # --- what the host says ------------------------------------------------------------------------------------------

    def _words(self, step: Step) -> bytes | None:
        """The line that the step means; None if there is nothing to choose from."""
        if not step.is_chosen:
            return step.data
        position = self.position
        if position is None or position.winner is not None or position.to_move == self._colour or self._unsure:
            return None
        if step.kind in _THOUGHTFUL:
            move = _THOUGHTFUL[step.kind](position, step.number)
            return write_move(position, move).encode() if move else None
        if step.kind == ALIAS:
            return self._alias(position, step.number)
        moves = list(self._illegal(position) if step.kind == WRONG else self._legal(position))
        return moves[step.number % len(moves)].encode() if moves else None

    @staticmethod
    def _legal(position: Position) -> Iterator[str]:
        return (write_move(position, move) for move in sorted(position.legal_turns()))

    def _alias(self, position: Position, number: int) -> bytes | None:
        """What a careless reader takes for a legal move; none of the commands, to be sure."""
        moves = list(self._legal(position))
        if not moves:
            return None
        others = [one for one in aliases(moves[number % len(moves)]) if one not in moves and one not in COMMANDS]
        return others[number // len(moves) % len(others)].encode("latin-1")

    def _illegal(self, position: Position) -> Iterator[str]:
        """Traps; a turn that would be legal, but for something behind it, or for a column or a row that is too large by
        as much as a counter may leave out; then everything else that can be written of the board and around it."""
        candidates = set(position.candidates())
        for move in sorted(candidates):
            if not position.is_legal(*move):
                yield write_move(position, move)
        for move in position.legal_turns()[:1]:
            yield write_move(position, move) + move.symbol
            for shift in (cell_at(self._size, 0), cell_at(0, self._size)):
                yield write_move(position, move._replace(cell=move.cell + shift))
        if not position.tiles:
            yield from ("@0\\", "A1+", "@1/", "B2/")
            return
        for cell in labelled(position).cells():
            for symbol in SYMBOLS:
                if Move(cell, symbol) not in candidates:
                    yield label(position, cell) + symbol

    def _say(self, step: Step, data: bytes, due: list[Due]) -> None:
        """Note the line, and what must come of it."""
        self.said.append(step._replace(kind=LINE, data=data, number=0))
        self.transcript.append(f"> {shown(data)}")
        read = read_line(data)
        if read is None:
            return
        begins = read.kind in (Kind.WHITE, Kind.RED)
        self._since = (data,) if begins else (*self._since, data)
        if abs(step.baud) > UNDERSTOOD:
            self._lose_track()
        elif begins:
            for one in due:
                one.may_miss |= one.kind == Kind.MOVE
            self._begin(WHITE if read.kind == Kind.WHITE else RED, due)
        elif read.kind == Kind.IDENTIFY:
            due.append(Due(Kind.IDENTIFY, self._dut.identity))
        elif step.now or self._unsure:
            self._lose_track()
        elif self._golden:
            due += [Due(Kind.MOVE, text) for text in self._golden.receive(data)]
        else:
            self._opponent_plays(read.text, due)

    def _begin(self, colour: Colour, due: list[Due]) -> None:
        self._unsure, self._colour, self._position, self._open = False, colour, Position(), True
        if self._golden:
            due += [Due(Kind.MOVE, text) for text in self._golden.receive("-W" if colour == WHITE else "-B")]
        elif colour == WHITE:
            due.append(Due(Kind.MOVE))

    def _opponent_plays(self, text: str, due: list[Due]) -> None:
        position = self._position
        if position is None or position.winner is not None or position.to_move == self._colour:
            self._lose_track()
            return
        try:
            position.play(*read_move(position, text))
        except TraxError:
            self._lose_track()
            return
        if position.winner is None:
            due.append(Due(Kind.MOVE))

    def _disturb(self, step: Step) -> None:
        self.said.append(step)
        self.transcript.append(f"! {step.kind} {step.number or ''}".rstrip())
        if step.kind == RESET:
            self._golden, self._position, self._unsure, self._since = self._new_player(), None, False, ()
        elif step.kind == FAULT and self._golden:
            self._golden.receive(b"?")  # a line with such a byte in it is one that nobody can read
        elif step.kind != GLITCH:
            self._lose_track()

    def _lose_track(self) -> None:
        self._unsure = True
        self._position = None

    # --- what comes back ---------------------------------------------------------------------------------------------

    def _listen(self, wave: Wave, due: list[Due], stale: bool, number: int) -> Generator[Say, Answers, Answers]:
        """Say it, and go on listening until all that is due has come, or time is over."""
        dut = self._dut
        patience = dut.patience or self._judge.limit
        wanted = sum(not one.may_miss for one in due)
        listen = None if wanted else round(_LAST_WORDS * dut.bit)
        answers = yield Say(wave, wanted, patience if wanted else 0, listen, number)
        sent, heard = answers.sent, list(answers.lines)
        while missing(due, heard, stale) and answers.now - sent < patience:
            answers = yield Say([], 1, patience - (answers.now - sent), None, number)
            heard += answers.lines
        if answers.rest:  # nobody has asked for it, but let it finish the line
            answers = yield Say([], 1, round(_LAST_WORDS * dut.bit), None, number)
            heard += answers.lines
        answers = answers._replace(lines=heard, sent=sent)
        self._hear(answers, due, stale, number)
        return answers

    def _hear(self, answers: Answers, due: list[Due], stale: bool, number: int) -> None:
        """Raises Mismatch."""
        heard = list(answers.lines)
        self.transcript += [f"< {shown(one.text)}" for one in heard]
        if answers.rest:
            self.transcript.append(f"< {shown(answers.rest)} …")
        try:
            if answers.rest and not self._unsure:
                raise Wrong("tx", "LF", "nothing more", f"the line {shown(answers.rest)} does not end")
            if self._unsure:
                return
            if stale:
                heard = heard[-len(due) :] if due else []
            self.figures["moves"] += self._judge.compare(due, answers._replace(lines=heard), self._position)
            self._note_end()
        except Wrong as wrong:
            cycle = heard[0].last if heard else answers.now
            raise Mismatch(cycle, number, wrong) from None

    def _note_end(self) -> None:
        """Count a game that has come to its end, once."""
        position = self.position
        if position is not None and position.winner is not None and self._open:
            self._open = False
            self.figures["games"] += 1
            self.figures["won"] += position.winner == self._colour
