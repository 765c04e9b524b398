"""The workflow that GitHub runs, and the one to copy: whatever they call is there."""

import re
from pathlib import Path

import pytest
import yaml

REPOSITORY = Path(__file__).parents[2]
INSTALL, SCALE = ((REPOSITORY / "docs" / page).read_text(encoding="utf-8") for page in ("install.md", "scale.md"))
WORKFLOWS = {
    "ours": (REPOSITORY / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"),
    "nightly": (REPOSITORY / ".github" / "workflows" / "nightly.yml").read_text(encoding="utf-8"),
    "to copy": re.search(r"```yaml\n(.*?)```", INSTALL, re.S)[1],
    "with several jobs": re.search(r"```yaml\n(.*?)```", SCALE, re.S)[1],
}


@pytest.mark.parametrize("which", WORKFLOWS)
def test_workflow_is_valid(which):
    workflow = yaml.safe_load(WORKFLOWS[which])
    assert set(workflow) <= {"name", True, "concurrency", "permissions", "jobs"}  # YAML takes the key `on` for a truth
    for job in workflow["jobs"].values():
        assert job["runs-on"]
        assert job["timeout-minutes"]
        assert all(("run" in step) != ("uses" in step) for step in job["steps"])


def test_workflow_targets_and_scripts_exist():
    jobs = [job for which in ("ours", "nightly") for job in yaml.safe_load(WORKFLOWS[which])["jobs"].values()]
    commands = "\n".join(step.get("run", "") for job in jobs for step in job["steps"])
    for matrix in (job.get("strategy", {}).get("matrix", {}) for job in jobs):
        commands += "".join(f"\nmake {target}" for target in matrix.get("target", ()))
    targets = set(re.findall(r"^make ([\w-]+)", commands, re.M))
    assert targets == {"verify", "test", "lowest", "latency", "mutate", "synth", "formal", "nightly"}
    assert targets <= set(re.findall(r"^([\w-]+):", (REPOSITORY / "Makefile").read_text(encoding="utf-8"), re.M))
    assert all((REPOSITORY / script).is_file() for script in re.findall(r"^bash (\S+)", commands, re.M))
