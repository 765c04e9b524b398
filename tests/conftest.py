"""Hypothesis for the whole suite: no deadlines on a shared machine, and a failure that can be repeated by hand.
And Ctrl-C and SIGHUP as at a terminal, for what the tests start and interrupt.

On CI (the variable `CI` is set) the examples are the same in every run, so that a red build is red for everybody.
"""

import os
import signal
from pathlib import Path

import pytest
from durations import (  # noqa: F401 - hooks
    pytest_addoption,
    pytest_collection_modifyitems,
    pytest_configure,
    pytest_xdist_make_scheduler,
)
from hypothesis import HealthCheck, Phase, settings
from hypothesis.configuration import set_hypothesis_home_dir
from loopline.design import simulators
from loopline.design.simulators import SimulatorMissing
from loopline.drawing import ignore_the_source

set_hypothesis_home_dir(Path(__file__).parents[1] / "out" / "cache" / "hypothesis")

settings.register_profile(
    "local",
    deadline=None,
    print_blob=True,
    # `explain` runs many more examples after a failure and has yet to say something useful about a game.
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.target, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("ci", settings.get_profile("local"), derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "local")

# Else the examples of a test would depend on which modules the tests before it have loaded.
ignore_the_source()

# A simulation that cocotb's own runner starts would rewrite the assertions of every module that it imports, of
# Hypothesis too: that takes longer than most of these simulations.
os.environ["COCOTB_REWRITE_ASSERTION_FILES"] = ""

# A shell that starts something in the background has it ignore Ctrl-C, and `nohup` has it ignore that the terminal is
# gone. So would all that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture(params=sorted(simulators.NAMES, reverse=True), scope="module")
def simulator(request):
    """Each simulator that is here, one after the other."""
    try:
        return simulators.find(request.param)
    except SimulatorMissing as missing:
        pytest.skip(str(missing))


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers():
    """One more than there are processors: some tests wait, for a player that is late or for another process."""
    return (yield) + 1
