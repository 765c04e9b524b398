import json
import subprocess

import pytest
from cli.running import LOOPLINE, environment, run, started
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


def test_unreadable_file_does_not_stop_the_check_of_others(file, tmp_path):
    (tmp_path / "empty.trx").write_bytes(b"# nothing but a comment\n")
    (tmp_path / "prose.trx").write_bytes(b"In the beginning\n")
    (tmp_path / "binary.trx").write_bytes(b"@0/\n\n@0+ \0 A0/\n")
    names = ("missing.trx", "empty.trx", "prose.trx", ".", "binary.trx", file.name)
    code, out, err = run("check", *names, cwd=tmp_path)
    assert code == 2
    assert (
        err
        == """\
loopline: missing.trx: No such file or directory
loopline: empty.trx: no game in it
loopline: prose.trx: no game in it, only 1 line of text
loopline: .: Is a directory
loopline: binary.trx:3:5: not a text: found the byte 0x00, expected text in UTF-8 or Latin-1
"""
    )
    assert out.splitlines()[0] == "binary.trx:1: Red to move · 1 turn · 1 tile · box 1 × 1"
    assert out.splitlines()[-1] == (
        "5 games in 6 files: 3 legal, 1 illegal, 1 unreadable, 5 files unreadable or without a game, "
        "1 line of text skipped"
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
def test_file_contents_reach_the_terminal_escaped(text, shown):
    code, out, err = run("check", "-", "--game", "trax", stdin=text, FORCE_COLOR="1")
    assert code in (1, 2)
    assert shown in out + err
    assert not set(out + err) & {"\u202e", "\x9b"}


def test_an_escape_sequence_is_not_text():
    code, out, err = run("check", "-", "--game", "trax", stdin=b"@0/ \x1b[31mA0+")
    assert code == 2
    assert r"after move 1, \x1b[31mA0+: not a text: found the byte 0x1b, expected a move" in out
    assert "\x1b" not in out + err


ARCHIVE = r"""####GAME 1:
8x8 Trax
  1 @0/  ;The usual one.
  2 A0+
  3 Resign

A short game; (10 D0/) would have been another.

@0/ A0+
@1+ @1\
@0+ A0+ RESIGN
1. @0/ 1... A0+ timeout
1. @0/ 2. oops 3. @1+
1. @0/ 2. A0+ White resigned
@0/ A0+ 1/2
A1C A2S
@0/ A0+ win
"""


def test_an_archive():
    """One bad word costs one game, and two lines are two games."""
    code, out, err = run("check", "-", "--game", "trax", stdin=ARCHIVE.encode())
    assert (code, err) == (2, "")
    assert (
        out.replace("standard input", "-")
        == r"""-:3: Red wins, resignation · 2 turns · 2 tiles · box 1 × 2
-:9: White to move · 2 turns · 2 tiles · box 1 × 2
-:10:1: move 1 of 2, @1+: out of range: found row 1, expected 0, as the board is empty
    @1+
    ~^~
    A line of several moves is a game of its own; to go on with the game above, begin it with a move number.
-:11: Red wins, resignation · 2 turns · 2 tiles · box 1 × 2
-:12: Red wins, time · 2 turns · 2 tiles · box 1 × 2
-:13:11: move 2 of 3, oops: lower case: found 'o', expected @ or capital letters
    @0/ oops
        ^~~~
-:14: Red wins, resignation · 2 turns · 2 tiles · box 1 × 2
-:15: draw · 2 turns · 2 tiles · box 1 × 2
-:16:1: move 1 of 2, A1C: unknown symbol: found 'C', expected one of + / \
    A1C
    ~~^
    In another notation it is a move: --notation 1998
-:17:9: the result, win: unknown result: found 'win', expected a result, as in White wins, Red resigns, timeout, draw
    @0/ A0+ win
            ^~~
10 games in 1 file: 6 legal, 0 illegal, 4 unreadable, 2 lines of text skipped
"""
    )


def test_the_old_notation():
    code, out, _ = run(
        "check", "-", "--game", "trax", "--notation", "1998", stdin=b"1. A1C 2. A1S Red resigns\n\nA1C B9+\n\n@0/\n"
    )
    assert code == 2
    assert out.splitlines()[0] == "standard input:1: White wins, resignation · 2 turns · 2 tiles · box 2 × 1"
    assert "In another notation it is a move: --notation modern" in out
    assert out.splitlines()[-1] == "3 games in 1 file: 1 legal, 0 illegal, 2 unreadable"


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (("--notation", "1997"), "trax has no notation called '1997'; there are modern, 1998"),
        (("--notation", "1998", "--rules", "connexion"), "Connexion has no notation called 1998; use modern"),
    ],
)
def test_unknown_notation_is_refused(options, error):
    code, _, err = run("check", "-", "--game", "trax", *options, stdin=b"@0/")
    assert (code, error in " ".join(err.replace("│", " ").split())) == (2, True)


def test_file_name_is_printed_without_control_characters(tmp_path):
    name = "a\x1b[31m\n[red]b"
    (tmp_path / name).write_bytes(b"@0/\n")
    code, out, err = run("check", "--game", "trax", name, cwd=tmp_path)
    assert (code, err) == (0, "")
    assert out.startswith(r"a\x1b[31m\n[red]b:1: Red to move")


def test_the_caret_stands_below_wide_characters():
    _, out, _ = run("check", "-", "--game", "trax", stdin="@0/ A0+漢".encode())
    text, caret = out.splitlines()[1:3]
    assert text == "    @0/ A0+漢"
    assert caret == "        ~~~^~"


def test_closed_pipe_ends_quietly(tmp_path):
    """Is no illegal game."""
    games = tmp_path / "games.trx"
    games.write_text("@0/ A0+ @1+\n\n" * 3000)
    process = started("check", games)
    assert "1: Red to move" in process.stdout.readline()
    process.stdout.close()
    assert (process.wait(PATIENCE), process.stderr.read()) == (141, "")
