"""The Globe on the command line, as its page shows it: what is drawn, read, counted and refused."""

import json

import pytest
from cli.running import run

CAPTURE = "board=....nns.nn...s.snssns W1-W4"
IN_ASCII = """\
             +----.N1----+
             |     |     |
       +----.N2---.N3---.N4----+
       |           |           |
 +----.W1    +----oC1----+    .E1----+
 |     |     |     |     |     |     |
oW2---OW4---*C2---*C5---oC4---xE2---xE4
 |     |     |     |     |     |     |
 +----*W3    +----*C3----+    .E3----+
       |           |           |
       +----oS2---oS1---.S4----+
             |     |     |
             +----.S3----+

North has won - 1 ply - 6 against 2 - last W1-W4
o North   x South   O just moved   * captured
"""


@pytest.fixture
def file(tmp_path):
    def written(text):
        path = tmp_path / "games.globe"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return written


def test_the_board_in_ascii():
    assert run("show", CAPTURE, "--game", "globe", PYTHONIOENCODING="ascii") == (0, IN_ASCII, "")


def test_the_game_is_known_by_its_first_move(tmp_path):
    code, out, err = run("show", "N3-C1 W3-W2", "--svg", tmp_path / "board.svg")
    assert (code, err) == (0, "")
    assert "○C1" in out
    assert (tmp_path / "board.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("text", "code", "complaint"),
    [
        ("N3-C1 W3-W2\n", 0, ""),
        ("N3-C1\n\nN3-C1 N4-N3\n", 1, ":3:7: move 2 of 2, N4-N3: from: no piece of South stands on N4"),
        ("N3-C1\n\nN3-C1 hello\n", 2, ":3:7: move 2 of 2, hello: unknown point: found 'he'"),
        ("capture=Q N3-C1\n", 2, ":1:1: option, capture=Q: bad value: found 'Q', expected one of G, P, T"),
        ("board=nn.................sss.\n", 2, "bad board: found 23 characters, expected 21"),
        ("board=nn................sss\n", 1, "material: North has 2 pieces"),
        (b"N3-\0C1\n", 2, ":1:4: found the byte 0x00"),
        ("# nothing\n", 2, "no game in it"),
    ],
)
def test_checked_files(file, text, code, complaint):
    found, out, err = run("check", file(text))
    assert found == code
    assert complaint in out + err
    assert "Traceback" not in err


def test_facts_for_programs(file, tmp_path):
    run("check", file(CAPTURE), "--json", tmp_path / "check.json")
    game = json.loads((tmp_path / "check.json").read_text())
    assert {"winner": "North", "how": "win", "plies": 1, "north": 6, "south": 2}.items() <= game.items()


def test_options_are_given_as_rules(file):
    assert run("perft", 3, "--game", "globe", "--rules", "capture=T")[1].split()[-5:] == ["3", "147", "4", "0", "0"]
    assert run("check", file("E1-E2 S1-C3 E2-E1"), "--rules", "history=3")[1].startswith(
        f"{file('')}:1: drawn by length"
    )
    code, _, err = run("perft", 3, "--game", "globe", "--rules", "capture=Q")
    assert code == 2
    assert "expected G or P or T" in err


def test_a_match_is_a_file_that_can_be_checked(tmp_path):
    rules = ("--game", "globe", "--rules", "history=30")
    code, out, _ = run("match", "greedy:1", "random:2", *rules, "--out", tmp_path)
    assert code == 0
    assert "North" in out
    assert run("check", tmp_path / "match.globe")[0] == 0
