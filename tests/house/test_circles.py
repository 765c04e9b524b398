"""No module imports itself by way of others, all imports counted: those within functions, and those for types alone."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

TB = Path(__file__).parents[2] / "tb"


def module(path):
    parts = path.relative_to(TB).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(path):
    """Yield the names that a file imports, as modules and as members of packages."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: imports are absolute"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def graph(files):
    return {name: {*imported(path)} & files.keys() - {name} for name, path in files.items()}


def test_no_module_is_in_a_circle():
    files = {module(path): path for path in TB.rglob("*.py")}
    assert len(files) > 200
    order = [*TopologicalSorter(graph(files)).static_order()]
    assert len(order) == len(files)


def test_a_circle_would_be_seen(tmp_path, monkeypatch):
    (tmp_path / "one.py").write_text("def late():\n    import two\n")
    (tmp_path / "two.py").write_text("from one import late\n")
    files = {path.stem: path for path in tmp_path.glob("*.py")}
    with pytest.raises(CycleError):
        [*TopologicalSorter(graph(files)).static_order()]


def test_verify_needs_neither_mutants_nor_suspects():
    """Unless something fails: then `loopline.api` loads what looks for suspects."""
    files = {module(path): path for path in TB.rglob("*.py")}
    needed, waiting, importing = set(), ["loopline.cli.verify", "loopline.trial.play"], graph(files)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += importing[name]
    assert not [name for name in needed if name.startswith(("loopline.mutate", "loopline.why", "loopline.source"))]
    assert len([name for name in needed if not name.startswith("loopline.games")]) <= 83
