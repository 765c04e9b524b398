"""`loopline verify --coverage`: what the simulation counts is what its scripts meet, and only if the design agrees."""

from pathlib import Path

import pytest
from cosim.engines import described
from loopline import coverage
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.coverage import hits
from loopline.contract.game import Subject
from loopline.coverage import CoverageRecord, coverage_of
from loopline.design import Change, simulators
from loopline.errors import BadInput

ENGINE = described(None, Change("16"))
SOURCE = Path(__file__).parents[2] / "rtl" / "trax" / "trax_box.v"


def test_two_runs_of_one_seed_count_the_same(tmp_path):
    """On either simulator; and nothing else is left behind."""
    records = []
    for simulator in simulators.available():
        campaign = Campaign(Plan(Subject.of(ENGINE), tmp_path, seed=1, examples=2, coverage=True))
        campaign.verify(simulator, ["games", "traps"], lambda *_: None)
        (path,) = campaign.runs.covered
        records.append(CoverageRecord.model_validate_json(path.read_bytes()))
    assert all(coverage.hits == records[0].hits for coverage in records)
    assert records[0].examples == 4
    assert records[0].hits["traps"]
    assert not list((tmp_path / "run").iterdir())


def test_each_bin_has_a_short_game_that_fills_it(tmp_path):
    """Alone, and without delays."""
    campaign = Campaign(Plan(Subject.of(ENGINE), tmp_path, seed=1, examples=6, coverage=True))
    campaign.verify(simulators.find("icarus"), ["games", "traps"], lambda *_: None)
    coverage = CoverageRecord.model_validate_json(campaign.runs.covered[0].read_bytes())
    counted, game = coverage_of(Subject.of(ENGINE)), campaign.plan.game
    for script, bins in coverage.games.items():
        assert len(script) <= 2000
        collector = counted.collector()
        collector.add(game.read(script.split()), [])
        filled = hits(counted.model, collector.counts)
        assert all(filled[group][name] for group, name in bins)
    kept = [one for bins in coverage.games.values() for one in bins]
    filled = {(group, name) for group, bins in coverage.hits.items() for name in bins}
    assert len({*kept}) == len(kept) > 0.8 * len(filled)
    assert {*kept} <= filled


def test_failing_examples_do_not_count(tmp_path):
    wrong = Campaign(
        Plan(Subject.of(described(broken(tmp_path), Change("16"))), tmp_path, seed=1, examples=3, coverage=True)
    )
    wrong.verify(simulators.find("icarus"), ["games"], lambda *_: None)
    assert wrong.findings[0].outcome.state == "mismatch"
    (path,) = wrong.runs.covered
    moves = CoverageRecord.model_validate_json(path.read_bytes()).hits["moves"]
    assert not {name for name in moves if name.startswith("+")}


def broken(folder):
    """An engine that takes no `+`."""
    for file in (*SOURCE.parent.glob("*.v*"), *(SOURCE.parents[1] / "common").glob("*.v")):
        (folder / file.name).write_text(file.read_text())
    referee = folder / "trax_referee.v"
    text = referee.read_text()
    assert "symbol == SYMBOL_NONE" in text
    referee.write_text(text.replace("symbol == SYMBOL_NONE", "symbol == SYMBOL_PLUS"))
    path = folder / "broken.toml"
    path.write_text((SOURCE.parent / "engine.toml").read_text().replace('"*.v", "../common/*.v"', '"*.v"'))
    return path


def point(line, kind, what, instance, count):
    keys = {"f": str(SOURCE), "l": line, "n": 5, "page": f"{kind}/trax_box", "o": what, "h": instance}
    return "C '" + "".join(f"\x01{key}\x02{value}" for key, value in keys.items()) + f"' {count}\n"


def test_verilator_points_add_up(tmp_path):
    """Over instances and files; a line counts as often as its least branch; other sources do not count."""
    head = "# SystemC::Coverage-3\n"
    first, second = tmp_path / "1.dat", tmp_path / "2.dat"
    first.write_text(
        head
        + point(10, "v_line", "if", "top.a", 3)
        + point(10, "v_line", "else", "top.a", 0)
        + point(7, "v_toggle", "x[0]:0->1", "top.a", 1)
        + point(7, "v_toggle", "x[0]:0->1", "top.b", 2)
        + point(1, "v_line", "block", "top", 9).replace("trax_box.v", "else.v")
    )
    second.write_text(head + point(10, "v_line", "else", "top.a", 5) + point(12, "v_line", "block", "top.a", 0))
    (file,) = coverage.read_rtl([first, second], [SOURCE])
    assert file.lines == {10: 3, 12: 0}
    assert file.bits == {(7, "x[0]:0->1"): 3}
    assert coverage.lcov([file]).splitlines() == [
        f"SF:{SOURCE}",
        "DA:10,3",
        "DA:12,0",
        "BRDA:7,0,x[0]:0->1,3",
        "LF:2",
        "LH:1",
        "BRF:1",
        "BRH:1",
        "end_of_record",
    ]


def test_no_file_of_verilator(tmp_path):
    (tmp_path / "x.dat").write_text("hello")
    with pytest.raises(BadInput, match="this is not a coverage file of Verilator"):
        coverage.read_rtl([tmp_path / "x.dat"], [SOURCE])
