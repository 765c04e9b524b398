"""The documents describe every name that the models export: the site makes tables of them (ci/reference.py)."""

import doctest
import re
from importlib import import_module
from inspect import getsource
from pathlib import Path
from pkgutil import walk_packages

import goldenrules
import pytest
from goldenrules.trax import GameError

PAGES = [page.read_text(encoding="utf-8") for page in (Path(__file__).parents[2] / "docs").rglob("*.md")]
MODULES = [module.name for module in walk_packages(goldenrules.__path__, "goldenrules.")]


def tables_of(kind):
    """What the pages have a table of."""
    return {name for page in PAGES for name in re.findall(rf"^<!-- {kind}: ([\w.]+)(?:, own)? -->$", page, re.M)}


def exported_by(module):
    """The names that a package imports as themselves, or that a module lists."""
    code = import_module(module)
    if hasattr(code, "__all__"):
        return set(code.__all__)
    return {name for name, again in re.findall(r"\b(\w+) as (\w+)", getsource(code)) if name == again}


@pytest.mark.parametrize("module", [*filter(exported_by, MODULES)])
def test_every_exported_name_is_described(module):
    assert module in tables_of("names")


def test_classes_that_users_work_with_have_their_members_described():
    games = {f"goldenrules.{game}.Position" for game in ("trax", "evening", "globe", "tsolitaire")}
    assert games | {"goldenrules.trax.Game"} <= tables_of("members")


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_docstrings(module):
    assert doctest.testmod(import_module(module)).failed == 0


def test_every_error_is_exported():
    def kinds(error):
        return {error, *(each for one in error.__subclasses__() for each in kinds(one))}

    for module in MODULES:
        import_module(module)
    errors = {kind.__name__ for kind in kinds(GameError) if kind.__module__.startswith("goldenrules.trax.")}
    assert errors - exported_by("goldenrules.trax") == set()
