"""Connect Four between players on a serial line. The host begins a game with `>`, you move first, or `<`, the other
does; a move is a digit, the column. Each message is one byte. Whatever is no legal move of the host is ignored.

In a script, `>` and `<` begin a game, `?5` is the fifth legal column, `!65` this byte, if it is no legal move then.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from connect4 import COLUMNS, ROWS, ConnectFour, Position
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from loopline.contract.checker import Mismatch, Wrong
from loopline.contract.contest import Contest, ContestGame, Messages
from loopline.contract.game import Game, PlayerGame, Property
from loopline.design.dut import Dut
from loopline.games import script as scripts
from loopline.games.script import Script
from loopline.simulation.line import HIGH, Answers, Conversation, Transmit, wave
from rich.text import Text

MESSAGES = Messages(identify=b"", roles=(b">", b"<"), length=1)

IDLE, QUIET = 3, 60  # bit times before a message, and those in which nothing may come where nothing is due

STEPS = st.builds("?{}".format, st.integers(0, 7)) | st.builds("!{}".format, st.integers(0, 255))
GAMES = st.lists(st.sampled_from("<>") | STEPS, min_size=1, max_size=60).map(lambda words: Script(tuple(words)))
LONG = st.tuples(st.sampled_from("<>"), *[st.builds("?{}".format, st.integers(0, 7))] * 21).map(Script)


class Host:
    """Says a script to the player, and judges what it answers."""

    def __init__(self, dut: Dut) -> None:
        self.bit, self.patience = dut.bit, dut.patience or round(dut.limit * dut.clock.mhz * 1e6)
        self.transcript: list[str] = []
        self.figures: Counter[str] = Counter()
        self.said: list[str] = []
        self.now, self.begun = Position(), False

    @property
    def concrete(self) -> Script[str]:
        return Script(tuple(self.said))

    def legal(self) -> list[bytes]:
        return [b"%d" % x for x in self.now.moves()] if self.begun else []

    def bytes_of(self, step: str) -> bytes:
        """The message that a step means; empty if it means none now."""
        legal = self.legal()
        if step[0] == "!":
            data = bytes([int(step[1:])])
            return b"" if data in (*MESSAGES.roles, *legal) else data
        return step.encode() if step in "<>" else legal[int(step[1:]) % len(legal)] if legal else b""

    def converse(self, script: Script[str], delays: bytes) -> Conversation:
        for number, step in enumerate(script.steps):
            if not (data := self.bytes_of(step)):
                continue
            self.said.append(step)
            self.transcript.append(f"> {repr(data)[2:-1]}")
            if step in "<>":
                self.now, self.begun = Position(), True
            elif step[0] == "?":
                self.now.play(int(data))
            owes = step == ">" or (step[0] == "?" and not self.now.over)
            said = [(HIGH, round(IDLE * self.bit)), *wave(data, self.bit)]
            listen = None if owes else round(QUIET * self.bit)
            answers = yield Transmit(said, int(owes), self.patience if owes else 0, listen, number)
            self.transcript += [f"< {repr(line.text)[2:-1]}" for line in answers.lines]
            self.judge(answers, owes, number)

    def judge(self, answers: Answers, owes: bool, number: int) -> None:
        """Raises Mismatch if anything but one legal move comes, or anything at all although nothing was asked for."""
        said, cycle = [line.text for line in answers.lines], answers.lines[0].last if answers.lines else answers.now
        if len(said) != owes or any(text not in self.legal() for text in said):
            came = " ".join(repr(text)[2:-1] for text in said) or "nothing"
            wanted = f"one of the columns {b' '.join(self.legal()).decode()}" if owes else "nothing"
            raise Mismatch(cycle, number, Wrong("tx", wanted, came, f"{came} comes, and not {wanted}"))
        for text in said:
            self.now.play(int(text))


class FourPlayer(scripts.StepScripts[Script[str]], PlayerGame[Script[str]]):
    messages = MESSAGES
    streams = ConnectFour(ConnectFour.board_type()).streams

    def properties(self) -> Sequence[Property]:
        return [Property("games", "games with anything in between", GAMES), Property("long games", "to the end", LONG)]

    def long_games(self, turns: int) -> SearchStrategy[Script[str]]:
        return LONG

    def shorter(self, script: Script[str]) -> Iterator[Script[str]]:
        yield from map(Script, scripts.shorter(script.steps))
        yield from map(Script, scripts.simpler(script.steps, lambda step: ["?0"] if step > "?0" else []))

    def read(self, words: Sequence[str]) -> Script[str]:
        if wrong := [
            word for word in words if not re.fullmatch(r"[<>]|[?!][0-9]{1,2}|!(1[0-9]{2}|2[0-4][0-9]|25[0-5])", word)
        ]:
            raise ValueError(f"{wrong[0]!r} is no step: write >, <, ?NUMBER or !BYTE")
        return Script(tuple(words))

    def host(self, dut: Dut) -> Host:
        return Host(dut)


class Contested(ContestGame):
    """A game before the referee."""

    def __init__(self) -> None:
        self.now = Position()

    @property
    def to_move(self) -> int:
        return self.now.to_move - 1

    def moves(self) -> Sequence[str]:
        return [str(x) for x in self.now.moves()]

    def play(self, text: str) -> None:
        if text not in self.moves():
            raise ValueError(f"{text} is no free column")
        self.now.play(int(text))

    @property
    def outcome(self) -> tuple[int | None, str] | None:
        ended = (self.now.winner - 1, "four in a row") if self.now.winner else (None, "the board is full")
        return ended if self.now.over else None

    @property
    def caption(self) -> str:
        return f"{self.now.count} discs"

    def picture(self, columns: int, rows: int | None, *, ascii_only: bool = False) -> Text:
        places = [".XO"[self.now.disc(x, y)] for y in reversed(range(ROWS)) for x in range(COLUMNS)]
        return Text("\n".join("".join(places[at : at + COLUMNS]) for at in range(0, len(places), COLUMNS)))


GAME = Game(
    name="connect4-player",
    board=ConnectFour.board_type,
    suffix=".connect4-player",
    player=lambda board: FourPlayer(),
    contest=lambda: Contest(("X", "O"), Contested, messages=MESSAGES),
)
