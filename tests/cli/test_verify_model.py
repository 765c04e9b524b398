import html
import re
import shlex
import signal
import subprocess
import sys
import traceback
from pathlib import Path
from xml.etree import ElementTree

import pytest
import reports
import typer
from cli.running import environment, run, started, without_progress
from hypothesis import strategies as st
from loopline.cli import verify_model
from loopline.cli._app import app
from loopline.contract.checks import Check, ModelMismatch
from loopline.contract.checks import run as run_checks
from loopline.games.checks import Disagreement, ModelError, Property, property_check
from loopline.games.trax.model_checks import all_checks
from loopline.games.trax.record import games
from loopline.report.model import exit_code
from waiting import PATIENCE, processor_time, until

TRAX = ("--game", "trax")
CHECKS = (
    "perft to ply 4",
    "Mini Trax 3×3, to ply 4",
    "Mini Trax 3×3, lines of 3, to ply 4",
    "Connexion, to ply 4",
    "the 1994 game",
    "the first traps",
    "Mini Trax, solved",
    "forced play in any order",
    "take-back leaves nothing behind",
    "what is written is read",
    "boards and wins, from scratch",
    "turned and mirrored boards",
    "colours swapped",
)

#: The model, broken in one place each, as the code that breaks it. tests/model/broken_rules.py has the rest.
BROKEN = {
    "lines down are not seen": """
from goldenrules.trax.board import Board
judge = Board._judge_line
Board._judge_line = lambda self, colour, a, b: judge(self, colour, a, b) if a & 1 else None""",
    "it ends with an exception": """
from goldenrules.trax.board import Board
lay = Board.lay
def fail(self, cell, tile):
    if len(self.tiles) == 7:
        raise KeyError("[red]\\x1b[31m")
    lay(self, cell, tile)
Board.lay = fail""",
}


@pytest.fixture(scope="module")
def broken(request, tmp_path_factory):
    """The run of a broken model: its folder, exit code, output and complaints."""
    out = tmp_path_factory.mktemp("broken")
    code = f"{BROKEN[request.param]}\nfrom loopline.cli import main\nmain()"
    few = ["--seed", "7", "--examples", "50"]
    command = [sys.executable, "-c", code, "verify-model", *TRAX, "--out", str(out), *few]
    process = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)
    return out, process.returncode, process.stdout, without_progress(process.stderr)


def table_of(output):
    """check → [examples, turns, result]"""
    (table,) = (part for part in output.strip().split("\n\n") if part.split()[0] == "check")
    lines = table.splitlines()
    assert lines[0].split() == ["check", "examples", "turns", "result"]
    rows = (re.fullmatch(r"(.*\S) +([\d,]+) +([\d,]+)  (\S.*)", line) for line in lines[1:])
    return {row[1]: list(row.groups()[1:]) for row in rows}


def test_the_model_agrees(tmp_path):
    code, out, err = run("verify-model", *TRAX, "--examples", 20, "--seed", 7, "--out", tmp_path)
    assert (code, err) == (0, "")
    assert f"seed 7 · loopline verify-model --seed 7 --examples 20 --game trax --out {tmp_path}\n" in out
    assert re.search(r"loopline \S+ · Python \S+ · Hypothesis \S+\n", out)
    table = table_of(out)
    assert tuple(table) == CHECKS
    assert table["perft to ply 4"] == ["4", "10,026", "agrees"]
    assert table["the 1994 game"] == ["1", "31", "agrees"]
    assert [row[0] for row in list(table.values())[7:]] == ["20"] * 6
    assert {row[2] for row in table.values()} == {"agrees"}
    assert "\n13 of 13 checks agree: 143 examples, " in out

    report = reports.read(tmp_path / "verify-model.json")
    assert (report["agrees"], report["partial"], report["seed"]) == (True, False, 7)
    assert [check["check"] for check in report["checks"]] == list(CHECKS)
    suite = ElementTree.parse(tmp_path / "verify-model.xml").find("testsuite")
    assert [case.get("name") for case in suite] == list(CHECKS)
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("13", "0", "0")


@pytest.mark.room(3)
@pytest.mark.parametrize("broken", BROKEN, indirect=True)
def test_a_broken_model_is_shown_by_its_smallest_game(broken):
    folder, code, out, err = broken
    assert (code, err) == (1, "")
    results = {check: row[2] for check, row in table_of(out).items()}
    wrong = [check for check, result in results.items() if result == "MISMATCH"]
    assert wrong
    assert re.findall(r"✗ ([^·\n]*) · seed 7", out) == wrong
    again = f"  again    loopline verify-model --seed 7 --examples 50 --game trax --out {folder}\n"
    assert out.count(again) == len(wrong)
    assert "\x1b" not in out

    report = reports.read(folder / "verify-model.json")
    assert not report["agrees"]
    games = [check["game"] for check in report["checks"] if check["game"] is not None]
    assert games
    assert min(len(game.split()) for game in games) <= 12
    suite = ElementTree.parse(folder / "verify-model.xml").find("testsuite")
    assert [case.get("name") for case in suite if case.find("failure") is not None] == wrong
    page = html.unescape((folder / "report.html").read_text())
    assert re.findall(r'<section class="failure">\s*<h2>trax: (.*?)</h2>', page) == wrong
    assert all(shlex.quote(game) in page for game in games)


@pytest.mark.parametrize("broken", ["lines down are not seen"], indirect=True)
def test_the_smallest_game_can_be_shown_again(broken):
    folder, _, out, _ = broken
    report = out[out.index("✗ boards and wins") :]
    shown, saved = (re.search(rf"  {name:<8} (.*)\n", report)[1] for name in ("show", "saved"))
    program, *arguments = shlex.split(shown)
    code, board, _ = run(*arguments)
    assert (program, code) == ("loopline", 0)
    assert "line down" in board
    assert Path(saved) == folder / "boards-and-wins-from-scratch" / "minimal.trx"
    assert Path(saved).read_text(encoding="utf-8").splitlines()[1] == arguments[-1]
    assert run("show", saved, *arguments[1:-1])[1] == board


def test_the_same_seed_gives_the_same_run():
    def turns(seed):
        return [result.tally.turns for result in outcomes(*all_checks(3, seed)[7:])]

    assert turns(3) == turns(3)
    assert turns(3) != turns(4)


@pytest.mark.parametrize("arguments", [("--examples", "0"), ("--seed", "-1"), ("--seed", "x"), ("more",)])
def test_bad_arguments(arguments, tmp_path):
    code, out, err = run("verify-model", *arguments, cwd=tmp_path)
    assert (code, out) == (2, "")
    assert "Error" in err
    assert {file.name for file in tmp_path.rglob("*.*")} <= {"verify-model.json", "verify-model.xml"}  # with the error


def test_reports_that_cannot_be_written(tmp_path):
    (tmp_path / "file").touch()
    code, out, err = run("verify-model", "--out", tmp_path / "file" / "out")
    assert (code, out) == (2, "")
    assert "Choose another folder with --out." in err


def test_interrupted_check_reports_partial_results(tmp_path):
    with started("verify-model", *TRAX, "--examples", 1_000_000, "--out", tmp_path) as process:
        assert process.stdout.readline().startswith("loopline")
        until(lambda: processor_time(process) > 2, process)  # all is loaded; the checks would take hours
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
    results = [row[2] for row in table_of(out).values()]
    assert process.returncode == 130
    assert results.count("interrupted") == 1
    assert results[-1] == "not run"
    assert "PARTIAL, interrupted: " in out
    assert reports.read(tmp_path / "verify-model.json")["partial"]
    suite = ElementTree.parse(tmp_path / "verify-model.xml").find("testsuite")
    assert int(suite.get("skipped")) == len(results) - results.count("agrees")


def outcomes(*checks):
    return list(run_checks(checks, lambda check: None))


def mismatch(tally):
    tally.add(1)
    raise ModelMismatch("no")


def test_check_without_any_example_does_not_pass():
    results = outcomes(Check("idle", lambda tally: None, 1))
    assert [result.state for result in results] == ["nothing ran"]
    assert exit_code(results) == 2


def test_a_mismatch_does_not_end_the_run():
    results = outcomes(Check("wrong", mismatch, 1), Check("right", lambda tally: tally.add(1), 1))
    assert [result.state for result in results] == ["mismatch", "agrees"]
    assert exit_code(results) == 1


def a_game_with_a_trap(draw, interrupted):
    """As if the model could not go on from there."""
    record = draw(games(max_turns=12))
    if len(record) > 3:
        if interrupted():
            signal.raise_signal(signal.SIGINT)
        raise ModelError(record, ValueError("no"))
    return record


def too_long(record):
    if len(record) > 3:
        raise Disagreement("too long")


@pytest.mark.parametrize("times", [2, 3])
@pytest.mark.parametrize("where", ["while a game is built", "while it is looked at"])
def test_known_failure_is_reported_at_an_interrupt(where, times):
    """Whoever had failed: the model, while a game was built, or the property."""
    count = iter(range(1, 1000))

    def holds(record):
        if len(record) > 3 and next(count) == times:
            signal.raise_signal(signal.SIGINT)
        too_long(record)

    building = st.composite(a_game_with_a_trap)(lambda: next(count) == times)
    if where == "while a game is built":
        one = Property("mine", lambda record: None, {"record": building})
    else:
        one = Property("mine", holds, {"record": games(max_turns=12)})
    check = property_check(one, 100, "1")
    after = Check("after", lambda tally: tally.add(1), 1)
    found, rest = outcomes(check, after)
    assert (found.state, rest.state) == ("mismatch", "not run")
    assert len(found.mismatch.record) > 3
    assert "interrupted" in found.mismatch.found
    assert exit_code([found, rest]) == 1


@pytest.mark.parametrize("where", ["in a property", "while a game is built", "in a figure"])
def test_interrupt_is_not_a_failure_of_the_model(where):
    """In the middle of a turn, say: taking it back fails then."""

    def breaks(*_, **__):
        try:
            signal.raise_signal(signal.SIGINT)
        finally:
            raise IndexError("there is no turn to take back")

    def building(draw):
        record = draw(games(max_turns=12))
        try:
            breaks()
        except IndexError as error:
            raise ModelError(record, error) from error

    def holds(record):
        breaks()

    if where == "in a figure":
        check = Check("mine", breaks, 1)
    elif where == "in a property":
        check = property_check(Property("mine", holds, {"record": games(max_turns=12)}), 100, "1")
    else:
        check = property_check(Property("mine", lambda record: None, {"record": st.composite(building)()}), 100, "1")
    (found,) = outcomes(check)
    assert (found.state, found.mismatch) == ("interrupted", None)


def test_interrupt_after_hypothesis_keeps_the_result():
    """The last steps of shrinking are ours."""
    calls = []

    def holds(record):
        calls.append(record)
        if any("reduced" in frame.name for frame in traceback.extract_stack()):
            signal.raise_signal(signal.SIGINT)
        too_long(record)

    one = Property("mine", holds, {"record": games(max_turns=12)})
    (found,) = outcomes(property_check(one, 100, "1"))
    assert found.state == "mismatch"
    assert len(found.mismatch.record) == 4


class Game:
    """Two checks, of which the second may be wrong."""

    def __init__(self, name, wrong=False):
        self.name, self._wrong = name, wrong

    def checks(self, examples, seed):
        def second(tally):
            tally.add(2)
            if self._wrong:
                raise ModelMismatch("it is wrong")

        return [Check("first", lambda tally: tally.add(3), 1), Check("second", second, 1)]


@pytest.mark.parametrize("verbose", [False, True])
def test_each_of_several_games_has_a_line(verbose, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(verify_model, "_games", lambda name: [Game("heap"), Game("tower", wrong=True)])
    command = typer.main.get_command(app).get_command(None, "verify-model")
    words = ["--examples", "1", "--seed", "7", "--out", str(tmp_path), *["--verbose"] * verbose]
    with pytest.raises(typer.Exit) as ended:
        command.invoke(command.make_context("verify-model", words))
    out = capsys.readouterr().out
    lines = [re.sub(r"[0-9.]+ s", "- s", line) for line in out.splitlines()]
    assert ended.value.exit_code == 1
    assert lines[3:5] == [
        "heap        2 of 2 checks agree: 2 examples, 5 turns, - s",
        "tower       1 of 2 checks agree, 1 disagrees: 2 examples, 5 turns, - s",
    ]
    assert ("game   check   examples  turns  result" in lines) == verbose
    assert "✗ second · seed 7" in lines
    assert reports.read(tmp_path / "verify-model.json")["counts"] == {
        "played": 4,
        "agree": 3,
        "disagree": 1,
        "untested": 0,
        "not_played": 0,
        "met_known": 0,
        "known_bugs": 0,
    }
