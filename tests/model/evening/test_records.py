"""RULES 4.6: moves and games as text. Reading them, everything that can be wrong with them, writing them."""

import io

import pytest
from goldenrules.evening import (
    BLACK,
    SIDES,
    STANDARD,
    WHITE,
    IllegalGame,
    Move,
    NotationError,
    Position,
    Protocol,
    Reason,
    Refused,
    Rule,
    RuleSet,
    hexagon,
    read_move,
    replay,
    write_game,
    write_move,
)
from goldenrules.evening.captions import standing
from loopline.contract.paper import UnreadableFile
from loopline.games.evening.paper import PAPER


@pytest.mark.parametrize("side", SIDES)
def test_every_cell_has_a_name_and_a_number(side):
    board, position = hexagon(side), Position(RuleSet(side))
    assert len(set(board.names)) == len(board)
    for cell in board.cells:
        move = Move(BLACK, cell)
        assert read_move(position, write_move(position, move)) == read_move(position, f"B{cell}") == move


def test_names():
    board, position = hexagon(3), Position(RuleSet(3))
    assert [board.names[cell] for cell in (0, 2, 3, 9, 18)] == ["a1", "a3", "b1", "c3", "e3"]
    assert write_move(position, Move(WHITE, None)) == "W-"
    assert read_move(position, "B-") == Move(BLACK, None)


@pytest.mark.parametrize(
    ("error", "text", "at"),
    [
        (Reason.EMPTY_MOVE, "", 0),
        (Reason.BAD_COLOUR, "w1", 0),
        (Reason.BAD_COLOUR, "c3", 0),
        (Reason.BAD_CELL, "W", 1),
        (Reason.BAD_CELL, "Wc0", 1),
        (Reason.BAD_CELL, "Wc6", 1),
        (Reason.BAD_CELL, "Wf1", 1),
        (Reason.BAD_CELL, "WC3", 1),
        (Reason.BAD_CELL, "Wc03", 1),
        (Reason.BAD_CELL, "W01", 1),
        (Reason.BAD_CELL, "W-1", 1),
        (Reason.BAD_CELL, "W٣", 1),
        (Reason.BAD_CELL, "W" + "9" * 10_000, 1),
        (Reason.BAD_CELL, "Wc3\x1b", 1),
    ],
)
def test_bad_moves_are_refused(error, text, at):
    with pytest.raises(NotationError) as caught:
        read_move(Position(RuleSet(3)), text)
    assert (caught.value.reason, caught.value.at) == (error, at)
    assert len(str(caught.value)) < 200


def test_a_number_beyond_the_board_is_a_move_that_is_refused():
    assert read_move(Position(RuleSet(3)), "W19") == Move(WHITE, 19)
    with pytest.raises(Refused, match=r"^range: .*0 to 18"):
        Position(RuleSet(3)).play("W19")


READ = [
    ("Wc3", RuleSet(3), [Move(WHITE, 9)]),
    ("1. Wc3 2. Bc4", RuleSet(3), [Move(WHITE, 9), Move(BLACK, 10)]),
    ("1.Wc3\n2.B10", RuleSet(3), [Move(WHITE, 9), Move(BLACK, 10)]),
    ("side=2\tWa1 B-\nWhite  wins", RuleSet(2), [Move(WHITE, 0), Move(BLACK, None)]),
    ("protocol=free side=2 Wa1 Ba2 Bb1", RuleSet(2, protocol=Protocol.FREE), [(WHITE, 0), (BLACK, 1), (BLACK, 2)]),
    ("board=WB/WBW/WB White wins", RuleSet(2), []),
    ("rule=odd-even W- Black wins", RuleSet(3, Rule.ODD_EVEN), [Move(WHITE, None)]),
    ("White wins by  foul", RuleSet(3), []),
    ("Wc3 Bc4 Black\twins on time", RuleSet(3), [Move(WHITE, 9), Move(BLACK, 10)]),
    ("Wc3 *", RuleSet(3), [Move(WHITE, 9)]),
    ("", RuleSet(3), []),
]


@pytest.mark.parametrize(("text", "rules", "moves"), READ)
def test_options_of_a_record_are_read(text, rules, moves):
    position = replay(text, 1, RuleSet(3))
    assert (position.rules, [turn.move for turn in position.turns]) == (rules, moves)
    again = replay(write_game(position))
    assert (again, [turn.move for turn in again.turns]) == (position, moves)


WRONG = [
    (Reason.WRONG_NUMBER, "1. Wc3 3. Bc4", (1, 8), "move 2 of 2"),
    (Reason.WRONG_NUMBER, "0. Wc3", (1, 1), "move 1 of 1"),
    (Reason.BAD_OPTION, "side=7", (1, 1), "the options"),
    (Reason.BAD_OPTION, "side=٣", (1, 1), "the options"),
    (Reason.BAD_OPTION, "side=", (1, 1), "the options"),
    (Reason.BAD_OPTION, "colour=W Wc3", (1, 1), "the options"),
    (Reason.BAD_OPTION, "=", (1, 1), "the options"),
    (Reason.BAD_OPTION, "rule=even", (1, 1), "the options"),
    (Reason.BAD_OPTION, "protocol=tree", (1, 1), "the options"),
    (Reason.BAD_OPTION, "side=3 side=3", (1, 8), "the options"),
    (Reason.BAD_OPTION, "side=3 board=WB/.../..", (1, 8), "the options"),
    (Reason.BAD_OPTION, "board=WB/.../.", (1, 1), "the options"),
    (Reason.BAD_OPTION, "board=WB/..x/..", (1, 1), "the options"),
    (Reason.BAD_OPTION, "board=", (1, 1), "the options"),
    (Reason.BAD_OPTION, "Wc3 side=3", (1, 5), "the options"),
    (Reason.BAD_COLOUR, "Wc3\n  @0/", (2, 3), "move 2 of 2"),
    (Reason.OCCUPIED, "Wc3 Bc3", (1, 5), "move 2 of 2"),
    (Reason.TURN, "Wc3 W-", (1, 5), "move 2 of 2"),
    (Reason.OVER, "W- Wc3 Bc4", (1, 4), "move 2 of 3"),
    (Reason.WRONG_RESULT, "Wc3 White wins", (1, 5), "the result"),
    (Reason.WRONG_RESULT, "W- White wins", (1, 4), "the result"),
    (Reason.WRONG_RESULT, "W- Black wins on time", (1, 4), "the result"),
    (Reason.WRONG_RESULT, "W- *", (1, 4), "the result"),
    (Reason.WRONG_RESULT, "Wc3 draw", (1, 5), "the result"),
    (Reason.AFTER_THE_END, "Wc3 White wins on time B-", (1, 24), "move 2 of 2"),
    (Reason.AFTER_THE_END, "* Wc3", (1, 3), "move 1 of 1"),
    (Reason.AFTER_THE_END, "W- Black wins Wc3", (1, 15), "move 2 of 2"),
    (Reason.AFTER_THE_END, "W- Black wins Black wins", (1, 15), "the result"),
    (Reason.BAD_CELL, "Wc3 White won", (1, 5), "move 2 of 3"),
]


@pytest.mark.parametrize(("error", "text", "place", "what"), WRONG)
def test_mistakes_in_a_record_are_named(error, text, place, what):
    with pytest.raises(IllegalGame) as caught:
        replay(text, 1, RuleSet(3))
    wrong = caught.value
    assert wrong.error.reason is error
    assert ((wrong.word.line, wrong.word.column), wrong.what) == (place, what)
    before = " ".join(wrong.before).split()
    assert before == text.split()[: len(before)]


def test_an_end_that_was_called():
    position = replay("Wc3 Black wins on time", 1, RuleSet(3))
    assert (position.over, position.winner, position.players) == (True, BLACK, ())
    assert standing(position) == "Black has won on time"
    with pytest.raises(Refused, match=r"^over: .*Black has won"):
        position.play("Bc4")
    assert position != Position.from_moves(["Wc3"], RuleSet(3)) == replay("Wc3 *", 1, RuleSet(3))
    position.take_back()
    assert position == Position(RuleSet(3))


def test_the_rules_are_those_asked_for_where_the_record_says_nothing():
    assert replay("Wa1").rules == STANDARD
    assert replay("rule=odd-even Wa1", 1, RuleSet(4)).rules == RuleSet(4, Rule.ODD_EVEN)
    assert replay("board=WB/.../.. Wb3", 1, RuleSet(4)).rules == RuleSet(2)


def test_lines_are_not_long():
    position = Position(RuleSet(6))
    while not position.over:
        position.play(position.legal_moves()[0])
    text = write_game(position)
    assert max(map(len, text.splitlines())) <= 80
    assert text.splitlines()[1].startswith("1. Wa1 2. Ba2 ")
    assert text.endswith(f"{'White' if position.winner is WHITE else 'Black'} wins\n")


def reading(data):
    return PAPER.read(io.BytesIO(data), PAPER.rules.of(""), "standard")


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"Wc3\n\n" + b"Wc3 " * 1_000_000, (3, 1)),
        (b"Wc3\n\n\nB\0", (4, 2)),
        (b"Wc3\n\n" + b"Bc4\n" * 20_000, (16_387, 1)),
    ],
)
def test_a_file_that_cannot_be_read_on(data, place):
    """The games before that have been read."""
    games = reading(data)
    assert next(games).problem is None
    with pytest.raises(UnreadableFile) as caught:
        list(games)
    assert caught.value.location == place


def test_a_bad_word_costs_its_game_only():
    problems = [
        game.problem for game in reading(b"Wc3\n\nWx\n\n\xff\xfe Wc3\n\n# nothing\n\nWc3 Wc4\n\nBc3 # no\nWc3\n\nWc3")
    ]
    assert [problem and problem.reason for problem in problems] == [
        None,
        "bad cell",
        "bad colour",
        "turn",
        "first",
        None,
    ]
    assert [problem and problem.unreadable for problem in problems] == [None, True, True, False, False, None]
