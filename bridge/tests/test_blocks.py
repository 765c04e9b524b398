"""The bridge on blocks of other kinds: each passes as it is, and its bug is found and made small.

The benches in blocks/ are meant to be copied.
"""

import contextlib
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
import simulators

BLOCKS = Path(__file__).parent / "blocks"
#: What the bug of each block shrinks to.
SMALLEST = {
    "alu": r"operation='add', a=128, b=0",
    "checksum": r"packets=\[\(b'\\x00', 0\), \(b'\\x00', 0\)\]",
    "fifo": r"steps=\[\(True, False\)(, \(True, False\)){4}\]",
    "registers": r"transfers=\[\(3, 1\), \(1, None\)\]",
    "stream": r"sent=\[0, 0, .\], pauses=\[2.*\]",
}


@pytest.mark.parametrize("simulator", ["icarus", pytest.param("verilator", marks=pytest.mark.slow)])
@pytest.mark.parametrize("block", sorted(SMALLEST))
def test_the_bug_of_a_block_is_found_and_shrunk(simulator, block, tmp_path, monkeypatch):
    monkeypatch.setenv("COCOTB_REWRITE_ASSERTION_FILES", "")
    runner = simulators.build(simulator, monkeypatch, BLOCKS / f"{block}.v", tmp_path)
    failures = {}
    for plusargs in [], ["+bug"]:
        results = tmp_path / f"results{len(plusargs)}.xml"
        with contextlib.suppress(SystemExit):
            runner.test(
                hdl_toplevel=block,
                test_module=f"blocks.{block}",
                test_dir=tmp_path,
                results_xml=results,
                plusargs=plusargs,
                seed=1,
            )
        [case] = ElementTree.parse(results).iter("testcase")
        failures[bool(plusargs)] = case.find("failure")
    assert failures[False] is None, failures[False].text
    found = " ".join(failures[True].text.partition("Failing test case: ")[2].split())
    assert re.search(rf"\( {SMALLEST[block]}, \)", found), found
