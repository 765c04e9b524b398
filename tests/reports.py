"""The JSON files of the commands, as their users read them."""

import json
from functools import cache
from pathlib import Path

import fastjsonschema

SCHEMA = Path(__file__).parents[1] / "docs" / "reference" / "results.schema.json"


@cache
def validator():
    """Return what fails for a document that the schema does not allow."""
    return fastjsonschema.compile(json.loads(SCHEMA.read_text(encoding="utf-8")))


def read(file):
    """Return what is in a file that a command has written. Fails if the schema does not allow it."""
    document = json.loads(Path(file).read_text(encoding="utf-8"))
    validator()(document)
    return document
