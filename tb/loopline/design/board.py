"""The game that a design is for, as far as a design must know it: its name, and what its [board] table may say.

A description names its game: an installed one by its entry point in the group `loopline.games`, any other as
`module:attribute`, where the module may lie beside the file.
"""

from __future__ import annotations

import inspect
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import ConfigDict, ValidationError

from loopline import tables
from loopline.design import Change, plugins
from loopline.design.plugins import GameMistake, NoGame
from loopline.drawing import composites_unread
from loopline.errors import BadInput
from loopline.tables import Table

#: How keys end that name a parameter of the design.
_NAMES_ONE = "_parameter"


def require_int(value: object) -> object:
    """Return a value if it is a whole number; a validator that runs before a choice of numbers is looked at.

    (To pydantic 16.0 is 16, and true is 1.)
    """
    if type(value) is float or type(value) is bool:
        raise ValueError("must be a whole number")
    return value


class Board(Table):
    """The [board] table of a description.

    Its keys are the game's own; the harness hands it on and never looks inside.
    """

    model_config = ConfigDict(strict=True)

    def __str__(self) -> str:
        """Tell this board from the game's others in a few words; "" if the game has a single board."""
        return ", ".join(f"{name} {value}" for name, value in self if not name.endswith(_NAMES_ONE))

    @property
    def plain(self) -> str:
        """The text of the board in ASCII, for files."""
        return str(self).replace("×", "x").encode("ascii", "replace").decode()

    @property
    def label(self) -> str:
        """The shortest text of the board, for names of folders and narrow columns."""
        return re.sub(r"[^A-Za-z0-9]+", "-", self.plain).strip("-")

    @property
    def parameters(self) -> Mapping[str, tuple[str, int | str]]:
        """The design's parameters that follow from the board, by the key that names each: its name, its value.

        By default a key `size_parameter`, if it is given, names the parameter for the key `size`.
        """
        return {
            name: (parameter, getattr(self, key))
            for name, parameter in self
            if parameter and (key := name.removesuffix(_NAMES_ONE)) != name and key in type(self).model_fields
        }

    @property
    def extremes(self) -> Sequence[str]:
        """Boards of the same design on which limits are near: what `--board` would say.

        A run by default has a share of its examples there, too.
        """
        return ()

    @property
    def extremes_of_players(self) -> Sequence[str]:
        """The extremes of the boards of players."""
        return ()

    @property
    def sampled(self) -> str:
        """The extreme on which slow simulators play their sample; "" if that is this board.

        It takes few cycles to clear.
        """
        return ""

    @property
    def larger(self) -> str:
        """The extreme on which addresses and counters are wider; "" if there is none.

        A few examples show whether some of their bits are lost, and more would cost too much.
        """
        return ""


BoardT = TypeVar("BoardT", bound=Board)


def check(board: Board) -> None:
    """Check that what a game says of a board can be used. Raise GameMistake."""
    for key, parameter in _checked(board, "parameters", Mapping).items():
        if not (isinstance(parameter, tuple) and [*map(type, parameter)] in ([str, int], [str, str])):
            says = f"{parameter!r} for {key!r} must be a pair of a parameter's name and its value"
            raise GameMistake(_member(board, "parameters"), says)
    for name in ("sampled", "larger"):
        _checked(board, name, str)
    for name in ("extremes", "extremes_of_players"):
        for text in _checked(board, name, list | tuple):
            if not isinstance(text, str):
                raise GameMistake(_member(board, name), f"expected a text such as 'size=8', got {text!r}")
            try:
                changed(board, Change(text))
            except BadInput as problem:
                raise GameMistake(_member(board, name), str(problem)) from None


_KINDS = {Mapping: "table", list | tuple: "list", str: "text"}


def _checked(board: Board, name: str, kind: Any) -> Any:
    found = getattr(board, name)
    if not isinstance(found, kind):
        raise GameMistake(_member(board, name), f"expected a {_KINDS[kind]}, got {found!r}")
    return found


def _member(board: Board, name: str) -> object:
    """Return the property of that name."""
    return inspect.getattr_static(type(board), name, board)


def changed(board: BoardT, change: Change | None) -> BoardT:
    """Return the board with some of its keys as a user asks for them. Raise BadInput."""
    if change is None:
        return board
    known = type(board).model_fields
    try:
        if unknown := change.values.keys() - known:
            keys = f"it has: {', '.join(known)}" if known else "it has no keys, so there is one board only"
            raise ValueError(f"the board has no {min(unknown)}; {keys}")
        return type(board).model_validate({**dict(board), **change.values})
    except ValidationError as error:
        (problem, *_) = error.errors()
        raise BadInput(f"{shlex.join(change.words)}: {tables.in_words(problem)}") from None
    except ValueError as problem:
        raise BadInput(f"{shlex.join(change.words)}: {problem}") from None


@dataclass(frozen=True)
class NamedGame(Generic[BoardT]):
    """What a design needs to know of its game."""

    name: str
    board: type[BoardT]


def game_of(name: str, folder: Path) -> NamedGame[Board]:
    """Return the game of this name, or at this `module:attribute`, beside that folder's files. Raise NoGame."""
    game = plugins.found(name, folder)
    if place := getattr(game, "hardware", ""):
        with composites_unread():
            game = plugins.at(place, folder if ":" in name else None)
    if not isinstance(game, NamedGame):
        raise NoGame(f"{name} is not a loopline.contract.game.Game, but of type {type(game).__name__}")
    return game
