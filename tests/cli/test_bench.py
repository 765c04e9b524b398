import json
import shutil
import subprocess

import pytest
from cli.running import run_module
from cosim.engines import ROOT, needs
from loopline.contract.game import Subject
from loopline.design import Change, simulators
from loopline.design.dut import load
from loopline.drawing import examples_of
from loopline.simulation.job import PropertyJob
from speed import run, vectors
from speed.bug import with_bug
from speed.simulation import simulated


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
def test_the_rivals_compare_answers(tmp_path):
    needs("verilator")
    dut = load(ROOT / "rtl" / "trax" / "engine.toml").with_board(Change("size=16"))
    game = Subject.of(dut).engine
    (wins,) = [each for each in game.properties() if each.name == "wins"]
    texts = [game.write(script) for script in examples_of(wins.scripts, 40, 1)]
    assert min(vectors.measure(dut, texts, tmp_path / "right")) > 0
    wrong = with_bug(load(ROOT / "rtl" / "trax" / "engine.toml"), tmp_path / "copy").with_board(Change("size=16"))
    with pytest.raises(subprocess.CalledProcessError):
        vectors.measure(wrong, texts, tmp_path / "wrong")

    verilator = simulators.find("verilator")
    for design, agrees in ((dut, True), (wrong, False)):
        out = tmp_path / str(agrees)
        built = run.build_plain(verilator, design, out)
        job = PropertyJob(dut=design, properties=["wins"], seed=1, examples=1, deck=[("", text, "") for text in texts])
        for rival in ("plain", "answers"):
            (folder := out / f"{rival}-run").mkdir()
            asked = verilator, built, folder, design.top, f"speed.{rival}", job, f"{rival}.json"
            if agrees:
                assert simulated(*asked)["turns"] == sum(game.turns(game.read(text.split())) for text in texts)
            else:
                with pytest.raises(RuntimeError, match="left no figures"):
                    simulated(*asked)


@pytest.mark.slow
def test_bench_measures_the_harness(tmp_path):
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
