"""Histories ask for whatever changes a game, and not for moves alone: a position may have been loaded, declined, passed
or restored when something is refused in it."""

from collections import Counter

import pytest
from loopline.drawing import examples_of
from loopline.games.evening.game import EveningEngine
from loopline.games.evening.protocol import Hexagon
from loopline.games.evening.protocol import Op as Evening
from loopline.games.globe.game import GlobeEngine
from loopline.games.globe.protocol import Globe
from loopline.games.globe.protocol import Op as GlobeOp
from loopline.games.tsolitaire.game import TsolitaireEngine
from loopline.games.tsolitaire.protocol import Op as Tsolitaire
from loopline.games.tsolitaire.protocol import Square


def histories(game):
    (scripts,) = (one.scripts for one in game.properties() if one.name == "histories")
    return examples_of(scripts, 60, seed=1)


@pytest.mark.parametrize(
    ("game", "operations"),
    [
        (EveningEngine(Hexagon(side=3)), {Evening.LOAD, Evening.DECLINE}),
        (GlobeEngine(Globe()), {GlobeOp.LOAD, GlobeOp.PASS}),
        (TsolitaireEngine(Square()), {Tsolitaire.NEXT, Tsolitaire.REDO}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_histories_ask_for_every_operation_that_changes_the_game(game, operations):
    asked = Counter(step.op for script in histories(game) for step in script.steps)
    assert {op for op in operations if asked[op] * 100 > asked.total()} == operations
