"""The contest's protocol (RULES 2), from the player's side."""

import re

import pytest
from goldenrules.errors import NotationError
from goldenrules.trax import CONTEST, RED, WHITE, Player, Position, choose, read_move, write_move
from goldenrules.trax.contest_line import ContestLine, Kind, read_line
from goldenrules.trax.notation import read_label
from goldenrules.trax.scan import column_name
from hypothesis import example, given
from hypothesis import strategies as st
from model.trax.playing import play

#: After it, host to move, the last two are traps.
BEFORE_A_TRAP = r"-W @1/ B0/ B4/ B5+ F1/ C0\ H2/ H5+ I6\ "


def told(*lines, **options):
    player = Player(**options)
    return player, [player.receive(line) for line in lines]


def status(player):
    return {name for name in ("thinking", "foul", "unreadable", "over", "won") if getattr(player, name)}


# --- the handshake and the game --------------------------------------------------------------------------------------


def test_white_begins():
    player, answers = told("-T", "-W")
    assert answers == [["LL"], ["@0+"]]
    assert (player.colour, status(player)) == (WHITE, set())


def test_red_waits():
    player, answers = told("-T", "-B", "@0/", identity="XY")
    assert answers == [["XY"], [], ["A0+"]]
    assert (player.colour, status(player)) == (RED, set())


@pytest.mark.parametrize("depth", [1, 2])
@given(rng=st.randoms(use_true_random=False))
def test_answers_with_the_policys_move(depth, rng):
    player, _ = told("-B", depth=depth)
    for _ in range(4):
        before = Position(CONTEST)
        for turn in player.position.turns:
            before.play(*turn.move)
        move = rng.choice(before.legal_moves())
        said = player.receive(write_move(before, move))
        before.play(*move)
        answer = choose(before, depth)
        assert said == ([write_move(before, answer)] if answer else [])
        if player.over:
            return


@pytest.mark.parametrize("again", ["-W", "-B"])
def test_the_next_game_begins_on_an_empty_board(again):
    player, _ = told("-B", "@0+", "Z9/", "rubbish")
    assert status(player) == {"foul", "unreadable"}
    assert player.receive(again) == ({"-W": ["@0+"], "-B": []}[again])
    assert len(player.position.tiles) == (again == "-W")
    assert status(player) == set()


@pytest.mark.parametrize(
    ("game", "last", "ended"),
    [
        ("-W A2+ A0\\", ["@1/"], {"over", "won"}),
        ("-W A0+ C2/", [], {"over"}),
        ("-W B1+ B3/", [], {"over", "won"}),
    ],
)
def test_the_end_of_a_game(game, last, ended):
    """A move that wins is answered by nothing, be it a win for the player; its own it says, of course."""
    player, answers = told(*game.split())
    assert answers[-1] == last
    assert all(answers[:-1])
    assert status(player) == ended
    assert player.receive("A1+") == []
    assert status(player) == {*ended, "foul"}
    assert player.receive("-W") == ["@0+"]


def test_does_not_think_about_a_game_that_is_over():
    player, _ = told("-W", "A0+")
    player.hear("C2/")
    assert status(player) == {"over"}


# --- while it thinks -------------------------------------------------------------------------------------------------


def test_gives_its_name_while_it_thinks():
    player, _ = told("-B")
    assert player.hear("@0/") == []
    assert status(player) == {"thinking"}
    assert player.hear("-T") == ["LL"]
    assert player.answer() == ["A0+"]
    assert player.answer() == []
    assert status(player) == set()


def test_a_move_while_it_thinks_is_a_foul_and_nothing_else():
    player, _ = told("-B")
    player.hear("@0/")
    assert player.hear("A0+") == []
    assert player.hear("what?") == []
    assert status(player) == {"thinking", "foul", "unreadable"}
    assert player.answer() == ["A0+"]
    assert len(player.position.turns) == 2


@pytest.mark.parametrize(("line", "answer"), [("-W", ["@0+"]), ("-B", [])])
def test_a_new_game_while_it_thinks(line, answer):
    player, _ = told("-B")
    player.hear("@0/")
    player.hear("A0+")
    assert player.hear(line) == []
    assert status(player) == ({"thinking"} if answer else set())
    assert player.answer() == answer


# --- what the host should not send -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "fouls"),
    [
        ("", ["@0/", "@0+", "A1+"]),  # no game has begun
        ("-B", ["@0\\", "@1/", "A0/", "A1+", "ZZZ99/"]),
        ("-B @0+", ["A1+", "A2+", "@0+", "D1+", "C3/", "C99999999999/", "AAAAAAAAA1/"]),
        (BEFORE_A_TRAP, ["J4\\", "J5/"]),
    ],
)
def test_fouls(game, fouls):
    for foul in fouls:
        player, _ = told(*game.split())
        before = len(player.position.turns)
        assert status(player) == set()
        assert player.receive(foul) == [], foul
        assert status(player) == {"foul"}, foul
        assert len(player.position.turns) == before
        if player.colour:
            # It is still the opponent's turn.
            legal = player.position.legal_moves()[0]
            player.receive(write_move(player.position, legal))
            assert len(player.position.turns) > before
            assert status(player) - {"over", "won"} == {"foul"}


UNREADABLE = ["x", "-X", "-t", "-TT", "--", "@", "A", "A1", "1A/", "a1/", "A01/", "@00+", "A1//", "A1/ ", " A1/", "A1|"]


@pytest.mark.parametrize("line", [*UNREADABLE, "A" * 23 + "1/", "\0", "@0/\0", "é", "Ⅳ1/", "A²/"])
def test_unreadable(line):
    player, _ = told("-B")
    assert player.receive(line) == []
    assert status(player) == {"unreadable"}
    assert player.receive("@0/") == ["A0+"]
    assert status(player) == {"unreadable"}


def test_an_empty_line_is_nothing():
    player, _ = told("-B", "", b"", "\r\n", "\n", b"\r")
    assert status(player) == set()


# --- a board that ends -----------------------------------------------------------------------------------------------


def test_a_turn_beyond_the_board_is_no_turn():
    """For neither of them; and who has no other is out of the game."""
    player, answers = told("-W", "B1+", "@1+", "B1/", capacity=1)
    assert answers == [["@0+"], [], [], []]
    assert status(player) == {"foul"}
    player, answers = told("-B", "@0+", capacity=1)
    assert answers == [[], []]
    assert status(player) == {"over"}


@given(st.randoms(use_true_random=False), st.sampled_from([2, 3, 4]))
def test_stays_within_its_board(rng, capacity):
    player, _ = told("-W", capacity=capacity)
    while legal := player.position.legal_moves():
        player.receive(write_move(player.position, rng.choice(legal)))
        assert max(player.position.box.columns, player.position.box.rows) <= capacity


# --- lines -----------------------------------------------------------------------------------------------------------

READABLE = re.compile(r"(@|[A-Z]+)(0|[1-9][0-9]*)([+/\\])")

ends = st.sampled_from(["", "\n", "\r", "\r\n"])
lines = st.text(st.sampled_from("@ABZ0019+/\\-TWB x\0"), min_size=1, max_size=8) | st.text(min_size=1)


@given(lines, ends)
@example("A" * 22 + "1/", "")
@example("A" * 23 + "1/", "")
def test_lines_are_commands_moves_or_unreadable(text, end):
    text = text.strip("\r\n") or "-T"
    line = read_line(text + end)
    assert read_line(text.encode("utf-8") + end.encode()) == line or not text.isascii()
    commands = {"-T": Kind.IDENTIFY, "-W": Kind.WHITE, "-B": Kind.RED}
    match = READABLE.fullmatch(text)
    if text in commands:
        assert line == ContestLine(commands[text], text)
    elif match and len(text) <= 24:
        column, row, symbol = match.groups()
        assert (line.kind, column_name(line.column), str(line.row), line.symbol) == (Kind.MOVE, column, row, symbol)
    else:
        assert line == ContestLine(Kind.UNREADABLE, text)


@given(lines)
def test_the_same_as_the_notations_parser(text):
    position = play("@0/ A0+ @1+")
    try:
        move = read_move(position, text)
    except NotationError:
        return
    label = read_label(text)
    assert write_move(position, move) == f"{column_name(label.column)}{label.row}{label.symbol}" == text


@given(st.lists(lines | st.binary() | st.sampled_from(["-W", "-B", "@0/", "A0+", "@1/", "B1/"]), max_size=12))
def test_any_bytes_of_a_peer_are_accepted(sent):
    player = Player()
    for line in sent:
        for said in player.receive(line):
            assert said == "LL" or READABLE.fullmatch(said)
        assert not player.thinking
