"""Whole games as text: numbers, comments, results, resignations, several games in a file."""

import io

import pytest
from goldenrules.trax import (
    CLASSIC,
    CONTEST,
    RED,
    WHITE,
    Game,
    IllegalGame,
    UnreadableText,
    move_texts,
    notation_1998,
    read_games,
    read_move,
    write_game,
)
from goldenrules.trax import replay as replay_text
from goldenrules.trax.errors import (
    AfterTheEnd,
    GameOver,
    NotText,
    Occupied,
    OutOfRange,
    Trap,
    UnclosedComment,
    WrongNumber,
    WrongResult,
)
from goldenrules.trax.games import LONGEST_LINE
from goldenrules.trax.rules import MINI_TRAX
from hypothesis import given
from hypothesis import strategies as st
from model.playing import board_of, play, replay
from model.strategies import games

LOOP = r"@0/ B1\ B2/"
MOVES = ["@0+", "@1\\", "B2\\", "A2+", "B0/"]


def texts(data):
    return list(read_games(io.BytesIO(data if isinstance(data, bytes) else data.encode())))


def moves(data):
    """Of each game, its moves."""
    return [[token.text for token in game.moves] for game in texts(data)]


def read_one(data, rules=CONTEST):
    (text,) = texts(data)
    return replay_text(text, rules)


# --- what a game may look like ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "{} {} {} {} {}",
        "{}\n{}\n{}\t{}   {}\n",
        "{}\r\n{} {}\r\n{} {}\r\n",
        "\ufeff{} {} {} {} {}",
        "1. {} 2. {} 3. {} 4. {} 5. {}",
        "1.{} 2.{} 3.{}\n4.{} 5.{}",
        "1: {} 2: {} 3: {} 4: {} 5: {}",
        "1. {} {} 2. {} {} 3. {}",
        "# Bailey - Siegenthaler\n{} {} {} {} {}",
        "{} {} ; the corner\n{} {} {}",
        "{} {{a comment}} {} {{}} {} {} {}",
        "{} {{a comment\nof several\n\nlines}} {} {} {} {}",
        "{} {} {{a # in a comment}} {} {} {} # a {{ in a comment",
        "{} {} {} {} {} *",
    ],
)
@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_a_game(text, end):
    assert moves(text.format(*MOVES) + end) == [MOVES]


def test_an_empty_file_holds_no_game():
    assert texts("") == texts("\n\n") == texts("# nothing\n\n{nothing}\n") == []


def test_where_a_move_stands():
    (game,) = texts("# first\n  @0+\n2. @1+ {x} B1+\n")
    assert [(token.line, token.column) for token in game.moves] == [(2, 3), (3, 4), (3, 12)]
    assert game.line == 2


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
    ],
)
def test_several_games(text):
    assert moves(text) == [["@0/", "A0/"], ["@0+", "B1+"]]


# --- results ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("@0+ White resigns", RED),
        ("@0+ Red resigns.", WHITE),
        ("@0+ resigns", WHITE),
        ("@0+ @1+ RESIGNS", RED),
        ("@0+ 2. resigns", WHITE),
    ],
)
def test_a_resignation(text, winner):
    result = read_one(text).result
    assert (result.winner, result.how) == (winner, "resignation")


@pytest.mark.parametrize(
    ("text", "winner", "how"),
    [
        ("@0+ White wins", WHITE, "as stated"),
        ("@0+ A0+ red wins.", RED, "as stated"),
        ("@0+ 0-1", RED, "as stated"),
        ("@0+ draw", None, "draw"),
        ("@0+ 1/2-1/2", None, "draw"),
        ("@0+ White resigns. Red wins. 0-1", RED, "resignation"),
    ],
)
def test_a_result_that_only_the_text_knows(text, winner, how):
    result = read_one(text).result
    assert (result.winner, result.how) == (winner, how)


@pytest.mark.parametrize("said", ["", "*", "White", "2. *"])
def test_no_result(said):
    assert read_one(f"@0+ {said}").result is None


@pytest.mark.parametrize("said", ["Red wins. Red resigns", "1-0 0-1", "draw, White wins"])
def test_two_results_at_once(said):
    with pytest.raises(IllegalGame) as caught:
        read_one(f"@0+ {said}")
    assert isinstance(caught.value.error, WrongResult)
    assert caught.value.error.expected == "one result"


@pytest.mark.parametrize("said", ["White wins", "Red resigns"])
def test_nobody_wins_a_game_that_is_drawn_on_the_board(said):
    game = Game(MINI_TRAX)
    while not game.result:
        game.play(*game.position.legal_turns()[-1])
    assert game.result.winner is None
    drawn = write_game(game).removesuffix("draw\n")
    assert read_one(f"{drawn} draw", MINI_TRAX).result == read_one(drawn, MINI_TRAX).result == game.result
    with pytest.raises(IllegalGame) as caught:
        read_one(f"{drawn} {said}", MINI_TRAX)
    assert isinstance(caught.value.error, WrongResult)
    assert caught.value.error.expected == "draw"


@pytest.mark.parametrize("said", ["", "Red wins", "red wins.", "0-1", "White resigns", "Red wins 0-1", "*"])
def test_the_result_on_the_board(said):
    assert read_one(f"{LOOP} {said}").result.winner == RED


@pytest.mark.parametrize("said", ["White wins", "1-0", "Red resigns", "draw", "1/2-1/2"])
def test_a_result_that_is_not_the_one_on_the_board(said):
    with pytest.raises(IllegalGame) as caught:
        read_one(f"{LOOP} {said}")
    assert isinstance(caught.value.error, WrongResult)
    assert caught.value.error.expected == "Red wins"


# --- both ways --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [20, 80])
@given(games(), st.sampled_from([None, WHITE, RED]))
def test_what_is_written_is_read(width, moves_, resigns):
    game = Game(CLASSIC)
    for move in moves_:
        game.play(*move)
    if resigns and not game.result:
        game.resign(resigns)

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
        ("1. @0+ 3. @1+", 1, 8, WrongNumber),
        ("1. @0+\n7. @1+", 2, 1, WrongNumber),
        ("0. @0+", 1, 1, WrongNumber),
        ("@0+ White resigns B1+", 1, 19, AfterTheEnd),
        ("@0+ B1+ {no end", 1, None, UnclosedComment),
        ("@0+\n{no\n\n\nend", 2, None, UnclosedComment),
        (b"@0+ B1+\0 A2+", 1, 8, NotText),
        (b"@0+\n\xff\xfe B1+", 2, 1, NotText),
        (b"@0+ \x1b[31m", 1, 5, NotText),
    ],
)
def test_a_text_that_is_none(text, line, column, error):
    with pytest.raises(UnreadableText) as caught:
        texts(text)
    assert type(caught.value.error) is error
    assert caught.value.line == line
    if column:
        assert caught.value.column == column
    assert str(caught.value) == f"line {line}, column {caught.value.column}: {caught.value.error}"


def test_a_wrong_number_is_told_the_right_one():
    with pytest.raises(UnreadableText, match="wrong move number: found 7, expected 3"):
        texts("1. @0+ 2. @1+ 7. @1+")


def test_where_a_wrong_result_stands():
    with pytest.raises(IllegalGame) as caught:
        read_one(f"{LOOP}\n  White wins")
    assert (caught.value.token.line, caught.value.token.column, caught.value.error.at) == (2, 3, 0)


def test_the_longest_line():
    line = "@0+" + " " * (LONGEST_LINE - 4) + "\n"
    assert moves(line * 2) == [["@0+"], ["@0+"]]
    with pytest.raises(UnreadableText, match="line 2, column 1: too long"):
        texts(line + " " + line)


def test_the_games_before_the_mistake_are_read():
    games_ = read_games(io.BytesIO(b"@0+ B1+\n\n@0/ A0/\n\n@0+ \0"))
    assert [token.text for token in next(games_).moves] == ["@0+", "B1+"]
    assert [token.text for token in next(games_).moves] == ["@0/", "A0/"]
    with pytest.raises(UnreadableText, match="line 5"):
        next(games_)


@pytest.mark.parametrize(
    ("text", "line", "move", "error"),
    [
        ("@0+ B1+ A1+", 1, "move 3, A1+", Occupied),
        ("1. @0+\n2. H9+", 2, "move 2, H9+", OutOfRange),
        (r"@0/ A0+ A0+ A0+ @1+ @1+ B4\ A4\ A2/ A0/", 1, "move 10, A0/", GameOver),
    ],
)
def test_a_game_with_an_illegal_move(text, line, move, error):
    with pytest.raises(IllegalGame) as caught:
        read_one(text)
    assert type(caught.value.error) is error
    assert f"line {line}, {move}" in str(caught.value)
    assert caught.value.number == int(move.split()[1][:-1])


TRAPPED = r"@0/ A0+ A0+ A0+ @1+ @1+ B4\ A4\ A2/"


def test_where_fouls_lose_a_trap_loses_the_game():
    (text,) = texts(TRAPPED)
    result = replay_text(text, CONTEST).result
    assert (result.winner, result.how, type(result.foul)) == (RED, "foul", Trap)
    (stated,) = texts(f"{TRAPPED} Red wins")
    assert str(replay_text(stated, CONTEST).result) == str(result) == "Red wins, foul: trap"
    (wrong,) = texts(f"{TRAPPED} White wins")
    with pytest.raises(IllegalGame, match="wrong result"):
        replay_text(wrong, CONTEST)


def test_where_they_do_not_it_is_no_turn():
    (text,) = texts(TRAPPED)
    with pytest.raises(IllegalGame, match="move 9, A2/: trap"):
        replay_text(text, CLASSIC)


def test_reading_goes_with_any_notation():
    (text,) = texts("1. A1S 2. A1U 3. B2R")
    game = replay_text(text, CONTEST, notation_1998.read_move)
    assert board_of(game.position) == board_of(play(r"@0+ @1\ B2\ "))
    assert read_move(game.position, "A2+") in game.position.candidates()
