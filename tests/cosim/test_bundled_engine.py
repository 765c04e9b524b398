"""The bundled engine agrees with the model in every cycle: scripts of all kinds, on boards of all sizes."""

import pytest
from cosim.engines import ENGINE, OUT, needs
from loopline.simulation.job import DECK
from loopline.testing import properties, verify

#: Those that draw their scripts.
PROPERTIES = [name for name in properties(ENGINE) if name != DECK]

#: Simulator → size of the board → scripts in all. Small boards reach capacity and seam, large ones column Z.
SCRIPTS = {"verilator": {64: 400, 16: 400, 8: 400, 128: 200}, "icarus": {16: 2 * len(PROPERTIES)}}


def cases():
    """Everybody verifies each property on a large board or a small one, the gate on all of them; one simulation does
    several."""
    yield pytest.param("verilator", 64, 200, PROPERTIES[::2], id="a large board")
    yield pytest.param("icarus", 8, 100, PROPERTIES[1::2], id="a small board")
    for simulator, sizes in SCRIPTS.items():
        for size, scripts in sizes.items():
            yield pytest.param(simulator, size, scripts, PROPERTIES, id=f"{simulator}-{size}")


@pytest.mark.room(13)
@pytest.mark.parametrize(("simulator", "size", "scripts", "names"), [*cases()])
def test_agrees(simulator, size, scripts, names):
    needs(simulator)
    examples = -(-scripts // len(PROPERTIES))
    campaign = verify(ENGINE, *names, sim=simulator, board=size, examples=examples, seed=size, out=OUT)
    assert {finding.outcome.name for finding in campaign.findings} == {*names}
    for finding in campaign.findings:
        assert finding.outcome.examples >= examples
        assert finding.outcome.cycles > 10 * finding.outcome.turns > 0
