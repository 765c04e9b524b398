"""The bridge stays small, and imports nothing of what uses it."""

import ast
import sys
from pathlib import Path

import cocotbext.hypothesis

SOURCES = sorted(Path(cocotbext.hypothesis.__file__).parent.glob("*.py"))


def test_bridge_imports_only_its_dependencies():
    allowed = {"cocotb", "hypothesis", "greenlet"}
    roots = set()
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                roots |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                roots.add(node.module.partition(".")[0])
    assert roots - set(sys.stdlib_module_names) <= allowed


def test_bridge_is_small():
    assert len(SOURCES) <= 11
