"""The picture: all that is drawn, and nothing that a name could smuggle in."""

from xml.etree import ElementTree

from cosim.engines import ENGINE
from loopline.design.dut import load
from loopline.latency import Measured, Played, histogram
from loopline.report.latency import _bars, picture
from loopline.simulation.job import Answer

CYCLES = {"play": [9] * 50 + [16] * 9 + [450], "<trap>": [42, 55], "read": [4, 4, 4]}
SVG = "{http://www.w3.org/2000/svg}"


def drawn(name="it"):
    answers = [Answer(kind, 0, cycles, cycles, 0, {}) for kind, all_of in CYCLES.items() for cycles in all_of]
    design = load(ENGINE).model_copy(update={"name": name})
    return ElementTree.fromstring(picture(design, Measured(design, [Played("@0+", answers)]), 1.0))


def test_a_panel_for_each_kind_that_varies():
    panels = drawn().findall(f"{SVG}g")
    assert [panel.find(f"{SVG}text").text for panel in panels] == ["<trap>, 2 measured", "play, 60 measured"]


def test_a_bar_for_each_that_is_not_empty_and_even_one_answer_is_seen():
    play = drawn().findall(f"{SVG}g")[1]
    bars = play.findall(f"{SVG}rect")
    assert len(bars) == sum(bar.number > 0 for bar in histogram(CYCLES["play"], 64))
    assert min(float(bar.get("height")) for bar in bars) >= 2
    assert all(0 <= float(bar.get("x")) < 700 for bar in bars)


def test_median_and_worst_are_marked():
    texts = [text.text for text in drawn().iter(f"{SVG}text")]
    assert "median 9 cycles" in texts
    assert "worst 450 cycles" in texts


def test_a_name_is_only_a_name():
    name = "</svg><script>alert(1)</script>&\x01\n"
    root = drawn(name)
    assert not list(root.iter(f"{SVG}script"))
    assert root.find(f"{SVG}title").text == "</svg><script>alert(1)</script>&??: how long an answer takes"


def test_the_bars_of_the_terminal_have_a_first_number_each_that_is_so():
    rows = [row.split() for row in _bars([4, 5, 5, 6, 7, 7, 8], "#")]
    assert [int(first) for _, first, *_ in rows] == [4, 5, 6, 7, 8]
    assert [int(number) for *_, number in rows] == [1, 2, 1, 2, 1]
