"""The bundled engine agrees with the model in every cycle: scripts of all kinds, on boards of all sizes."""

import pytest
from cosim.engines import ENGINE, OUT, needs
from loopline.simulation.job import DECK
from loopline.testing import properties, verify

#: Those that draw their scripts.
PROPERTIES = [name for name in properties(ENGINE) if name != DECK]

LARGE, SMALL = PROPERTIES[::2], PROPERTIES[1::2]


@pytest.mark.room(8)
@pytest.mark.parametrize(
    ("simulator", "size", "examples", "names"),
    [
        pytest.param("verilator", 64, 12, LARGE, id="a large board"),
        pytest.param("icarus", 8, 10, SMALL, id="a small board"),
        pytest.param("verilator", 64, 12, SMALL, id="verilator-64"),
        pytest.param("verilator", 8, 10, PROPERTIES, id="verilator-8"),
        pytest.param("verilator", 128, 6, PROPERTIES, id="verilator-128"),
        pytest.param("icarus", 16, 2, PROPERTIES, id="icarus-16"),
    ],
)
def test_agrees(simulator, size, examples, names):
    """Everybody verifies each property on a large board or a small one, the gate on all of them: small ones reach
    capacity and seam, large ones column Z. One simulation does several."""
    needs(simulator)
    campaign = verify(ENGINE, *names, sim=simulator, board=size, examples=examples, seed=size, out=OUT)
    assert {finding.outcome.name for finding in campaign.findings} == {*names}
    for finding in campaign.findings:
        assert finding.outcome.examples >= examples
        assert finding.outcome.cycles > 10 * finding.outcome.turns > 0
