"""Games whose steps are their requests: what such a game needs besides its rules, its streams and its strategies.

A game derives from `RequestGame`, as those in examples/ and tests/contract do.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from enum import IntEnum
from functools import partial
from random import Random
from typing import Generic

from hypothesis.strategies import SearchStrategy
from rich.text import Text

from loopline.contract.coverage import Coverage
from loopline.contract.game import EngineGame, Origin, Property, Request, Situation
from loopline.contract.steps import UNREAD, Picture, Step, steps_of
from loopline.design.plugins import GameMistake, in_words
from loopline.games import coverage, drawing, rehearsal
from loopline.games import script as scripts
from loopline.games.exhaustive import Progress, every_game, sequences
from loopline.games.follower import ModelFollower
from loopline.games.general import AIMS, ENDED, GENERAL, TAKEN_BACK, Toolkit, branches, long_sessions, rule_options
from loopline.games.model import Model
from loopline.games.prediction import Cycle, Prediction
from loopline.games.script import Script, StepScripts
from loopline.games.strategy import Choices, Session, Strategy, about, choices, name_of
from loopline.resets import with_reset, without_reset
from loopline.simulation.job import Outcome
from loopline.simulation.session import Timing

#: The most requests that a variation leaves out or inserts, and the most cycles after which it cuts one short.
_SOME, _CYCLES = 8, 64

_WORD = re.compile(r"([a-z_][a-z0-9_]*)(?::([0-9]+(?:,[0-9]+)*))?")


class RequestGame(StepScripts[Script[Request]], EngineGame[Script[Request], Request], Generic[Request, Model]):
    """A game played over streams.

    A request is a named tuple of the fields of its stream, then `cut`. Its first field says which operation it is.
    """

    #: Makes a request from its fields. Fields left out have defaults.
    request: Callable[..., Request]
    #: The values of the first field.
    operations: type[IntEnum]
    #: The request that begins a new game. None: only a reset does.
    new: Request | None = None
    #: The request that takes a turn back. None: turns are final.
    take_back: Request | None = None
    #: Returns a request other than a move that may change the game, such as a pass, or a piece laid against the rules;
    #: a byte chooses among those of the position. None: only moves do.
    other: Callable[[Model, int], Request] | None = None
    #: The requests that begin games when every game is played. None: that is not offered.
    openings: Sequence[Request] = ()
    #: The field of an answer that says what a request of `read_back` has read.
    content = ""
    #: The game's own strategies.
    strategies: Iterable[Strategy] = ()
    #: The most choices that each of them gets.
    longest = 120
    #: Whether `ends` also plays games that go on as long as they can.
    lasting = False
    #: If `predicts`: the private fields of the state while the engine waits for a request, and while its answer waits.
    resting: tuple[Sequence[int], Sequence[int]]
    #: If `predicts`: the cycles from a reset until requests are accepted. None: they are accepted at once.
    booting: Cycle | None = None

    # --- what the game says -------------------------------------------------------------------------------------------

    @abstractmethod
    def model(self) -> Model:
        """Return a new model, as after a reset."""

    @abstractmethod
    def moves(self, model: Model) -> Sequence[Request]:
        """Return the requests worth making now, most of them legal; none if the game is over."""

    def tries(self, model: Model) -> Sequence[Request]:
        """Return the requests with which short games end: all there are, legal or not."""
        return self.moves(model)

    def read_back(self, model: Model) -> Sequence[Request]:
        """Return requests that read the board, and change nothing."""
        return ()

    def picture(self, board: Mapping[Request, int], wrong: Request | None, ascii_only: bool) -> Text:
        """Return a board for the report.

        Args:
            board: What each request of `read_back` has read.
            wrong: The request whose value is wrong, if any.
            ascii_only: Whether the picture must be ASCII.
        """
        return Text()

    def svg(self, model: Model, board: Mapping[Request, int] | None, wrong: Request | None) -> str:
        """Return the board as an SVG document, for pages; if it is empty, the page shows `picture`.

        Args:
            model: The model, whose board is drawn.
            board: What the hardware's answers describe, to be drawn instead.
            wrong: The request whose value is wrong, if any.
        """
        return ""

    def is_turn(self, request: Request) -> bool:
        """Return whether the request counts as a turn."""
        return True

    def cycles(self, model: Model, request: Request) -> Iterable[Cycle]:
        """Return what a cycle-exact engine does from the cycle after it takes a request to the last before its answer.

        Only used if `predicts`. The model has begun the request; its events happen as they are yielded.
        """
        raise NotImplementedError

    def word(self, request: Request) -> str:
        """Return the request as a word without a space; a game may write its moves as its players do."""
        values = list(request[1:-1])
        while values and not values[-1]:
            values.pop()
        name = self.operations(request[0]).name.lower()
        return f"{name}:{','.join(map(str, values))}" if values else name

    def step(self, word: str) -> Request:
        """Return the request that a word means. Raise ValueError if it means none."""
        match = _WORD.fullmatch(word)
        names = {operation.name.lower(): operation for operation in self.operations}
        if match is None or match[1] not in names:
            raise ValueError(f"{word!r} is not a request; requests are {', '.join(names)}, as in {min(names)}:1,2")
        values = [int(value) for value in match[2].split(",")] if match[2] else []
        widths = [field.bits for _, field in self.streams.request.fields[1:]]
        if len(values) > len(widths) or any(v >> width for v, width in zip(values, widths, strict=False)):
            raise ValueError(f"{word!r} has values that the request stream has no room for")
        return self.request(names[match[1]], *values)

    def begin(self, number: int) -> Request | None:
        """Return a request that begins a game, chosen by a number below 65,536; 0 gives the simplest."""
        return self.new

    def ruled(self, request: Request) -> Request:
        """Return the new game that is played where the options of this one are asked for.

        It differs if an option is too large for the engine, or another option makes it meaningless.
        """
        return request

    # --- what follows from it -----------------------------------------------------------------------------------------

    def check(self) -> None:
        """Raise GameMistake if something about the game cannot be."""
        super().check()
        rehearsal.check(self)

    def rehearse(self, origin: Origin) -> None:
        """Raise GameMistake if the game is not the same each time it is played."""
        rehearsal.rehearse(self, origin)

    def properties(self) -> list[Property]:
        """Return a property for each strategy of the game, then the general ones."""
        return [*map(self.property_of, self.strategies), *self.general()]

    def property_of(self, strategy: Strategy) -> Property:
        """Return the property of a strategy: its name, the first line of its docstring, and its scripts."""
        return Property(name_of(strategy), about(strategy), self._scripts(strategy, self.longest))

    def general(self) -> list[Property]:
        """Return the properties of any engine: see loopline.games.general."""
        means = Toolkit(
            self.streams.request,
            self.request,
            self._move,
            self.begin,
            self.take_back,
            self.read_back,
            other=self.other,
            tries=self.tries,
            lasts=self._lasts if self.predicts else None,
            ruled=self.ruled,
            after=self.after if self.lasting else None,
        )
        left_out: dict[object, bool] = {branches: means.take_back is None, rule_options: not means.options}
        found = []
        for general_strategy, longest in GENERAL.items():
            if not left_out.get(general_strategy):
                aims = dict.fromkeys(AIMS.get(general_strategy, ()), 0)
                scripts = self._scripts(partial(general_strategy, means), longest, aims)
                found.append(
                    Property(
                        name_of(general_strategy),
                        about(general_strategy),
                        scripts,
                        general_strategy is long_sessions,
                        aims,
                    )
                )
        return found

    def _move(self, model: Model, choice: int) -> Request | None:
        moves = self.moves(model)
        return moves[choice * len(moves) >> 8] if moves else None

    def _lasts(self, model: Model, request: Request) -> int:
        model.begin(request)
        cycles = 1
        for cycle in self.cycles(model, request):
            if cycle.event is not None:
                model.happen(cycle.event)
            cycles += cycle.times
        return cycles

    def _scripts(
        self, strategy: Strategy, longest: int, aims: MutableMapping[str, int] | None = None
    ) -> SearchStrategy[Script[Request]]:
        """Return the scripts of a strategy. In `aims` they count how often they come to what it is for."""
        counted = {} if aims is None else aims

        def script(chosen: Choices) -> Script[Request]:
            session: Session[Request, Model] = Session(self.model())
            strategy(session, chosen)
            if ENDED in counted:
                counted[ENDED] += session.ended
            if TAKEN_BACK in counted:
                counted[TAKEN_BACK] += self.take_back in session.steps
            return Script(tuple(session.steps))

        return choices(longest).map(script)

    def after(self, requests: Iterable[Request]) -> Model:
        """Return the model after carrying out these requests."""
        model = self.model()
        for request in requests:
            model.carry_out(request)
        return model

    def turns(self, script: Script[Request]) -> int:
        """Return how many requests are turns."""
        return sum(map(self.is_turn, script.steps))

    def shorter(self, script: Script[Request]) -> Iterator[Script[Request]]:
        """Yield scripts with requests left out: the last game alone, parts, and each reset earlier."""
        pairs = scripts.taken_back(script.steps, self.is_turn, lambda request: request == self.take_back)
        yield from map(Script, scripts.last_games(script.steps, self._begins_a_game))
        yield from map(Script, scripts.shorter(script.steps, list(pairs)))
        yield from map(Script, scripts.simpler(script.steps, self._sooner))

    def _begins_a_game(self, request: Request) -> bool:
        return self.new is not None and request[0] == self.new[0]

    def _sooner(self, request: Request) -> Iterator[Request]:
        return (self._cut(request, cut) for cut in scripts.earlier(request[-1]))

    def _cut(self, request: Request, cycles: int) -> Request:
        return self.request(*request[:-1], cycles)

    def beginnings(self, turns: int) -> Iterator[Script[Request]]:
        """Yield every game of this many turns."""
        return (Script(tuple(moves)) for moves in sequences(self._progress(), turns))

    def asked_after(self, script: Script[Request], like: Script[Request]) -> Iterator[Script[Request]]:
        """Yield scripts that ask for each next turn.

        If `like` has a reset in it: the next turn, cut short in each of its first cycles.
        """
        steps, progress = script.steps, self._progress(*script.steps)
        if any(request[-1] for request in like.steps):
            cuts = (self._cut(move, cut) for move in progress.moves() for cut in range(1, _CYCLES))
            yield Script((*(request for cut in cuts for request in (*steps, cut)), *steps))
        elif self.take_back is not None:
            yield Script((*steps, *self._each_taken_back(progress)))
        elif self.new is not None:
            yield Script(tuple(request for move in self.tries(progress.model) for request in (self.new, *steps, move)))
        else:
            yield from (Script((*steps, move)) for move in self.tries(progress.model))

    def _progress(self, *before: Request) -> Progress[Request, Model]:
        names = self.streams.response.names
        at = names.index("reason") if "reason" in names else None
        return Progress(self.after(before), self.moves, self.take_back, at)

    def _each_taken_back(self, progress: Progress[Request, Model]) -> Iterator[Request]:
        for move in self.tries(progress.model):
            yield move
            if progress.play(move):
                assert self.take_back is not None
                yield self.take_back
                progress.take_back()

    def every_game(self, plies: int) -> Iterator[Script[Request]] | None:
        """Return the games, or None if they cannot begin, or no turn can be taken back."""
        return self._every_game(plies) if self.openings and self.take_back is not None else None

    def _every_game(self, plies: int) -> Iterator[Script[Request]]:
        assert self.take_back is not None
        for opening in self.openings:
            for requests in every_game(self._progress(opening), self.take_back, plies):
                yield Script((opening, *requests))

    def figures(self, script: Script[Request], answers: Sequence[Sequence[int]], plies: int) -> Counter[str]:
        """Return totals of the hardware's answers to the turns that complete a sequence of `plies`."""
        counts: Counter[str] = Counter()
        names, depth = self.streams.response.names, 0
        for request, fields in zip(script.steps, answers, strict=False):
            answer = dict(zip(names, fields, strict=False))
            if answer.get("reason"):
                continue
            if request == self.take_back:
                depth -= 1
            elif self.is_turn(request):
                depth += 1
                if depth == plies:
                    counts += self.figure(script, answer)
        return counts

    def figure(self, script: Script[Request], answer: Mapping[str, int]) -> Counter[str]:
        """Return what is counted of the last turn when every game is played."""
        return Counter(sequences=1)

    def random_scripts(self, turns: int) -> SearchStrategy[Script[Request]]:
        """Return games of random moves, a byte for each. Every byte means a move."""
        return choices(turns).map(lambda chosen: Script(tuple(self._random(chosen.turns))))

    def _random(self, numbers: Iterable[int], before: Sequence[Request] = ()) -> Iterator[Request]:
        model = self.after(before)
        if not (before or self.new is None or self.moves(model)):  # a reset has left no game
            model = self.after([self.new])
            if self.moves(model):
                yield self.new
        for number in numbers:
            moves = self.moves(model)
            if not moves:
                return
            yield (move := moves[number * len(moves) >> 8])
            model.carry_out(move)

    def baseline(self) -> Property:
        """Return random games."""
        return Property("random games", "moves at random, to compare with", self.random_scripts(60))

    def long_games(self, turns: int) -> SearchStrategy[Script[Request]]:
        """Return games of random moves in which every kind of answer is timed.

        The last of the moves are taken back; then all that there is to ask is asked, each taken back; then comes
        another game.
        """
        return self.random_scripts(2 * turns).map(self._all_asked)

    def _all_asked(self, script: Script[Request]) -> Script[Request]:
        new = [] if self.new is None else [self.new]
        if self.take_back is None:
            return Script((*script.steps, *self.tries(self.after(script.steps)), *new))
        steps = (*script.steps, self.take_back)
        return Script((*steps, *self._each_taken_back(self._progress(*steps)), *new))

    def varied(self, script: Script[Request], second: Script[Request], random: Random) -> Script[Request]:
        """Return the script with requests left out, inserted, repeated or cut short, or with a part of another.

        Args:
            script: The script to vary.
            second: The script that a part is taken from.
            random: Chooses the variation.
        """
        steps, donated = list(script.steps), list(second.steps)
        at, few = random.randrange(len(steps) + 1), 1 + random.randrange(_SOME)
        begin = random.randrange(len(donated) + 1)
        way = random.randrange(5)
        if way == 0:
            del steps[at : at + few]
        elif way == 1:
            steps[at:at] = list(self._random(random.randbytes(few), steps[:at]))
        elif way == 2:
            steps[at:at] = steps[at : at + few]
        elif way == 3:
            steps[at:] = donated[begin:]
        elif at < len(steps):
            steps[at] = self._cut(steps[at], 1 + random.randrange(_CYCLES))
        return Script(tuple(steps)) if steps else script

    def requests(self, script: Script[Request]) -> Sequence[Request]:
        """Return the steps, and the requests that read the board back."""
        return [*script.steps, *self.read_back(self.after(script.steps))]

    def coverage(self) -> Coverage[Script[Request]] | None:
        """Return what is declared of the operations and events."""
        return coverage.declared(self.model, self.operations, self.streams)

    def plan(
        self, script: Script[Request], timings: Iterable[Timing], reset_cycles: int
    ) -> tuple[Sequence[Request], str]:
        """Return the requests of a script, and the record that a cycle-exact engine makes of them."""
        record = self.predictor(reset_cycles)
        return record.session(self._whole(script, record.model), timings)

    def _whole(self, script: Script[Request], model: Model) -> Iterator[Request]:
        """Yield the steps and, when these have been carried out, the requests that read the board back."""
        yield from script.steps
        yield from self.read_back(model)

    def predictor(self, reset_cycles: int) -> Prediction[Request, Model]:
        """Return what predicts a cycle-exact engine."""
        return Prediction(self.model(), self.streams, self.cycles, self.resting, reset_cycles, self.booting)

    def script_of(self, requests: Sequence[Sequence[int]]) -> Script[Request]:
        """Return the script with these requests as its steps."""
        return Script(tuple(self.request(*fields) for fields in requests))

    def follower(self, port: bool) -> ModelFollower[Request]:
        """Return a follower that asks a new model."""
        return ModelFollower(self.model(), self.streams, port)

    def situations(
        self, requests: Sequence[Request], answers: Sequence[tuple[dict[str, int], int]]
    ) -> Sequence[Situation]:
        """Return the operation of each request, with whether it was cut short or refused."""
        found = []
        for request, (answer, events) in zip(requests, answers, strict=False):
            kind = self.operations(request[0]).name.lower().replace("_", " ")
            kind = "cut short" if request[-1] else f"{kind}, refused" if answer.get("reason") else kind
            found.append(Situation(kind, {"events": events}))
        return found

    @property
    def take_back_word(self) -> str:
        """Return the word of the request that takes a turn back, or ""."""
        return "" if self.take_back is None else self.word(self.take_back)

    def write(self, script: Script[Request]) -> str:
        """Return the words of all steps on one line."""
        return " ".join(self._words(script))

    def _words(self, script: Script[Request]) -> list[str]:
        """Return a word for each request."""
        return [with_reset(self.word(request), request[-1]) for request in script.steps]

    def read(self, words: Sequence[str]) -> Script[Request]:
        """Return the script of these words. Raises ValueError."""
        return Script(tuple(map(self._read_word, words)))

    def _read_word(self, word: str) -> Request:
        without, cut = without_reset(word)
        request = self.step(without)
        if misfit := self.streams.asked.misfit(request, f"{word!r}"):  # of another board, perhaps
            raise ValueError(misfit)
        return self._cut(request, cut)

    def reading(self) -> Callable[[Sequence[str]], Sequence[Request]]:
        """Return a function that reads some words: each stands for itself."""
        return lambda words: self.read(words).steps

    def explain(self, script: Script[Request], outcome: Outcome, room: int, ascii_only: bool) -> Text:
        """Return the script with an arrow before the failing request, and both boards as they are read after it.

        Args:
            script: The script that failed.
            outcome: Its outcome.
            room: The columns that there are.
            ascii_only: Whether the text must be ASCII.
        """
        words, steps = self._words(script), script.steps
        failing = min(len(steps), len(steps) - 1 if outcome.request is None else outcome.request)
        text = Text(drawing.with_arrow(words, failing, ascii_only) + "\n")
        model = self.after(steps[: failing + 1])
        board = self._board(model)
        read = outcome.board[len(steps[: failing + 1]) :]
        answers = ((self.request(*fields), answer) for fields, answer in read if answer)
        return text.append(self._both(board, self._read(answers), ascii_only)) if board else text

    def steps(self, script: Script[Request], outcome: Outcome) -> list[Step]:
        """Return each step with the model's board after it and what the hardware has answered."""
        model, words = self.model(), self._words(script)

        def compared(step: Step, asked: int) -> Step:
            return self._compared(model, step, outcome.board[asked:])

        def pictured() -> Picture:
            return self._pictured(model)

        carry_out = partial(model.watched, streams=self.streams, pictured=lambda: self.between_events(model))
        return steps_of(words, script.steps, self.streams, outcome, carry_out, pictured, compared)

    def between_events(self, model: Model) -> Picture | None:
        """Return the model's board while events of a request are still to come.

        By default None: the page then shows the board after the request. Ask the model for nothing here: that would
        begin another request.
        """
        return None

    def _pictured(self, model: Model) -> Picture:
        """Return the model's board."""
        board = self._board(model)
        return Picture(self._picture(board, None, False).plain if board else "", self.svg(model, None, None))

    def _board(self, model: Model) -> dict[Request, int]:
        return self._read((request, model.carry_out(request)) for request in self.read_back(model))

    def _compared(self, model: Model, step: Step, read: Sequence[tuple[list[int], list[int]]]) -> Step:
        """Return the last step, with the hardware's board and what differs there."""
        ours = self._board(model)
        theirs = self._read((self.request(*fields), answer) for fields, answer in read if answer)
        if not ours or not theirs:
            return step._replace(hardware=UNREAD) if ours else step
        wrong = _differing(ours, theirs)
        if wrong is None:
            return step._replace(says=_SAME)
        model_picture, hardware = (
            Picture(self._picture(board, wrong, False).plain, self.svg(model, given, wrong))
            for board, given in ((ours, None), (theirs, theirs))
        )
        return step._replace(model=model_picture, hardware=hardware, says=self._difference(wrong, ours, theirs))

    def _difference(self, wrong: Request, model: Mapping[Request, int], hardware: Mapping[Request, int]) -> str:
        want, got = (self.streams.describe(self.content, board[wrong]) for board in (model, hardware))
        return f"First difference: {self.word(wrong)} is {want} in the model, {got} in the hardware."

    def _read(self, answers: Iterable[tuple[Request, Sequence[int]]]) -> dict[Request, int]:
        """Return the board according to these answers."""
        at = self.streams.response.names.index(self.content) if self.content else 0  # then nothing is read
        return {request: int(answer[at]) for request, answer in answers}

    def _both(self, model: Mapping[Request, int], hardware: Mapping[Request, int], ascii_only: bool) -> Text:
        wrong = _differing(model, hardware)
        if wrong is None:
            says, boards = _SAME if hardware else "The hardware's board could not be read.", [model]
        else:
            says, boards = self._difference(wrong, model, hardware), [model, hardware]
        try:
            pictures = [self._picture(board, wrong, ascii_only) for board in boards]
        except Exception as error:  # the rest is reported all the same
            return Text(f"\n  {says}\n\n  There is no picture: {in_words(error)}\n")
        return drawing.compared(says, *pictures, is_read=bool(hardware))

    def _picture(self, board: Mapping[Request, int], wrong: Request | None, ascii_only: bool) -> Text:
        picture = self.picture(board, wrong, ascii_only)
        if not isinstance(picture, Text):
            raise GameMistake(self.picture, f"{type(picture).__name__} is returned, not a rich.text.Text")
        return picture


_SAME = "Both boards are the same."


def _differing(model: Mapping[Request, int], hardware: Mapping[Request, int]) -> Request | None:
    """Return the first request to which the hardware gave a different answer, if it is known."""
    return next((request for request, want in model.items() if hardware.get(request, want) != want), None)
