"""Trax on paper: its game files, and its pictures as text and as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, BinaryIO

from loopline.contract.paper import Location, NamedRules, Problem, Remark, ReplayedGame, ReplayedGames, UnreadableFile
from loopline.errors import BadInput
from loopline.games.paper import ModelPaper, ModelReplay

if TYPE_CHECKING:
    from goldenrules.lines import Word
    from goldenrules.trax import Game, GameReader, GameText, IllegalGame, Notation, RuleSet

#: The remark about a line below a game that may have been meant to continue it.
UNMARKED = "A line of several moves is a game of its own; to go on with the game above, begin it with a move number."


class _ReplayedGame(ModelReplay):
    """A game from a file, played to its end or up to its first wrong word."""

    model = "goldenrules.trax"

    def __init__(self, text: GameText, rules: RuleSet, notation: Notation) -> None:
        from goldenrules.trax import IllegalGame, replay_text

        self.line = text.line
        self.unmarked = UNMARKED if text.unmarked else ""
        try:
            self._game: Game = replay_text(text, rules, notation.read_move)
        except IllegalGame as error:
            self._game = error.played
            self.problem = _problem(text, error, notation)
        self.position = self._game.position
        if text.rules:
            self.remarks = list(self._other_rules(text.rules, rules))

    def _other_rules(self, named: Word, rules: RuleSet) -> Iterator[Remark]:
        """Yield a remark if the rules that the user asked for do not apply."""
        from goldenrules.trax import CONTEST

        found = self._game.rules
        if rules not in (CONTEST, found) and not self.problem:
            said = f"the game says its own rules: {found.name}; not those of --rules: {rules.name}"
            yield Remark(Location(named.line, named.column), "", said)

    @property
    def shown(self) -> tuple[Game]:
        return (self._game,)

    @property
    def facts(self) -> Mapping[str, object]:
        from goldenrules.trax import COLOUR_NAMES

        position, result = self._game.position, self._game.result
        return {
            "winner": COLOUR_NAMES[result.winner] if result and result.winner else None,
            "how": result.how if result else None,
            "turns": len(position.turns),
            "tiles": len(position.tiles),
            "columns": position.box.columns if position.tiles else 0,
            "rows": position.box.rows if position.tiles else 0,
        }

    def written(self, notation: str) -> str:
        from goldenrules.trax import NOTATIONS, write_game, write_rules

        return write_rules(self._game.rules) + write_game(self._game, NOTATIONS[notation].write_move)


class _Paper(ModelPaper["RuleSet"]):
    """Trax as `check`, `show` and `perft` take it."""

    name, suffix = "trax", ".trx"
    model = "goldenrules.trax"
    hardware = "loopline.games.trax.game:GAME"
    notations = ("modern", "1998")
    columns = ("sequences", "won", "last turn forced", "lost to a trap")

    @property
    def rules(self) -> NamedRules[RuleSet]:
        """The rule sets of RULES 1.6, each chosen by its name."""
        from goldenrules.trax import RULE_SETS

        return NamedRules(RULE_SETS)

    def read(self, stream: BinaryIO, rules: RuleSet, notation: str) -> ReplayedGames:
        from goldenrules.trax import MODERN, NOTATIONS, read_games

        if rules.first_cell_free and notation != MODERN.name:
            raise BadInput(f"{rules.name} has no notation called {notation}; use {MODERN.name}")
        texts = read_games(stream, NOTATIONS[notation])
        return ReplayedGames(_replayed(texts, rules), lambda: texts.text_lines)


PAPER = _Paper()


def _replayed(texts: GameReader, rules: RuleSet) -> Iterator[ReplayedGame]:
    from goldenrules.trax import UnreadableText

    try:
        for text in texts:
            yield _ReplayedGame(text, rules, texts.notation)
    except UnreadableText as error:
        raise UnreadableFile(Location(error.line, error.column), str(error.error)) from error


def _problem(text: GameText, error: IllegalGame, notation: Notation) -> Problem:
    from goldenrules.trax import NOTATIONS, NotationError
    from goldenrules.trax.captions import reason

    word, wrong = error.word, error.error
    unreadable = _cannot_be_read(error)
    others = NOTATIONS.values() if unreadable and not text.problem else ()
    return Problem(
        Location(word.line, word.column),
        word.text,
        error.what,
        error.number,
        reason(wrong, error.played.position),
        wrong.reason,
        unreadable,
        wrong.at if isinstance(wrong, NotationError) else 0,
        error.before,
        notation=next((known.name for known in others if known != notation and _is_move(known, error)), ""),
    )


def _cannot_be_read(error: IllegalGame) -> bool:
    """Return whether the text could not even be read.

    Otherwise the rules refuse the move, or the result is wrong.
    """
    from goldenrules.trax import NotationError, Reason

    return isinstance(error.error, NotationError) and error.error.reason is not Reason.WRONG_RESULT


def _is_move(notation: Notation, error: IllegalGame) -> bool:
    from goldenrules.trax import NotationError, Reason

    try:
        notation.read_move(error.played.position, error.word.text)
    except NotationError as problem:
        return problem.reason in (Reason.OUT_OF_RANGE, Reason.AMBIGUOUS)
    return True
