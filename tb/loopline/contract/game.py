"""What a game must offer so that the harness can play it against hardware: docs/reference/game.md.

The harness itself knows no game. It gets scripts from one, hands them on, and never looks inside.
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

#: A tuple of the fields of the request stream, and last of all after how many cycles of the operation a reset comes; 0:
#: none. If one does no answer is taken, and the game is as after any reset.
Request = TypeVar("Request", bound=Sequence[int])

#: A script and a request as the harness sees them.
AnyScript: TypeAlias = object
AnyRequest: TypeAlias = Sequence[int]


class Property(NamedTuple):
    """Something that must hold, and the scripts that try to break it."""

    name: str
    about: str
    scripts: SearchStrategy[AnyScript]
    #: Its scripts are far longer than those of others: it ends after as many requests as an effort allows.
    lengthy: bool = False
    #: What it is for, and how many of the scripts that were made have come to it: they count it themselves.
    aims: Mapping[str, int] = {}


class Situation(NamedTuple):
    """What kind of request an answer belongs to."""

    kind: str
    #: Figures on which the time for an answer may depend, such as the number of pieces moved.
    facts: Mapping[str, int]


class Scripts(ABC, Generic[Script]):
    """What every contract asks of a game: scripts, how they are made, made smaller, written, read and shown."""

    @property
    @abstractmethod
    def streams(self) -> Streams:
        """What passes over an engine's ports."""

    def check(self) -> None:
        """Whether it is as loopline needs it. Raises GameMistake."""
        _check_properties(self)

    @abstractmethod
    def properties(self) -> Sequence[Property]:
        """Return a property for each strategy, in the order in which they are run."""

    def baseline(self) -> Property:
        """Random games, as a baseline for the properties. By default the first property."""
        return self.properties()[0]

    @abstractmethod
    def turns(self, script: Script) -> int:
        """How many turns the script tries: the measure of how long it is. What counts as one is the game's: mostly a
        move."""

    @abstractmethod
    def length(self, script: Script) -> int:
        """How many requests the script makes, turns or not, before the board is read back; of a player, steps."""

    @abstractmethod
    def until(self, script: Script, request: int | None) -> Script:
        """The script up to and with one of its requests; None: all of it."""

    @abstractmethod
    def shorter(self, script: Script) -> Iterator[Script]:
        """Scripts with something left out, the largest parts first."""

    def beginnings(self, turns: int) -> Iterator[Script]:
        """Every game of this many legal turns. By default not available."""
        return iter(())

    def asked_after(self, script: Script, like: Script) -> Iterator[Script]:
        """The script, then every possible request, legal or not, each taken back before the next. `like`: a
        script that fails; if a reset cuts it short, so it does with what is asked here."""
        return iter(())

    def known_games(self, fewer_than: int) -> Iterator[Script]:
        """Games of fewer than this many turns, each the shortest that shows something; the shortest first."""
        return iter(())

    def images(self, script: Script) -> Iterable[Script]:
        """The script turned, mirrored or otherwise changed so that the rules, and so a right design, treat it alike:
        failures in them are reported together. By default none."""
        return ()

    @abstractmethod
    def long_games(self, turns: int) -> SearchStrategy[Script]:
        """Scripts that give the hardware a lot to do, with games of about this many turns where possible."""

    @abstractmethod
    def write(self, script: Script) -> str:
        """The script as text, on one line."""

    @abstractmethod
    def read(self, words: Sequence[str]) -> Script:
        """The script that the words mean. Raises ValueError."""

    def games(self, stream: BinaryIO) -> Iterator[tuple[int, list[str]]]:
        """The scripts of a file: the line on which each begins, and its words. Raises ValueError.

        By default each line is a script, and `#` begins a comment."""
        for number, raw in enumerate(stream, 1):
            if words := raw.decode().split("#")[0].split():
                yield number, words

    @abstractmethod
    def explain(self, script: Script, outcome: Outcome, room: int, ascii_only: bool) -> Text:
        """What a report shows of a mismatch, within this many columns: the script, the failing request, both boards."""

    def steps(self, script: Script, outcome: Outcome) -> Sequence[Step]:
        """Return what a page shows of a mismatch, step by step up to the failing one. By default there are no steps,
        and the page shows what `explain` returns."""
        return ()


def _check_properties(game: Scripts[Any]) -> None:
    properties = game.properties()
    if not isinstance(properties, Sequence):
        raise GameMistake(game.properties, f"expected a list of properties, got {properties!r}")
    if not properties:
        raise GameMistake(game.properties, "there are no properties, so nothing would be played")
    for one in properties:
        if not isinstance(one, Property):
            raise GameMistake(game.properties, f"expected a Property of loopline.contract.game, got {one!r}")
        if not isinstance(one.name, str) or not one.name:
            raise GameMistake(game.properties, f"expected a text as the name of a property, got {one.name!r}")
        if not isinstance(one.scripts, SearchStrategy):
            raise GameMistake(game.properties, f"expected a strategy as the scripts of {one.name}, got {one.scripts!r}")
    names = [DECK, *(one.name for one in properties)]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise GameMistake(game.properties, f"two properties are called {twice!r}")


class Origin(NamedTuple):
    """What another process makes a game from."""

    #: As in a DUT file, and the folder beside which it may be.
    game: str
    folder: str
    #: The board, as JSON.
    board: str


class Predictor(Protocol[Request_contra]):
    """What a cycle-exact engine does with one request after the other, from a reset on."""

    def request(self, request: Request_contra, timing: Timing) -> None:
        """Ask, carry out, answer."""

    def take(self) -> str:
        """The record since this was last called; the first time it begins with the reset."""


class EngineGame(Scripts[Script], Generic[Script, Request]):
    """A game as an engine plays it, over streams of requests and answers."""

    #: Whether `plan` and `predictor` can predict a `cycle_exact` engine cycle by cycle.
    predicts = False

    @property
    @abstractmethod
    def patience(self) -> int:
        """The number of cycles after which a design that does not react to a request or a reset counts as hung."""

    def check(self) -> None:
        """Raise GameMistake if streams or patience are no such things."""
        super().check()
        if not isinstance(self.streams, Streams):
            raise GameMistake(self, f"expected Streams of loopline.signals as streams, got {self.streams!r}")
        if not isinstance(self.patience, int) or self.patience < 1:
            raise GameMistake(self, f"expected a number of cycles as patience, got {self.patience!r}")

    def rehearse(self, origin: Origin) -> None:
        """Raise GameMistake if the game is not the same each time it is played. By default it is not tried."""

    @property
    def take_back_word(self) -> str:
        """The word of a script that takes a turn back; empty if there is none."""
        return ""

    @abstractmethod
    def requests(self, script: Script) -> Sequence[Request]:
        """The requests of a script, followed by those that read the board back at its end."""

    @abstractmethod
    def reading(self) -> Callable[[Sequence[str]], Sequence[Request]]:
        """A function that reads a script part by part: it returns the requests of the next words. Raises ValueError for
        words that cannot be read; then it is not to be called again."""

    @abstractmethod
    def script_of(self, requests: Sequence[Sequence[int]]) -> Script:
        """The script with these requests."""

    @abstractmethod
    def follower(self, port: bool) -> Follower[Request]:
        """Decides what may happen next. `port`: whether the design has a verification port."""

    def plan(self, script: Script, timings: Iterable[Timing], reset_cycles: int) -> tuple[Sequence[Request], str]:
        """Return the requests of a script, and the record that a cycle-exact engine must produce. After the last timing
        nothing waits."""
        raise NotImplementedError

    def predictor(self, reset_cycles: int) -> Predictor[Request]:
        """Return what predicts the record of a cycle-exact engine, request by request."""
        raise NotImplementedError

    @abstractmethod
    def varied(self, script: Script, other: Script, random: Random) -> Script:
        """A variation of the script, or a combination of both."""

    @abstractmethod
    def situations(
        self, requests: Sequence[Request], answers: Sequence[tuple[dict[str, int], int]]
    ) -> Sequence[Situation]:
        """Return a situation for each request that was answered or cut short. Each answer comes with the number of its
        events."""

    def every_game(self, plies: int) -> Iterator[Script] | None:
        """Scripts that together play every game of this many plies. None: this game does not offer it."""
        return None

    def figures(self, script: Script, answers: Sequence[Sequence[int]], plies: int) -> Counter[str]:
        """The totals of the hardware's answers to such a script."""
        return Counter()

    def coverage(self) -> Coverage[Script] | None:
        """The coverage model and its collector. None: the game has none."""
        return None


class PlayerGame(Scripts[Script]):
    """A game as a player plays it, over a serial line."""

    #: What its host says, and how messages end.
    messages: Messages = LINES
    #: What a player's lamps may mean: the name of each in a description, and what it says. The host follows them.
    lamps: Mapping[str, str] = {}

    @abstractmethod
    def host(self, dut: Dut) -> Host[Script]:
        """A new host that speaks to this player."""

    def situations(self, transcript: Sequence[str]) -> Sequence[Situation]:
        """Return a situation for each line received from the player. By default they are all of one kind."""
        return [Situation("answer", {}) for line in transcript if line[0] == "<"]

    def explain(self, script: Script, outcome: Outcome, room: int, ascii_only: bool) -> Text:
        """Return what was said. A game may add its board."""
        return Text("".join(f"    {line}\n" for line in outcome.transcript))

    def port(self) -> PlayerPort:
        """Return what follows the engine inside a player by its verification port alone. By default there is none."""
        raise GameMistake(type(self), "it has no verification port: the description must not name one")

    def deck(self, dut: Dut) -> Iterable[Script]:
        """Scripts that `verify` plays first, always the same."""
        return ()


@dataclass(frozen=True)
class Game(NamedGame[BoardT]):
    """Everything that loopline needs to know of a game. A part that is None is not available."""

    #: The suffix of its files, with the dot.
    suffix: str
    # Scripts have a type of their own in each part, which the core never looks into: hence Any.
    engine: Callable[[BoardT], EngineGame[Any, Any]] | None = None
    player: Callable[[BoardT], PlayerGame[Any]] | None = None
    #: Returns how two players play it against each other, a `Contest`, if it has no `PaperGame` that says so.
    contest: Callable[[], object] | None = None
    #: Folders of code that decides what is right, besides the folder of the engine's module.
    code: Sequence[Path] = ()
    #: Games that `verify` plays first, against any engine whose description names no other: campaign/saved.py.
    deck: Path | None = None
    #: The designs that come with it. `replay` plays a file of this game against the first where no design is named.
    designs: Sequence[Path] = ()


AnyEngine: TypeAlias = EngineGame[AnyScript, AnyRequest]
AnyPlayer: TypeAlias = PlayerGame[AnyScript]
AnyScripts: TypeAlias = Scripts[AnyScript]


def find(dut: Dut) -> Game[Any]:
    """The game of a design. Raises BadInput."""
    try:
        found = game_of(dut.game, dut.folder_of_game)
    except NoGame as problem:
        raise BadInput(f"{dut.place('game')}: {problem}") from None
    if not isinstance(found, Game):
        raise BadInput(f"{dut.place('game')}: {dut.game} is not a Game of loopline.contract.game")
    return found


def scripts(dut: Dut) -> AnyScripts:
    """The game in the form that fits the design's contract. Raises BadInput."""
    return engine(dut) if dut.contract == "engine" else player(dut)


def engine(dut: Dut) -> AnyEngine:
    """The game of an engine. Raises BadInput."""
    game = find(dut)
    if game.engine is None:
        raise BadInput(f"{dut.place('contract')}: {game.name} is not for engines, only for players")
    found: AnyEngine = _made(game.engine, dut)
    if dut.cycle_exact and not found.predicts:
        where = dut.place("cycle_exact")
        raise BadInput(f"{where}: cycle_exact = true, but {game.name} has no prediction of cycles: leave it out")
    return found


def player(dut: Dut) -> AnyPlayer:
    """The game of a player. Raises BadInput."""
    game = find(dut)
    if game.player is None:
        raise BadInput(f"{dut.place('contract')}: {game.name} is not for players, only for engines")
    found: AnyPlayer = _made(game.player, dut)
    for lamp in dut.lamps:
        if lamp not in found.lamps:
            known = "; ".join(f"{name}: {meaning}" for name, meaning in found.lamps.items()) or "none at all"
            problem = f"{game.name} has no lamp {lamp}{_meant(lamp, found.lamps)}. There are: {known}"
            raise BadInput(f"{dut.place('lamps', lamp)}: lamps.{lamp}: {problem}")
    return found


def _meant(word: str, known: Iterable[str]) -> str:
    meant = nearest(word, known)
    return f"; did you mean {meant}?" if meant else ""


#: What this process has made before: of games that are found more often, once is enough.
_checked: set[tuple[str, Path, str, str]] = set()


def _made(part: Callable[[Any], Any], dut: Dut) -> Any:
    """A part of a game for this board. If it cannot be made, the error says why, for the author of the game."""
    try:
        made = part(dut.board)
        if (key := (dut.game, dut.folder_of_game, dut.contract, dut.board.model_dump_json())) not in _checked:
            with time_limit():
                made.check()
            _checked.add(key)
        return made
    except Exception as error:
        if words := mistake(error):
            raise BadInput(f"{dut.place('game')}: {words}") from error
        if isinstance(error, BadInput) or (error.__traceback__ and error.__traceback__.tb_next):
            raise  # from inside of loopline: no fault of the game
        problem = f"{type(error).__name__}: {error}"
        raise BadInput(f"{dut.place('game')}: {dut.game} cannot be made for this board: {problem}") from error


def rehearse(dut: Dut) -> None:
    """Have the game of an engine play alone, if it is not loopline's own: a model that is another one each time would
    be found out by no design. Raises BadInput."""
    if dut.contract != "engine" or not has_foreign_games():
        return
    try:
        engine(dut).rehearse(Origin(dut.game, str(dut.folder_of_game), dut.board.model_dump_json()))
    except Exception as error:
        if words := mistake(error):
            raise BadInput(f"{dut.place('game')}: {words}") from error
        raise
