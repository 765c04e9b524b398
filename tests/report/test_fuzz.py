"""The page of a run of `fuzz` that lasts."""

import re

import pytest
from loopline.fuzz import ExploredBins, FuzzOutcome, SourceOfScripts
from loopline.fuzz.run import FuzzRun
from loopline.report import fuzz
from loopline.simulation.job import Outcome
from report.pages import campaign_of

EXPLORED = ExploredBins(reached=300, bins=618, kept=7)


@pytest.fixture
def clock(monkeypatch):
    """The seconds that have passed; a test sets them."""
    now = [1_000_000_000.0]
    for name in ("time", "monotonic"):
        monkeypatch.setattr(f"loopline.report.fuzz.time.{name}", lambda: now[0])
    return now


def outcome(new, scripts=20):
    sources = [SourceOfScripts(name="games", scripts=20, turns=900, new=new)]
    explored = EXPLORED.model_copy(update={"sources": sources})
    return FuzzOutcome(name="fuzz", examples=scripts, turns=9000, cycles=70000, explored=explored)


def test_fuzz_report_is_written_every_minute(tmp_path, clock):
    campaign = campaign_of("trax", tmp_path)
    page, file = fuzz.Page(FuzzRun(campaign), ["loopline", "fuzz"]), tmp_path / "report.html"
    page.update(outcome(0))
    clock[0] += 59
    page.update(outcome(41))
    assert not file.exists()
    clock[0] += 601
    page.update(outcome(41))
    text = file.read_text(encoding="utf-8")
    rows = [re.findall(r"<td.*?>(.*?)</td>", row) for row in re.findall(r"<tr>(<td.*?)</tr>", text)]
    assert rows[:5] == [
        ["scripts", "20"],
        ["turns", "9,000"],
        ["cycles compared", "70,000"],
        ["bins reached", "300 of 618"],
        ["games kept", "7"],
    ]
    assert rows[5][0] == "something new"
    assert re.fullmatch(r"\d\d:\d\d:\d\d, 10 minutes ago at \d\d:\d\d:\d\d", rows[5][1])
    assert rows[6] == ["games", "20", "900", "41"]
    clock[0] += 59
    page.update(outcome(42, scripts=21))
    assert file.read_text(encoding="utf-8") == text
    clock[0] += 1
    page.update(outcome(42, scripts=21))
    assert ", 0 minutes ago" in page.since or ", 1 minute ago" in page.since
    assert '<td class="number">21</td>' in file.read_text(encoding="utf-8")
    assert [one.name for one in tmp_path.iterdir()] == ["report.html"]


def test_fuzz_report_before_the_first_script(tmp_path, clock):
    page = fuzz.Page(FuzzRun(campaign_of("trax", tmp_path)), ["loopline", "fuzz"])
    clock[0] += 60
    page.update(Outcome(name="fuzz"))
    assert "nothing yet" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_a_full_disk_does_not_end_the_run(tmp_path, clock):
    (tmp_path / "file").touch()
    page = fuzz.Page(FuzzRun(campaign_of("trax", tmp_path / "file")), [])
    clock[0] += 60
    page.update(outcome(1))
