"""Worked positions, records and malformed records, if their collection is at hand."""

import json
from pathlib import Path

import pytest

FILE = Path(__file__).parents[4] / "shared" / "data" / "tsolitaire-sample.jsonl"


def of_kind(kind):
    if not FILE.exists():
        pytest.skip(f"needs ../shared/data/{FILE.name} beside the repository")
    entries = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    return [entry for entry in entries if entry["kind"] == kind]
