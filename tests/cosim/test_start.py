"""A simulation's start imports for half a second, in which nothing becomes garbage; afterwards it may."""

import warnings

from cosim.engines import OUT, ROOT, described, needs
from hypothesis import strategies as st
from hypothesis.errors import HypothesisDeprecationWarning
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.drawing import composites_unread
from loopline.simulation.job import ScriptsJob


def test_garbage_collection_skips_imported_modules(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests"))
    campaign = Campaign(Plan(Subject.of(described()), OUT, seed=1))
    job = campaign.plan.job(ScriptsJob, scripts=[("none", "", "")], does="cosim.looks:Looks")
    [outcome] = campaign.play_apart(campaign.builds.get(needs("icarus")), [job])
    assert (outcome.name, outcome.state) == ("garbage", "agrees")
    assert outcome.turns > 10_000


def test_source_of_composite_strategies_is_not_read():
    """Elsewhere Hypothesis reads it, and says what it finds."""

    def draws_nothing(draw):
        return 1

    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        with composites_unread():
            st.composite(draws_nothing)
        assert not said
        st.composite(draws_nothing)
    assert [one.category for one in said] == [HypothesisDeprecationWarning]
