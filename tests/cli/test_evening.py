"""Evening on the command line: check, show, perft, match."""

import json
from xml.etree import ElementTree

from cli.running import run

GAMES = """\
# two games, one of them wrong
side=3 1. Wc3 2. B-
White wins

side=3 Wc3 Bc4
  Wz1 # no such cell
"""


def test_check(tmp_path):
    file = tmp_path / "games.evening"
    file.write_text(GAMES)
    code, out, err = run("check", file, "--json", tmp_path / "out.json")
    assert (code, err) == (2, "")
    lines = out.splitlines()
    assert lines[0] == f"{file}:2: White has won, one group more · 1 stone · White 1 · Black none · side 3"
    assert lines[1].startswith(f"{file}:6:3: move 3 of 3, Wz1: bad cell: found 'z1', expected a cell of side 3")
    assert lines[-1] == "2 games in 1 file: 1 legal, 0 illegal, 1 unreadable"
    first, second = map(json.loads, (tmp_path / "out.json").read_text().splitlines())
    assert (first["winner"], first["white"], first["board"]) == ("White", [1], ".../..../..W../..../...")
    assert (second["moves"], second["error"]["reason"], second["error"]["line"]) == (2, "bad cell", 6)


def test_an_illegal_game_is_no_bad_input(tmp_path):
    file = tmp_path / "games.evening"
    file.write_text("side=3 Wc3 Wc4\n\nside=3 Wc3 White wins\n")
    code, out, _ = run("check", file)
    assert code == 1
    assert "move 2 of 2, Wc4: turn: White leads, so Black has the move" in out
    assert "the result, White wins: wrong result: " in out


def test_rules_that_the_game_does_not_follow_are_noted(tmp_path):
    file = tmp_path / "games.evening"
    file.write_text("side=3 Wc3\n")
    code, out, _ = run("check", file, "--rules", "side=4,rule=odd-even")
    assert code == 0
    assert "1:1: note: the game says its own rules: side 3, odd-even, loser-moves" in out


def test_show(tmp_path):
    picture = tmp_path / "board.svg"
    code, out, err = run("show", "Wb2 Ba1", "--rules", "side=2,rule=odd-even", "--svg", picture)
    assert (code, err) == (0, "")
    assert out.splitlines()[:3] == ["  a1 [●1] ·     a2", "b1  ·   ○1  b     b3", "  c1  b   b     c2"]
    assert "Black to move · 2 stones · White 1 · Black 1 · side 2" in out
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_show_a_board_that_was_loaded():
    code, out, _ = run("show", "board=WB/WBW/WB", PYTHONIOENCODING="ascii")
    assert code == 0
    assert out.splitlines()[0] == "  a1  W3  B3    a2"
    assert "White has won, one group more - 7 stones" in out


def test_perft():
    code, out, _ = run("perft", 9, "--game", "evening", "--rules", "side=2")
    assert code == 0
    rows = [[int(word.replace(",", "")) for word in line.split()] for line in out.splitlines()[1:]]
    assert rows[-1] == [7, 24, 24]


def test_rules_that_there_are_not():
    code, _, err = run("perft", 2, "--game", "evening", "--rules", "side=7")
    assert code == 2
    assert "side=7: expected a whole number from 2 to 6" in err


def test_a_match(tmp_path):
    arguments = ("match", "perfect", "random:1", "--game", "evening", "--rules", "side=3", "--out", tmp_path)
    code, out, _ = run(*arguments)
    assert code == 0
    assert "2 of 2 games" in out
    code, out, _ = run("check", tmp_path / "match.evening")
    assert (code, out.splitlines()[-1]) == (0, "2 games in 1 file: 2 legal, 0 illegal")


def test_matches_that_cannot_be(tmp_path):
    for rules, why in [("side=4", "side 4 cannot be solved"), ("protocol=free", "free play has no turns")]:
        code, _, err = run("match", "perfect", "random", "--game", "evening", "--rules", rules, "--out", tmp_path)
        assert (code, why in err) == (2, True)
