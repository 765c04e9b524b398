"""Each test of this folder that asks for a simulator runs on every one that is here."""

import pytest
from loopline.design import simulators
from loopline.design.simulators import SimulatorMissing


@pytest.fixture(params=sorted(simulators.NAMES, reverse=True), scope="module")
def simulator(request):
    try:
        return simulators.find(request.param)
    except SimulatorMissing as missing:
        pytest.skip(str(missing))
