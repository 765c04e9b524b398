"""The pages of what was measured: nothing from outside is run or lost, and bars are as long as they should be."""

import re

from goldenrules.trax import Position
from goldenrules.trax.svg import svg
from loopline.report import overview
from report.pages import EVIL, campaign_of, mismatch, write
from report.test_page import LOADS

ROWS = overview.Rows(
    ("kind", EVIL, "turns"), [("a", EVIL, overview.Bar("1,000", 100.0)), ("b\x1b[2J", "2", overview.Bar(EVIL, 12.34))]
)


def page(folder):
    """A page with everything that there can be."""
    picture = svg(Position.from_moves(["@0/", "A0+"]))
    sections = [
        overview.Section(EVIL, EVIL, code=EVIL, bad=True),
        overview.Section("Rows", table=ROWS),
        overview.Section("Picture", svg=picture, about=f'"{EVIL}'),
    ]
    return overview.write(folder, EVIL, EVIL, ["loopline", EVIL], sections)


def test_page_has_every_figure_escaped(tmp_path):
    text = page(tmp_path).read_text(encoding="utf-8")
    assert not LOADS.findall(text)
    assert "<script" not in text
    assert text.count("&lt;script&gt;alert(1)&lt;/script&gt;") == 11
    assert "b\\x1b[2J" in text
    assert re.findall(r"--long: (.*?)%", text) == ["100.0", "12.3"]
    assert 'src="data:image/svg+xml,%3Csvg' in text


def test_bars_are_as_long_as_their_values_beside_the_largest():
    assert [one.long for one in overview.bars([0, 50, 200], "abc")] == [0, 25, 100]
    assert [one.long for one in overview.bars([0, 0], "ab")] == [0, 0]
    assert overview.bars([], []) == []


def test_turns_cycles_and_seconds_of_each_property_have_bars(tmp_path):
    campaign = campaign_of("trax", tmp_path)
    played = {"one": (30, 9000, 2.0), "two": (15, 900, 8.0), "none": (0, 0, 0.0)}
    outcomes = [
        mismatch(campaign, "trax", name=name, state="agrees", script="", turns=turns, cycles=cycles, seconds=seconds)
        for name, (turns, cycles, seconds) in played.items()
    ]
    assert bars_in(write(campaign, *outcomes)) == [
        *[("100.0", "30"), ("100.0", "9,000"), ("25.0", "2.0")],
        *[("50.0", "15"), ("10.0", "900"), ("100.0", "8.0")],
        *[("0.0", "0"), ("0.0", "0"), ("0.0", "0.0")],
    ]


def test_answers_have_bars_against_the_limit(tmp_path):
    """As long as the logarithm: an answer at the limit, or later, fills the column; one at once has none."""
    campaign = campaign_of("trax", tmp_path)
    limit = round(campaign.plan.dut.limit * campaign.plan.dut.clock.mhz * 1e6)
    played = {"play": {round(limit**0.5): 1}, "late": {2 * limit: 1}, "read": {0: 3}}
    text = write(campaign, mismatch(campaign, "trax", state="agrees", script="", latency=played))
    assert "took 200.00% of the limit" in text
    largest = {cell: long for long, cell in bars_in(text)}
    assert largest[f"{2 * limit:,}"] == "100.0"
    assert largest[f"{round(limit**0.5):,}"] == "50.0"
    assert ("0.0", "0") in bars_in(text)
    assert "the slowest of them" not in write(campaign_of("trax", tmp_path))


def bars_in(text):
    """The length and the text of each."""
    return re.findall(r'class="bar(?: number)?" style="--long: (.*?)%">(.*?)<', text)


def test_a_run_that_has_played_nothing_has_a_page(tmp_path):
    assert "What was played" in write(campaign_of("trax", tmp_path))
