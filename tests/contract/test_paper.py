"""The commands without hardware know no game either: a game of one number, in a file of its own, has them all."""

import json
import shutil
from pathlib import Path

import pytest
from cli.running import run
from loopline.contract.paper import NamedRules, Options, integer_option, one_of

HEAP = ("--game", "heap_paper:PAPER")


@pytest.fixture
def heap(tmp_path, monkeypatch):
    """Runs a command in a folder with the game."""
    shutil.copy(Path(__file__).parent / "heap" / "heap_paper.py", tmp_path)

    def command(name, *arguments, stdin=None):
        return run(name, *arguments, *HEAP, cwd=tmp_path, stdin=stdin)

    return command


def test_check(heap, tmp_path):
    (tmp_path / "games.heap").write_text("2 3\n# a comment\n2 1 3\n2 x\n")
    code, out, err = heap("check", "games.heap", "--json", "found.json")
    assert (code, err) == (2, "")
    assert out == (
        "games.heap:1: 0 left\n"
        "games.heap:3:5: move 3 of 3, 3: too few: 2 left\n"
        "    2 1 3\n"
        "        ^\n"
        "games.heap:3:3: note: 1: a small one\n"
        "games.heap:4:3: move 2 of 2, x: number: found 'x', expected 1, 2 or 3\n"
        "    2 x\n"
        "      ^\n"
        "3 games in 1 file: 1 legal, 1 illegal, 1 unreadable\n"
    )
    first, second, _ = map(json.loads, (tmp_path / "found.json").read_text().splitlines())
    assert first == {"file": "games.heap", "line": 1, "legal": True, "left": 0, "error": None}
    assert second["notes"] == [{"line": 3, "column": 3, "text": "1", "message": "a small one"}]
    assert second["error"]["reason"] == "too few"


def test_a_game_for_hardware_only():
    code, _, err = run("show", "take", "--game", "heap_game:GAME", cwd=Path(__file__).parent / "heap")
    assert code == 2
    assert "--game heap_game:GAME: expected a PaperGame of loopline.contract.paper" in err


def test_a_file_that_is_no_text(heap):
    code, out, err = heap("check", "-", stdin=b"2\n1\0")
    assert (code, err) == (2, "loopline: standard input:2:2: a zero byte\n")
    assert out.startswith("standard input:1: 3 left\n")


def test_show(heap, tmp_path):
    assert heap("show", "2 1", "--svg", "board.svg") == (
        0,
        "oo\n\n2 left\nWritten: board.svg\n",
        "loopline: moves:1:3: note: 1: a small one\n",
    )
    assert (tmp_path / "board.svg").read_text().startswith("<svg")
    assert heap("show", "3 3", "--rules", "stones=9")[1] == "ooo\n\n3 left\n"
    assert heap("show", "x")[2] == (
        "loopline: there is no file x, and it is not a move: number: found 'x', expected 1, 2 or 3\n"
    )


def test_perft(heap):
    code, out, _ = heap("perft", 3)
    assert (code, [line.split() for line in out.splitlines()]) == (
        0,
        [["ply", "sequences", "ended"], ["1", "3", "0"], ["2", "8", "2"], ["3", "10", "6"]],
    )


def test_verify_model(heap, tmp_path):
    code, out, _ = heap("verify-model", "--seed", 1)
    assert (code, "1 of 1 checks agree" in out) == (0, True), out
    (check,) = json.loads((tmp_path / "out" / "verify-model.json").read_text())["checks"]
    assert (check["model"], check["check"], check["turns"]) == ("heap", "sums", 21)


def test_match(heap, tmp_path):
    code, out, _ = heap("match", "greedy", "random:7", "--games", 4)
    assert code == 0
    assert "game 1  A First, B Second" in out
    again = heap("match", "greedy", "random:7", "--games", 4)[1]
    assert [line for line in again.splitlines() if line.startswith("game")] == [
        line for line in out.splitlines() if line.startswith("game")
    ]
    assert heap("check", "out/match.heap")[0] == 0


def test_feature_missing_on_paper_is_refused(heap):
    for words, says in (
        (("convert", "-", "--to", "x"), "heap has one notation only: there is nothing to convert"),
        (("check", "-", "--notation", "x"), "heap has no notation called 'x'; there are standard"),
        (("check", "-", "--rules", "stones=0"), "heap: stones=0: expected a whole number from 1 to 99"),
        (("perft", 1, "--rules", "size=3"), "heap: there is no 'size'; there are stones=1–99, one=ends|goes on"),
        (("match", "model", "random"), "'model' is not a player; there are exec:COMMAND, "),
        (("match", "greedy:2", "random"), "'greedy:2' is not a player; there is greedy"),
    ):
        code, out, err = heap(*words, stdin=b"")
        assert (code, out, says in err) == (2, "", True), err


# --- rules as a text --------------------------------------------------------------------------------------------------


def test_named_rules():
    rules = NamedRules({"a": 1, "b": 2})
    assert (rules.of(""), rules.of("b")) == (1, 2)
    with pytest.raises(ValueError, match="no rule set is called 'c'; there are a, b"):
        rules.of("c")


def test_options():
    rules = Options(dict, size=integer_option(5, 2, 6), rule=one_of("base", "odd-even"))
    assert rules.of("") == {"size": 5, "rule": "base"}
    assert rules.of("rule=odd-even,size=3") == {"size": 3, "rule": "odd-even"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("size=7", "size=7: expected a whole number from 2 to 6"),
        ("size=²", "size=²: expected a whole number"),
        ("rule=even", "rule=even: expected base or odd-even"),
        ("side=3", "there is no 'side'; there are size=2–6, rule=base|odd-even"),
        ("base", "'base' is not KEY=VALUE; there are size"),
        ("size=3,size=4", "size stands twice"),
        ("size=3,", "'' is not KEY=VALUE"),
    ],
)
def test_options_that_are_wrong(text, says):
    with pytest.raises(ValueError, match=says.replace("|", r"\|")):
        Options(dict, size=integer_option(5, 2, 6), rule=one_of("base", "odd-even")).of(text)


def test_option_of_a_game_without_options_is_refused():
    with pytest.raises(ValueError, match="there is nothing to choose"):
        Options(dict).of("size=3")
