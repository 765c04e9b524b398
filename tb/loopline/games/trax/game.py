"""Trax: see docs/rules/trax.md, and docs/reference/game.md for what a game must offer."""

from pathlib import Path

import goldenrules

from loopline.contract.benchmark import Benchmark, Bug
from loopline.contract.game import Game
from loopline.contract.generators import Generators
from loopline.design.bundled import RTL
from loopline.games.trax.benchmark import measure
from loopline.games.trax.board import Torus
from loopline.games.trax.engine import TraxEngine
from loopline.games.trax.paper import PAPER
from loopline.games.trax.player import TraxPlayer
from loopline.games.trax.strategies import figures

#: The designs that come with loopline.
ENGINE = RTL / "trax" / "engine.toml"
PLAYER, DEEP_PLAYER = (RTL / "trax" / "player" / name for name in ("player.toml", "player_depth2.toml"))

BENCHMARK = Benchmark(
    model=measure,
    engine=ENGINE,
    player=DEEP_PLAYER,
    properties=("games", "traps", "wins"),
    small="size=16",
    large="size=128",
    # A standard bug: the mover always wins. Only a turn that completes nothing but the opponent's line or loop shows
    # it.
    bug=Bug("trax_score.v", "mover_wins ? to_move_q : opponent", "to_move_q", "wins"),
)

GAME = Game(
    name="trax",
    board=Torus,
    suffix=".trx",
    engine=TraxEngine,
    player=TraxPlayer,
    paper=PAPER,
    benchmark=BENCHMARK,
    generators=Generators(figures.measured, figures.lines),
    code=(Path(str(goldenrules.__file__)).parent,),
    deck=RTL / "trax" / "deck.trx",
    designs=(ENGINE, PLAYER, DEEP_PLAYER),
)
