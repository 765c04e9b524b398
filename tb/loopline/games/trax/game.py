"""Trax: see docs/rules/trax.md, and docs/reference/game.md for what a game must offer."""

from pathlib import Path

import goldenrules

from loopline.contract.designs import RTL
from loopline.contract.game import Game, Generators
from loopline.games.trax.board import Torus
from loopline.games.trax.engine import TraxEngine
from loopline.games.trax.paper import PAPER
from loopline.games.trax.player import TraxPlayer
from loopline.games.trax.strategies import figures

#: The designs that come with loopline.
ENGINE = RTL / "trax" / "engine.toml"
PLAYER, DEEP_PLAYER = (RTL / "trax" / "player" / name for name in ("player.toml", "player_depth2.toml"))

GAME = Game(
    name="trax",
    board=Torus,
    suffix=".trx",
    engine=TraxEngine,
    player=TraxPlayer,
    paper=PAPER,
    generators=Generators(figures.measured, figures.lines),
    code=(Path(str(goldenrules.__file__)).parent,),
    deck=RTL / "trax" / "deck.trx",
    designs=(ENGINE, PLAYER, DEEP_PLAYER),
)
