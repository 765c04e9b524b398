"""Games that people have played, and traps, on the hardware."""

import pytest
from cases import for_the_gate
from cosim.engines import ENGINE, OUT, ROOT, needs
from loopline.campaign import Campaign
from loopline.design import simulators
from loopline.design.dut import load
from loopline.games.trax.board import Torus
from loopline.games.trax.engine import TraxEngine
from loopline.games.trax.protocol import Op
from loopline.games.trax.reference import GAME_1994, GAME_1994_END
from loopline.games.trax.reference_engine import ReferenceEngine
from loopline.testing import report

DATA = ROOT.parent / "shared" / "data"


def replay(texts, simulator="verilator"):
    needs(simulator)
    campaign = Campaign(load(ENGINE), OUT, seed=0)
    campaign.replay(
        simulators.find(simulator), [(f"game {i}", text, "") for i, text in enumerate(texts)], lambda *_: None
    )
    assert len(campaign.findings) == len(texts)
    assert all(finding.outcome.state == "agrees" for finding in campaign.findings), report(campaign)
    return campaign


def games_in(name):
    if not DATA.is_dir():
        pytest.skip(f"there is no {DATA}")
    lines = (DATA / name).read_text().splitlines()
    return [line.split("\t")[0] for line in lines if line and not line.startswith("#")]


def test_the_1994_game():
    """All its 78 tiles are read back from the memory."""
    game = TraxEngine(Torus())
    script = game.read(GAME_1994.split())
    reads = [request for request in game.requests(script) if request.op == Op.READ]
    engine = ReferenceEngine(64)
    for request in script.requests(64):
        engine.answer(request)
    tiles = [request for request in reads if engine.answer(request).tile]
    assert len(tiles) == GAME_1994_END[1]
    replay([GAME_1994])


#: Everybody plays every so many-th.
one_in = pytest.mark.parametrize("one_in", for_the_gate([1, 8], 1))


@one_in
def test_real_games(one_in):
    texts = games_in("real-games.tsv")
    assert len(texts) == 2000
    replay(texts[::one_in])


@one_in
@pytest.mark.parametrize("rules", ["new", "new:classic"])
def test_traps(rules, one_in):
    """By the contest's rules a trap ends the game, by the classic ones it is taken back."""
    texts = games_in("traps.txt")
    assert len(texts) == 400
    replay([f"{rules} {text} undo" for text in texts[::one_in]])
