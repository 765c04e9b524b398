"""How long the bundled Tsolitaire engine takes."""

import pytest
from cli.running import run
from cosim.engines import ROOT, needs
from loopline.drawing import examples_of
from loopline.games.tsolitaire.game import TsolitaireEngine
from loopline.games.tsolitaire.protocol import Event, Op, Reason, Square

ENGINE = ROOT / "rtl" / "tsolitaire" / "engine.toml"

GAME = TsolitaireEngine(Square())


@pytest.mark.parametrize("name", ["long runs", "crowds"])
def test_a_placement_takes_a_cycle_a_tile_and_one_a_stone(name):
    """So 2p + 4 at most, p tiles being passed: a stone that faces the cell passes one at least. That the hardware takes
    as long as is predicted is compared in every game."""
    (scripts,) = (one.scripts for one in GAME.properties() if one.name == name)
    for script in examples_of(scripts, 20, seed=1):
        model = GAME.model()
        for request in script.steps:
            model.begin(request)
            spent = passed = 0
            for _, event, times in GAME.cycles(model, request):
                spent += times
                if event is not None:
                    passed += event[0] == Event.PASSED
                    model.happen(event)
            if request.op == Op.PLACE and model.reason in (Reason.DONE, Reason.LEAVES):
                assert passed
                assert spent + 1 <= 2 * passed + 4


def test_tsolitaire_engine_keeps_its_budget(tmp_path):
    needs("verilator")
    code, out, error = run("latency", ENGINE, "--check", ROOT / "ci" / "latency.toml", "--out", tmp_path)
    assert (code, error) == (0, ""), out
