"""A fix is offered only if everything that failed in the run passes with it, and other games too."""

import pytest
from copies import copied_heap
from cosim.engines import needs
from loopline.campaign import Campaign
from loopline.campaign.findings import Diagnosis, Fix, Mismatch, Proposal
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import simulators
from loopline.design.dut import load
from loopline.simulation.job import Outcome
from loopline.why.fixes import UNPLAYED, confirm
from loopline.why.warnings import warnings

RIGHT, WRONG = "wire too_many = req_number > 3;", "wire too_many = req_number > 5;"

#: Changes with which the first failing game passes, and why they are no fixes: that of too few numbers, of too many, of
#: a signal that depends on itself, and of what is not Verilog.
NO_FIXES = {
    "wire too_many = req_number > 5 || req_number == 4;": "1 of 2 games that failed in this run still fails",
    "wire too_many = req_number > 2;": "another game fails, of",
    "wire too_many = req_number > 3 && !(none && too_many);": "it closes a loop",
    "wire too_many = req_number > ;": "",
}


@pytest.fixture(scope="module")
def heap(tmp_path_factory):
    """With the description, the findings of a run that has ended: two games fail by one bug."""
    needs("verilator")
    description = copied_heap(tmp_path_factory.mktemp("fixes"), "heap_to_fix")
    file = description.with_name("heap.v")
    file.write_text(file.read_text().replace(RIGHT, WRONG))
    return load(description), description.parent


def proposed(heap, tmp_path, *texts):
    dut, folder = heap
    file = folder.resolve() / "heap.v"
    whole = file.read_text()
    line = whole[: whole.index(WRONG)].count("\n") + 1
    every = [
        Proposal(Fix(file="heap.v", line=line, before=WRONG, after=text, games=1), file, whole.replace(WRONG, text))
        for text in texts
    ]
    campaign = Campaign(Plan(Subject.of(dut), tmp_path / "out", 1, 20))
    for script, why in (("take:4", Diagnosis(no_mends=UNPLAYED, proposed=every)), ("take:5", None)):
        outcome = Outcome(name="random games", state="mismatch", script=script, signal="resp_reason")
        campaign.findings.append(Mismatch(simulators.find("verilator"), outcome, why=why))
    return campaign


@pytest.mark.gate
def test_change_that_mends_only_one_failure_is_not_a_fix(heap, tmp_path):
    """With a change that is one, all that failed passes, and games that need the line; the number is said."""
    campaign = proposed(heap, tmp_path, *NO_FIXES, RIGHT)
    [finding] = confirm([campaign], 20.0)
    [fix] = finding.why.mends
    assert fix.after == RIGHT
    assert fix.failing == 2
    assert fix.games >= 12
    assert not finding.why.no_mends
    assert not finding.why.proposed


@pytest.mark.gate
@pytest.mark.parametrize(("text", "why"), NO_FIXES.items(), ids=["too few", "too many", "a loop", "no Verilog"])
def test_reason_for_rejecting_a_fix_is_printed(text, why, heap, tmp_path):
    [finding] = confirm([proposed(heap, tmp_path, text)], 20.0)
    assert not finding.why.mends
    assert f"with {text} in heap.v:41 this game passes, but {why}" in finding.why.no_mends


def test_nothing_is_offered_after_an_interrupt(heap, tmp_path):
    campaign = proposed(heap, tmp_path, RIGHT)
    campaign.interrupted = True
    assert not [*confirm([campaign], 20.0)]
    assert not campaign.findings[0].why.mends
    assert campaign.findings[0].why.no_mends == UNPLAYED


def test_warnings_are_those_of_mistakes(heap):
    dut, folder = heap
    assert not warnings(dut)
    file = folder / "heap.v"
    before = file.read_text()
    file.write_text(before.replace("reg [2:0] lifting;", "reg [1:0] lifting;"))
    found = warnings(dut)
    file.write_text(before)
    assert "WIDTHTRUNC" in {one.code for one in found}
    assert all(one.file == file.resolve() for one in found)
