"""Designs with the games that they play: the one that a user names, and those that come with the installed games.

Those that come with a game have a name of their own: `trial-engine` is the game `trial`, the file `engine.toml`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from loopline.contract.game import AnyEngine, AnyPlayer, AnyScripts, EngineGame, Game, Origin, PlayerGame
from loopline.design.board import game_of
from loopline.design.dut import Dut, load
from loopline.design.plugins import NoGame, has_foreign_games, installed, mistake, time_limit
from loopline.errors import BadInput, Notice
from loopline.tables import nearest

_HERE = Path(__file__).parents[1]

#: Their Verilog and their descriptions, a folder for each game.
RTL = next((folder for folder in (_HERE / "rtl", _HERE.parents[1] / "rtl") if folder.is_dir()), _HERE / "rtl")


class Bundled(NamedTuple):
    """A design that comes with loopline."""

    name: str
    path: Path
    game: Game[Any]

    @property
    def about(self) -> str:
        """A one-line description."""
        dut = load(self.path)
        return f"{dut.name}, {dut.board}" if str(dut.board) else dut.name

    @property
    def contract(self) -> str:
        """`engine` or `player`, as its description says."""
        return load(self.path).contract


def bundled() -> list[Bundled]:
    """Return the bundled designs.

    A game that cannot be loaded is left out with a warning; the designs of the others are still listed.
    """
    return [*_of(installed())]


def _of(games: Iterable[str]) -> Iterable[Bundled]:
    for game in _loaded(games):
        for path in game.designs:
            yield Bundled(f"{game.name}-{path.stem}".replace("_", "-"), path, game)


def _loaded(games: Iterable[str]) -> Iterator[Game[Any]]:
    for name in games:
        try:
            game = game_of(name, Path.cwd())
        except NoGame as problem:
            warnings.warn(Notice(f"the installed game {name} is left out: {problem}"), stacklevel=2)
            continue
        if isinstance(game, Game):
            yield game


def path_of(word: str) -> Path:
    """Return the description that a user names: a file, or the name of a bundled design. Raise BadInput."""
    if word.endswith(".toml") or Path(word).exists():
        return Path(word)
    its_game_first = sorted(installed(), key=lambda name: not word.startswith(name))  # then no other game is loaded
    for design in _of(its_game_first):
        if design.name == word:
            return design.path
    known = ", ".join(design.name for design in bundled()) or "none"
    raise BadInput(f"there is no file {word}, and no bundled design of this name; bundled are: {known}")


def first_of(suffix: str) -> Bundled | None:
    """Return the first design of the game whose files have this suffix."""
    return next((design for design in bundled() if design.game.suffix == suffix), None)


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
