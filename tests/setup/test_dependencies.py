"""What loopline imports it also asks for: what comes along with another package today may not tomorrow."""

import ast
import re
import sys
import tomllib
from importlib.metadata import distributions, packages_distributions
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

REPOSITORY = Path(__file__).parents[2]


def normal(name):
    """One name for what may be spelt with hyphens, underscores and capitals."""
    return name.lower().replace("_", "-")


def imported():
    for file in (REPOSITORY / "tb").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (top(name.name) for name in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield top(node.module)


def top(module):
    """The package; in the namespace that extensions of cocotb share, the distribution."""
    first, second, *_ = [*module.split("."), ""]
    return f"{first}-{second}" if first == "cocotbext" else first


def test_what_is_imported_is_declared():
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked_for = project["dependencies"] + [one for extra in project["optional-dependencies"].values() for one in extra]
    declared = {normal(re.match(r"[\w-]+", requirement)[0]) for requirement in asked_for}
    foreign = set(imported()) - sys.stdlib_module_names - {"loopline"}
    known = packages_distributions()
    missing = {name for name in foreign if not declared & set(map(normal, known.get(name, [name])))}
    assert "cocotb" in foreign
    assert not missing


@pytest.mark.parametrize("python", ["3.11.0", "3.12.0", "3.13.0"])
def test_what_is_pinned_can_be_installed_for_every_release_of_python(python):
    """Some packages want a later one than systems have: Debian 12 stays at 3.11.2."""
    pins = (REPOSITORY / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {normal(pin.partition("==")[0]) for pin in pins if not pin.startswith("#")}
    installed = [one for one in distributions() if normal(one.name) in pinned]
    assert len(installed) > 60
    wanted = {one.name: one.metadata.get("Requires-Python", "") for one in installed}
    assert {name: asked for name, asked in wanted.items() if python not in SpecifierSet(asked)} == {}
