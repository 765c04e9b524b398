import json
import subprocess

import pytest
from cli.running import LOOPLINE, environment, run, started
from loopline.games.trax.reference import FIRST_TRAP, GAME_1994
from waiting import PATIENCE

FILE = r"""# four games
1. @0/ 2. A0+ 3. @1+
@0/ A0+ B1/ @2+ White resigns

@0+ @1\ B2\ A2+ B0/ C3\ D3+ A4+ @2+ C0/ F9+ G2\
@0/ B1/ B1/
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "games.trx"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_a_line_for_each_legal_game_and_a_caret_for_each_illegal_one(file):
    code, out, err = run("check", file.name, cwd=file.parent)
    assert (code, err) == (2, "")
    assert (
        out
        == r"""games.trx:2: Red to move · 3 turns · 4 tiles · box 2 × 2
games.trx:3: Red wins, resignation · 4 turns · 5 tiles · box 3 × 2
games.trx:5:41: move 11 of 12, F9+: out of range: found row 9, expected 0 to 6
    B0/ C3\ D3+ A4+ @2+ C0/ F9+
                            ~^~
games.trx:6:9: move 3 of 3, B1/: occupied: a / lies there already
    @0/ B1/ B1/
            ^~~
4 games in 1 file: 2 legal, 1 illegal, 1 unreadable
"""
    )


@pytest.mark.parametrize(
    ("move", "code", "summary"),
    [
        ("B1/", 0, "2 legal, 0 illegal"),
        ("A1/", 1, "1 legal, 1 illegal"),
        ("a1/", 2, "1 legal, 0 illegal, 1 unreadable"),
        ("ZZZZ1/", 2, "1 legal, 0 illegal, 1 unreadable"),
    ],
)
def test_what_the_rules_refuse_is_1_and_what_cannot_be_read_2(move, code, summary):
    found, out, _ = run("check", "-", stdin=f"@0/ {move}\n\n@0+\n".encode())
    assert (found, out.splitlines()[-1]) == (code, f"2 games in 1 file: {summary}")


def test_a_result_is_read_where_the_board_shows_none():
    _, out, _ = run("check", "-", stdin=b"@0/ A0+ # White was late\nRed wins\n")
    assert out.splitlines()[0] == "standard input:1: Red wins, as stated · 2 turns · 2 tiles · box 1 × 2"


def test_the_1994_game():
    code, out, _ = run("check", "-", stdin=f"{GAME_1994} Red resigns\n".encode())
    assert code == 0
    assert out.splitlines()[0] == "standard input:1: White wins, resignation · 31 turns · 78 tiles · box 10 × 12"


def test_the_rule_set_decides():
    game = b"@0+ A0+ A0+\n"
    assert "White wins, line down" in run("check", "-", "--rules", "mini-lines", stdin=game)[1]
    assert "Red to move" in run("check", "-", stdin=game)[1]


def test_a_trap_names_its_cell():
    code, out, _ = run("check", "-", "--rules", "classic", stdin=f"{FIRST_TRAP} A2/".encode())
    assert code == 1
    assert "trap: forced play brings 3 red edges into one cell, from the east, south, west; the cell is B2" in out


def test_under_contest_rules_a_trap_loses_the_game():
    code, out, _ = run("check", "-", "--rules", "contest", stdin=f"{FIRST_TRAP} A2/ Red wins".encode())
    assert code == 0
    assert out.startswith("standard input:1: Red wins, foul: trap in B2 · 8 turns · 8 tiles")


def test_a_result_that_is_not_on_the_board():
    code, out, _ = run("check", "-", "--rules", "mini-lines", stdin=b"@0+ A0+ A0+ Red wins")
    assert code == 1
    assert "standard input:1:13: the result, Red: wrong result" in out


def test_what_cannot_be_read_does_not_keep_the_others_from_being_checked(file, tmp_path):
    (tmp_path / "empty.trx").write_bytes(b"# nothing but a comment\n")
    (tmp_path / "late.trx").write_bytes(b"@0/\n\n@0+ 7. A0/\n")
    names = ("missing.trx", "empty.trx", ".", "late.trx", file.name)
    code, out, err = run("check", *names, cwd=tmp_path)
    assert code == 2
    assert (
        err
        == """\
loopline: missing.trx: No such file or directory
loopline: empty.trx: no game in it
loopline: .: Is a directory
loopline: late.trx:3:5: wrong move number: found 7, expected 2
    7.
    ^~
"""
    )
    assert out.splitlines()[0] == "late.trx:1: Red to move · 1 turn · 1 tile · box 1 × 1"
    assert out.splitlines()[-1] == (
        "5 games in 5 files: 3 legal, 1 illegal, 1 unreadable, 4 files unreadable or without a game"
    )


def test_no_file_is_bad_input():
    assert run("check")[0] == 2


def test_closed_input_is_bad_input():
    process = subprocess.run(
        ["sh", "-c", f"'{LOOPLINE}' check - <&-"], capture_output=True, env=environment(), check=False
    )
    assert process.returncode == 2
    assert b"Traceback" not in process.stderr


def test_json_has_an_object_for_each_game(file, tmp_path):
    code, _, _ = run("check", file, "--json", tmp_path / "games.json")
    games = [json.loads(line) for line in (tmp_path / "games.json").read_text().splitlines()]
    assert code == 2
    assert [game["legal"] for game in games] == [True, True, False, False]
    assert games[1] == {
        "file": str(file),
        "line": 3,
        "legal": True,
        "winner": "Red",
        "how": "resignation",
        "turns": 4,
        "tiles": 5,
        "columns": 3,
        "rows": 2,
        "error": None,
    }
    assert games[3]["error"] == {
        "line": 6,
        "column": 9,
        "move": 3,
        "text": "B1/",
        "reason": "occupied",
        "message": "occupied: a / lies there already",
    }


def test_json_does_not_overwrite_what_is_checked(file):
    code, _, err = run("check", file, "--json", file)
    assert code == 2
    assert "would overwrite" in err
    assert file.read_text(encoding="utf-8") == FILE


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (b"@0/ [red]X[/red]", "[red]X[/red]"),
        (b"@0/ :boom:", ":boom:"),
        ("@0/ \u202e+/0A".encode(), r"\u202e+/0A"),
        ("@0/ \x9b31m".encode(), r"\x9b31m"),
        ("@0/ 漢字".encode(), "漢字"),
    ],
)
def test_nothing_in_a_file_reaches_the_terminal_as_an_escape_or_as_markup(text, shown):
    code, out, err = run("check", "-", stdin=text, FORCE_COLOR="1")
    assert code in (1, 2)
    assert shown in out + err
    assert not set(out + err) & {"\u202e", "\x9b"}


def test_an_escape_sequence_is_not_text():
    code, out, err = run("check", "-", stdin=b"@0/ \x1b[31mA0+")
    assert code == 2
    assert "the byte 0x1b" in err
    assert "\x1b" not in out + err


def test_a_file_name_cannot_play_tricks_either(tmp_path):
    name = "a\x1b[31m\n[red]b"
    (tmp_path / name).write_bytes(b"@0/\n")
    code, out, err = run("check", name, cwd=tmp_path)
    assert (code, err) == (0, "")
    assert out.startswith(r"a\x1b[31m\n[red]b:1: Red to move")


def test_the_caret_stands_below_wide_characters():
    _, out, _ = run("check", "-", stdin="@0/ A0+漢".encode())
    text, caret = out.splitlines()[1:3]
    assert text == "    @0/ A0+漢"
    assert caret == "        ~~~^~"


def test_a_reader_who_has_seen_enough(tmp_path):
    """Is no illegal game."""
    games = tmp_path / "games.trx"
    games.write_text("@0/ A0+ @1+\n\n" * 3000)
    process = started("check", games)
    assert "1: Red to move" in process.stdout.readline()
    process.stdout.close()
    assert process.wait(PATIENCE) == 141
