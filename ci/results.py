"""Writes the JSON schema of the commands' JSON files, from the classes that write them.

And makes the tables that the site shows in docs/reference/results.md.
"""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import pairwise
from operator import or_
from pathlib import Path
from typing import Any

from loopline.campaign.failures import FailureDocument
from loopline.report.coverage import CoverageDocument
from loopline.report.documents import AllDocument, RefusedDocument, ReplayDocument, VerifyDocument
from loopline.report.fuzz import FuzzDocument
from loopline.report.latency import LatencyDocument
from loopline.report.match import MatchDocument
from loopline.report.model import ModelDocument
from loopline.report.mutation import MutateDocument
from loopline.report.unfinished import UnfinishedDocument
from loopline.tables import Document, Table
from pydantic import BaseModel, TypeAdapter

SCHEMA = Path(__file__).parents[1] / "docs" / "reference" / "results.schema.json"

DOCUMENTS: tuple[type[BaseModel], ...] = (
    VerifyDocument,
    AllDocument,
    RefusedDocument,
    ReplayDocument,
    FuzzDocument,
    FailureDocument,
    CoverageDocument,
    LatencyDocument,
    MutateDocument,
    MatchDocument,
    ModelDocument,
    UnfinishedDocument,
)

_WORDS = {"string": "text", "integer": "number", "number": "number", "boolean": "true or false", "object": "object"}


def schema() -> dict[str, Any]:
    """Return the JSON schema of all files."""
    made = TypeAdapter(reduce(or_, DOCUMENTS)).json_schema(mode="serialization")
    for name, described in made["$defs"].items():
        if name in (classes := _classes()):
            _explain(described, classes[name])
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "The JSON files of loopline", **made}


def tables(schema: dict[str, Any]) -> str:
    """Return a table for each object, those of whole files first, without the keys that it has from another."""
    objects, classes = dict(schema["$defs"]), _classes()
    bases = {
        name: [base for base in classes[name].__mro__[1:] if _says_more(base)] for name in objects if name in classes
    }
    for base in {base for named in bases.values() for base in named}:
        objects.setdefault(base.__name__, _explain(base.model_json_schema(mode="serialization"), base))
    files = [document.__name__ for document in DOCUMENTS]
    names = files + sorted(objects.keys() - {*files})
    return "\n".join(line for name in names for line in _table(objects[name], bases.get(name, []), whole=name in files))


def _classes() -> dict[str, type[BaseModel]]:
    return {model.__name__: model for model in _below(BaseModel)}


def _below(base: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for derived in base.__subclasses__():
        yield derived
        yield from _below(derived)


def _explain(described: dict[str, Any], made_of: type[BaseModel]) -> dict[str, Any]:
    """Add what the docstring of each key says.

    Pydantic can do so, but reads the source whenever a class is made.
    """
    for base in reversed(made_of.__mro__[: made_of.__mro__.index(BaseModel)]):
        for key, words in _docstrings(base):
            if key in described["properties"]:
                value = described["properties"][key] | {"description": words}
                described["properties"][key] = dict(sorted(value.items()))
    return described


def _docstrings(made_of: type) -> Iterator[tuple[str, str]]:
    """Yield each key of a class that has a docstring, and its text."""
    [parsed] = ast.parse(textwrap.dedent(inspect.getsource(made_of))).body
    assert isinstance(parsed, ast.ClassDef)
    for key, text in pairwise(parsed.body):
        match key, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                yield name, inspect.cleandoc(words)


def _says_more(base: type) -> bool:
    return issubclass(base, BaseModel) and base not in (BaseModel, Table, Document)


def _table(described: dict[str, Any], bases: Sequence[type[BaseModel]], *, whole: bool) -> Iterator[str]:
    about = " ".join(described["description"].split())
    yield from (
        ["", f"## {about.rstrip('.')}"] if whole else ["", f"## {described['title']}", "", textwrap.fill(about, 120)]
    )
    properties = {key: value for key, value in described["properties"].items() if key not in _keys(bases)}
    if bases:
        name = bases[0].__name__
        yield from ["", f"All keys of [{name}](#{name.lower()}), and:"]
    yield from ["", "| key | | |", "|---|---|---|"]
    for key, value in properties.items():
        means = "" if key == "format" else " ".join(value.get("description", "").split())
        yield f"| `{key}` | {_type(value)} | {means} |"


def _keys(classes: Sequence[type[BaseModel]]) -> set[str]:
    return {key for model in classes for key in model.model_fields}


def _type(value: dict[str, Any]) -> str:
    if ref := value.get("$ref"):
        name = ref.rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "const" in value:
        return f"`{value['const']}`"
    if "enum" in value:
        return ", ".join(f"`{text}`" for text in value["enum"])
    if parts := value.get("anyOf"):
        return " or ".join(_type(part) for part in parts)
    if value["type"] == "null":
        return "null"
    if value["type"] == "array":
        return f"list of {_type(value['items'])}" if "items" in value else "list"
    if isinstance(inner := value.get("additionalProperties"), dict):
        return f"object of {_type(inner)}"
    return _WORDS[value["type"]]


def text(schema: dict[str, Any]) -> str:
    """Return the schema with a line for each object."""
    objects = ",\n".join(f"{json.dumps(name)}: {json.dumps(table)}" for name, table in schema["$defs"].items())
    rest = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in schema.items() if key != "$defs"]
    return "{\n" + ",\n".join([*rest, f'"$defs": {{\n{objects}\n}}']) + "\n}\n"


if __name__ == "__main__":
    SCHEMA.write_text(text(schema()), encoding="utf-8")
