"""Whatever the harness drives is known from the first cycle after a reset on, and it would say so if it were not."""

import shutil

from copies import ROOT, change
from cosim.engines import needs
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import build
from loopline.design.dut import load

BLOCKS = ROOT / "examples" / "blocks"


def divider(folder):
    """A divider that shows, while it waits, what it sees on the request port."""
    shutil.copy(BLOCKS / "divider.v", folder)
    shown = "(resp_valid ? quotient_q : seen_q)"
    change(
        folder / "divider.v",
        ("reg [1:0] state_q, reason_q;", "reg [1:0] state_q, reason_q; reg [11:0] seen_q;"),
        ("        case (state_q)", "        seen_q <= rst ? 12'd0 : req_dividend;\n        case (state_q)"),
        ("negative_q ? -quotient_q : quotient_q;", f"negative_q ? -{shown} : {shown};"),
    )
    design = folder / "divider.toml"
    design.write_text(f'game_folder = "{BLOCKS}"\n' + (BLOCKS / "divider.toml").read_text())
    return load(design)


def outcomes(folder):
    """Of an empty script, with which a simulation begins, and of one that is not."""
    campaign = Campaign(Plan(Subject.of(divider(folder)), folder / "out", seed=0))
    campaign.replay(needs("icarus"), [("empty", "", ""), ("other", "divide:7,2", "")], lambda *_: None)
    return [one.outcome for one in campaign.findings]


def test_empty_first_script_is_played(tmp_path):
    assert [one.state for one in outcomes(tmp_path)] == ["agrees", "agrees"]


def test_x_driven_by_the_harness_is_no_verdict(tmp_path, monkeypatch):
    """In a copy of it in which the request has no first value. That is no verdict on the design."""
    hdl = shutil.copytree(build._HDL, tmp_path / "hdl")
    change(hdl / "loopline_session.v", ("made_q = 0,", "made_q,"))
    monkeypatch.setattr(build, "_HDL", hdl)
    first, *_ = outcomes(tmp_path)
    assert first.state == "error"
    assert "loopline_session.v has driven bits that are X" in first.error
