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
from typing import Any, BinaryIO, Generic, NamedTuple, TypeAlias, TypeVar

from hypothesis.strategies import SearchStrategy
from rich.text import Text

from loopline.contract.benchmark import Benchmark
from loopline.contract.checker import Follower, PortFollower
from loopline.contract.conversation import Host
from loopline.contract.coverage import Coverage
from loopline.contract.generators import Generators
from loopline.contract.paper import AnyPaper
from loopline.design.board import BoardT, NamedGame, NoGame, game_of, installed
from loopline.design.dut import Dut
from loopline.errors import BadInput
from loopline.signals.streams import Streams
from loopline.simulation.job import Outcome
from loopline.simulation.session import Timing

#: A list of requests and resets, or of whatever else is done to a design: the game's own type.
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


class Situation(NamedTuple):
    """What an answer was an answer to."""

    kind: str
    #: How much there was of what makes it take long.
    facts: Mapping[str, int]


class Scripts(ABC, Generic[Script]):
    """What every contract asks of a game: scripts, how they are made, made smaller, written, read and shown."""

    @property
    @abstractmethod
    def streams(self) -> Streams:
        """What passes over an engine's ports."""

    @abstractmethod
    def properties(self) -> Sequence[Property]: ...

    @abstractmethod
    def turns(self, script: Script) -> int:
        """How many turns the script tries: the measure of how long it is. What counts as one is the game's: mostly a
        move."""

    @abstractmethod
    def until(self, script: Script, request: int | None) -> Script:
        """The script up to and with one of its requests; None: all of it."""

    @abstractmethod
    def shorter(self, script: Script) -> Iterator[Script]:
        """Scripts with something left out, the largest parts first."""

    def beginnings(self, turns: int) -> Iterator[Script]:
        """Every game of so many legal turns; by default nobody plays them all."""
        return iter(())

    def asked_after(self, script: Script, like: Script) -> Iterator[Script]:
        """The script, and after it all there is to ask, legal or not, each thing taken back before the next. `like`: a
        script that fails; if a reset cuts it short, so it does with what is asked here."""
        return iter(())

    def known_games(self, fewer_than: int) -> Iterator[Script]:
        """Games of fewer than so many turns, each the shortest that shows something; the shortest first."""
        return iter(())

    @abstractmethod
    def long_games(self, turns: int) -> SearchStrategy[Script]:
        """Scripts that give the hardware much to do; a game in them has about so many turns, if it can."""

    @abstractmethod
    def longer(self, script: Script, request: int, number: int) -> Script:
        """Another script, for each number another: it goes on where the first has made this request, or near it."""

    @abstractmethod
    def write(self, script: Script) -> str:
        """The script as text, on one line."""

    @abstractmethod
    def read(self, words: Sequence[str]) -> Script:
        """The script that the words mean. Raises ValueError."""

    def games(self, stream: BinaryIO) -> Iterator[tuple[int, list[str]]]:
        """The scripts of a file: at which line each begins, and its words. Raises ValueError.

        By default each line is one, and `#` begins a comment."""
        for number, raw in enumerate(stream, 1):
            if words := raw.decode().split("#")[0].split():
                yield number, words

    @abstractmethod
    def explain(self, script: Script, outcome: Outcome, room: int, ascii_only: bool) -> Text:
        """What the user sees of a mismatch, in so many columns: the script, the failing request, both boards."""


class EngineGame(Scripts[Script], Generic[Script, Request]):
    """A game as an engine plays it, over streams of requests and answers."""

    #: It says, cycle by cycle, what a `cycle_exact` engine does.
    predicts = False

    @property
    @abstractmethod
    def patience(self) -> int:
        """Cycles for a request or a reset, after which the design is taken to hang."""

    @abstractmethod
    def requests(self, script: Script) -> Sequence[Request]:
        """The requests of a script, and whatever is read back of the board at its end."""

    @abstractmethod
    def script_of(self, requests: Sequence[Sequence[int]]) -> Script:
        """The script that these requests make."""

    @abstractmethod
    def follower(self, port: bool) -> Follower[Request]:
        """Who says what may happen next. `port`: the design has a verification port."""

    def plan(self, script: Script, timings: Iterable[Timing], reset_cycles: int) -> tuple[Sequence[Request], str]:
        """The same requests, and the record that a cycle-exact engine makes of them; no waiting where timings end."""
        raise NotImplementedError

    @abstractmethod
    def baseline(self) -> Property:
        """Games that are merely random, to compare the properties with."""

    @abstractmethod
    def varied(self, script: Script, other: Script, random: Random) -> Script:
        """A script much like this one, or the two of them joined."""

    @abstractmethod
    def situations(
        self, requests: Sequence[Request], answers: Sequence[tuple[dict[str, int], int]]
    ) -> Sequence[Situation]:
        """One for each request that has been answered, or cut short. To an answer belongs the number of events before
        it."""

    def every_game(self, plies: int) -> Iterator[Script] | None:
        """Scripts that play every game there is of so many plies; None: that cannot be asked of this game."""
        return None

    def figures(self, script: Script, answers: Sequence[Sequence[int]], plies: int) -> Counter[str]:
        """What the hardware's answers to such a script add up to."""
        return Counter()

    def coverage(self) -> Coverage[Script] | None:
        """Which situations there are, and which of them scripts meet; None: nobody counts them."""
        return None


class PlayerGame(Scripts[Script]):
    """A game as a player plays it, over a serial line."""

    @abstractmethod
    def host(self, dut: Dut) -> Host[Script]: ...

    @abstractmethod
    def situations(self, transcript: Sequence[str]) -> Sequence[Situation]:
        """One for each line that has come back."""

    @abstractmethod
    def port(self) -> PortFollower:
        """Who follows the engine inside a player, by nothing but its verification port."""


@dataclass(frozen=True)
class Game(NamedGame[BoardT]):
    """One game: everything that is asked of it is asked here. A part that is None is what it cannot be used for."""

    #: Of its files, with the dot.
    suffix: str
    # Each part has its own type of scripts, which nobody else has to know: here it can be any.
    engine: Callable[[BoardT], EngineGame[Any, Any]] | None = None
    player: Callable[[BoardT], PlayerGame[Any]] | None = None
    #: The game without hardware.
    paper: AnyPaper | None = None
    #: What `loopline bench` measures.
    benchmark: Benchmark | None = None
    #: What `loopline generators` measures.
    generators: Generators | None = None
    #: Folders of code that has a say in what is right, besides that of the engine's module.
    code: Sequence[Path] = ()
    #: Games that `verify` plays first, against any engine whose description names no other: campaign/deck.py.
    deck: Path | None = None
    #: The designs that come with it. `replay` plays a file of this game against the first where no design is named.
    designs: Sequence[Path] = ()


def one_game(name: str | None, offers: Callable[[Game[Any]], bool], option: str, what: str) -> Game[Any]:
    """The game of this name, or the only installed one that offers what is asked of it; `what` and `option` say that.
    Raises BadInput."""
    try:
        found = [game_of(one, Path.cwd()) for one in ([name] if name else installed())]
    except NoGame as problem:
        raise BadInput(f"{option} {name}: {problem}") from None
    games = [one for one in found if isinstance(one, Game) and offers(one)]
    if len(games) != 1:
        known = ", ".join(one.name for one in games) or "none"
        raise BadInput(f"{option}: name one; installed games {what}: {known}")
    return games[0]


AnyEngine: TypeAlias = EngineGame[AnyScript, AnyRequest]
AnyPlayer: TypeAlias = PlayerGame[AnyScript]
AnyScripts: TypeAlias = Scripts[AnyScript]


def find(dut: Dut) -> Game[Any]:
    """The game of a design. Raises BadInput."""
    try:
        found = game_of(dut.game, dut.beside)
    except NoGame as problem:
        raise BadInput(f"{dut.place('game')}: {problem}") from None
    if not isinstance(found, Game):
        raise BadInput(f"{dut.place('game')}: {dut.game} is no Game of loopline.contract.game")
    return found


def scripts(dut: Dut) -> AnyScripts:
    """In the form for the design's contract. Raises BadInput."""
    return engine(dut) if dut.contract == "engine" else player(dut)


def engine(dut: Dut) -> AnyEngine:
    """The game of an engine. Raises BadInput."""
    game = find(dut)
    if game.engine is None:
        raise BadInput(f"{dut.place('contract')}: {game.name} is not for engines, only for players")
    found: AnyEngine = _made(game.engine, dut)
    if dut.cycle_exact and not found.predicts:
        where = dut.place("cycle_exact")
        raise BadInput(f"{where}: cycle_exact = true, but {game.name} predicts no engine's cycles: leave it out")
    return found


def player(dut: Dut) -> AnyPlayer:
    """The game of a player. Raises BadInput."""
    game = find(dut)
    if game.player is None:
        raise BadInput(f"{dut.place('contract')}: {game.name} is not for players, only for engines")
    found: AnyPlayer = _made(game.player, dut)
    return found


def _made(part: Callable[[Any], Any], dut: Dut) -> Any:
    """A part of a game for this board. Who is writing a game hears what is missing."""
    try:
        return part(dut.board)
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
        raise BadInput(f"{dut.place('game')}: {dut.game} cannot be made for this board: {problem}") from error
