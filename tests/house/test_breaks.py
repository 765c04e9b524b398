"""ci/breaks.toml fits the code: a break that cannot be made shows nothing."""

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TABLES = tomllib.loads((ROOT / "ci" / "breaks.toml").read_text())["of"]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table["file"])
def test_each_break_can_be_made(table):
    text = (ROOT / table["file"]).read_text()
    assert {find: text.count(find) for find, _ in table["breaks"]} == {find: 1 for find, _ in table["breaks"]}
    assert all((ROOT / test).exists() for test in table["tests"].split())
