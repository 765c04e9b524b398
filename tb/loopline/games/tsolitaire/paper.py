"""Tsolitaire on paper: its records, its pictures, and what can be counted of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, TypeAlias, cast

from loopline.contract.paper import Location, Option, Options, Remark
from loopline.games.paper import ModelPaper, ModelReplay

if TYPE_CHECKING:
    from goldenrules.lines import Paragraph
    from goldenrules.tsolitaire import Deck, PlayRecord, Position, Tile
    from goldenrules.tsolitaire.records import Withdrawn

#: The order of the tiles, if it is known: all that can be chosen.
Rules: TypeAlias = "Deck | None"


class _ReplayedGame(ModelReplay):
    """A record from a file, played to its end or up to its first wrong word."""

    model, judged = "goldenrules.tsolitaire", "NOT_STUCK"

    def __init__(self, text: Paragraph, deck: Rules) -> None:
        from goldenrules.tsolitaire import IllegalGame, replay

        self.line = text.line
        try:
            self._record: PlayRecord = replay(text.text, text.line, deck)
        except IllegalGame as error:
            self._record = error.played
            self.problem = self.problem_of(error)
        self.position = self._record.position
        self.remarks = [
            Remark(Location(warning.word.line, warning.word.column), warning.word.text, warning.message)
            for warning in self._record.warnings
        ]

    @property
    def shown(self) -> tuple[Position, Tile | None]:
        return self.position, self._record.end

    @property
    def facts(self) -> Mapping[str, object]:
        from goldenrules.tsolitaire.captions import state

        position, end = self.shown
        return {
            "state": state(position, end),
            "cleared": position.cleared,
            "over": end,
            "placements": [str(turn.move) for turn in position.turns],
            "stones": [str(place) for place in position.stones],
        }

    def written(self, notation: str) -> str:
        from goldenrules.tsolitaire import write_game

        return write_game(self._record, cast("Withdrawn", notation))


class _Paper(ModelPaper["Rules"]):
    """Tsolitaire as `check`, `show` and `perft` take it."""

    name, suffix = "tsolitaire", ".tsol"
    model, replayed = "goldenrules.tsolitaire", _ReplayedGame
    hardware = "loopline.games.tsolitaire.game:GAME"
    commands: ClassVar = {"solve": "loopline.games.tsolitaire.commands:solve"}
    #: They differ in what becomes of placements that were taken back; a reader knows them all.
    notations = ("plain", "starred", "undone")
    columns = ("sequences", "a stone leaves")

    @property
    def rules(self) -> Options[Rules]:
        """The options deck and seed, of which one may be given."""
        return Options(_deck, deck=Option("", _read_deck, "TILES"), seed=Option("", _read_seed, "NUMBER"))


PAPER = _Paper()


def _read_deck(text: str) -> Rules:
    from goldenrules.tsolitaire import NotationError, read_deck

    try:
        return read_deck(text) or None
    except NotationError as error:
        raise ValueError(f"found {error.found}, expected {error.expected}, between blanks") from None


def _read_seed(text: str) -> Rules:
    from goldenrules.tsolitaire import shuffled

    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise ValueError("expected a whole number")
    return shuffled(int(text))


def _deck(deck: Rules, seed: Rules) -> Rules:
    if deck and seed:
        raise ValueError("a deck is given by its tiles or by a seed, not by both")
    return deck or seed
