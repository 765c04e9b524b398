"""`verify --observe`: what Hypothesis has observed, as its published schema has it and as Tyche reads it."""

import json
import re

import fastjsonschema
import reports
from cli.running import run
from cosim.engines import described, needs, with_its_box_shifted
from loopline.contract.game import Subject

_TEXT, _NUMBER, _OBJECT = {"type": "string"}, {"type": "number"}, {"type": "object"}

#: In all lines.
_OF = {"property": _TEXT, "run_start": _NUMBER}

#: docs/schema_observations.json of Hypothesis 6.168. Tyche's parser (src/datatypes.ts of tyche-extension) takes less in
#: two places, and so does this: `how_generated` and `content` are texts.
_EXAMPLE = {
    "type": {"const": "test_case"},
    "status": {"enum": ["passed", "failed", "gave_up"]},
    "status_reason": _TEXT,
    "representation": _TEXT,
    "arguments": _OBJECT,
    "how_generated": _TEXT,
    "features": _OBJECT,
    "coverage": {
        "type": ["object", "null"],
        "additionalProperties": {"type": "array", "items": {"type": "integer", "minimum": 1}, "uniqueItems": True},
    },
    "timing": {"type": "object", "additionalProperties": {"type": "number", "minimum": 0}},
    "metadata": _OBJECT,
}
_MESSAGE = {"type": {"enum": ["info", "alert"]}, "title": _TEXT, "content": _TEXT}

VALID = fastjsonschema.compile(
    {
        "oneOf": [
            {"type": "object", "properties": {**one, **_OF}, "required": [*one, *_OF], "additionalProperties": False}
            for one in (_EXAMPLE, _MESSAGE)
        ]
    }
)


def test_observations_have_a_line_for_each_example(tmp_path):
    """With the script that was played; and the run is what it is without them."""
    needs("icarus")
    broken = with_its_box_shifted(tmp_path)
    file, findings = tmp_path / "observed.jsonl", []
    options = ("--sim", "icarus", "--size", 8, "--seed", 3, "--examples", 4, "--only", "games", "--only", "aliases")
    for more in ((), ("--observe", file)):
        code, _, err = run("verify", broken, *options, "--shrink", 0, *more, "--out", tmp_path / f"out{len(more)}")
        assert (code, err) == (1, "")
        findings.append(reports.read(tmp_path / f"out{len(more)}" / "verify.json")["findings"])
    figures = [[(one["examples"], one["turns"], one["state"]) for one in some] for some in findings]
    assert figures[0] == figures[1]
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert {VALID(line)["type"] for line in lines} <= {"test_case", "info"}
    tried = [line for line in lines if line["type"] == "test_case"]
    for one in findings[1]:
        its = [line for line in tried if line["property"].startswith(one["name"])]
        assert len(its) >= one["examples"]
        assert {line["status"] for line in its} >= ({"failed"} if one["state"] == "mismatch" else {"passed"})
    game = Subject.of(described()).scripts
    for line in tried:
        words = re.sub(r"^delays:\w+ ", "", line["representation"])
        if line["status"] == "gave_up":  # what Hypothesis drew was no script
            assert words == ""
        else:
            assert game.turns(game.read(words.split())) == line["features"]["turns"]
    assert any(line["representation"].startswith("delays:") for line in tried)
    run_again = ("verify", broken, *options, "--observe", tmp_path / "none" / "o", "--out", tmp_path)
    assert f"--observe {tmp_path / 'none' / 'o'}: cannot be written" in run(*run_again)[2]
