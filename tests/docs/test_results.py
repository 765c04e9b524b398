"""The page on the JSON files, and their schema, are of today's classes; the schema tells right from wrong."""

import subprocess
import sys

import pytest
from fastjsonschema import JsonSchemaValueException
from loopline.report.documents import AllDocument
from reports import SCHEMA, validator

PAGE = SCHEMA.with_name("results.md")


def test_page_and_schema_are_made_of_the_classes(tmp_path):
    files, before = (PAGE, SCHEMA), [file.read_text(encoding="utf-8") for file in (PAGE, SCHEMA)]
    code = (
        "import results, sys, pathlib; results.PAGE, results.SCHEMA = map(pathlib.Path, sys.argv[1:]); results.main()"
    )
    copies = [tmp_path / file.name for file in files]
    for copy, text in zip(copies, before, strict=True):
        copy.write_text(text, encoding="utf-8")
    subprocess.run([sys.executable, "-c", code, *map(str, copies)], cwd=PAGE.parents[2] / "ci", check=True)
    assert [copy.read_text(encoding="utf-8") for copy in copies] == before, "run `python ci/results.py`"


def test_the_schema_refuses_what_is_no_result():
    right = AllDocument(command="loopline verify --all", partial=False, exit_code=0, designs=[]).model_dump()
    validator()(right)
    for wrong in ({}, [], {**right, "format": "loopline verify 2"}, {**right, "exit_code": "0"}, {**right, "more": 1}):
        with pytest.raises(JsonSchemaValueException):
            validator()(wrong)
