"""Tsolitaire: see docs/rules/tsolitaire.md, and docs/reference/game.md for what a game must offer."""

from pathlib import Path

import goldenrules

from loopline.contract.designs import RTL
from loopline.contract.game import Game
from loopline.games.generators import generators
from loopline.games.tsolitaire.engine import Square, TsolitaireEngine
from loopline.games.tsolitaire.paper import PAPER
from loopline.games.tsolitaire.strategies import PURPOSES

#: The design that comes with loopline.
ENGINE = RTL / "tsolitaire" / "engine.toml"

GAME = Game(
    name="tsolitaire",
    board=Square,
    suffix=".tsol",
    engine=TsolitaireEngine,
    paper=PAPER,
    generators=generators(TsolitaireEngine, lambda game, script, counts: counts, PURPOSES),
    code=(Path(str(goldenrules.__file__)).parent,),
    deck=RTL / "tsolitaire" / "deck.tsol",
    designs=(ENGINE,),
)
