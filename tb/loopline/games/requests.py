"""A game whose steps are its requests: what such a game needs besides its rules, its streams and its strategies.

Who brings one derives from `RequestGame`; examples and tests/contract do."""

from __future__ import annotations

import copy
import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from random import Random
from typing import Generic

from hypothesis.strategies import SearchStrategy
from rich.text import Text

from loopline.contract.game import EngineGame, Property, Request, Situation
from loopline.games import script as scripts
from loopline.games.choices import choices
from loopline.games.model import EngineModel, ModelFollower
from loopline.games.play import sequences
from loopline.games.script import Script
from loopline.simulation.job import Outcome

#: Requests that a variation leaves out or puts in at most, and cycles of one that it cuts short.
_SOME, _CYCLES = 8, 64

_WORD = re.compile(r"([a-z_]+)(?::([0-9]+(?:,[0-9]+)*))?")


class RequestGame(EngineGame[Script[Request], Request]):
    """Played over streams; a request is a named tuple of the fields of its stream, then `cut`. Its first field says
    which operation it is."""

    #: Makes a request of its fields; those left out have defaults.
    request: Callable[..., Request]
    #: The values of the first field.
    operations: type[IntEnum]
    #: Begins a game anew; None: only a reset does.
    new: Request | None = None

    # --- what the game says -------------------------------------------------------------------------------------------

    @abstractmethod
    def model(self) -> EngineModel[Request]:
        """A new one, as after a reset."""

    @abstractmethod
    def moves(self, model: EngineModel[Request]) -> Sequence[Request]:
        """What is worth asking for now, most of it legal."""

    def read_back(self, model: EngineModel[Request]) -> Sequence[Request]:
        """Requests that read the board, and change nothing."""
        return ()

    def picture(self, model: EngineModel[Request]) -> str:
        """The board as text, for the report."""
        return ""

    def is_turn(self, request: Request) -> bool:
        """Is it one of those by which the length of a script is told?"""
        return True

    def word(self, request: Request) -> str:
        """The request as a word without a space; a game may write its moves as its players do."""
        values = list(request[1:-1])
        while values and not values[-1]:
            values.pop()
        name = self.operations(request[0]).name.lower()
        return f"{name}:{','.join(map(str, values))}" if values else name

    def step(self, word: str) -> Request:
        """What such a word means. Raises ValueError."""
        match = _WORD.fullmatch(word)
        names = {one.name.lower(): one for one in self.operations}
        if match is None or match[1] not in names:
            raise ValueError(f"{word!r} is no request; requests are {', '.join(names)}, as in {min(names)}:1,2")
        values = [int(value) for value in match[2].split(",")] if match[2] else []
        widths = [width for _, width in self.streams.request.fields[1:]]
        if len(values) > len(widths) or any(v >> width for v, width in zip(values, widths, strict=False)):
            raise ValueError(f"{word!r} has values that the request stream has no room for")
        return self.request(names[match[1]], *values)

    # --- what follows from it -----------------------------------------------------------------------------------------

    def after(self, requests: Iterable[Request]) -> EngineModel[Request]:
        """The model when all of these are carried out."""
        model = self.model()
        for request in requests:
            model.carry_out(request)
        return model

    def turns(self, script: Script[Request]) -> int:
        return sum(map(self.is_turn, script.steps))

    def until(self, script: Script[Request], request: int | None) -> Script[Request]:
        return script if request is None else Script(script.steps[: request + 1])

    def shorter(self, script: Script[Request]) -> Iterator[Script[Request]]:
        yield from map(Script, scripts.shorter(script.steps))
        yield from map(Script, scripts.simpler(script.steps, self._sooner))

    def _sooner(self, request: Request) -> Iterator[Request]:
        cut = request[-1]
        for other in sorted({0, 1, cut // 2, cut - 1} - {cut}) if cut else ():
            yield self._cut(request, other)

    def _cut(self, request: Request, cycles: int) -> Request:
        return self.request(*request[:-1], cycles)

    def short_games(self, turns: int, like: Script[Request]) -> Iterator[Script[Request]]:
        if any(request[-1] for request in like.steps):
            return
        progress = _Progress(self)
        for moves in sequences(progress, turns - 1):
            tried = progress.moves()
            if self.new is not None:
                yield Script(tuple(one for move in tried for one in (self.new, *moves, move)))
            else:
                yield from (Script((*moves, move)) for move in tried)

    def random_scripts(self, turns: int) -> SearchStrategy[Script[Request]]:
        """One game of moves at random, a byte for each: whatever it is, it means a move."""
        return choices(turns).map(lambda chosen: Script(tuple(self._random(chosen.turns))))

    def _random(self, numbers: Iterable[int], before: Sequence[Request] = ()) -> Iterator[Request]:
        model = self.after(before)
        for number in numbers:
            moves = self.moves(model)
            if not moves:
                return
            yield (move := moves[number * len(moves) >> 8])
            model.carry_out(move)

    def baseline(self) -> Property:
        return Property("random games", "moves at random, to compare with", self.random_scripts(60))

    def long_games(self, turns: int) -> SearchStrategy[Script[Request]]:
        return self.random_scripts(2 * turns)

    def longer(self, script: Script[Request], request: int, number: int) -> Script[Request]:
        kept = script.steps[: request + 1]
        return Script((*kept, *self._random(Random(number).randbytes(_SOME), kept)))

    def varied(self, script: Script[Request], other: Script[Request], random: Random) -> Script[Request]:
        """Some requests left out, put in, made twice or cut short; or a part of the other script in between."""
        steps, others = list(script.steps), list(other.steps)
        at, some = random.randrange(len(steps) + 1), 1 + random.randrange(_SOME)
        begin = random.randrange(len(others) + 1)
        way = random.randrange(5)
        if way == 0:
            del steps[at : at + some]
        elif way == 1:
            steps[at:at] = list(self._random(random.randbytes(some), steps[:at]))
        elif way == 2:
            steps[at:at] = steps[at : at + some]
        elif way == 3:
            steps[at:] = others[begin:]
        elif at < len(steps):
            steps[at] = self._cut(steps[at], 1 + random.randrange(_CYCLES))
        return Script(tuple(steps)) if steps else script

    def requests(self, script: Script[Request]) -> Sequence[Request]:
        return [*script.steps, *self.read_back(self.after(script.steps))]

    def script_of(self, requests: Sequence[Sequence[int]]) -> Script[Request]:
        return Script(tuple(self.request(*fields) for fields in requests))

    def follower(self, port: bool) -> ModelFollower[Request]:
        return ModelFollower(self.model(), self.streams, port)

    def situations(
        self, requests: Sequence[Request], answers: Sequence[tuple[dict[str, int], int]]
    ) -> Sequence[Situation]:
        found = []
        for request, (answer, events) in zip(requests, answers, strict=False):
            kind = self.operations(request[0]).name.lower().replace("_", " ")
            kind = "cut short" if request[-1] else f"{kind}, refused" if answer.get("reason") else kind
            found.append(Situation(kind, {"events": events}))
        return found

    def write(self, script: Script[Request]) -> str:
        return " ".join(scripts.with_cut(self.word(request), request[-1]) for request in script.steps)

    def read(self, words: Sequence[str]) -> Script[Request]:
        parted = map(scripts.without_cut, words)
        return Script(tuple(self._cut(self.step(word), cut) for word, cut in parted))

    def explain(self, script: Script[Request], outcome: Outcome, room: int, ascii_only: bool) -> Text:
        words, arrow = self.write(script).split(), "|>" if ascii_only else "▸"
        failing = len(words) if outcome.request is None else min(outcome.request, len(words))
        tail = [] if failing < len(words) else ["(reading the board back)"]
        text = " ".join([*words[:failing], arrow, *words[failing:], *tail])
        before = self.after(script.steps[: failing + 1])
        if picture := self.picture(before):
            text += "\n\n    model\n" + "\n".join(f"    {line}" for line in picture.splitlines())
        return Text("\n".join([text, "", *self._differences(script.steps[: failing + 1], outcome)]) + "\n")

    def _differences(self, steps: Sequence[Request], outcome: Outcome) -> Iterator[str]:
        """What the hardware has read back, and the model reads otherwise."""
        model, names = self.after(steps), [name for name, _ in self.streams.response.fields]
        for fields, found in outcome.board[len(steps) :]:
            request = self.request(*fields)
            expected = model.carry_out(request)
            wrong = [one for one in zip(names, expected, found, strict=False) if one[1] != one[2]]
            told = self.streams.told
            for name, want, got in wrong:
                yield f"    {self.word(request)}: {name} is {told(name, want)} in the model, {told(name, got)} here"


class _Progress(Generic[Request]):
    """A model that can be taken back."""

    def __init__(self, game: RequestGame[Request]) -> None:
        self._game, self._models = game, [game.model()]

    def moves(self) -> Sequence[Request]:
        return self._game.moves(self._models[-1])

    def play(self, move: Request) -> bool:
        model = copy.deepcopy(self._models[-1])
        names = [name for name, _ in self._game.streams.response.fields]
        if dict(zip(names, model.carry_out(move), strict=False)).get("reason"):
            return False
        self._models.append(model)
        return True

    def take_back(self) -> None:
        self._models.pop()
