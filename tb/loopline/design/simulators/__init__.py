"""The simulators: which are here, of which version, and how to run them.

A file for each knows all that is special about it: another simulator is another file, and a name below. Nothing else in
loopline looks for a simulator's program, path, flag or environment:

    runner = find("verilator").runner()      # raises SimulatorMissing, which says how to get it
    runner.build(sources=[...], hdl_toplevel="top", build_dir=...)
    runner.test(test_module="...", hdl_toplevel="top")

The runner is cocotb's own (`cocotb_tools.runner`), with the environment its simulator needs already in place.

May import: what design may; nothing else of design.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import cocotb_tools.config
import find_libpython

from loopline.design.simulators.icarus import Icarus
from loopline.design.simulators.simulator import BuildRefused, Simulator, SimulatorMissing, Unknown, missing
from loopline.design.simulators.verilator import Verilator

__all__ = ["NAMES", "SIMULATORS", "BuildRefused", "Simulator", "SimulatorMissing", "Unknown", "available", "find"]

#: By name. The first is taken where none is named; a default run plays a sample on the others.
SIMULATORS: Mapping[str, type[Simulator]] = {"verilator": Verilator, "icarus": Icarus}
NAMES = tuple(SIMULATORS)


@cache
def find(name: str) -> Simulator:
    """Return the simulator of that name. Raise SimulatorMissing."""
    if name not in NAMES:
        raise SimulatorMissing(f"expected the simulator {' or '.join(NAMES)}, got {name!r}")
    if find_libpython.find_libpython() is None:
        raise missing(name, ["Python as a shared library"], "libpython3-dev")
    if set(",;") & set(libraries := str(cocotb_tools.config.libs_dir)):  # cocotb separates its libraries by these
        raise SimulatorMissing(
            f"The simulator {name} cannot run: cocotb is in {libraries}, and cannot be loaded from a folder with a "
            "comma or semicolon in its path. Move the environment to another folder"
        )
    return SIMULATORS[name].find()


def available() -> list[Simulator]:
    """Return all simulators that can run here."""
    found = []
    for name in NAMES:
        try:
            found.append(find(name))
        except SimulatorMissing:
            continue
    return found
