import pytest
from cli.running import run
from loopline.games.trax.model_checks import FIRST_TRAP, GAME_1994

WON = "@0/ @1/ A0\\ A0+"  # with lines of three
WON_BOARD = """\
   @   A    B   C
0
     ● ║  ○ ╚═╗
1    ──╫──╮   ╚
       ║ ★╰─╮
       ╚═╗  ╰─╮
2    ╮   ╚╗   ╰
     ╰─╮ ★╚═╗ ★
     ╭─╯  ╔═╝
3    ╯   ╔╝   ╭
     ★ ╔═╝★ ╭─╯
4

White wins, line down · 4 turns · 6 tiles · box 2 × 3
═ White   ─ Red   ● chosen   ○ forced   ★ winning path
"""
WON_BOARD_IN_ASCII = """\
   @   A    B   C
0
     * H  o #=#
1    --+--.   #
       H !'-.
       #=#  '-.
2    .   ##   '
     '-. !#=# !
     .-'  #=#
3    '   ##   .
     ! #=#! .-'
4

White wins, line down - 4 turns - 6 tiles - box 2 x 3
= White   - Red   * chosen   o forced   ! winning path
"""


def without_trailing_blanks(text):
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def show(*arguments, **options):
    code, out, err = run("show", *arguments, "--game", "trax", **options)
    return code, without_trailing_blanks(out), err


def test_the_board_without_colour_has_all_marks():
    assert show(WON, "--rules", "mini-lines") == (0, WON_BOARD, "")


def test_the_board_in_ascii():
    assert show(WON, "--rules", "mini-lines", PYTHONIOENCODING="ascii") == (0, WON_BOARD_IN_ASCII, "")


def test_colour_is_for_terminals_that_want_it():
    assert "\x1b[1;38;2;255;255;255;48;2" in show(WON, FORCE_COLOR="1", COLORTERM="truecolor", TERM="xterm")[1]
    assert "\x1b[" not in show(WON)[1]
    assert ";2;" not in show(WON, FORCE_COLOR="1", NO_COLOR="1", COLORTERM="truecolor", TERM="xterm")[1]


def test_a_board_too_wide_for_the_terminal_is_drawn_in_narrow_tiles():
    terminal = {"FORCE_COLOR": "1", "NO_COLOR": "1", "TERM": "xterm"}
    wide, narrow = (show(GAME_1994, **terminal, COLUMNS=columns)[1].splitlines()[0] for columns in ("80", "50"))
    assert [line.rindex("K") // 10 for line in (wide, narrow)] == [5, 3]


def test_a_game_from_a_file_or_from_standard_input(tmp_path):
    (tmp_path / "won.trx").write_text(f"# a comment\n1. {WON}\n", encoding="utf-8")
    assert show("won.trx", "--rules", "mini-lines", cwd=tmp_path) == (0, WON_BOARD, "")
    assert show("-", "--rules", "mini-lines", stdin=WON.encode()) == (0, WON_BOARD, "")


def test_before_an_illegal_move_the_board_is_drawn():
    code, out, err = show(f"{FIRST_TRAP} A2/ A0/", "--rules", "classic")
    assert code == 1
    assert out.splitlines()[-2] == "White to move · 8 turns · 8 tiles · box 3 × 4"
    assert err.splitlines()[1:] == [r"    A0+ A0+ @1+ @1+ B4\ A4\ A2/", " " * 28 + "^~~"]


@pytest.mark.parametrize(
    ("move", "code", "error"),
    [("B1/", 0, ""), ("A1/", 1, "occupied"), ("a1/", 2, "lower case"), ("A1" + "0" * 1000, 2, "too long")],
)
def test_illegal_move_exits_1_and_unreadable_move_2(move, code, error):
    shown, _, err = show(f"@0/ {move}")
    assert (shown, error in err) == (code, True)


def test_the_old_notation():
    assert show("A1C A1S 1AL", "--notation", "1998") == show("@0/ @1+ A0\\")
    code, _, err = show("A1C A1S 1AX", "--notation", "1998")
    assert (code, "move 3 of 3, 1AX: unknown symbol" in err) == (2, True)
    assert show("A1C", "--notation", "1998", "--rules", "connexion")[0] == 2


def test_a_first_move_anywhere_is_not_taken_for_a_file():
    code, out, _ = show("C3/", "--rules", "connexion")
    assert (code, out.splitlines()[-2]) == (0, "Red to move · 1 turn · 1 tile · box 1 × 1")
    assert "out of range" in show("C3/")[2]


@pytest.mark.parametrize(
    ("argument", "error"),
    [
        ("", "moves: no game in it"),
        ("missing.trx", "there is no file missing.trx, and as moves: no game in it, only 1 line of text"),
        (".", ".: Is a directory"),
        ("@0/\n\n@0+", "moves: more than one game; the second begins in line 3. Draw one at a time."),
        (
            "@0/ B1+\n@1+ A1+",
            "moves: more than one game; the second begins in line 2. Draw one at a time. A line of several moves is a "
            "game of its own; to go on with the game above, begin it with a move number.",
        ),
        ("A1C", "there is no file A1C, and it is not a move: unknown symbol: found 'C', expected one of + / \\"),
        ("x" * 5000, f"there is no file {'x' * 200}…, and as moves: no game in it, only 1 line of text"),
    ],
)
def test_bad_input(argument, error, tmp_path):
    assert show(argument, cwd=tmp_path) == (2, "", f"loopline: {error}\n")


@pytest.mark.parametrize(
    ("name", "game", "part"),
    [
        ("a.globe", "delays:0f65 E1-E4 E3-E2", "●E2───○E4\n"),
        ("a.evening", "delays:0f65 Wd3", "d   · · ○ · · · · ·\n"),
        ("a.tsol", "next:0", " 1   ·    ·    ·"),
        ("a.trx", "delays:0f65 new:classic @0+", "1    ──╫──\n"),
    ],
)
def test_a_game_that_verify_has_saved(name, game, part, tmp_path):
    """It has words that are for the hardware alone."""
    (tmp_path / name).write_text(f"# games; a design; seed 7\n{game}\n")
    code, out, err = run("show", name, cwd=tmp_path)
    assert (code, err) == (0, "")
    assert part in out


def test_writes_only_the_file_named(tmp_path):
    code, out, _ = show("@0/", "--svg", "board.svg", cwd=tmp_path)
    assert code == 0
    assert out.endswith("Written: board.svg\n")
    assert [path.name for path in tmp_path.iterdir()] == ["board.svg"]


@pytest.mark.parametrize(
    ("file", "why"),
    [("missing/board.svg", "No such file or directory"), ("/dev/full", "No space left on device")],
)
def test_a_picture_that_cannot_be_written(file, why, tmp_path):
    code, _, err = show("@0/", "--svg", file, cwd=tmp_path)
    assert (code, err) == (2, f"loopline: cannot write {file}: {why}\n")


def test_lines_for_a_player_are_said_to_be_that(tmp_path):
    (tmp_path / "minimal.trx").write_text("-B baud+2:@0/ B1\\\n")
    code, out, err = run("show", "minimal.trx", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert err == (
        "loopline: minimal.trx: lines that a host sends to a player, whose answers are not in the file; "
        "`loopline replay minimal.trx --dut DUT` plays them\n"
    )
