"""Tsolitaire on the command line: its files, good and bad, its pictures, counts and players."""

import json
from xml.etree import ElementTree

import pytest
from cli.running import run

FILE = """# several games
1: 2F8B 2: 2A17B 3: 1F2B 4: 3A7L* 5: 1E4R*
4: 3A7L [00:10] 5: 5F4B

6B16B 5a8L

6B16B 6B1T # occupied
1B34R

6B16B
 5F8L hello

1B13R 1E33T 0/

Undo 1B34R

6B16B 1/
"""
CHECKED = """g.tsol:2: going on · 5 of 35 tiles · 5F4B moved 1 stone, up to 1 tile far
g.tsol:5:7: item 2, 5a8L: column: found column a, expected A to F
    6B16B 5a8L
          ~^~~
g.tsol:7:7: item 2, 6B1T: occupied: tile 16 lies on 6B already
    6B16B 6B1T
          ^~~~
g.tsol:11:7: item 3, hello: syntax: found 'hello', expected a placement as in 6B16B, Undo, Redo, or an end as in 0/
    6B16B 5F8L hello
               ^~~~~
g.tsol:13: over: tile 0 has no legal placement · 2 of 35 tiles · 1E33T moved 1 stone, up to 1 tile far
g.tsol:15: going on · 1 of 35 tiles · 1B34T moved 1 stone, up to 1 tile far
g.tsol:15:1: note: Undo: Undo has no effect; nothing: no placement is left to be taken back
g.tsol:15:6: note: 1B34R: tile 34 on 1B looks the same in rotation T, so R is T
g.tsol:17:7: item 2, 1/: not-stuck: found tile 1, which can be placed: 1B1R, expected a tile that cannot be placed
    6B16B 1/
          ^~
7 games in 1 file: 3 legal, 2 illegal, 2 unreadable
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "g.tsol").write_text(FILE, encoding="utf-8")
    return tmp_path


def test_check(folder):
    assert run("check", "g.tsol", "--json", "g.json", cwd=folder) == (2, CHECKED, "")
    games = [json.loads(line) for line in (folder / "g.json").read_text().splitlines()]
    assert [game["error"] and game["error"]["reason"] for game in games] == [
        *(None, "column", "occupied", "syntax", None, None, "not-stuck")
    ]
    assert games[0]["placements"] == ["2F8B", "2A17B", "1F2B", "3A7L", "5F4B"]
    assert games[4]["over"] == 0


@pytest.mark.parametrize(
    ("text", "code"),
    [("6B16B\n", 0), ("6B16B 6B1T\n", 1), ("6B16B 6B\n", 2), ("", 2), ("# nothing\n", 2), ("\0", 2)],
)
def test_exit_codes_of_check(text, code, tmp_path):
    (tmp_path / "g.tsol").write_text(text)
    found, out, err = run("check", "g.tsol", cwd=tmp_path)
    assert found == code
    assert "Traceback" not in out + err


def test_a_game_must_follow_its_deck(folder):
    (folder / "one.tsol").write_text("6B16B 5F8L 6F12T")
    assert run("check", "one.tsol", "--rules", "deck=16 8 12 32", cwd=folder)[0] == 0
    code, out, _ = run("check", "one.tsol", "--rules", "deck=16 9", cwd=folder)
    assert code == 1
    assert "item 2, 5F8L: not-next: the deck has tile 9 next, not tile 8" in out


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("deck=16 x", "found 'x', expected numbers of tiles, 0 to 34"),
        ("deck=16 35", "found tile 35, expected each of the tiles 0 to 34 once"),
        ("deck=16 16", "found tile 16, expected each of the tiles 0 to 34 once"),
        ("seed=-1", "expected a whole number"),
        ("deck=1,seed=1", "not by both"),
        ("order=1", "there is no 'order'"),
    ],
)
def test_bad_rules(rules, why, folder):
    code, out, err = run("check", "g.tsol", "--rules", rules, cwd=folder)
    assert (code, out) == (2, "")
    assert why in err


def test_convert(folder):
    (folder / "one.tsol").write_text("1: 2F8B 2: 2A17B Undo 2: 1E4R")
    for form, expected in {
        "plain": "1: 2F8B 2: 1E4R\n",
        "starred": "1: 2F8B 2: 2A17B* 2: 1E4R\n",
        "undone": "1: 2F8B 2: 2A17B Undo 2: 1E4R\n",
    }.items():
        assert run("convert", "one.tsol", "--to", form, cwd=folder)[:2] == (0, expected)


def test_perft():
    code, out, _ = run("perft", "3", "--game", "tsolitaire", "--rules", "deck=16 8 12")
    assert code == 0
    assert [line.split() for line in out.splitlines()[1:]] == [
        ["1", "32", "0"],
        ["2", "784", "240"],
        ["3", "7,140", "5,300"],
    ]
    assert run("perft", "1", "--game", "tsolitaire")[1].split()[-2] == "720"


def test_show(folder):
    code, out, _ = run("show", "6B16B 5F8L 6F12T", "--svg", "b.svg", cwd=folder, PYTHONIOENCODING="ascii")
    assert code == 0
    assert out.isascii()
    assert "(12T)" in out
    assert "going on - 3 of 35 tiles - 6F12T moved 1 stone, up to 2 tiles far" in out
    picture = ElementTree.parse(folder / "b.svg").getroot()
    assert len(picture.findall(".//{*}circle")) == 8
    code, out, err = run("show", "6B16B 1B0T", cwd=folder)
    assert code == 1
    assert "1 of 35 tiles" in out
    assert "item 2, 1B0T: leaves: stone 0 would leave the board" in err


def test_match(folder):
    arguments = (
        "match",
        "random:1",
        "greedy",
        "--game",
        "tsolitaire",
        "--rules",
        "seed=7",
        "--games",
        "2",
        "--out",
        "o",
    )
    code, out, err = run(*arguments, cwd=folder)
    assert (code, err) == (0, "")
    assert "2 of 2 games" in out
    code, out, _ = run("check", "o/match.tsol", cwd=folder)
    assert code == 0
    assert out.endswith("4 games in 1 file: 4 legal, 0 illegal\n")
    assert out.count("over: tile") == 4
    assert run("check", "o/match.tsol", "--rules", "seed=7", cwd=folder)[0] == 0  # both had this deck


def test_nobody_can_begin_with_tile_0(folder):
    code, _, err = run("match", "random", "greedy", "--game", "tsolitaire", "--rules", "deck=0 1 2", cwd=folder)
    assert code == 2
    assert "the first tile of the deck, 0, cannot be placed: choose another deck" in err


def test_solve(folder):
    code, out, err = run("solve", "tsolitaire", "--seed", "0")
    assert (code, err) == (0, "")
    assert "# solved: all 35 tiles are placed; " in out
    (folder / "solved.tsol").write_text(out)
    assert "solved.tsol:3: cleared · 35 of 35" in run("check", "solved.tsol", "--rules", "seed=0", cwd=folder)[1]


def test_solve_says_what_is_proved_and_what_is_not(folder):
    code, out, _ = run("solve", "tsolitaire", "--deck", "13, 33 0", "--after", "1B13R 1E33T")
    assert code == 0
    assert "# proved: all 3 tiles after these first 2 cannot be placed; 0 placements tried" in out
    assert out.endswith("\n1: 1B13R 2: 1E33T 3: 0/\n")
    code, out, _ = run("solve", "tsolitaire", "--seed", "0", "--nodes", "100")
    assert code == 0
    assert "# gave up: it is not known whether all 35 tiles can be placed; 100 placements tried" in out
    assert "proved" not in out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["tsolitaire"], "say which deck: --deck TILES, or --seed S"),
        (["tsolitaire", "--seed", "1", "--deck", "1"], "say which deck"),
        (["tsolitaire", "--deck", " "], "--deck: it has no tiles"),
        (["tsolitaire", "--deck", "1 2 35"], "--deck: column 5: deck: found tile 35"),
        (["tsolitaire", "--deck", "1 2", "--after", "6B16B"], "--after: line 1, column 1: 6B16B: not-next"),
        (["tsolitaire", "--deck", "1 2", "--after", "1B1R [1"], "--after: line 1, column 6: 1B1R [1: time"),
        (["chess", "--seed", "1"], "chess: there is no solver of this game; there is one of tsolitaire"),
    ],
)
def test_bad_input_of_solve(arguments, why):
    code, out, err = run("solve", *arguments)
    assert (code, out) == (2, "")
    assert why in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["verify", "tsolitaire-engine", "--size", "8"], "the board has no size; it has no keys, so there is one"),
        (["fuzz", "tsolitaire-engine", "--minimise"], "out/fuzz/bundled-tsolitaire-engine: there is no such folder"),
    ],
)
def test_there_is_one_board_only(command, says, tmp_path):
    code, _, err = run(*command, cwd=tmp_path)
    assert (code, says in err) == (2, True), err
