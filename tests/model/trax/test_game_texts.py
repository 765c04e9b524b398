"""Whole games as text: numbers, comments, results, resignations, several games in a file."""

import gc
import io

import pytest
from goldenrules import trax
from goldenrules.lines import LONGEST
from goldenrules.trax import (
    BEFORE_1998,
    CLASSIC,
    CONTEST,
    MODERN,
    RED,
    WHITE,
    Game,
    IllegalGame,
    UnreadableText,
    move_texts,
    notation_1998,
    read_games,
    read_move,
    read_words,
    replay_text,
    write_game,
)
from goldenrules.trax.errors import Reason
from goldenrules.trax.rules import MINI_TRAX
from goldenrules.trax.tiles import other
from hypothesis import given
from hypothesis import strategies as st
from model.trax.playing import board_of, play, replay
from model.trax.strategies import games, traps

LOOP = r"@0/ B1\ B2/"
MOVES = ["@0+", "@1\\", "B2\\", "A2+", "B0/"]


def texts(data, notation=MODERN):
    return list(read_games(io.BytesIO(data if isinstance(data, bytes) else data.encode()), notation))


def moves(data, notation=MODERN):
    """Of each game, its moves."""
    found = texts(data, notation)
    assert [game.problem for game in found] == [None] * len(found)
    return [[token.text for token in game.moves] for game in found]


def read_one(data, rules=CONTEST):
    (text,) = texts(data)
    return replay_text(text, rules)


def verdicts(data, notation=MODERN, rules=CLASSIC):
    """Of each game its moves, or its error and where that is."""
    found = []
    for text in texts(data, notation):
        try:
            replay_text(text, rules, notation.read_move)
        except IllegalGame as error:
            found.append((error.error.reason, error.word.line, error.word.column))
        else:
            found.append(" ".join(token.text for token in text.moves))
    return found


# --- what a game may look like ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "{} {} {} {} {}",
        "{}\n{}\n{}\n{}\n{}\n",
        "{}\t{}   {}\xa0{} {}",
        "{}\r\n{}\r\n{}\r\n{}\r\n{}\r\n",
        "{}\r{}\r{}\r{}\r{}\r",
        "{}\r\r\n{}\r\r\n{}\r\r\n{}\r\r\n{}\r\r\n",
        "{} {}\n3. {} {} {}",
        "\ufeff{} {} {} {} {}",
        "{} {} {} {} {}\n\x1a",
        "1. {} 2. {} 3. {} 4. {} 5. {}",
        "1.{} 2.{} 3.{}\n4.{} 5.{}",
        "1: {} 2: {} 3: {} 4: {} 5: {}",
        "1) {} 2) {} 3) {} 4) {} 5) {}",
        "1 {} 2 {} 3 {} 4 {} 5 {}",
        "  1 {}\n  2 {}  ; a corner\n          ; and more about it\n  3 {}\n  4 {}\n  5 {}",
        "1. {} {} 2. {} {} 3. {}",
        "1. {}\n{} 2. {}\n{} 3. {}",
        "1. {} 1... {} 2. {} 2... {} 3. {}",
        "1. {}\n1... {}\n2. {}\n2... {}\n3. {}",
        "1 {} {}\n2 {} {}\n3 {}",
        "# Bailey - Siegenthaler\n{} {} {} {} {}",
        "1. {} 2. {} ; the corner\n3. {} 4. {} 5. {}",
        "{} {{a comment}} {} {{}} {} {} {}",
        "{} {{a comment\nof several\n\nlines}} {} {} {} {}",
        "{} {} {} {} {} {{a comment\n@0/ A0+\n}}",
        "{} {} {{a # in a comment}} {} {} {} # a {{ in a comment",
        "{} {} {} {} {} *",
    ],
)
@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_a_game(text, end):
    assert moves(text.format(*MOVES) + end) == [MOVES]


def test_an_empty_file_holds_no_game():
    assert texts("") == texts("\n\n") == texts("# nothing\n\n{nothing}\n") == []


def test_a_text_is_one_game():
    assert trax.replay("# nothing\n", 7, CLASSIC).position == trax.Position(CLASSIC)
    for second, where in (("@0/ A0+", "@0/"), ("9. A0+", "9.")):
        with pytest.raises(IllegalGame, match=f"^line 9, .*: the next game, {where}: move after") as caught:
            trax.replay(f"{LOOP}\n\n{second}", 7)
        assert str(caught.value.played.result) == "Red wins, loop"
    with pytest.raises(UnreadableText, match="line 7, column 3"):
        trax.replay("@0\0", 7)


def test_where_a_move_stands():
    (game,) = texts("# first\n  @0+\n2. @1+ {x} B1+\n")
    assert [(token.line, token.column) for token in game.moves] == [(2, 3), (3, 4), (3, 12)]
    assert game.line == 2


@pytest.mark.parametrize("closed", [False, True])
def test_reading_may_stop_at_any_game(closed, monkeypatch, tmp_path):
    complaints = []
    monkeypatch.setattr("sys.unraisablehook", complaints.append)
    (tmp_path / "games").write_bytes(b"@0/\n\n@0+\n" * 10_000)
    stream = (tmp_path / "games").open("rb")
    reader = read_games(stream)
    next(reader)
    if closed:
        stream.close()
    del reader
    gc.collect()
    assert (complaints, stream.closed) == ([], closed)
    stream.close()


# --- several games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "@0/ A0/\n@0+ B1+\n",
        "@0/ A0/\n\n@0+ B1+",
        "1. @0/ 2. A0/\n1. @0+ 2. B1+",
        "1. @0/ 2. A0/ White resigns\n1. @0+ 2. B1+ *",
        "@0/\nA0/ # on the next line\n\n# the next game\n@0+\nB1+",
        "@0/ A0/\n\t \n\n@0+ B1+",
        "@0/ A0/\r@0+ B1+\r",
        "@0/\nA0/\n@0+\nB1+\n",
        "1 @0/\n2 A0/\n\n1 @0+\n2 B1+\n",
        "1 @0/\n2 A0/\n1 @0+\n2 B1+\n",
        "@0/ A0/ RESIGN\n@0+ B1+ DRAW\n",
        "@0/ A0/\nWhite resigned\n@0+ B1+\n*\n",
        "####GAME 1:\n@0/ A0/\n####GAME 2:\n@0+ B1+\n",
    ],
)
def test_several_games(text):
    assert moves(text) == [["@0/", "A0/"], ["@0+", "B1+"]]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Trax\n  1 @0/\n  2 A0/\n\nAll in all, a quiet game (1 D0/ was better).\n\n8x8 Trax\n  1 @0+\n  2 B1+", 3),
        ("Game 1\n@0/ A0/\nGame 2\n@0+ B1+\n", 2),
        ("1.\n@0/ A0/\n2.\n@0+ B1+\n", 1),
        ('[White "M\xfcller"]\n[Red "Doe"]\n@0/ A0/\n\nWhite: Doe\nRed Roe\n\n@0+ B1+'.encode("latin-1"), 4),
        ("1996 World Cup\n5/10/1996 Bailey - Smith\n1. Doe - Roe\n@0/ A0/ resign\nOn the net:\n@0+ B1+\nThe end", 5),
    ],
)
def test_lines_of_text_among_the_games_are_skipped_and_counted(text, lines):
    assert moves(text) == [["@0/", "A0/"], ["@0+", "B1+"]]
    reader = read_games(io.BytesIO(text if isinstance(text, bytes) else text.encode()))
    assert list(reader)
    assert reader.text_lines == lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A1C A2S\nA1S A1U\n", ["A1C A2S", "A1S A1U"]),
        ("A1C\nA2S\n\nA1S\nA1U\n", ["A1C A2S", "A1S A1U"]),
        ("1. A1C 2. A2S\n3. A1S\n1. A1S", ["A1C A2S A1S", "A1S"]),
        ("A1C A2S resigns\nA1S A1U\n", ["A1C A2S", "A1S A1U"]),
        ("A1C\nA2S\nA1S\n", [(Reason.AMBIGUOUS, 3, 1)]),
    ],
)
def test_several_games_in_the_old_notation_where_later_moves_look_like_first_ones(text, expected):
    assert verdicts(text, BEFORE_1998) == expected


# --- one bad word costs one game --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # One game a line: what is wrong with a line stays in it.
        ("@0/ A0+\n@1+ @1\\\n@0+ B1+\n", ["@0/ A0+", (Reason.OUT_OF_RANGE, 2, 1), "@0+ B1+"]),
        ("@0/ A0+ oops B1+\n@0+ B1+", [(Reason.LOWER_CASE, 1, 9), "@0+ B1+"]),
        ("@O/ A0+\n@0+ B1+", [(Reason.BAD_ROW, 1, 1), "@0+ B1+"]),
        ("@0/ A0+ White resigns B1+\n@0+ B1+", [(Reason.AFTER_THE_END, 1, 23), "@0+ B1+"]),
        ("@0/ A0+ resigns @0+ B1+\n@0+ B1+", [(Reason.AFTER_THE_END, 1, 17), "@0+ B1+"]),
        ("@0/ A0+ resigns, being late\n@0+ B1+", [(Reason.UNKNOWN_RESULT, 1, 18), "@0+ B1+"]),
        ("@0/ A0+ White\n@0+ B1+", [(Reason.UNKNOWN_RESULT, 1, 9), "@0+ B1+"]),
        ("@0/ A0+ win\n@0+ B1+", [(Reason.UNKNOWN_RESULT, 1, 9), "@0+ B1+"]),
        ("@0/ A0+ }\n@0+ B1+", [(Reason.BAD_COLUMN, 1, 9), "@0+ B1+"]),
        ("@0/ A0+ \x1b[31m\n@0+ B1+", [(Reason.NOT_TEXT, 1, 9), "@0+ B1+"]),
        (b"@0/ A0+ \xe91+\n@0+ B1+", [(Reason.LOWER_CASE, 1, 9), "@0+ B1+"]),
        # Games with numbers.
        ("1. @0+ 3. A0+\n1. @0/ 2. A0+", [(Reason.WRONG_NUMBER, 1, 8), "@0/ A0+"]),
        ("1. @0+\n7. A0+\n\n1. @0/", [(Reason.WRONG_NUMBER, 2, 1), "@0/"]),
        ("0. @0+ A0+\n@0/", [(Reason.WRONG_NUMBER, 1, 1), "@0/"]),
        ("1. @0+ 1. A0+", [(Reason.WRONG_NUMBER, 1, 8)]),
        ("1. @0/ 2. A0+ 2. @1+", [(Reason.WRONG_NUMBER, 1, 15)]),
        ("1. @0/ A0+ 2. @1+ 4. @1+", [(Reason.WRONG_NUMBER, 1, 19)]),
        ("1. @0/ 2. A0+\n@1+ 4. @1+\n\n@0/", [(Reason.MISSING_NUMBER, 2, 1), "@0/"]),
        ("1. @0/ A0+\n@1+", [(Reason.MISSING_NUMBER, 2, 1)]),
        ("1. @0/\noops\n2. A0+\n3. @1+\n1. @0/", [(Reason.TEXT_IN_GAME, 2, 1), "@0/"]),
        ("1. @0/\n2. oops\n3. @1+\n1. @0/", [(Reason.LOWER_CASE, 2, 4), "@0/"]),
        # A move a line.
        ("@0/\nA0+\noops\n@1+\n@0+", [(Reason.TEXT_IN_GAME, 3, 1), "@0+"]),
        ("@0/\nA0+\nA1x\n@1+\n@0+", [(Reason.UNKNOWN_SYMBOL, 3, 1), "@0+"]),
        ("@0/\nA0+ @1+", ["@0/", (Reason.OUT_OF_RANGE, 2, 1)]),
    ],
)
def test_one_bad_word_costs_one_game(text, expected):
    assert verdicts(text) == expected


def test_a_line_that_may_lack_its_first_move_is_marked():
    below, marked, after_a_blank_line = texts("@0/ A0+\n@1+ @1\\\n\n@1+ @1\\")[0:3]
    assert not below.unmarked
    assert marked.unmarked
    assert not after_a_blank_line.unmarked


def test_a_line_too_long_costs_one_game():
    line = "@0+" + " " * (LONGEST - 3) + "\n"
    assert verdicts(f"{line} {line}1. @0/\n2. A0+ {line}\n@0/") == [
        "@0+",
        (Reason.TOO_LONG, 2, 1),
        (Reason.TOO_LONG, 4, 1),
        "@0/",
    ]


def test_a_result_without_end_costs_one_game():
    assert verdicts("@0/ " + "resign " * 1000 + "\n@0/") == [(Reason.TOO_LONG, 1, 5 + 24 * len("resign ")), "@0/"]
    assert verdicts("@0/\n" + "resign\n" * 1000 + "\n@0/") == [(Reason.TOO_LONG, 26, 1), "@0/"]


def test_games_of_too_many_moves(monkeypatch):
    monkeypatch.setattr("goldenrules.trax.games.MOST_MOVES", 3)
    assert verdicts("@0/ A0+ @1+ @1\\\n@0/ A0+ @1+") == [(Reason.TOO_LONG, 1, 13), "@0/ A0+ @1+"]


# --- results ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "winner", "how"),
    [
        ("@0+ White resigned", RED, "resignation"),
        ("@0+ (White has resigned)", RED, "resignation"),
        ("@0+ @1+ Black resigns", WHITE, "resignation"),
        ("1 @0+\n2 A0+\n3 Resign ; I claimed my win", RED, "resignation"),
        ("@0+ Red wins by resignation", RED, "resignation"),
        ("@0+ Red resigns.", WHITE, "resignation"),
        ("@0+ resigns", WHITE, "resignation"),
        ("@0+ @1+ RESIGNS", RED, "resignation"),
        ("@0+ 2. resigns", WHITE, "resignation"),
        ("@0+ White wins", WHITE, "as stated"),
        ("@0+ A0+ red wins.", RED, "as stated"),
        ("@0+ 0-1", RED, "as stated"),
        ("@0+ White won!", WHITE, "as stated"),
        ("@0+ White has lost", RED, "as stated"),
        ("@0+ White wins by forfeit", WHITE, "as stated"),
        ("@0+ White wins on time", WHITE, "time"),
        ("@0+ White timeout", RED, "time"),
        ("@0+ Red timed out", WHITE, "time"),
        ("@0+ timeout", WHITE, "time"),
        ("@0+ @1+ Time", RED, "time"),
        ("@0+ Red lost on time. 1-0", WHITE, "time"),
        ("@0+ draw", None, "draw"),
        ("@0+ Draw agreed", None, "draw"),
        ("@0+ 1/2", None, "draw"),
        ("@0+ ½-½", None, "draw"),
        ("@0+ 1/2-1/2", None, "draw"),
        ("@0+ White resigns. Red wins. 0-1", RED, "resignation"),
    ],
)
def test_a_result_that_only_the_text_knows(text, winner, how):
    result = read_one(text).result
    assert (result.winner, result.how) == (winner, how)


@pytest.mark.parametrize("said", ["", "*", "unfinished", "2. *"])
def test_no_result(said):
    assert read_one(f"@0+ {said}").result is None


def right_result(text, rules=CONTEST):
    """What is expected instead of a wrong one."""
    with pytest.raises(IllegalGame) as caught:
        read_one(text, rules)
    assert caught.value.error.reason is Reason.WRONG_RESULT
    return caught.value.error.expected


@pytest.mark.parametrize("said", ["Red wins. Red resigns", "1-0 0-1", "draw, White wins"])
def test_two_results_at_once(said):
    assert right_result(f"@0+ {said}") == "one result"


def test_nobody_wins_a_game_that_is_drawn_on_the_board():
    game = Game(MINI_TRAX)
    while not game.result:
        game.play(*game.position.legal_moves()[-1])
    assert game.result.winner is None
    drawn = write_game(game).removesuffix("draw\n")
    assert read_one(f"{drawn} draw", MINI_TRAX).result == read_one(drawn, MINI_TRAX).result == game.result
    assert {right_result(f"{drawn} {said}", MINI_TRAX) for said in ("White wins", "Red resigns")} == {"draw"}


@pytest.mark.parametrize("said", ["", "Red wins", "red wins.", "0-1", "White resigns", "Red wins 0-1", "*"])
def test_the_result_on_the_board(said):
    assert read_one(f"{LOOP} {said}").result.winner == RED


@pytest.mark.parametrize("said", ["White wins", "1-0", "Red resigns", "draw", "1/2-1/2"])
def test_a_result_that_is_not_the_one_on_the_board(said):
    assert right_result(f"{LOOP} {said}") == "Red wins"


# --- both ways --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [20, 80])
@given(games(), st.sampled_from([None, WHITE, RED]), st.booleans())
def test_what_is_written_is_read(width, moves_, loses, late):
    game = Game(CLASSIC)
    for move in moves_:
        game.play(*move)
    if loses and not game.result:
        game.state(other(loses), "time") if late else game.resign(loses)

    text = write_game(game, width=width)

    again = read_one(text, CLASSIC)
    assert board_of(again.position) == board_of(game.position)
    assert [turn.move for turn in again.position.turns] == moves_
    assert again.result == game.result
    assert max(map(len, text.splitlines())) <= max(width, len("100. AA100+"))


@given(games())
def test_what_is_written_in_the_old_notation_is_read(moves_):
    position = replay(moves_)
    old = " ".join(move_texts(position, notation_1998.write_move))
    (text,) = texts(old)
    again = replay_text(text, CLASSIC, notation_1998.read_move)
    assert board_of(again.position) == board_of(position)


@pytest.mark.parametrize("notation", [MODERN, BEFORE_1998], ids=["modern", "1998"])
@given(traps())
def test_a_trap_that_has_lost_a_game_is_written_with_it(notation, trap):
    moves_, last = trap
    game = Game(CONTEST)
    for move in [*moves_, last]:
        game.play(*move)
    assert game.result.how == "foul"
    (text,) = texts(write_game(game, notation.write_move), notation)
    again = replay_text(text, CONTEST, notation.read_move)
    assert again.result.foul.trap == game.result.foul.trap
    assert board_of(again.position) == board_of(game.position)


def test_who_has_won_by_a_foul_is_read():
    """The foul itself is no move, so it is not in the text."""
    game = Game(CONTEST)
    for word in ("@0+", "A1+"):
        game.play(*read_move(game.position, word))
    assert (game.result.winner, game.result.how) == (WHITE, "foul")
    again = read_one(write_game(game))
    assert (again.result.winner, again.result.how) == (WHITE, "as stated")
    again.take_back()
    assert again.result is None


@given(st.lists(games(), min_size=1, max_size=4))
def test_a_file_of_games(many):
    data = "".join(write_game(game_of(moves_)) for moves_ in many)
    assert [len(game.moves) for game in texts(data)] == [len(moves_) for moves_ in many]


def game_of(moves_):
    game = Game(CLASSIC)
    for move in moves_:
        game.play(*move)
    return game


def test_how_a_game_is_written():
    game = game_of([turn.move for turn in play(LOOP).turns])
    assert write_game(game) == "1. @0/ 2. B1\\ 3. B2/ Red wins\n"


# --- mistakes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "column", "error"),
    [
        ("@0+ B1+ {no end", 1, 1, Reason.UNCLOSED_COMMENT),
        ("@0+\n{no\n\n\nend", 2, 1, Reason.UNCLOSED_COMMENT),
        (b"@0+ B1+\0 A2+", 1, 8, Reason.NOT_TEXT),
        ("@0+ B1+\n".encode("utf-16"), 1, 1, Reason.NOT_TEXT),
    ],
)
def test_a_file_that_is_no_text(text, line, column, error):
    with pytest.raises(UnreadableText) as caught:
        texts(text)
    assert caught.value.error.reason is error
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value) == f"line {line}, column {caught.value.column}: {caught.value.error}"


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("1. @0+ 2. @1+ 7. @1+", "3"),
        ("@0+ @1+ 7. @1+", "2 or 3"),
        ("@0+ 7. @1+", "2"),
        ("1. @0+ @1+ 2. @1+ 2... A0+ 4. B1+", "3"),
    ],
)
def test_wrong_move_number_names_the_right_one(text, due):
    (game,) = texts(text)
    assert game.problem[1].expected == due


def test_where_a_wrong_result_stands():
    with pytest.raises(IllegalGame) as caught:
        read_one(f"{LOOP}\n  White wins")
    assert (caught.value.word.line, caught.value.word.column, caught.value.error.at) == (2, 3, 0)


def test_the_games_before_the_mistake_are_read():
    games_ = read_games(io.BytesIO(b"@0+ B1+\n\n@0/ A0/\n\n@0+ \0"))
    assert [token.text for token in next(games_).moves] == ["@0+", "B1+"]
    assert [token.text for token in next(games_).moves] == ["@0/", "A0/"]
    with pytest.raises(UnreadableText, match="line 5"):
        next(games_)


@pytest.mark.parametrize(
    ("text", "line", "move", "error"),
    [
        ("@0+ B1+ A1+", 1, "move 3, A1+", Reason.OCCUPIED),
        ("1. @0+\n2. H9+", 2, "move 2, H9+", Reason.OUT_OF_RANGE),
        (r"@0/ A0+ A0+ A0+ @1+ @1+ B4\ A4\ A2/ A0/", 1, "move 10, A0/", Reason.GAME_OVER),
    ],
)
def test_a_game_with_an_illegal_move(text, line, move, error):
    with pytest.raises(IllegalGame) as caught:
        read_one(text)
    assert caught.value.error.reason is error
    which, _, word = move.partition(", ")
    assert str(caught.value).startswith(f"line {line}, column {caught.value.word.column}: {which} of ")
    assert f", {word}: " in str(caught.value)
    assert caught.value.number == int(move.split()[1][:-1])


TRAPPED = r"@0/ A0+ A0+ A0+ @1+ @1+ B4\ A4\ A2/"


def test_trap_loses_the_game_under_contest_rules():
    (text,) = texts(TRAPPED)
    result = replay_text(text, CONTEST).result
    assert (result.winner, result.how, result.foul.reason) == (RED, "foul", Reason.TRAP)
    (stated,) = texts(f"{TRAPPED} Red wins")
    assert str(replay_text(stated, CONTEST).result) == str(result) == "Red wins, foul: trap"
    (wrong,) = texts(f"{TRAPPED} White wins")
    with pytest.raises(IllegalGame, match="wrong result"):
        replay_text(wrong, CONTEST)


def test_trap_is_an_illegal_move_under_classic_rules():
    (text,) = texts(TRAPPED)
    with pytest.raises(IllegalGame, match="move 9 of 9, A2/: trap"):
        replay_text(text, CLASSIC)


# --- files with other words, too --------------------------------------------------------------------------------------


def test_words_that_are_no_moves():
    read = list(read_words(io.BytesIO(b"# a script\nat:1,2 new\nundo read:3,-2\n\n1. @0/ 2. A0+ resigns\n@0+ undo")))
    assert [[token.text for token in text.moves] for text in read] == [
        ["at:1,2", "new", "undo", "read:3,-2"],
        ["@0/", "A0+"],
        ["@0+", "undo"],
    ]
    assert [text.line for text in read] == [2, 5, 6]


@pytest.mark.parametrize(
    ("text", "where"),
    [("new\n  @0/ 7. A0+", "line 2, column 7: wrong move number"), ("\nnew" + " " * LONGEST, "line 2, column 1")],
)
def test_the_first_problem_among_such_words(text, where):
    with pytest.raises(UnreadableText, match=where):
        list(read_words(io.BytesIO(text.encode())))
