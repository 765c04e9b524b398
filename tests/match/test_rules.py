"""A player that breaks the rules, in each possible way, loses at once, and the words say what it has done."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopline.games.trax.contest import MODEL
from loopline.games.trax.model_checks import FIRST_TRAP
from loopline.match.players import ModelEndpoint
from loopline.match.referee import COMMUNICATION, FOUL, TIMEOUT
from match.playing import LIMIT, LOOP, ending, play, scripted

#: What is played up to the fault, and what is said about that. White is at fault where the number of moves is odd.
#: (What else can be wrong with a move: tests/model/trax/test_notation.py.)
FOULS = {
    "occupied": ("@0/ B1+ A1/", r"'A1/': occupied: a / lies there already"),
    "mismatch": (
        "@0/ A0+ @1/ A2\\",
        r"'A2\\\\': mismatch: it does not match the colours of its neighbours; fitting here: \+ and /",
    ),
    "column out of range": ("@0/ B1+ D1+", r"'D1\+': out of range: found column D, expected @ to C"),
    "first move": ("@0\\", r"'@0\\\\': first move: the first tile is / or \+"),
    "trap": (
        f"{FIRST_TRAP} A2/",
        r"'A2/': trap: forced play brings 3 (white|red) edges into one cell, from the [a-z, ]+; the cell is [A-Z]\d",
    ),
    "lower case": ("@0/ b1+", r"'b1\+': lower case: found 'b', expected @ or capital letters"),
    "no move at all": ("@0/ hello", r"'hello': lower case: .*"),
    "a command": ("@0/ -B", r"'-B': bad column: found '-', expected @ or capital letters"),
    "nul": ("@0/ nul:B1+", r"'\\x00B1\+': bad column: .*"),
    "terminal escapes": ("@0/ escape:B1+", r"'\\x1b\[2J\\x1b\]0;owned\\x07B1\+': bad column: found '\\x1b', .*"),
    "markup and formats": ("@0/ markup:B1+", r"'\[red\]B1\+\[/red\]%s\{0\}': bad column: found '\[', .*"),
    "too long": (f"@0/ {'A' * 100}1+", rf"'{'A' * 40}…': too long: found 102 characters, expected at most 24"),
    "an answer to -B": ("answered:@0/ B1+", r"says '@0/' to -B, which needs no answer"),
    "a flood of moves": ("lines:@0/ B1+ A0+", r"says '@0/' without being asked"),
    "two moves at once": ("twice:@0/ B1+ A0+", r"says '@0/' without being asked"),
}


@pytest.mark.parametrize("fault", FOULS)
def test_a_foul_loses_at_once(fault):
    moves, words = FOULS[fault]
    (record,) = play(scripted(moves), scripted(moves)).records
    end = record.ending
    guilty = {"an answer to -B": 1, "two moves at once": 0, "a flood of moves": 0}.get(
        fault, (len(moves.split()) - 1) % 2
    )
    assert (end.how, end.fault, end.winner) == (FOUL, guilty, 1 - guilty)
    assert re.fullmatch(words, end.why), end.why
    assert record.result.isprintable()


@pytest.mark.parametrize(("identity", "shown"), [("A", "'A'"), ("ABC", "'ABC'"), ("\x1b[", r"'\x1b['"), ("é!", None)])
def test_an_identity_has_two_characters(identity, shown):
    end = ending(scripted(LOOP, identity), scripted(LOOP))
    assert (end.how, end.fault) == (FOUL, 0)
    assert end.why == f"answers -T with {shown or end.why.split()[3][:-1]}, not with two characters"


def test_players_are_asked_for_names_only_with_identify():
    assert ending(scripted(LOOP, "ABC"), scripted(LOOP), identify=False).how == "loop"


LATE = {
    "late": ("@0/ late:B1\\", r"no answer to @0/ within 1\.5 s; it came after [2-9]\.\d+ s"),
    "silent": ("@0/ silent:", r"no answer to @0/ within 1\.5 s"),
    "no end of line": ("@0/ half:B1\\", r"no answer to @0/ within 1\.5 s; 'B1\\\\' has come, without a line end"),
    "never flushed": ("@0/ unflushed:B1\\", r"no answer to @0/ within 1\.5 s"),
    "the first move": ("silent:", r"no answer to -W within 1\.5 s"),
}


@pytest.mark.parametrize("fault", LATE)
def test_too_late_is_lost(fault):
    moves, words = LATE[fault]
    end = ending(scripted(moves), scripted(moves), limit=LIMIT)
    guilty = (len(moves.split()) - 1) % 2
    assert (end.how, end.fault, end.winner) == (TIMEOUT, guilty, 1 - guilty)
    assert re.fullmatch(words, end.why), end.why


def test_late_answer_does_not_count_in_the_next_game():
    moves = "@0/ late:B1\\ A2\\"
    first, second = play(scripted(moves), scripted(LOOP), games=2, limit=LIMIT).records
    assert (first.ending.how, second.ending.how) == ("loop", TIMEOUT)
    moves = "@0/ B1\\ late:A2\\"
    first, second = play(scripted(moves), scripted(LOOP), games=2, limit=LIMIT).records
    assert (first.ending.how, second.ending.how) == (TIMEOUT, "loop")


def test_half_a_line_is_dropped_before_the_next_game():
    first, second = play(scripted("half:@0/ B1\\ A2\\"), scripted(LOOP), games=2, limit=LIMIT).records
    assert (first.ending.how, second.ending.how) == (TIMEOUT, "loop")


LOST = {
    "dies": ("@0/ die:B1", r"the program has ended, exit code 3; its last words: 'no \\x1b\[31mboard found'"),
    "killed": ("@0/ kill:", r"the program has ended, killed by signal 9"),
    "closes its output": ("@0/ close:", r"the program has closed its standard output"),
    "floods": ("@0/ flood:B1", r"floods the line: 256 bytes without a line end, '(B1){20}…'"),
}


@pytest.mark.parametrize("fault", LOST)
def test_a_lost_player_ends_the_game_without_a_winner(fault):
    moves, words = LOST[fault]
    end = ending(scripted(moves), scripted(moves))
    assert (end.how, end.fault, end.winner) == (COMMUNICATION, 1, None)
    assert re.fullmatch(words, end.why), end.why


def test_a_lost_player_is_back_for_the_next_game():
    moves = "@0/ die:B1 A2\\"
    first, second = play(scripted(moves), scripted(LOOP), games=2).records
    assert (first.ending.how, second.ending.how) == ("loop", COMMUNICATION)
    first, second, third = play(scripted("@0/ B1\\ die:A2"), scripted(LOOP), games=3).records
    assert [one.ending.how for one in (first, second, third)] == [COMMUNICATION, "loop", COMMUNICATION]


def test_a_player_that_floods_between_two_games_is_lost():
    first, second = play(scripted("@0/ B1\\ lines:A2\\"), scripted(LOOP), games=2).records
    assert (first.ending.how, second.ending.how, second.fault) == ("loop", COMMUNICATION, 0)
    assert second.ending.why == "does not stop talking between two games"


def test_complaints_of_a_program_never_make_it_wait():
    moves = " ".join(f"grumble:{move}" for move in LOOP.split())
    assert ending(scripted(moves), scripted(moves)).how == "loop"


def test_players_begin_in_turn():
    records = play(scripted(LOOP, "AA"), scripted(LOOP, "BB"), games=3).records
    assert [record.seats for record in records] == [(0, 1), (1, 0), (0, 1)]
    assert [record.identities for record in records] == [["AA", "BB"], ["BB", "AA"], ["AA", "BB"]]
    assert [record.ending.how for record in records] == ["loop"] * 3


def test_a_game_without_end_is_called_off():
    end = ending("model", "model", turns=2)
    assert (end.winner, end.how, end.fault) == (None, "called off", None)
    assert end.why == "no winner after 2 turns"


def test_the_players_of_the_model_keep_the_rules():
    (first, second) = play("model", "model:2", games=2).records
    assert {first.ending.fault, second.ending.fault} == {None}
    assert first.winner == second.winner == 1
    assert first.seconds == [None] * len(first.moves)


class Simulated(ModelEndpoint):
    """Answers at once, and says that it has taken so long by its own clock."""

    def __init__(self, seconds):
        super().__init__("simulated", lambda: MODEL.chooser(1))
        self._seconds = seconds

    def receive(self, limit):
        line = super().receive(limit)
        return line and line._replace(seconds=self._seconds)


def test_the_clock_is_the_players_own():
    (record,) = play(Simulated(1.0), "model:2", limit=1.0).records
    assert record.ending.fault is None
    assert record.times(0) == [1.0] * len(record.moves[::2])
    end = ending(Simulated(1.001), "model:2", limit=1.0, identify=False)
    assert (end.how, end.fault, end.why) == (TIMEOUT, 0, "no answer to -W within 1 s; it came after 1.001 s")


class Talker(ModelEndpoint):
    """Says what it likes."""

    def __init__(self, says):
        super().__init__("anything", lambda: None)
        self._says = says

    def send(self, line):
        self._said.extend(text.encode("latin-1") for text in next(self._says, []))


_LINES = st.sampled_from(["@0/", "@0+", "A0+", "B1\\", "B1+", "-W"]) | st.text(st.characters(max_codepoint=255))


@given(st.lists(st.lists(_LINES, max_size=2), max_size=6))
def test_any_bytes_of_a_player_end_the_game_in_printable_words(answers):
    says = iter([["XX"], *answers])
    (record,) = play(Talker(says), "model").records
    assert record.ending is not None
    assert record.result.isprintable()
