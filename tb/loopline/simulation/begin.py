"""What runs first in a simulation, before cocotb."""

from __future__ import annotations

import os
import sys

from pygpi.entry import load_entry

from loopline.simulation.channel import take_input
from loopline.system import spare

#: For cocotb: where to begin.
ENTRY = {"PYGPI_USERS": "loopline.simulation.begin:begin"}


def begin() -> None:
    """Take the channel, import less, and start cocotb."""
    take_input()
    spare()
    from cocotb.regression import RegressionManager

    del sys.modules["pytest"]  # else Hypothesis would ask for all of it with the first failure
    # Nothing of ours has its assertions rewritten.
    RegressionManager.setup_pytest_assertion_rewriting = staticmethod(lambda: None)  # type: ignore[method-assign]
    del os.environ["PYGPI_USERS"]
    load_entry()
