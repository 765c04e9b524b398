"""A small campaign, and all of its results that may not depend on who does the work."""

from cosim.engines import described
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.coverage import CoverageRecord
from loopline.design import Change, simulators

NAMES = ["games", "traps", "take backs"]


def campaign(folder, pool, watch=lambda *_: None):
    one = Campaign(
        Plan(Subject.of(described(None, Change("8"))), folder, seed=5, examples=16, coverage=True), pool=pool
    )
    one.verify(simulators.find("icarus"), NAMES, watch)
    return one


def results(one):
    outcomes = [finding.outcome.model_dump(exclude={"seconds", "killed"}) for finding in one.findings]
    return outcomes, [CoverageRecord.model_validate_json(path.read_bytes()) for path in one.runs.covered]
