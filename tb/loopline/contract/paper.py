"""Games on paper, and the rules by which they can be played: `--rules NAME`, or `--rules KEY=VALUE,KEY=VALUE`."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from loopline.contract.checks import Check
from loopline.contract.contest import Contest
from loopline.design import plugins
from loopline.errors import BadInput, Notice

if TYPE_CHECKING:
    from rich.text import Text


RulesT = TypeVar("RulesT")


class RuleSets(ABC, Generic[RulesT]):
    """The rules there are to choose from."""

    #: The choices after `--rules`, as an error lists them.
    known: str

    @abstractmethod
    def of(self, text: str) -> RulesT:
        """Return the rules of a text; "" means the usual ones. Raises ValueError, which says what there is."""


class NamedRules(RuleSets[RulesT]):
    """Rule sets that have names."""

    def __init__(self, named: Mapping[str, RulesT]) -> None:
        """Offer these rules; the first are the usual ones."""
        self._named = named
        self.known = ", ".join(named)

    def of(self, text: str) -> RulesT:
        """Return the rule set of this name; without one, the usual one. Raises ValueError."""
        if text and text not in self._named:
            raise ValueError(f"no rule set is called {text!r}; there are {self.known}")
        return self._named[text or next(iter(self._named))]


@dataclass(frozen=True)
class Option:
    """An option of the rules."""

    #: The default, as a user would write it.
    default: str
    #: Returns the value that a user's text stands for. Raises ValueError, which says what is expected.
    read: Callable[[str], object]
    #: The choices, in words.
    known: str


def one_of(*words: str) -> Option:
    """Return an option with one of these words, the first by default."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"expected {' or '.join(words)}")
        return text

    return Option(words[0], read, "|".join(words))


def integer_option(default: int, least: int, most: int) -> Option:
    """Return an option for a whole number.

    Args:
        default: The number if the option is not given.
        least: The smallest number that is allowed.
        most: The largest number that is allowed.
    """

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise ValueError(f"expected a whole number from {least:,} to {most:,}")
        return int(text)

    return Option(str(default), read, f"{least}–{most}")


class Options(RuleSets[RulesT]):
    """Rules of which several things can be chosen, each by its key."""

    def __init__(self, made: Callable[..., RulesT], **options: Option) -> None:
        """Declare options.

        `made` gets each option by its key.
        """
        self._made, self._options = made, options
        self.known = ", ".join(f"{key}={option.known}" for key, option in options.items())

    def of(self, text: str) -> RulesT:
        """Return the rules that KEY=VALUE,… chooses. Raise ValueError."""
        given: dict[str, str] = {}
        for part in text.split(",") if text else ():
            key, equals, value = part.partition("=")
            if not equals or key not in self._options:
                what = f"there is no {key!r}" if equals else f"{part!r} is not KEY=VALUE"
                raise ValueError(f"{what}; there are {self.known}" if self._options else "there is nothing to choose")
            if key in given:
                raise ValueError(f"{key} stands twice")
            given[key] = value
        return self._made(**{key: self._value(key, given) for key in self._options})

    def _value(self, key: str, given: Mapping[str, str]) -> object:
        option = self._options[key]
        try:
            return option.read(given.get(key, option.default))
        except ValueError as error:
            raise ValueError(f"{key}={given[key]}: {error}" if key in given else str(error)) from None


class Location(NamedTuple):
    """The place of a word in a file. Line and column count from 1."""

    line: int
    column: int


@dataclass(frozen=True)
class Problem:
    """A problem of a game, and its place."""

    location: Location
    #: The word that is wrong; empty if the problem is something else.
    word: str
    #: What the word is: "move 11 of 12", "the result", "after move 3".
    what: str
    #: The number of the move, from 1; len(moves) + 1 if the problem is after the last move.
    number: int
    #: What is wrong, beginning with the short name of the reason: "occupied: a / lies there already".
    why: str
    #: The short name alone.
    reason: str
    #: Whether it could not even be read. Otherwise the rules refuse it.
    unreadable: bool = False
    #: The index of the wrong character in the word.
    at: int = 0
    #: The words before it. The last few of them are shown in the message.
    before: Sequence[str] = ()
    #: The name of another notation in which it could be read.
    notation: str = ""


class Remark(NamedTuple):
    """A remark that the user should know, although nothing is wrong."""

    location: Location
    word: str
    text: str


class ReplayedGame(ABC):
    """A game of a file, replayed to its end, or to where it is wrong."""

    #: The line where it begins.
    line: int
    problem: Problem | None = None
    remarks: Sequence[Remark] = ()
    #: The reason why a game begins here, if the author may not have meant it to.
    unmarked: str = ""

    @property
    @abstractmethod
    def caption(self) -> str:
        """One line: who is to move or has won, and the size of the game."""

    @property
    @abstractmethod
    def facts(self) -> Mapping[str, object]:
        """The facts of a game for programs: keys and values of JSON."""

    @abstractmethod
    def picture(self, room: int | None, *, ascii_only: bool) -> Text:
        """Return the board, within this many columns of text if possible. None: of any size."""

    def legend(self, *, ascii_only: bool) -> str:
        """Return the meaning of the signs in the picture."""
        return ""

    @abstractmethod
    def svg(self) -> str:
        """Return the board as a picture."""

    @abstractmethod
    def written(self, notation: str) -> str:
        """Return the game as text, including the last line end."""


class UnreadableFile(Exception):
    """The exception for the rest of a file that cannot be read. The text says why."""

    def __init__(self, location: Location, why: str) -> None:
        super().__init__(why)
        self.location = location


class ReplayedGames(Iterator[ReplayedGame]):
    """The games of a file, one after the other."""

    def __init__(self, games: Iterator[ReplayedGame], skipped: Callable[[], int] = lambda: 0) -> None:
        """Wrap the games of a file.

        `skipped`: returns how many lines of prose have been skipped so far.
        """
        self._games, self._skipped = games, skipped

    def __next__(self) -> ReplayedGame:
        return next(self._games)

    @property
    def skipped(self) -> int:
        """The lines of prose skipped so far."""
        return self._skipped()


class PaperGame(ABC, Generic[RulesT]):
    """A game on paper. Optional methods that a game does not override are not available for it."""

    name: ClassVar[str]
    #: The suffix of its files, with the dot.
    suffix: ClassVar[str]
    #: The notations in which its games can be written, the default first.
    notations: ClassVar[Sequence[str]] = ("standard",)
    #: The columns of `perft` after the ply.
    columns: ClassVar[Sequence[str]] = ()
    #: Its `Game` of loopline.contract.game, as MODULE:NAME: loaded when it is played against hardware.
    hardware: ClassVar[str] = ""
    #: Commands that only this game has: the name of each, and its function as MODULE:NAME.
    commands: ClassVar[Mapping[str, str]] = {}

    @property
    @abstractmethod
    def rules(self) -> RuleSets[RulesT]:
        """The rules that `--rules` can choose."""

    @abstractmethod
    def read(self, stream: BinaryIO, rules: RulesT, notation: str) -> ReplayedGames:
        """Return the games of a file.

        Reading raises UnreadableFile where it is not text.

        Args:
            stream: The file.
            rules: The rules where the file names none.
            notation: The notation.

        Raises:
            BadInput: Rules and notation do not go together.
        """

    def perft(self, plies: int, rules: RulesT) -> Iterator[Sequence[int]]:
        """Count ply by ply, from 1: the ply, then a figure for each of `columns`."""
        raise NotImplementedError

    def checks(self, examples: int, seed: int) -> Sequence[Check]:
        """Return the checks of its golden model, with this many random games for each property."""
        return ()

    def contest(self, rules: RulesT) -> Contest | None:
        """Return how two players play it against each other."""
        return None


AnyPaper: TypeAlias = PaperGame[Any]


def named(name: str) -> AnyPaper:
    """Return the game of this name, or at this `module:attribute`. Raise BadInput."""
    try:
        game = plugins.found(name, Path.cwd())
    except plugins.NoGame as problem:
        raise BadInput(f"--game {name}: {problem}") from None
    if not isinstance(game, PaperGame):
        says = "expected a PaperGame of loopline.contract.paper: this game can only be played against hardware"
        raise BadInput(f"--game {name}: {says}")
    return game


def installed() -> list[AnyPaper]:
    """Return every installed game that can be loaded. Warn of each that cannot."""
    games = []
    for name in plugins.installed():
        try:
            games.append(named(name))
        except BadInput as problem:
            warnings.warn(Notice(f"an installed game is left out: {problem}"), stacklevel=2)
    return games


def the_game(name: str | None, offers: Callable[[AnyPaper], bool], what: str) -> AnyPaper:
    """Return the game of this name, or the only installed one that offers what is asked of it.

    Args:
        name: The name, if one is given.
        offers: Tells whether a game offers what is asked of it.
        what: What is asked, in words.

    Raises:
        BadInput: The game does not offer it, or several do.
    """
    games = [candidate for candidate in installed() if offers(candidate)]
    known = ", ".join(candidate.name for candidate in games) or "none"
    if name:
        game = named(name)
        if not offers(game):
            raise BadInput(f"--game {name}: this is none of the games {what}; installed are: {known}")
        return game
    if len(games) != 1:
        raise BadInput(f"name the game with --game; installed games {what}: {known}")
    return games[0]


def rules_of(game: PaperGame[RulesT], text: str | None) -> RulesT:
    """Return the rules that `--rules` chooses. Raise BadInput."""
    try:
        return game.rules.of(text or "")
    except ValueError as error:
        raise BadInput(f"--rules {text}: {game.name}: {error}") from None


def notation_of(game: AnyPaper, text: str | None, option: str = "--notation") -> str:
    """Return the notation that a user chooses, or the default.

    Args:
        game: The game.
        text: What the user has written, if anything.
        option: The option, for errors.

    Raises:
        BadInput: The game has no such notation.
    """
    if text is not None and text not in game.notations:
        known = ", ".join(game.notations)
        raise BadInput(f"{option} {text}: {game.name} has no notation called {text!r}; there are {known}")
    return text or game.notations[0]
