"""The schema of the JSON files is of today's classes, and tells right from wrong."""

import pytest
from fastjsonschema import JsonSchemaValueException
from loopline.report.documents import AllDocument
from reports import SCHEMA, validator

import results


def test_schema_is_made_of_the_classes():
    assert SCHEMA.read_text(encoding="utf-8") == results.text(results.schema()), "run `python ci/results.py`"


def test_schema_refuses_other_documents():
    right = AllDocument(command="loopline verify --all", partial=False, exit_code=0, designs=[]).model_dump()
    validator()(right)
    for wrong in ({}, [], {**right, "format": "loopline verify 2"}, {**right, "exit_code": "0"}, {**right, "more": 1}):
        with pytest.raises(JsonSchemaValueException):
            validator()(wrong)
