"""A player on a serial line whose game is not Trax: its messages are single bytes."""

import shutil

import pytest
from cli.running import run
from cosim.engines import ROOT, needs
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.simulation.job import Outcome

EXAMPLE = ROOT / "examples" / "connect4"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    needs("icarus")
    for name in ("connect4.py", "connect4.v", "connect4_player.py", "connect4_player.toml", "connect4_player.v"):
        shutil.copy(EXAMPLE / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def verified(*options):
    how = ("--sim", "icarus", "--seed", 1, "--shrink", 1, "--why", 0, *options)
    return run("verify", "connect4_player.toml", *how)


def test_connect4_player_is_correct(folder):
    code, out, err = verified("--examples", 3, "--only", "long games")
    assert (code, "1 of 1 agree" in out) == (0, True), out + err


def test_report_has_the_script_and_what_was_said():
    subject = Subject.of(load(EXAMPLE / "connect4_player.toml"))
    outcome = Outcome(name="games", state="mismatch", script="< ?0", transcript=["> <", "> 0", "< ;"])
    game = subject.player
    shown = game.explain(game.read(["<", "?0"]), outcome, 80, ascii_only=True).plain
    assert shown == "< ?0\n\n    host    <\n    host    0\n    player  ;\n"
    assert [step.word for step in game.steps(game.read(["<"]), outcome)] == ["host: <", "host: 0", "player: ;"]


@pytest.mark.gate
@pytest.mark.parametrize(
    ("find", "put"),
    [
        ("open_q  <= 1'b1;", "open_q  <= first_q;"),
        ("if (first_q) ask(OURS);", "ask(OURS);"),
        ("say_q   <= 8'd48 + {5'd0, ours};", "say_q   <= 8'd49 + {5'd0, ours};"),
    ],
    ids=["deaf", "both begin", "the next column"],
)
def test_bugs_of_the_connect4_player_are_found(find, put, folder):
    source = folder / "connect4_player.v"
    text = source.read_text()
    assert find in text
    source.write_text(text.replace(find, put, 1))
    code, out, err = verified("--examples", 60, "-x")
    assert (code, ", tx\n" in out) == (1, True), out + err


@pytest.mark.gate
def test_a_match_and_its_times(folder):
    code, out, err = run("match", "connect4_player.toml", "random:1", "--sim", "icarus")
    assert (code, out.count("four in a row"), "2 of 2 games" in out) == (0, 2, True), out + err
    code, out, err = run("match", "random:1", "connect4_player.toml", "--sim", "icarus", "--rules", "other")
    assert (code, "--rules other: connect4-player has one set of rules only" in err) == (2, True), err
    code, out, err = run("latency", "connect4_player.toml", "--sim", "icarus", "--examples", 2, "--seed", 1)
    assert (code, "answer: until it begins" in out) == (0, True), out + err


def test_connect4_player_is_short():
    """Beside the rules, which are those of the engine."""
    assert len((EXAMPLE / "connect4_player.py").read_text().splitlines()) <= 150


def test_the_messages_of_a_stream_may_have_a_length():
    from loopline.match.stream import Lines

    lines = Lines(2)
    lines.feed(b"abc")
    assert (lines.pop(), lines.pop(), lines.unfinished) == (b"ab", None, b"c")
    lines.feed(b"\nd")
    assert (lines.pop(), lines.pop(), lines.unfinished) == (b"c\n", None, b"d")
