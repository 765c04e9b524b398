"""What is said of a finding."""

from io import StringIO

from cosim.engines import ENGINE
from loopline.campaign import Campaign, Finding
from loopline.design.dut import load
from loopline.design.simulators.icarus import Icarus
from loopline.report import findings
from loopline.simulation.job import Outcome
from rich.console import Console


def test_nothing_ran_is_a_failure_with_a_reason(tmp_path):
    campaign = Campaign(load(ENGINE), tmp_path, seed=1)
    campaign.findings.append(Finding(Icarus("icarus", "11.0", "fst"), Outcome(name="games", state="nothing ran")))
    out = StringIO()
    findings.print_failure(Console(file=out), campaign, campaign.findings[0])
    assert "a pass would mean nothing" in out.getvalue()
    assert findings.exit_code(campaign) == 2
