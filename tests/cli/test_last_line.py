"""The last line of `loopline verify` on several boards names the reports of all of them."""

import io
from pathlib import Path
from types import SimpleNamespace

from loopline.report import terminal as printing
from loopline.report.console import console


def test_last_line_names_the_page_of_all_boards(monkeypatch):
    text = io.StringIO()
    boards = [SimpleNamespace(text=name, command=["loopline"], campaign=campaign(name)) for name in ("", "size=8")]
    run = SimpleNamespace(boards=boards, contrast=lambda board: "")
    monkeypatch.setattr(printing.github, "write_step_summary", lambda *_: None)
    for name in ("write", "summary"):
        monkeypatch.setattr(printing.findings, name, lambda campaign, *_: campaign.name)
    monkeypatch.setattr(printing.page, "write", lambda *_: None)
    monkeypatch.setattr(printing, "show", lambda *_: None)
    monkeypatch.setattr(printing, "write_run", lambda run, out: [out / "verify.json", out / "report.html"])
    terminal = printing.Terminal(console(file=text), Path("all"), quiet=False, brief=False)
    monkeypatch.setattr(terminal, "begins", lambda *_: None)
    terminal.tell(run, Path("all"))
    lines = text.getvalue().splitlines()
    assert lines[-2:] == ["size=8", "Written: all/verify.json, all/report.html"]
    assert sum("Written" in line for line in lines) == 1


def campaign(name):
    return SimpleNamespace(
        name=name, findings=[], runs=SimpleNamespace(covered={}, counted={}), plan=SimpleNamespace(out=Path(name))
    )
