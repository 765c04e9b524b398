"""The parts of a game that the harness needs to play it against hardware: docs/reference/game.md.

The harness itself knows no game. It gets scripts from one, hands them on, and never looks inside. `Subject` is a design
with its game: found once and handed down.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, BinaryIO, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from hypothesis.strategies import SearchStrategy
from rich.text import Text

from loopline.contract.checker import Follower, PlayerPort, Request_contra
from loopline.contract.contest import LINES, Messages
from loopline.contract.coverage import Coverage
from loopline.contract.steps import Step
from loopline.design.board import BoardT, NamedGame, game_of
from loopline.design.dut import Dut
from loopline.design.plugins import GameMistake, NoGame, has_foreign_games, mistake, time_limit
from loopline.errors import BadInput
from loopline.signals import Streams
from loopline.simulation.job import DECK, Outcome
from loopline.simulation.line import Host
from loopline.simulation.session import Timing
from loopline.tables import nearest

#: A list of requests, resets, or anything else that can be done to a design. The type is the game's own.
Script = TypeVar("Script")

#: A tuple of the fields of the request stream, and last of all the cycles of the operation after which a reset comes; 0
#: without one. With a reset, no answer is taken, and the game is as after any reset.
Request = TypeVar("Request", bound=Sequence[int])

#: A script and a request as the harness sees them.
AnyScript: TypeAlias = object
AnyRequest: TypeAlias = Sequence[int]


class Property(NamedTuple):
    """A property: something that must hold, and the scripts that try to break it."""

    name: str
    about: str
    scripts: SearchStrategy[AnyScript]
    #: Its scripts are far longer than those of others: it ends after as many requests as an effort allows.
    lengthy: bool = False
    #: What it is for, and how many of the scripts that were made have come to it: they count it themselves.
    aims: Mapping[str, int] = {}


class Situation(NamedTuple):
    """The kind of request that an answer belongs to."""

    kind: str
    #: Figures on which the time for an answer may depend, such as the number of pieces moved.
    facts: Mapping[str, int]


class Scripts(ABC, Generic[Script]):
    """A game's scripts, as every contract needs them: made, made smaller, written, read and shown."""

    @property
    @abstractmethod
    def streams(self) -> Streams:
        """What passes over an engine's ports."""

    def check(self) -> None:
        """Raise GameMistake unless the game is as loopline needs it."""
        _check_properties(self)

    @abstractmethod
    def properties(self) -> Sequence[Property]:
        """Return a property for each strategy, in the order in which they are run."""

    def baseline(self) -> Property:
        """Return random games, as a baseline for the properties; by default the first property."""
        return self.properties()[0]

    @abstractmethod
    def turns(self, script: Script) -> int:
        """Return how many turns the script tries: the measure of how long it is.

        What counts as one is the game's: mostly a move.
        """

    @abstractmethod
    def length(self, script: Script) -> int:
        """Return the number of requests before the board is read back, turns or not; of a player, of steps."""

    @abstractmethod
    def until(self, script: Script, request: int | None) -> Script:
        """Return the script up to and with one of its requests; None: all of it."""

    @abstractmethod
    def shorter(self, script: Script) -> Iterator[Script]:
        """Yield scripts with something left out, the largest parts first."""

    def beginnings(self, turns: int) -> Iterator[Script]:
        """Yield every game of this many legal turns. By default not available."""
        return iter(())

    def asked_after(self, script: Script, like: Script) -> Iterator[Script]:
        """Yield the script, then every possible request, legal or not, each taken back before the next.

        `like`: a script that fails; if a reset cuts it short, so it does with what is asked here.
        """
        return iter(())

    def known_games(self, fewer_than: int) -> Iterator[Script]:
        """Return games of fewer than this many turns, each the shortest that shows something; the shortest first."""
        return iter(())

    def images(self, script: Script) -> Iterable[Script]:
        """Return the script turned, mirrored or changed in another way that the rules treat alike.

        A right design treats them alike, too: failures in them are reported together. By default none.
        """
        return ()

    @abstractmethod
    def long_games(self, turns: int) -> SearchStrategy[Script]:
        """Return scripts that give the hardware a lot to do, with games of about this many turns where possible."""

    @abstractmethod
    def write(self, script: Script) -> str:
        """Return the script as text, on one line."""

    @abstractmethod
    def read(self, words: Sequence[str]) -> Script:
        """Return the script that the words mean. Raise ValueError."""

    def games(self, stream: BinaryIO) -> Iterator[tuple[int, list[str]]]:
        """Yield the scripts of a file: the line on which each begins, and its words. Raise ValueError.

        By default each line is a script, and `#` begins a comment.
        """
        for number, raw in enumerate(stream, 1):
            if words := raw.decode().split("#")[0].split():
                yield number, words

    @abstractmethod
    def explain(self, script: Script, outcome: Outcome, room: int, ascii_only: bool) -> Text:
        """Return what a report shows of a mismatch: the script, the failing request, both boards.

        Args:
            script: The script that failed.
            outcome: Its outcome.
            room: The columns that there are.
            ascii_only: Whether the text must be ASCII.
        """

    def steps(self, script: Script, outcome: Outcome) -> Sequence[Step]:
        """Return what a page shows of a mismatch, step by step up to the failing one.

        By default the list is empty, and the page shows what `explain` returns.
        """
        return ()


def _check_properties(game: Scripts[Any]) -> None:
    properties = game.properties()
    if not isinstance(properties, Sequence):
        raise GameMistake(game.properties, f"expected a list of properties, got {properties!r}")
    if not properties:
        raise GameMistake(game.properties, "expected at least one property: without any, nothing would be played")
    for entry in properties:
        if not isinstance(entry, Property):
            raise GameMistake(game.properties, f"expected a Property of loopline.contract.game, got {entry!r}")
        if not isinstance(entry.name, str) or not entry.name:
            raise GameMistake(game.properties, f"expected a text as the name of a property, got {entry.name!r}")
        if not isinstance(entry.scripts, SearchStrategy):
            raise GameMistake(
                game.properties, f"expected a strategy as the scripts of {entry.name}, got {entry.scripts!r}"
            )
    names = [DECK, *(entry.name for entry in properties)]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise GameMistake(game.properties, f"two properties are called {twice!r}")


class Origin(NamedTuple):
    """The origin from which another process makes a game."""

    #: As in a description, and the folder beside which it may be.
    game: str
    folder: str
    #: The board, as JSON.
    board: str


class Predictor(Protocol[Request_contra]):
    """A prediction of a cycle-exact engine, one request after the other, from a reset on."""

    def request(self, request: Request_contra, timing: Timing) -> None:
        """Ask, carry out, answer."""

    def take(self) -> str:
        """Return the record since this was last called; the first time it begins with the reset."""


class GoldenModel(Protocol[Request_contra]):
    """The golden model of an engine, as a condition of a known bug follows it."""

    @property
    def now(self) -> Any:
        """The game as it stands, as its author models it."""

    def carry_out(self, request: Request_contra, /) -> Sequence[int]:
        """Carry a request out, and return the answer."""


class EngineGame(Scripts[Script], Generic[Script, Request]):
    """A game as an engine plays it, over streams of requests and answers."""

    #: Whether `plan` and `predictor` can predict a `cycle_exact` engine cycle by cycle.
    predicts = False

    @property
    @abstractmethod
    def patience(self) -> int:
        """The number of cycles after which a design that does not react to a request or a reset counts as hung."""

    def check(self) -> None:
        """Raise GameMistake unless streams and patience can be used."""
        super().check()
        if not isinstance(self.streams, Streams):
            raise GameMistake(self, f"expected Streams of loopline.signals as streams, got {self.streams!r}")
        if not isinstance(self.patience, int) or self.patience < 1:
            raise GameMistake(self, f"expected a number of cycles as patience, got {self.patience!r}")

    def rehearse(self, origin: Origin) -> None:
        """Raise GameMistake if the game is not the same each time it is played. By default it is not tried."""

    @property
    def take_back_word(self) -> str:
        """Return the word of a script that takes a turn back, or ""."""
        return ""

    @abstractmethod
    def requests(self, script: Script) -> Sequence[Request]:
        """Return the requests of a script, followed by those that read the board back at its end."""

    @abstractmethod
    def reading(self) -> Callable[[Sequence[str]], Sequence[Request]]:
        """Return a function that reads a script part by part: it returns the requests of the next words.

        It raises ValueError for words that cannot be read; then it is not to be called again.
        """

    @abstractmethod
    def script_of(self, requests: Sequence[Sequence[int]]) -> Script:
        """Return the script with these requests."""

    @abstractmethod
    def model(self) -> GoldenModel[Request]:
        """Return a new model, as after a reset."""

    @abstractmethod
    def follower(self, port: bool) -> Follower[Request]:
        """Return what decides what may happen next.

        `port`: whether the design has a verification port.
        """

    def plan(self, script: Script, timings: Iterable[Timing], reset_cycles: int) -> tuple[Sequence[Request], str]:
        """Return the requests of a script, and the record that a cycle-exact engine must produce.

        After the last timing nothing waits.

        Args:
            script: The script.
            timings: When each request comes and how long its answer waits.
            reset_cycles: How long a reset lasts.
        """
        raise NotImplementedError

    def predictor(self, reset_cycles: int) -> Predictor[Request]:
        """Return what predicts the record of a cycle-exact engine, request by request."""
        raise NotImplementedError

    @abstractmethod
    def varied(self, script: Script, second: Script, random: Random) -> Script:
        """Return a variation of the script, or a combination of both.

        Args:
            script: The script to vary.
            second: The script that a part may be taken from.
            random: Chooses the variation.
        """

    @abstractmethod
    def situations(
        self, requests: Sequence[Request], answers: Sequence[tuple[dict[str, int], int]]
    ) -> Sequence[Situation]:
        """Return a situation for each request that was answered or cut short.

        Each answer comes with the number of its events.
        """

    def every_game(self, plies: int) -> Iterator[Script] | None:
        """Return scripts that together play every game of this many plies; None: this game does not offer it."""
        return None

    def figures(self, script: Script, answers: Sequence[Sequence[int]], plies: int) -> Counter[str]:
        """Return the totals of the hardware's answers to such a script.

        Args:
            script: A script of `every_game`.
            answers: The hardware's answers.
            plies: The number of plies.
        """
        return Counter()

    def coverage(self) -> Coverage[Script] | None:
        """Return the coverage model and its collector, or None."""
        return None


#: Who says a line of a transcript, by its first character.
_WHO = {">": "host", "~": "host", "<": "player", "!": "line"}


def said(line: str) -> tuple[str, str]:
    """Return who says a line of a transcript, and what."""
    return _WHO.get(line[:1], line[:1]), line[2:]


class PlayerGame(Scripts[Script]):
    """A game as a player plays it, over a serial line."""

    #: What its host says, and how messages end.
    messages: Messages = LINES
    #: What a player's lamps may mean: the name of each in a description, and what it says. The host follows them.
    lamps: Mapping[str, str] = {}

    @abstractmethod
    def host(self, dut: Dut) -> Host[Script]:
        """Return a new host that speaks to this player."""

    def situations(self, transcript: Sequence[str]) -> Sequence[Situation]:
        """Return a situation for each line received from the player. By default they are all of one kind."""
        return [Situation("answer", {}) for line in transcript if line[0] == "<"]

    def explain(self, script: Script, outcome: Outcome, room: int, ascii_only: bool) -> Text:
        """Return the script, and below it what was said. A game may add its board.

        Args:
            script: The script that failed.
            outcome: Its outcome.
            room: The columns that there are.
            ascii_only: Whether the text must be ASCII.
        """
        lines = "".join(f"    {who:<6}  {words}\n" for who, words in map(said, outcome.transcript))
        return Text(f"{outcome.script}\n\n{lines}")

    def steps(self, script: Script, outcome: Outcome) -> Sequence[Step]:
        """Return what was said, line by line. A game may add its board."""
        return [Step(f"{who}: {words}") for who, words in map(said, outcome.transcript)]

    def port(self) -> PlayerPort:
        """Return what follows the engine inside a player by its verification port alone.

        By default it is missing: the description must not name a port.
        """
        raise GameMistake(type(self), "it has no verification port: the description must not name one")

    def deck(self, dut: Dut) -> Iterable[Script]:
        """Return scripts that `verify` plays first, always the same."""
        return ()


@dataclass(frozen=True)
class Game(NamedGame[BoardT]):
    """A game: everything that loopline needs to know of it. A part that is None is not available."""

    #: The suffix of its files, with the dot.
    suffix: str
    # Scripts have a type of their own in each part, which the core never looks into: hence Any.
    engine: Callable[[BoardT], EngineGame[Any, Any]] | None = None
    player: Callable[[BoardT], PlayerGame[Any]] | None = None
    #: Returns how two players play it against each other, a `Contest`, unless a `PaperGame` of it says so.
    contest: Callable[[], object] | None = None
    #: Folders of code that decides what is right, besides the folder of the engine's module.
    code: Sequence[Path] = ()
    #: Games that `verify` plays first, against any engine whose description names no other: campaign/saved.py.
    deck: Path | None = None
    #: The designs that come with it. `replay` plays a file of this game against the first, unless a design is named.
    designs: Sequence[Path] = ()


AnyEngine: TypeAlias = EngineGame[AnyScript, AnyRequest]
AnyPlayer: TypeAlias = PlayerGame[AnyScript]
AnyScripts: TypeAlias = Scripts[AnyScript]


# --- the subject of a run ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Subject:
    """A design with its game, found once and handed down."""

    dut: Dut
    game: Game[Any]
    #: The game in the form that fits the design's contract.
    scripts: AnyScripts

    @classmethod
    def of(cls, dut: Dut) -> Subject:
        """Find the game of a design, and make it for the design's board. Raise BadInput."""
        game = _game_of(dut)
        return cls(dut, game, _scripts_of(dut, game))

    @property
    def engine(self) -> AnyEngine:
        """The scripts of an engine."""
        assert isinstance(self.scripts, EngineGame), self.dut.contract
        return self.scripts

    @property
    def player(self) -> AnyPlayer:
        """The scripts of a player."""
        assert isinstance(self.scripts, PlayerGame), self.dut.contract
        return self.scripts

    @property
    def made_for(self) -> str:
        """The game and the board in words, as files of games name them."""
        return ", ".join(filter(None, [self.game.name, self.dut.board.plain]))

    def rehearse(self) -> None:
        """Have the game of an engine play alone, if it is not loopline's own.

        No design would find out a model that changes from one time to the next. Raise BadInput if it changes.
        """
        dut = self.dut
        if dut.contract != "engine" or not has_foreign_games():
            return
        try:
            self.engine.rehearse(Origin(dut.game, str(dut.folder_of_game), dut.board.model_dump_json()))
        except Exception as error:
            if words := mistake(error):
                raise BadInput(f"{dut.place('game')}: {words}") from error
            raise


def _game_of(dut: Dut) -> Game[Any]:
    try:
        found = game_of(dut.game, dut.folder_of_game)
    except NoGame as problem:
        raise BadInput(f"{dut.place('game')}: {problem}") from None
    if not isinstance(found, Game):
        raise BadInput(f"{dut.place('game')}: {dut.game} is not a Game of loopline.contract.game")
    return found


def _scripts_of(dut: Dut, game: Game[Any]) -> AnyScripts:
    """Make the game for the contract and the board of a design."""
    parts: dict[str, Callable[[Any], AnyScripts] | None] = {"engine": game.engine, "player": game.player}
    part = parts.pop(dut.contract)
    if part is None:
        raise BadInput(f"{dut.place('contract')}: {game.name} is not for {dut.contract}s, only for {min(parts)}s")
    scripts = _made(part, dut)
    if isinstance(scripts, EngineGame) and dut.cycle_exact and not scripts.predicts:
        where = dut.place("cycle_exact")
        raise BadInput(f"{where}: cycle_exact = true, but {game.name} has no prediction of cycles: leave it out")
    lamps = scripts.lamps if isinstance(scripts, PlayerGame) else dut.lamps
    if unknown := next((lamp for lamp in dut.lamps if lamp not in lamps), None):
        meant = nearest(unknown, lamps)
        known = "; ".join(f"{name}: {meaning}" for name, meaning in lamps.items()) or "none at all"
        problem = f"{game.name} has no lamp {unknown}{meant and f'; did you mean {meant}?'}. There are: {known}"
        raise BadInput(f"{dut.place('lamps', unknown)}: lamps.{unknown}: {problem}")
    return scripts


def _made(part: Callable[[Any], AnyScripts], dut: Dut) -> AnyScripts:
    """Return a part of a game for this board. If it cannot be made, the error says why, for the author of the game."""
    try:
        made = part(dut.board)
        with time_limit():
            made.check()
        return made
    except Exception as error:
        if words := mistake(error):
            raise BadInput(f"{dut.place('game')}: {words}") from error
        if isinstance(error, BadInput) or (error.__traceback__ and error.__traceback__.tb_next):
            raise  # from inside of loopline: no fault of the game
        problem = f"{type(error).__name__}: {error}"
        raise BadInput(f"{dut.place('game')}: {dut.game} cannot be made for this board: {problem}") from error
