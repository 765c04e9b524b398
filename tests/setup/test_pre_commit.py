"""The hooks for commits run what `make lint` runs, no more and no less."""

import re
from pathlib import Path

import yaml

REPOSITORY = Path(__file__).parents[2]


def test_hooks_are_those_of_make_lint():
    config = yaml.safe_load((REPOSITORY / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    hooks = [hook for repo in config["repos"] for hook in repo["hooks"]]
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    (recipe,) = re.findall(r"^lint:.*\n((?:\t.*\n)+)", makefile, re.M)
    linted = re.findall(r"^\t\$\(BIN\)/(.*)$", recipe, re.M)
    assert {hook["entry"].removesuffix(" --force-exclude").removeprefix(".venv/bin/") for hook in hooks} == set(linted)
    assert all(hook["language"] == "system" for hook in hooks)
