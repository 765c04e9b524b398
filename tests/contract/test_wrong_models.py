"""A mistake in a model's Python is the author's: exit code 2, with his file and line, whatever the hardware does."""

import json
import re
import shutil
import tomllib
from pathlib import Path

import pytest
from cli.running import run

HERE = Path(__file__).parent
CONNECT4 = HERE.parents[1] / "examples" / "connect4"

MISTAKES = {
    mistake["name"]: mistake for mistake in tomllib.loads((HERE / "wrong_models.toml").read_text("utf-8"))["mistake"]
}


@pytest.fixture
def broken(tmp_path):
    """A copy of Connect Four in which something is replaced."""

    def make(edits):
        for file in CONNECT4.glob("connect4.*"):
            shutil.copy(file, tmp_path)
        code = (tmp_path / "connect4.py").read_text()
        for old, new in edits:
            assert code.count(old) >= 1, old
            code = code.replace(old, new, 1)
        (tmp_path / "connect4.py").write_text(code)
        return tmp_path

    return make


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_the_authors(name, broken):
    folder = broken(MISTAKES[name]["edits"])
    code, out, err = run("verify", "connect4.toml", "--sim", "icarus", "--examples", "2", "--seed", "1", cwd=folder)
    assert code == 2, out + err
    assert re.search(MISTAKES[name]["says"], err), err
    assert "bug in loopline" not in err
    assert "Traceback" not in err
    assert json.loads((folder / "out" / "verify.json").read_text())["exit_code"] == 2
