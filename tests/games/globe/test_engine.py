"""The bundled engine of the Globe as a whole: its order is its own, its history is as long as it says."""

import pytest
from copies import change, copied
from cosim.engines import OUT, ROOT, needs
from goldenrules.globe import End
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import Change
from loopline.design.dut import load
from loopline.games.globe.game import GlobeEngine
from loopline.games.globe.protocol import Globe
from loopline.games.globe.strategies.played import quiet
from loopline.games.script import Script
from loopline.games.strategy import Choices, Digits, Session
from loopline.testing import report

ENGINE = ROOT / "rtl" / "globe" / "engine.toml"

#: The group with the lowest point comes first; here, that with the lowest of the second half.
LOWEST = "captives_q & (~captives_q + 21'd1)"
_HALF = "(captives_q[20:10] != 0 ? captives_q & 21'h1ffc00 : captives_q)"
ANOTHER = f"{_HALF} & (~{_HALF} + 21'd1)"


@pytest.mark.parametrize("exact", [False, True])
def test_groups_are_captured_in_any_order(tmp_path, exact):
    """Only who says that he is cycle-exact must keep the order."""
    design = copied(tmp_path, ("globe_capture.v", LOWEST, ANOTHER), design="globe/engine.toml")
    change(design, ("cycle_exact = true", f"cycle_exact = {str(exact).lower()}"))
    campaign = Campaign(
        Plan(Subject.of(load(design).with_board(Change("history=16"))), tmp_path / "out", seed=1, examples=20)
    )
    campaign.verify(needs("icarus"), ["several groups"], lambda *_: None)
    (finding,) = campaign.findings
    assert finding.outcome.state == ("mismatch" if exact else "agrees"), report(campaign)


def long_game(history, number):
    """To its draw by length, and a turn that comes too late."""
    game = GlobeEngine(Globe(history=history))
    session = Session(game.model())
    dice = bytes((number * 37 + at * 101) % 256 for at in range(history))
    quiet(session, Choices(Digits(b""), dice))
    session.ask(session.steps[0])
    assert session.model.position.end == End.LENGTH
    assert len(session.steps) == history + 1
    return game.write(Script(tuple(session.steps)))


@pytest.mark.parametrize(("history", "simulator"), [(20, "icarus"), (1024, "verilator")])
def test_a_history_is_filled_to_its_last_position(history, simulator):
    """And read back, all of it."""
    text = long_game(history, 5)
    campaign = Campaign(Plan(Subject.of(load(ENGINE).with_board(Change(f"history={history}"))), OUT, seed=0))
    campaign.replay(needs(simulator), [("long", text, "")], lambda *_: None)
    (finding,) = campaign.findings
    assert finding.outcome.state == "agrees", report(campaign)
