"""Game texts (RULES 5.6): what is read, what is written, and where a game is wrong."""

import io

import pytest
from goldenrules.globe import (
    NORTH,
    SOUTH,
    START,
    Capture,
    IllegalGame,
    Position,
    Reason,
    Rules,
    replay,
    words_of,
    write_game,
)
from goldenrules.lines import NotText, read_paragraphs


def games(text):
    return list(read_paragraphs(io.BytesIO(text if isinstance(text, bytes) else text.encode())))


FILE = """\
# Comments go to the end of the line.
capture=P history=9
W1-W4 W3-W2   # the second move
W4-C2

board=........nnnsnssn...n. side=s capture=P pass


N3-C1
"""


def test_a_file_of_games():
    first, second, third = (replay(game.text, game.line) for game in games(FILE))
    assert (first.rules, [str(turn) for turn in first.turns]) == (
        Rules(Capture.PIECE, 9),
        ["W1-W4", "W3-W2", "W4-C2"],
    )
    assert (second.start, [str(turn) for turn in second.turns]) == (("........nnnsnssn...n.", SOUTH), ["pass"])
    assert (third.rules, third.start) == (Rules(), (START, NORTH))
    assert [game.line for game in games(FILE)] == [2, 6, 9]


def test_options_in_a_game_override_the_reader_s():
    given = Rules(Capture.TRAPPED, 7)
    assert replay("N3-C1", 1, given).rules == given
    assert replay("capture=P N3-C1", 1, given).rules == Rules(Capture.PIECE, 7)
    assert replay("history=8 N3-C1", 1, given).rules == Rules(Capture.TRAPPED, 8)


#: A text, what is wrong, the line and column of the word, and how many moves could be played.
WRONG = [
    ("N3-C1 n1-N2", Reason.LOWER_CASE, 1, 7, 1),
    ("N3-C1\n  W3-W2 C1-E1", Reason.LINE, 2, 9, 2),
    ("N3-C1 hello", Reason.UNKNOWN_POINT, 1, 7, 1),
    ("colour=n N3-C1", Reason.BAD_OPTION, 1, 1, 0),
    ("=n N3-C1", Reason.BAD_OPTION, 1, 1, 0),
    ("capture=G capture=G", Reason.BAD_OPTION, 1, 11, 0),
    ("capture=X", Reason.BAD_OPTION, 1, 1, 0),
    ("history=0", Reason.BAD_OPTION, 1, 1, 0),
    ("history=1e3", Reason.BAD_OPTION, 1, 1, 0),
    ("history=٣", Reason.BAD_OPTION, 1, 1, 0),
    ("board=nnn", Reason.BAD_BOARD, 1, 1, 0),
    ("side=north", Reason.BAD_SIDE, 1, 1, 0),
    ("side=s board=nn................sss", Reason.MATERIAL, 1, 8, 0),
    ("N3-C1 side=s", Reason.BAD_OPTION, 1, 7, 1),
    ("N3-C1 North wins", Reason.WRONG_RESULT, 1, 7, 1),
    ("draw", Reason.WRONG_RESULT, 1, 1, 0),
    ("board=....nns.nn...s.snssns W1-W4 South wins", Reason.WRONG_RESULT, 1, 35, 1),
    ("board=....nns.nn...s.snssns W1-W4 North wins on time", Reason.WRONG_RESULT, 1, 35, 1),
    ("* *", Reason.AFTER_THE_END, 1, 3, 0),
    ("N3-C1 North wins by foul N1-N2", Reason.AFTER_THE_END, 1, 26, 1),
]


@pytest.mark.parametrize(("text", "error", "line", "column", "moves"), WRONG)
def test_mistakes_in_a_game_are_named(text, error, line, column, moves):
    with pytest.raises(IllegalGame) as wrong:
        replay(f"\n{text}", 4)
    illegal = wrong.value
    assert illegal.error.reason is error
    assert (illegal.word.line, illegal.word.column, len(illegal.played.turns)) == (line + 4, column, moves)
    assert [*illegal.before, illegal.word.text] == [one.text for one in words_of(text)][: len(illegal.before) + 1]
    assert illegal.number == moves + 1


#: A text, and how it is said to have ended.
ENDED = [
    ("N3-C1 South wins on time", "South has won on time"),
    ("North  wins by foul", "North has won by foul"),
    ("N3-C1 *", "South to move"),
    ("board=....nns.nn...s.snssns W1-W4 North wins", "North has won"),
    ("E1-E2 S1-C3 E2-E1 C3-S1 E1-E2 S1-C3 E2-E1 C3-S1 draw", "drawn by repetition"),
]


@pytest.mark.parametrize(("text", "verdict"), ENDED)
def test_how_a_game_has_ended(text, verdict):
    position = replay(text)
    assert position.verdict == verdict
    assert replay(write_game(position)) == position
    if position.turns:
        position.take_back()
        assert not position.over


def test_mistake_in_an_option_has_a_column():
    with pytest.raises(IllegalGame) as wrong:
        replay("board=" + START.replace("s", "x", 1))
    assert wrong.value.error.at == len("board=nnnnn.")


def test_a_bad_word_costs_its_game_alone():
    texts = games("N3-C1\n\nN3-C9\n\n\N{SNOWMAN}\n\nN3-C1")
    results = []
    for text in texts:
        try:
            results.append(len(replay(text.text, text.line).turns))
        except IllegalGame as error:
            results.append(error.error.reason)
    assert results == [1, "unknown point", "unknown point", 1]


def test_other_bytes_are_refused():
    with pytest.raises(NotText) as wrong:
        games(b"N3-C1\n\nW1-\0W2")
    assert (wrong.value.line, wrong.value.column) == (3, 4)


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n"])
def test_files_without_a_game(text):
    assert games(text) == []


def test_written_games_are_read():
    assert write_game(Position()) == "capture=G history=1024\n"
    position = Position(Rules(Capture.PIECE, 9), "........nnnsnssn...n.", SOUTH)
    position.play("pass")
    assert write_game(position) == "capture=P history=9 board=........nnnsnssn...n. side=s pass\n"


def test_long_games_are_wrapped_and_read_again():
    position = Position.from_moves(["E1-E2", "S1-C3", "E2-E1", "C3-S1"] * 2)
    text = write_game(position, width=30)
    assert max(map(len, text.splitlines())) <= 30
    assert replay(text) == position
    assert str(replay(text)) == str(position)
