"""docs/reference/models.md and the page of each game describe every name that the models export, and nothing that is
not there."""

import doctest
import re
from importlib import import_module
from inspect import getsource
from pathlib import Path
from pkgutil import walk_packages

import goldenrules
import pytest
from goldenrules import evening, globe, tsolitaire
from goldenrules.trax import Game, GameError, Position

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
PAGES = sorted(REFERENCE.glob("*model*.md"))
MODULES = [module.name for module in walk_packages(goldenrules.__path__, "goldenrules.")]


def sections():
    """The text below each heading of the second level, of all pages."""
    found = {}
    for page in PAGES:
        headings = re.split(r"^## `?([\w.]+)`?\n", page.read_text(encoding="utf-8"), flags=re.M)
        found |= dict(zip(headings[1::2], headings[2::2], strict=True))
    return found


def named(text, columns=1):
    """The identifiers in the first columns of the tables, without their arguments."""
    cells = [cell for row in re.findall(r"^\|(.*)\|$", text, re.M) for cell in row.split(" | ")[:columns]]
    return {name for cell in cells for name in re.findall(r"`(\w+)(?:\(.*?\))?`", cell)}


def exported_by(module):
    """The names that a package imports as themselves, or that a module lists."""
    code = import_module(module)
    if hasattr(code, "__all__"):
        return set(code.__all__)
    return {name for name, again in re.findall(r"\b(\w+) as (\w+)", getsource(code)) if name == again}


@pytest.mark.parametrize("module", [*filter(exported_by, MODULES)])
def test_every_exported_name_is_described(module):
    exported = exported_by(module)
    section = sections()[module]
    assert exported - named(section, columns=2) == set(), "exported, but not described"
    assert named(section) - exported == set(), "described, but not exported"


#: Classes that have a section of their own, below this heading.
CLASSES = {
    "Position": Position,
    "Game": Game,
    "goldenrules.evening.Position": evening.Position,
    "goldenrules.globe.Position": globe.Position,
    "goldenrules.tsolitaire.Position": tsolitaire.Position,
}


@pytest.mark.parametrize("heading", CLASSES)
def test_every_attribute_is_described(heading):
    kind, section = CLASSES[heading], sections()[heading]
    public = {name for name in {*dir(kind), *vars(kind())} if not name.startswith("_")}
    below = {"lay", "lift", "set_box"}  # named in the text
    assert public & below == {name for name in below if f"`{name}`" in section} & public
    assert public - below - named(section) == set(), "public, but not described"
    assert named(section) - public <= {kind.__name__}, "described, but not public"


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
