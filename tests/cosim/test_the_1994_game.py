"""A game that people have played, on the hardware."""

from cosim.engines import ENGINE, OUT, needs
from loopline.campaign import Campaign
from loopline.design import simulators
from loopline.design.dut import load
from loopline.games.trax.board import Torus
from loopline.games.trax.game import TraxEngine
from loopline.games.trax.model_checks import GAME_1994, GAME_1994_END
from loopline.games.trax.protocol import Op
from loopline.games.trax.reference_engine import ReferenceEngine
from loopline.testing import report


def test_the_1994_game():
    """All its 78 tiles are read back from the memory."""
    needs("verilator")
    game = TraxEngine(Torus())
    script = game.read(GAME_1994.split())
    reads = [request for request in game.requests(script) if request.op == Op.READ]
    engine = ReferenceEngine(64)
    for request in script.requests(64):
        engine.answer(request)
    tiles = [request for request in reads if engine.answer(request).tile]
    assert len(tiles) == GAME_1994_END[1]
    campaign = Campaign(load(ENGINE), OUT, seed=0)
    campaign.replay(simulators.find("verilator"), [("the 1994 game", GAME_1994, "")], lambda *_: None)
    (finding,) = campaign.findings
    assert finding.outcome.state == "agrees", report(campaign)
