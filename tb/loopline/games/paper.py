"""Games on paper that have a golden model in a package of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar, TypeVar

from loopline.contract.paper import Location, PaperGame, Problem, ReplayedGame, ReplayedGames, UnreadableFile

if TYPE_CHECKING:
    from goldenrules.lines import IllegalGame, Paragraph
    from rich.text import Text

    from loopline.contract.checks import Check
    from loopline.contract.contest import Contest

RulesT = TypeVar("RulesT")
TextT = TypeVar("TextT")


class ModelReplay(ReplayedGame):
    """A game of a file, played to its end or up to its first wrong word.

    The modules `captions`, `drawing` and `svg` of its golden model show it; they are imported when they are needed.
    """

    #: The package of the golden model.
    model: ClassVar[str]
    #: The reason of a NotationError that is a question of the rules, as the text could be read.
    judged: ClassVar[str] = "WRONG_RESULT"
    #: What is on the board.
    position: Any

    def __init__(self, text: Paragraph, rules: Any) -> None:
        """Play the game that the text writes, by these rules unless it names its own."""
        package, self.line = import_module(self.model), text.line
        try:
            self.position = package.replay(text.text, text.line, rules)
        except package.IllegalGame as error:
            self.position = error.played
            self.problem = self.problem_of(error)

    @property
    def shown(self) -> Sequence[Any]:
        """What the caption and the SVG document are made of."""
        return (self.position,)

    @property
    def caption(self) -> str:
        return str(self._of("captions").caption(*self.shown))

    def picture(self, room: int | None, *, ascii_only: bool) -> Text:
        from loopline.games.drawing import coloured

        return coloured(self._of("drawing").draw(self.position, room, ascii_only=ascii_only))

    def legend(self, *, ascii_only: bool) -> str:
        return str(self._of("drawing").legend(self.position, ascii_only=ascii_only))

    def svg(self) -> str:
        return str(self._of("svg").svg(*self.shown))

    def written(self, notation: str) -> str:
        return str(import_module(self.model).write_game(self.position))

    def problem_of(self, error: IllegalGame) -> Problem:
        """Return what the golden model says of a wrong word."""
        package, word = import_module(self.model), error.word
        wrong: Any = error.error
        of_text = isinstance(wrong, package.NotationError)
        unreadable = of_text and wrong.reason is not package.Reason[self.judged]
        where, at = Location(word.line, word.column), wrong.at if of_text else 0
        said = error.what, error.number, str(wrong), wrong.reason, unreadable
        return Problem(where, word.text, *said, at, error.before)

    def _of(self, module: str) -> Any:
        return import_module(f"{self.model}.{module}")


class ModelPaper(PaperGame[RulesT]):
    """A game with a golden model and, beside its own module, the modules `model_checks` and `contest`.

    All three are imported when they are needed.
    """

    #: The package of its golden model, which has `perft`.
    model: ClassVar[str]
    #: Plays a game of a file, a paragraph.
    replayed: ClassVar[type[ModelReplay]]

    def read(self, stream: BinaryIO, rules: RulesT, notation: str) -> ReplayedGames:
        """Return the games of a file."""
        from goldenrules.lines import read_paragraphs

        return ReplayedGames(replayed(read_paragraphs(stream), lambda text: self.replayed(text, rules)))

    def perft(self, plies: int, rules: RulesT) -> Iterator[Sequence[int]]:
        """Yield the golden model's counts."""
        counted: Iterator[Sequence[int]] = import_module(self.model).perft(plies, rules)
        return counted

    def checks(self, examples: int, seed: int) -> Sequence[Check]:
        """Return all checks of the golden model."""
        checks: Sequence[Check] = self._beside("model_checks").all_checks(examples, seed)
        return checks

    def contest(self, rules: RulesT) -> Contest:
        """Return how two players play it, with the players that come with the game."""
        contest: Contest = self._beside("contest").contest(rules)
        return contest

    def _beside(self, module: str) -> Any:
        return import_module(f"{type(self).__module__.rpartition('.')[0]}.{module}")


def replayed(texts: Iterable[TextT], replay: Callable[[TextT], ReplayedGame]) -> Iterator[ReplayedGame]:
    """Yield the games, up to where the file cannot be read. Raise UnreadableFile there."""
    from goldenrules.lines import NotText

    try:
        yield from map(replay, texts)
    except NotText as error:
        raise UnreadableFile(Location(error.line, error.column), str(error)) from error
