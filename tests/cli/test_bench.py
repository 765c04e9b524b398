import json
import shutil

import pytest
from cli.running import run_module
from cosim.engines import ROOT, needs
from loopline.design.dut import load
from speed.bug import with_bug


def test_the_table_and_the_report(tmp_path):
    code, out, err = run_module("speed", "--model", "--out", "reports", cwd=tmp_path)
    lines = out.splitlines()
    report = json.loads((tmp_path / "reports" / "bench.json").read_text())
    assert (code, err) == (0, "")
    assert lines[0].split() == ["measured", "figure", "unit", "aim"]
    assert [figure["aim"] for figure in report["figures"]] == ["≤ 1.3", "≥ 100,000", "≥ 50,000", "", ""]
    for line, figure in zip(lines[1:], report["figures"], strict=False):
        assert line.startswith(figure["name"])
        assert line.endswith(figure["aim"])
        assert figure["value"] > 0
    assert lines[-1].endswith("Written: reports/bench.json")


def test_the_bug_goes_into_a_copy_that_can_be_written_and_removed(tmp_path):
    shutil.copytree(ROOT / "rtl", tmp_path / "rtl")
    for path in (tmp_path / "rtl").rglob("*"):
        path.chmod(0o555)
    dut = with_bug(load(tmp_path / "rtl" / "trax" / "engine.toml"), tmp_path / "out")
    assert all(path.stat().st_mode & 0o200 for path in (tmp_path / "out").rglob("*"))
    assert sum("winner_q <= to_move_q" in file.read_text() for file in dut.files) == 1
    for path in (tmp_path / "rtl").rglob("*"):
        path.chmod(0o755)


@pytest.mark.slow
def test_the_harness_too(tmp_path):
    needs("verilator")
    code, _, err = run_module("speed", "--sim", "verilator", "--out", tmp_path, timeout=900)
    assert (code, err) == (0, "")
    figures = json.loads((tmp_path / "bench.json").read_text())["figures"]
    ratios = [figure["unit"].startswith("times") for figure in figures]
    assert ratios == sorted(ratios, reverse=True)
    assert all(figure["value"] > 0 for figure in figures)
    workers = [f"{command}, two workers against one" for command in ("verify", "fuzz", "latency", "mutate")]
    for about in (*workers, "a standard bug", "a thinking player"):
        assert any(figure["name"].startswith(about) for figure in figures)
