"""Records: what is read, what is wrong with one and where, and what is written."""

import pytest
from goldenrules.tsolitaire import IllegalGame, PlayRecord, Position, replay, write_game
from model.tsolitaire.playing import CLEARED, FACED_BY_FIVE, after, everything_in

STARRED = "1: 2F8B 2: 2A17B 3: 1F2B 4: 3A7L* 5: 1E4R* 4: 3A7L 5: 5F4B"
UNDONE = "1: 2F8B 2: 2A17B 3: 1F2B 4: 3A7L 5: 1E4R Undo Undo Redo 5: 5F4B"


def on_board(record):
    return " ".join(str(turn.move) for turn in record.position.turns)


@pytest.mark.parametrize("text", [STARRED, UNDONE, STARRED.replace("*", "x"), STARRED.replace(": ", ":\r\n")])
def test_the_same_game_in_several_forms(text):
    assert on_board(replay(text)) == "2F8B 2A17B 1F2B 3A7L 5F4B"


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("", ""),
        (" \t\r\n", ""),
        ("6B16B", "6B16B"),
        ("6B16B\t5F8L\r\n6F12T", "6B16B 5F8L 6F12T"),
        ("1:6B16B[00:00] 2: 5F8L [100:59]\n3:\n6F12T\r[00:07]", "6B16B 5F8L 6F12T"),
        ("6B16B Undo Redo", "6B16B"),
        ("6B16B Undo 5F8L", "5F8L"),
        ("6B16B* 5F8L", "5F8L"),
        ("7: 6B16B* [00:01] 1: 5F8L", "5F8L"),
        ("9" * 5000 + ": 6B16B*", ""),
        ("3C0T* 3C0T* 6B16B*", ""),  # read for their form only
        ("2F8B 2A17B Undo Undo Redo 1E4R* Redo", "2F8B 2A17B"),
    ],
)
def test_records_are_read(text, board):
    record = replay(text)
    assert on_board(record) == board
    assert record.warnings == []
    assert record.end is None


@pytest.mark.parametrize("text", ["0/", "1: 0/", "1:\n0/"])
def test_an_end(text):
    assert replay(text).end == 0


def test_an_end_after_some_moves():
    record = replay("1B13R 1E33T 0/\n")
    assert (on_board(record), record.end) == ("1B13R 1E33T", 0)


def test_warnings():
    record = replay("Undo\n1: 1B34R\n Redo Undo Undo 1: 1B12L*")
    assert [str(warning) for warning in record.warnings] == [
        "line 1, column 1: Undo has no effect; nothing: no placement is left to be taken back",
        "line 2, column 1: tile 34 on 1B looks the same in rotation T, so R is T",
        "line 3, column 2: Redo has no effect; nothing: no placement has been taken back that could be restored",
        "line 3, column 12: Undo has no effect; nothing: no placement is left to be taken back",
    ]
    assert [warning.reason for warning in record.warnings] == ["nothing", "rotation", "nothing", "nothing"]


BEGINNING = "6B16B 5F8L\n6F12T "

WRONG = [
    # form, the first from the left
    ("hello", "syntax", 7),
    ("REDO", "syntax", 7),
    ("undo", "syntax", 7),
    ("6B16", "syntax", 7),
    ("6B16B+", "syntax", 7),
    ("6B16B**", "syntax", 7),
    ("*", "syntax", 7),
    ("4: Undo", "syntax", 10),
    ("4:5:5A32R", "syntax", 9),
    ("4 : 5A32R", "syntax", 7),
    ("5A32R[00:10]*", "syntax", 19),
    ("5A32R[00:10]1B23T", "syntax", 19),
    ("0/[00:10]", "syntax", 9),
    ("5A٣2R", "syntax", 7),
    ("5A\u00a032R", "syntax", 7),
    ("5A" + "3" * 5000 + "R", "syntax", 7),
    ("9G99Q[0:99]", "row", 7),
    ("0A32R", "row", 7),
    ("7A32R", "row", 7),
    ("05A32R", "row", 7),
    ("5G99Q[0:99]", "column", 8),
    ("5a32R", "column", 8),
    ("4:  5G32R", "column", 12),
    ("5A99Q[0:99]", "tile", 9),
    ("5A35R", "tile", 9),
    ("5A032R", "tile", 9),
    ("35/", "tile", 7),
    ("4: 00/", "tile", 10),
    ("9" * 5000 + "/", "tile", 7),
    ("5A32Q[0:99]", "rotation", 11),
    ("5A32r", "rotation", 11),
    ("5A32Q*", "rotation", 11),
    ("9:5A32R[0:99]", "time", 14),
    ("5A32R [00:60]", "time", 13),
    ("5A32R [00:10", "time", 13),
    ("5A32R* [10]", "time", 14),
    # the game
    ("5:6B16B", "number", 7),
    ("3:5A32R", "number", 7),
    ("04: 5A32R", "number", 7),
    ("0:5A32R", "number", 7),
    ("3: 5A32R*", "number", 7),
    ("04: 5A32R*", "number", 7),
    ("5: 0/", "number", 7),
    ("9" * 5000 + ":5A32R", "number", 7),
    ("4:6B16B", "repeat", 7),
    ("6B32R", "occupied", 7),
    ("3C32R", "no-stone", 7),
    ("5A0T", "leaves", 7),
    ("16/", "not-stuck", 7),
    ("4: 1/", "not-stuck", 7),
]


def place(wrong):
    """Line and column of what is wrong in a word."""
    return wrong.word.line, wrong.word.column + getattr(wrong.error, "at", 0)


@pytest.mark.parametrize(("text", "reason", "column"), WRONG, ids=lambda value: str(value)[:24])
@pytest.mark.parametrize("behind", ["", "\tUndo"])
def test_mistakes_in_a_record_have_line_and_column(text, reason, column, behind):
    with pytest.raises(IllegalGame) as caught:
        replay(BEGINNING + text + behind)
    error = caught.value
    assert error.error.reason == reason
    assert place(error) == (2, column)
    assert on_board(error.played) == "6B16B 5F8L 6F12T"
    assert len(str(error)) < 300


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("[00:10]", 1),
        ("Undo [00:10]", 6),
        ("6B16B [00:10] [00:20]", 15),
        ("6B16B *", 7),
        ("6B16B 2:", 9),
        ("6B16B 5F8L[00:10] x", 19),
        ("6B16B Undo*", 7),
    ],
)
def test_incomplete_items_are_refused(text, column):
    with pytest.raises(IllegalGame) as caught:
        replay(text)
    assert (caught.value.error.reason, place(caught.value)) == ("syntax", (1, column))


@pytest.mark.parametrize("text", ["Undo", "0/", "5A32R", "hello", "[00:10]"])
def test_nothing_follows_the_end(text):
    with pytest.raises(IllegalGame, match=r"line 2, column 1: item 4, .*after-end: .* nothing more: 0/ has ended"):
        replay(f"1B13R 1E33T 0/\n{text}")


def test_all_stones_that_leave_are_named():
    with pytest.raises(IllegalGame, match=r"line 2, column 1: item .*, 4C15T: leaves: stones 2 and 3 and 4 and 5 and "):
        replay(f"{FACED_BY_FIVE}\n4C15T")


def test_columns_of_all_line_ends():
    for end in ("\n", "\r", "\r\n"):
        with pytest.raises(IllegalGame) as caught:
            replay(f"6B16B{end}{end} 5F8L{end} 6F12?")
        assert place(caught.value) == (4, 2)


# --- writing


def test_withdrawn_placements_are_left_out_or_starred_or_undone():
    record = replay(UNDONE)
    assert write_game(record) == "1: 2F8B 2: 2A17B 3: 1F2B 4: 3A7L 5: 5F4B\n"
    assert write_game(record, "starred") == STARRED + "\n"
    assert write_game(record, "undone") == UNDONE + "\n"
    assert write_game(replay(STARRED), "starred") == STARRED + "\n"


def test_times_and_ends_are_written():
    text = "1: 1B13R [00:01] 2: 1E33T [01:10] 3: 0/\n"
    assert write_game(replay(text.replace(": ", ":"))) == text


def test_lines_are_broken_between_items():
    written = write_game(replay(CLEARED), width=40)
    assert all(len(line) <= 40 for line in written.splitlines())
    assert all(line.split()[0].endswith(":") for line in written.splitlines())
    assert replay(written).position == after(CLEARED)


def test_the_game_of_a_position():
    position = Position([13, 33, 0])
    position.play("1B13R")
    assert PlayRecord.of(position).end is None
    position.play("1E33T")
    assert write_game(PlayRecord.of(position)) == "1: 1B13R 2: 1E33T 3: 0/\n"
    assert PlayRecord.of(after(CLEARED)).end is None


def test_a_refused_placement_changes_nothing():
    with pytest.raises(IllegalGame) as caught:
        replay("6B16B 5F8L Undo 3C1T")
    assert everything_in(caught.value.played.position) == everything_in(replay("6B16B 5F8L Undo").position)
