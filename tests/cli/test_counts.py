"""What is not played is counted apart: it neither agrees nor disagrees."""

import pytest
from loopline.report.documents import Counts

CASES = {
    ("agrees",) * 3: "3 of 3 agree",
    ("agrees", "mismatch", "agrees"): "2 of 3 agree, 1 disagrees",
    ("mismatch", "mismatch", "died"): "0 of 3 agree, 2 disagree, 1 could not be tested",
    ("mismatch", *["not run"] * 19, "agrees"): "2 of 21 played (1 agrees, 1 disagrees)",
    ("interrupted", "agrees", "agrees"): "2 of 3 played (2 agree)",
    ("nothing asked", "nothing ran", "hung", "error"): "0 of 4 agree, 4 could not be tested",
    ("not run",): "0 of 1 played (0 agree)",
}


@pytest.mark.parametrize(("states", "text"), CASES.items())
def test_each_state_is_counted_once(states, text):
    counts = Counts.of(states)
    assert counts.text() == text
    assert counts.played + counts.not_played == len(states)
    assert counts.agree + counts.disagree + counts.untested == counts.played


def test_counts_name_what_is_counted():
    assert Counts.of(["agrees", "agrees"]).text("checks") == "2 of 2 checks agree"
