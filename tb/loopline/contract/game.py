"""What a game must offer so that the harness can play it against hardware. The harness itself knows no game."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, BinaryIO, NamedTuple, Protocol

from hypothesis.strategies import SearchStrategy
from rich.text import Text

from loopline.contract.checker import Follower, Mismatch, PortFollower
from loopline.contract.conversation import Host
from loopline.design.dut import Dut
from loopline.errors import BadInput
from loopline.signals.streams import Streams
from loopline.simulation.job import Outcome
from loopline.simulation.session import Timing


class Property(NamedTuple):
    """Something that must hold, and the scripts that try to break it."""

    name: str
    about: str
    scripts: SearchStrategy[Any]


class Situation(NamedTuple):
    """What an answer was an answer to."""

    kind: str
    #: How much there was of what makes it take long.
    facts: Mapping[str, int]


class Game(Protocol):
    """A game in the form in which a contract has it played. `Script` is its own type; the harness only hands it on.

    It is a module in the game's folder, `game` for engines and `player` for players, with these functions."""

    def streams(self, size: int) -> Streams:
        """What passes over an engine's ports."""

    def properties(self, size: int) -> Sequence[Property]: ...

    def turns(self, script: Any) -> int:
        """How many turns the script tries."""

    def until(self, script: Any, request: int | None) -> Any:
        """The script up to and with one of its requests."""

    def short_games(self, turns: int, like: Any) -> Iterator[Any]:
        """Scripts that together ask all there is to ask after one turn less, legal or not. `like`: one that fails."""

    def shorter(self, script: Any) -> Iterator[Any]:
        """Scripts with something left out, the largest parts first."""

    def long_games(self, size: int, turns: int) -> SearchStrategy[Any]:
        """Scripts that give the hardware much to do; a game in them has about so many turns, if it can."""

    def longer(self, script: Any, request: int, number: int, size: int) -> Any:
        """Another script, for each number another: it goes on where the first has made this request, or near it."""

    def write(self, script: Any, size: int) -> str:
        """The script as text, on one line."""

    def read(self, words: Sequence[str], size: int) -> Any:
        """The script that the words mean. Raises ValueError."""

    def games(self, stream: BinaryIO) -> Iterator[tuple[int, list[str]]]:
        """The games of a file: at which line each begins, and its words. Raises ValueError."""

    def explain(self, script: Any, size: int, outcome: Outcome, room: int, ascii_only: bool) -> Text:
        """What the user sees of a mismatch, in so many columns: the game, the turn, both boards."""


class EngineGame(Game, Protocol):
    """`Request` is the game's own type, too: a tuple of the fields of its stream, and last of all after how many cycles
    of the operation a reset comes; 0: none. If one does no answer is taken, and the game is as after any reset."""

    def requests(self, script: Any, size: int) -> Sequence[Any]:
        """The requests of a script, with the reading back of the whole board at its end."""

    def script_of(self, requests: Sequence[Sequence[int]]) -> Any:
        """The script that these requests make."""

    def follower(self, size: int, port: bool) -> Follower: ...

    def plan(self, script: Any, timings: Iterable[Timing], size: int, reset_cycles: int) -> tuple[Sequence[Any], str]:
        """The same requests, and the record that an exact engine makes of them; no waiting where timings end."""

    def baseline(self, size: int) -> Property:
        """Games that are merely random, to compare the properties with."""

    def varied(self, script: Any, other: Any, size: int, random: Random) -> Any:
        """A script much like this one, or the two of them joined."""

    def situations(self, requests: Sequence[Any], answers: Sequence[tuple[dict[str, int], int]]) -> list[Situation]:
        """One for each request that has been answered, or cut short. To an answer belongs the number of events before
        it."""

    def every_game(self, plies: int) -> Iterator[Any]:
        """Scripts that play every game there is of so many plies."""

    def figures(self, script: Any, answers: Sequence[Sequence[int]], plies: int) -> Counter[str]:
        """What the hardware's answers to such a script add up to."""


class PlayerGame(Game, Protocol):
    def host(self, dut: Dut) -> Host: ...

    def situations(self, transcript: Sequence[str]) -> list[Situation]:
        """One for each line that has come back."""

    def port(self, dut: Dut) -> PortFollower:
        """Who follows the engine inside a player, by nothing but its verification port."""


def find(dut: Dut) -> Game:
    """The game of a design, in the form for its contract. Raises BadInput."""
    form = {"engine": "game", "player": "player"}[dut.contract]
    try:
        module: Any = importlib.import_module(f"loopline.games.{dut.game}.{form}")
    except ModuleNotFoundError:
        raise BadInput(
            f"{dut.place('game')}: there is no game {dut.game!r} for the contract {dut.contract!r} here"
        ) from None
    return module  # type: ignore[no-any-return]


def engine(dut: Dut) -> EngineGame:
    """The game of an engine."""
    return find(dut)  # type: ignore[return-value]


__all__ = ["EngineGame", "Game", "Mismatch", "PlayerGame", "Property", "Situation", "engine", "find"]
