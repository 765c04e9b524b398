"""No file outside games/ names a game: all that the harness knows of one comes from the game's object."""

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "tb" / "loopline"

#: The names of the games here, of their files and of their models; and what only one of their boards has.
#: (`goldenrules.lines` reads the files of any game.)
NAMES = re.compile(
    r"trax|\.trx|\bglobe|\bevening|tsolitaire|\.tsol|goldenrules(?!\.lines)|\btiles?\b|\btorus\b|\bhexagon",
    re.IGNORECASE,
)


def test_no_file_outside_games_names_a_game():
    files = [file for file in PACKAGE.rglob("*") if file.suffix in {".py", ".v", ".html", ".js", ".css"}]
    assert len(files) > 130
    naming = [
        f"{file.relative_to(PACKAGE)}:{number}: {line.strip()}"
        for file in files
        if "games" not in file.relative_to(PACKAGE).parts
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if NAMES.search(line)
    ]
    assert not naming


def test_general_modules_name_no_game():
    shared = [file for pattern in ("*.py", "general/*.py", "serial/*.py") for file in (PACKAGE / "games").glob(pattern)]
    assert len(shared) > 30
    assert not [file.name for file in shared if NAMES.search(file.read_text())]


CHANGING = {"append", "add", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "setdefault", "update"}


def test_positions_are_changed_by_their_methods_alone():
    """The harness plays, takes back and copies; it never assigns to what a golden model has, nor changes its lists."""
    changed = [
        f"{file.relative_to(PACKAGE)}:{node.lineno}"
        for file in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if any(map(_is_of_a_position, _changed(node)))
    ]
    assert not changed


@pytest.mark.parametrize(
    "line",
    [
        "position.rules = rules",
        "self.position.tiles[cell] = tile",
        "del position.forced[0]",
        "position.turns.append(1)",
    ],
)
def test_a_change_is_noticed(line):
    [target] = [target for node in ast.walk(ast.parse(line)) for target in _changed(node)]
    assert _is_of_a_position(target)


def _is_of_a_position(target):
    while isinstance(target, ast.Subscript):
        target = target.value
    return isinstance(target, ast.Attribute) and bool(re.search(r"\bposition$", ast.unparse(target.value)))


def _changed(node):
    """What a statement or call changes, if it is more than a name."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
        yield node.func.value
    targets = getattr(node, "targets", [getattr(node, "target", None)])
    if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Delete):
        yield from (one for target in targets for one in getattr(target, "elts", [target]))


def test_games_are_found_in_one_place():
    """All code gets a game through its object."""
    importing = [file for file in PACKAGE.rglob("*.py") if "importlib.import_module" in file.read_text()]
    assert [str(file.relative_to(PACKAGE)) for file in importing] == ["design/plugins.py"]
