"""The heap on paper: stones are taken from it, one to three at a time, and whoever takes the last one has won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from loopline.contract.checks import Check
from loopline.contract.contest import Contest, ContestGame, GoldenPlayer
from loopline.contract.paper import (
    Location,
    Options,
    PaperGame,
    Problem,
    Remark,
    ReplayedGame,
    ReplayedGames,
    UnreadableFile,
    integer_option,
    one_of,
)
from rich.text import Text


@dataclass(frozen=True)
class Rules:
    stones: int = 5
    #: Who takes one stone has the next move, too.
    one: str = "ends"


class Position:
    def __init__(self, rules: Rules) -> None:
        self.rules, self.left, self.to_move, self.taken = rules, rules.stones, 0, 0

    def play(self, word: str) -> None:
        if word not in ("1", "2", "3"):
            raise ValueError(f"number: found {word!r}, expected 1, 2 or 3")
        if int(word) > self.left:
            raise ValueError(f"too few: {self.left} left")
        self.left, self.taken = self.left - int(word), self.taken + 1
        if word != "1" or self.rules.one == "ends":
            self.to_move = 1 - self.to_move

    def moves(self) -> list[str]:
        return [str(number) for number in (1, 2, 3) if number <= self.left]


class HeapReplayed(ReplayedGame):
    def __init__(self, line: int, text: str, rules: Rules) -> None:
        self.line, self.position, words = line, Position(rules), text.split()
        for number, word in enumerate(words, 1):
            location = Location(line, text.index(word) + 1)
            try:
                self.position.play(word)
            except ValueError as error:
                reason = str(error).partition(":")[0]
                what = f"move {number} of {len(words)}"
                before = words[: number - 1]
                self.problem = Problem(
                    location, word, what, number, str(error), reason, reason == "number", before=before
                )
                return
            if word == "1":
                self.remarks = [*self.remarks, Remark(location, word, "a small one")]

    @property
    def caption(self) -> str:
        return f"{self.position.left} left"

    @property
    def facts(self) -> Mapping[str, object]:
        return {"left": self.position.left}

    def picture(self, room: int | None, *, ascii_only: bool) -> Text:
        return Text("o" * self.position.left or "-")

    def svg(self) -> str:
        return f'<svg xmlns="http://www.w3.org/2000/svg"><text>{self.caption}</text></svg>'

    def written(self, notation: str) -> str:
        return "\n"


class HeapContest(ContestGame):
    def __init__(self, rules: Rules) -> None:
        self.position, self._last = Position(rules), 0

    @property
    def to_move(self) -> int:
        return self.position.to_move

    def moves(self) -> Sequence[str]:
        return self.position.moves()

    def play(self, text: str) -> None:
        self._last = self.to_move
        self.position.play(text)

    @property
    def outcome(self) -> tuple[int | None, str] | None:
        return None if self.position.left else (self._last, "the last stone")

    @property
    def caption(self) -> str:
        return f"{self.position.left} left"

    def picture(self, columns: int, rows: int | None, *, ascii_only: bool = False) -> Text:
        return Text("o" * self.position.left)

    def logged(self, number: int, move: str) -> str:
        return move


class HeapPaper(PaperGame[Rules]):
    name, suffix = "heap", ".heap"
    columns = ("sequences", "ended")

    @property
    def rules(self) -> Options[Rules]:
        return Options(Rules, stones=integer_option(5, 1, 99), one=one_of("ends", "goes on"))

    def read(self, stream: BinaryIO, rules: Rules, notation: str) -> ReplayedGames:
        return ReplayedGames(self._games(stream, rules))

    def _games(self, stream: BinaryIO, rules: Rules) -> Iterator[ReplayedGame]:
        for number, raw in enumerate(stream, 1):
            if b"\0" in raw:
                raise UnreadableFile(Location(number, raw.index(b"\0") + 1), "a zero byte")
            if (text := raw.decode().partition("#")[0]).strip():
                yield HeapReplayed(number, text, rules)

    def perft(self, plies: int, rules: Rules) -> Iterator[Sequence[int]]:
        lefts = [rules.stones]
        for ply in range(1, plies + 1):
            lefts = [left - number for left in lefts for number in (1, 2, 3) if number <= left]
            yield ply, len(lefts), lefts.count(0)

    def checks(self, examples: int, seed: int) -> Sequence[Check]:
        from loopline.games.checks import perft_check

        return [perft_check("sums", self.columns, lambda: self.perft(3, Rules()), [(3, 0), (8, 2), (10, 6)])]

    def contest(self, rules: Rules) -> Contest:
        greedy = GoldenPlayer("takes all it can", lambda number: lambda game: game.moves()[-1])
        return Contest(("First", "Second"), lambda: HeapContest(rules), {"greedy": greedy})


PAPER = HeapPaper()
