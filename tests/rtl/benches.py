"""What the tests of this folder share: the sources, how a module is built, and what came of its cocotb tests."""

from pathlib import Path
from xml.etree import ElementTree

from waiting import PATIENCE, at_most

RTL = Path(__file__).parents[2] / "rtl"


def sources(*folders):
    return [source for folder in folders for source in sorted((RTL / folder).glob("*.v"))]


def build(simulator, top, files, folder, elaborated_only=False, **parameters):
    """The runner. A design that is `elaborated_only` cannot be run: Verilator's C++ is not compiled."""
    runner = simulator.runner()
    if elaborated_only:
        commands = runner._build_command
        runner._build_command = lambda: commands()[:1]
    runner.build(
        sources=files,
        includes=[RTL / "trax"],
        hdl_toplevel=top,
        parameters=parameters,
        build_dir=folder,
        timescale=("1ns", "1ps"),
        # Verilator has no X: what has no value yet gets a random one.
        build_args=["--x-initial", "unique", "--x-assign", "unique"] if simulator.name == "verilator" else [],
    )
    return runner


def run(runner, top, bench, **env):
    """cocotb test → the elements of the report that say it did not simply pass."""
    with at_most(2 * PATIENCE):
        results = runner.test(
            test_module=f"rtl.{bench}",
            hdl_toplevel=top,
            extra_env=env,
            plusargs=["+verilator+rand+reset+2", "+verilator+seed+1"],
        )
    bad = {"failure", "error", "skipped"}
    cases = ElementTree.parse(results).iter("testcase")
    return {case.get("name"): bad & {child.tag for child in case} for case in cases}
