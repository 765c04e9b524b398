"""A run on GitHub: annotations, the summary of a step, SARIF, and the action."""

import copy
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
from dataclasses import replace
from pathlib import Path

import fastjsonschema
import pytest
import yaml
from cli.test_findings import failed
from copies import copied_heap
from cosim.engines import needs
from loopline.campaign.findings import Diagnosis, Suspect
from loopline.report.console import console
from loopline.report.github import annotate, write_sarif, write_step_summary
from loopline.report.unfinished import begin

ROOT = Path(__file__).parents[2]
LINE = Suspect(file=str(ROOT / "rtl" / "trax" / "trax_score.v"), line=73, text="a", reason="b")


def campaign_of(tmp_path, *suspects):
    campaign = failed(tmp_path, {"signal": "vp_state.winner"})
    return changed(campaign, "100 %: Winner is White,\nthe model says Red", Diagnosis(suspects=suspects))


def changed(campaign, says, why=None):
    (finding,) = campaign.findings
    outcome = finding.outcome.model_copy(update={"says": says})
    campaign.findings[:] = [replace(finding, outcome=outcome, why=why)]
    return campaign


@pytest.mark.parametrize(("suspects", "number"), [((LINE,), 1), ((), 0)])
def test_an_annotation_is_at_a_line_of_the_repository(suspects, number, tmp_path, monkeypatch):
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    text = io.StringIO()
    annotate(console(file=text), [campaign_of(tmp_path, *suspects)])
    lines = text.getvalue().splitlines()
    assert len(lines) == number
    for line in lines:
        title = "100 %25%3A Winner is White%2C\\nthe model says Red"
        assert line.startswith(f"::error file=rtl/trax/trax_score.v,line=73,title={title}::Found by number 0, ")


def test_no_annotation_outside_the_repository(tmp_path, monkeypatch):
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    text = io.StringIO()
    annotate(console(file=text), [campaign_of(tmp_path, LINE)])
    assert not text.getvalue()


def test_a_crash_is_where_the_simulator_says(tmp_path, monkeypatch):
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    campaign, text = changed(failed(tmp_path, {}), "trax_score.v:73: $fatal: no"), io.StringIO()
    annotate(console(file=text), [campaign])
    assert text.getvalue().startswith("::error file=rtl/trax/trax_score.v,line=73,title=trax_score.v%3A73%3A $fatal")


def test_the_summary_has_sentence_line_board_and_game(tmp_path, monkeypatch):
    summary = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    write_step_summary(campaign_of(tmp_path, LINE), ["loopline", "verify"])
    text = summary.read_text()
    for part in ("`100 %: Winner", "`rtl/trax/trax_score.v:73`", "1    ╝", "\n@0/\n```\n", "| number 0 | icarus |"):
        assert part in text


def test_sarif(tmp_path):
    """A bug without a line is at the description of its design."""
    for suspects, location in (
        ((LINE,), {"artifactLocation": {"uri": "rtl/trax/trax_score.v"}, "region": {"startLine": 73}}),
        ((), {"artifactLocation": {"uri": "rtl/trax/engine.toml"}}),
    ):
        log = json.loads(write_sarif([campaign_of(tmp_path, *suspects)], tmp_path).read_text())
        (run,) = log["runs"]
        (result,) = run["results"]
        assert (log["version"], run["tool"]["driver"]["name"]) == ("2.1.0", "loopline")
        assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == [result["ruleId"]] == ["mismatch"]
        assert result["message"]["text"].startswith("100 %: Winner is White,")
        assert result["locations"] == [{"physicalLocation": location}]
    begin("verify", tmp_path, "loopline verify")
    assert not (tmp_path / "verify.sarif").exists()


#: A package that has SARIF's own schema; npm keeps what it has loaded once.
SCHEMA = "@microsoft/jest-sarif@1.0.0-beta.0", "package/lib/schemas/sarif-2.1.0-rtm.5.json"


@pytest.mark.gate
def test_sarif_is_what_its_schema_says(tmp_path):
    if not shutil.which("npm"):
        pytest.skip("npm is not here")
    package, name = SCHEMA
    got = subprocess.run(["npm", "pack", "-s", package], cwd=tmp_path, capture_output=True, text=True, check=False)
    if got.returncode:
        pytest.skip(f"{package} cannot be had: {got.stderr}")
    with tarfile.open(tmp_path / got.stdout.strip()) as packed:
        valid = fastjsonschema.compile(json.load(packed.extractfile(name)))
    for suspects in ((LINE,), ()):
        log = json.loads(write_sarif([campaign_of(tmp_path, *suspects)], tmp_path).read_text())
        valid(copy.deepcopy(log))  # it fills in defaults
        del log["runs"][0]["results"][0]["message"]
        with pytest.raises(fastjsonschema.JsonSchemaValueException):
            valid(log)


def test_each_job_of_a_matrix_has_names_of_its_own():
    """GitHub refuses a second cache and a second upload of one name."""
    given = [
        step["with"] for step in yaml.safe_load((ROOT / "action.yml").read_text())["runs"]["steps"] if "with" in step
    ]
    names = [words[key] for words in given for key in ("key", "restore-keys", "name") if key in words]
    assert len(names) == 3
    assert all("${{ github.job }}-${{ strategy.job-index }}" in name for name in names)


def test_the_steps_of_the_action_are_commands(tmp_path):
    """What installs is only looked at: its folders are packages."""
    needs("icarus")
    description = copied_heap(tmp_path)
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    steps = [step for step in action["runs"]["steps"] if "run" in step]
    assert all(step["shell"] == "bash" for step in steps)
    assert {f"${{{{ inputs.{name} }}}}" for name in action["inputs"]} <= {
        value for step in action["runs"]["steps"] for part in ("env", "with") for value in step.get(part, {}).values()
    }
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("sudo", "python"):
        (programs / name).write_text(f'#!/bin/sh\nfor word; do echo "$word"; done >>{tmp_path / name}\n')
        (programs / name).chmod(0o755)
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    given = {"DESCRIPTION": str(description), "OPTIONS": "--sim icarus --examples 1 --only taking --seed 7"}
    for step in steps:
        installs = "install" in step["run"]
        there = f"{programs}:{path}" if installs else path
        environment = {**os.environ, "PATH": there, "GITHUB_ACTION_PATH": str(ROOT), **given}
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    folders = [Path(word) for word in (tmp_path / "python").read_text().split() if word.startswith("/")]
    assert len(folders) == 3
    assert all((folder / "pyproject.toml").is_file() for folder in folders)
    assert "iverilog" in (tmp_path / "sudo").read_text().split()
    assert (tmp_path / "out" / "verify.sarif").is_file()
