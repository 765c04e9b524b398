"""Trax: see docs/rules/trax.md, and docs/reference/game.md for what a game must offer."""

from loopline.contract.game import Game
from loopline.design.bundled import RTL
from loopline.games.trax.board import Torus
from loopline.games.trax.engine import TraxEngine
from loopline.games.trax.player import TraxPlayer

#: The designs that come with loopline.
ENGINE = RTL / "trax" / "engine.toml"
PLAYER, DEEP_PLAYER = (RTL / "trax" / "player" / name for name in ("player.toml", "player_depth2.toml"))

GAME = Game(
    name="trax",
    board=Torus,
    suffix=".trx",
    engine=TraxEngine,
    player=TraxPlayer,
    designs=(ENGINE, PLAYER, DEEP_PLAYER),
)
